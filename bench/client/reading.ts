import { hundredths, median, ratios, spread, time } from '../figures.ts'
import { type Goal, goal, type Section, type Table } from '../page.ts'
import { runProgram } from '../program.ts'
import type { Run } from '../run.ts'

/** Milliseconds of each client, by round. */
type Times = Readonly<Record<string, number[]>>

const base = 'JSON.parse'
const decoding = 'ours, from the text'
const listTarget = 1.5
const targets: Readonly<Record<string, number>> = {
  'list of 10,000': listTarget,
  'network of 5,000': 2,
  'network of 5,000, sample dialect': 2,
}
const callTarget = 1.25

/** Each client reads the same bytes, in process. */
export async function measureReading({ rounds }: Run): Promise<Section> {
  const read = (name: string) =>
    runProgram<Times>('bench/peers/reading.ts', { parameters: [name, String(rounds)] })
  const call = await read('small call')
  const bodies: Record<string, Times> = {}
  for (const name of Object.keys(targets)) bodies[name] = await read(name)
  const size = rounds > 3 ? 1_000_000 : 100_000
  const large = await runProgram<Times>('bench/client/large-list.ts', {
    flags: ['--max-old-space-size=12288'],
    parameters: [String(size)],
  })
  const all = { ...bodies, [`list of ${size.toLocaleString('en')}`]: large }
  const tables = Object.entries(all).flatMap(([name, times]) => [`### A ${name}`, tableOf(times, base)])
  return {
    heading: 'Client: responses',
    parts: [
      'From the bytes of a response to values, in process, against `JSON.parse` of the same text. `ours, from the text` is what the client does beside `JSON.parse`; a whole call also makes the request and decodes UTF-8, as do the peers. openapi-fetch checks nothing and hey-api’s zod plugin checks: both return the fields of the wire. The others also map them: hyphens to null, dates to ISO, labels to levels. Ours reports each quirk, too.',
      ...tables,
      '### A small call',
      '`GET /v1/health`, in process.',
      tableOf(call, 'ky'),
    ],
    goals: [...Object.entries(all).map(decodingGoal), callGoal(call)],
    summary: summarize(bodies['list of 10,000'] ?? {}),
  }
}

/** How many times as long as JSON.parse a list takes, ours first. */
function summarize(times: Times): string {
  const factor = (name: string) => hundredths(median(ratios(times[name] ?? [], times[base] ?? [])))
  const peers = ['ky and zod with transforms', 'hey-api with zod', '@zodios/core with transforms']
  const beside = peers.map(name => `${name.replace(' with transforms', '')} ${factor(name)}`)
  return `Reading a list of 10,000, as a multiple of \`JSON.parse\` (less is better): **${factor('ours, whole call')}**, ${beside.join(', ')}`
}

function tableOf(times: Times, against: string): Table {
  const rows = Object.entries(times)
    .toSorted(([, left], [, right]) => median(left) - median(right))
    .map(([name, own]) => [name, spread(own, time), spread(ratios(own, times[against] ?? []), hundredths)])
  return { head: ['client', 'time', `against ${against}`], rows }
}

function decodingGoal([name, times]: [string, Times]): Goal {
  const target = targets[name] ?? listTarget
  const own = ratios(times[decoding] ?? [], times[base] ?? [])
  const wanted = `≤ ${hundredths(target)} × JSON.parse`
  return goal(`Reading a ${name}`, spread(own, hundredths), wanted, median(own) <= target)
}

function callGoal({ ours = [], ky = [] }: Times): Goal {
  const own = ratios(ours, ky)
  const wanted = `≤ ${hundredths(callTarget)} × ky`
  return goal('A small call', spread(own, hundredths), wanted, median(own) <= callTarget)
}
