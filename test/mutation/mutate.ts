import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { writeSection } from '../../docs/mutation-section.ts'
import { areas } from './areas.ts'
import { judge } from './judge.ts'
import { type Mutant, plantMutants } from './mutants.ts'
import { draw } from './sample.ts'

/**
 * `npm run mutate -- [--area quirks] [--sample 200] [--seed 1]`: changes the code in one place at a time, and counts which changes the
 * tests notice. Without a sample it takes every mutant, for hours. Writes the section of docs/internals/reliability.md.
 */
const { values } = parseArgs({
  options: {
    area: { type: 'string', multiple: true },
    sample: { type: 'string', default: 'Infinity' },
    seed: { type: 'string', default: '1' },
  },
})
const all = Object.keys(areas).filter(area => area !== 'planted')
const wanted = values.area ?? all
const unknown = wanted.find(area => !all.includes(area))
if (unknown !== undefined) throw new Error(`--area ${unknown}: there are ${all.join(', ')}`)
if (!(Number(values.sample) >= 1)) throw new Error(`--sample ${values.sample}: a number of mutants from 1`)

const figures = new URL('scores.json', import.meta.url)

await proveItself()
for (const area of wanted) {
  const started = performance.now()
  const { mutants, sample, left } = await mutate(area)
  const score = {
    mutants: mutants.length,
    sample: sample.length,
    killed: sample.length - left.length,
    seed: values.seed,
    minutes: Math.ceil((performance.now() - started) / 60_000),
    left: left.map(({ id, ...mutant }) => mutant),
  }
  const scores = { ...JSON.parse(readFileSync(figures, 'utf8')), [area]: score }
  writeFileSync(figures, `${JSON.stringify(scores, null, 2)}\n`)
  writeSection()
  console.log(`${area}: ${score.killed} of ${score.sample} killed`)
}

/** Of the planted code, those must die that its test notices, and no other: no score is believed before. */
async function proveItself(): Promise<void> {
  const { sample, left } = await mutate('planted')
  const surviving = new Set(left.map(({ id }) => id))
  const isNoticed = ({ before, line }: Mutant) => before.includes('18') || line === 4 || line === 5
  const wrong = sample.filter(mutant => surviving.has(mutant.id) === isNoticed(mutant))
  if (wrong.length > 0) throw new Error(`planted mutants are judged wrongly: ${JSON.stringify(wrong)}`)
  console.log(
    `proof: of ${sample.length} planted mutants, the ${sample.length - left.length} that are tested die`,
  )
}

async function mutate(area: string) {
  // Two runs may go on at once.
  const folder = `.mutation/${area}-${process.pid}`
  mkdirSync(folder, { recursive: true })
  const mutants = await plantMutants(area, folder)
  const sample = area === 'planted' ? mutants : draw(mutants, Number(values.sample), values.seed)
  console.log(`${area}: ${sample.length} of ${mutants.length} mutants`)
  const dead = await judge(
    area,
    folder,
    sample.map(({ id }) => id),
  )
  rmSync(folder, { recursive: true })
  return { mutants, sample, left: sample.filter(({ id }) => !dead.has(id)) }
}
