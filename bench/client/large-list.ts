import { writeListBody } from '../bodies.ts'
import { serveTurns } from '../measure/serve-turns.ts'
import { createTurns } from '../measure/turns.ts'
import { readList } from './own.ts'

/** Measures how long a list of some entities takes to be read, and JSON.parse of its text. */
const entities = Number(process.argv[2])
const text = writeListBody(entities)
const readers = { 'JSON.parse': (): unknown => JSON.parse(text), 'ours, from the text': () => readList(text) }
for (const [name, read] of Object.entries(readers)) {
  const values = await read()
  if (!Array.isArray(values) || values.length !== entities) throw new Error(`${name} loses entities`)
}
serveTurns(await createTurns(readers, 1))
