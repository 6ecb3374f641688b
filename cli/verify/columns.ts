import type { Finding } from '../../mock-server/parity/index.ts'
import { isRecord } from '../../src/shared/json.ts'
import type { Style } from '../output/output.ts'
import type { Column } from '../output/table.ts'

const styles: Readonly<Partial<Record<Finding['verdict'], Style>>> = { same: 'green', differs: 'yellow' }

/** The table of findings. */
export const columns: readonly Column<Finding>[] = [
  {
    heading: 'VERDICT',
    cell: ({ verdict }) => verdict.replaceAll('_', ' '),
    style: ({ verdict }) => styles[verdict] ?? null,
  },
  { heading: 'QUESTION', cell: ({ question }) => question, isName: true },
  { heading: 'SERVICE', cell: answerOf, isFlexible: true },
  {
    heading: 'MOCK SERVER',
    cell: ({ mock, verdict }) => (verdict === 'differs' ? shown(mock) : ''),
    isFlexible: true,
  },
  { heading: 'SEEN', cell: ({ seen }) => seen, isRight: true },
]

/** The flag that asks, or the answer. */
function answerOf({ verdict, answer, asks, whose }: Finding): string {
  if (verdict === 'not_asked') return asks.map(name => `--${name.replace('_', '-')}`).join(' ')
  if (verdict !== 'same' && verdict !== 'differs') return ''
  return whose === 'service' ? `${shown(answer)} (not as specified)` : shown(answer)
}

function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ') || 'none'
  if (!isRecord(value)) return typeof value === 'string' && value !== '' ? value : JSON.stringify(value)
  return Object.entries(value)
    .map(([name, member]) => `${name}: ${shown(member)}`)
    .join(', ')
}
