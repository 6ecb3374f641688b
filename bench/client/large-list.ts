import { listText } from '../bodies.ts'
import { readList } from './own.ts'

/** Run bundled, in a process of its own: how long a list of so many entities takes, against `JSON.parse` of its text. */
const entities = Number(process.argv[2])
const text = listText(entities)
const readers = { 'JSON.parse': (): unknown => JSON.parse(text), 'ours, from the text': () => readList(text) }
const times: Record<string, number[]> = { 'JSON.parse': [], 'ours, from the text': [] }
for (let round = 0; round <= 3; round += 1) {
  for (const [name, read] of Object.entries(readers)) {
    const started = performance.now()
    const values = await read()
    const took = performance.now() - started
    if (!Array.isArray(values) || values.length !== entities) throw new Error(`${name} loses entities`)
    // The first round shows the engine which code is worth its trouble.
    if (round > 0) times[name]?.push(took)
  }
}
process.stdout.write(JSON.stringify(times))
