import type { Finding } from '../../mock-server/parity/report.ts'
import { isRecord } from '../../src/shared/json.ts'
import type { Style } from '../output/output.ts'
import type { TableColumn } from '../output/table.ts'

const styles: Readonly<Partial<Record<Finding['verdict'], Style>>> = { same: 'green', differs: 'yellow' }

/** Columns of the table of findings. */
export const columns: readonly TableColumn<Finding>[] = [
  {
    heading: 'VERDICT',
    cell: ({ verdict }) => verdict.replaceAll('_', ' '),
    style: ({ verdict }) => styles[verdict] ?? null,
  },
  { heading: 'QUESTION', cell: ({ question }) => question, isName: true },
  { heading: 'SERVICE', cell: describeAnswer, isFlexible: true },
  {
    heading: 'MOCK SERVER',
    cell: ({ mock, verdict }) => (verdict === 'differs' ? formatAnswer(mock) : ''),
    isFlexible: true,
  },
  { heading: 'SEEN', cell: ({ seen: observedCount }) => observedCount, isRight: true },
]

/**
 * Describes how the service behaves on a point that the specification leaves open; if this was not tested, names the flag with
 * which `verify` tests it.
 */
function describeAnswer({ verdict, answer, asks, whose }: Finding): string {
  if (verdict === 'not_asked') return asks.map(name => `--${name.replace('_', '-')}`).join(' ')
  if (verdict !== 'same' && verdict !== 'differs') return ''
  return whose === 'service' ? `${formatAnswer(answer)} (not as specified)` : formatAnswer(answer)
}

function formatAnswer(value: unknown): string {
  if (Array.isArray(value)) return value.map(formatAnswer).join(', ') || 'none'
  if (!isRecord(value)) return typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${formatAnswer(member)}`)
    .join(', ')
}
