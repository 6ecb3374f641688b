import type { QuirkReport } from 'entity-screening-sdk'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { answering } from '../../answering.ts'
import { ways } from '../../transport/every-operation/ways.ts'
import { hold } from '../runs.ts'

/** Stands for what nobody may read in a log. */
const secret = 'Zbigniewa Przybylska'

/** Ways to send it that a reader has to make something of. */
const spelled = fc.constantFrom<(value: string) => unknown>(
  value => value,
  value => [value],
  value => ({ value }),
  value => JSON.stringify([value]),
  value => `${value}\u00a0 `,
  value => [{ name: value, sources: value }],
  value => `{"name":"${value}`,
  value => [[value], 7],
)

const answer = fc.constantFrom(...ways).chain(way =>
  fc.record({
    way: fc.constant(way),
    spell: spelled,
    /** Which of its values are personal. */
    chosen: fc.infiniteStream(fc.boolean()),
    validation: fc.constantFrom('lenient', 'strict'),
  }),
)

it('reports and log lines hold no value of an answer', async () => {
  const property = fc.asyncProperty(answer, async ({ way, spell, chosen, validation }) => {
    const lines: unknown[] = []
    const reports: QuirkReport[] = []
    const write = (...line: unknown[]) => void lines.push(...line)
    const { client } = answering(
      replaceTexts(way.good, value => (chosen.next().value ? spell(secret) : value)),
      { status: way.status },
      {
        validation,
        onQuirk: report => void reports.push(report),
        logger: { debug: write, info: write, warn: write, error: write },
        logLevel: 'debug',
      },
    )
    const failure = await way.call(client).then(
      () => '',
      (error: unknown) => String(error),
    )
    expect(JSON.stringify([reports, lines, failure])).not.toContain('Przybylska')
  })
  await hold('reports without personal values', 500, property)
})

function replaceTexts(value: unknown, replace: (text: string) => unknown): unknown {
  if (typeof value === 'string') return replace(value)
  if (Array.isArray(value)) return value.map(item => replaceTexts(item, replace))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaceTexts(part, replace)]))
}
