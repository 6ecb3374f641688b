import { readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { behaviourFields } from '../mock-server/behaviour.ts'
import { type OpenPoint, openPoints } from '../mock-server/parity/open-points.ts'
import { createParityReport } from '../mock-server/parity/report.ts'

// npx tsx docs/generate-behaviours.ts writes the table at the end of docs/check-your-service.md

const page = new URL('check-your-service.md', import.meta.url)
const start = '<!-- npx tsx docs/generate-behaviours.ts -->\n'

/** The page with its table as it is now. */
export function behavioursPage(): string {
  const [prose = ''] = readFileSync(page, 'utf8').split(start)
  const rows = openPoints.map(point => `| ${cellsOf(point).join(' | ')} |\n`)
  const head =
    '| question | asked with | `behaviour` | mock server | other answers |\n|---|---|---|---|---|\n'
  return prose + start + head + rows.join('')
}

const mock = new Map(createParityReport([]).findings.map(finding => [finding.id, finding.mock]))

function cellsOf({ id, question, asks }: OpenPoint): string[] {
  const [first = '', ...others] = answersOf(id)
  const flags = asks.filter(ask => ask !== 'reading').map(ask => code(`--${ask.replace('_', '-')}`))
  return [question, flags.join(', '), others.length > 0 ? code(id) : '', first, others.join(', ')]
}

function answersOf(id: string): string[] {
  const field = Object.entries(behaviourFields).find(([name]) => name === id)?.[1]
  if (field === undefined) return [id === 'transitions' ? 'those of the behaviour' : code(mock.get(id))]
  const { innerType } = field.def
  if ('values' in innerType.def) return innerType.def.values.map(code)
  const labels = Object.values(Object(mock.get(id)))
  return [labels.map(code).join(', '), 'any texts, by level']
}

function code(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'none'
  return `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) writeFileSync(page, behavioursPage())
