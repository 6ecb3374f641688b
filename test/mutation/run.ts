import { mkdirSync, writeFileSync } from 'node:fs'
import { judge } from './judge.ts'
import { plantMutants } from './mutants.ts'
import { draw } from './sample.ts'

/** One area: its mutants, the sample, and who lives. */
const [area = 'quirks', size = 'Infinity', seed = '1'] = process.argv.slice(2)
const folder = `.mutation/${area}`
mkdirSync(folder, { recursive: true })
const mutants = await plantMutants(area, folder)
const sample = draw(mutants, Number(size), seed)
console.log(area, mutants.length, sample.length)
const t = Date.now()
const { killed, survived, notCovered } = await judge(area, folder, sample.map(m => m.id))
const s = sample.filter(m => !killed.has(m.id)).map(m => ({ ...m, status: survived.has(m.id) ? 'survived' : 'notCovered' }))
console.log(killed.size, survived.size, notCovered.size, killed.size / sample.length, (Date.now() - t) / 1000)
for (const m of s) console.log(`${m.status} ${m.file}:${m.line} ${m.kind}\n - ${m.before.slice(0, 150)}\n + ${m.after.slice(0, 150)}`)
