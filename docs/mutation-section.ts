import { existsSync, readFileSync, writeFileSync } from 'node:fs'

interface Left {
  readonly file: string
  readonly line: number
  readonly before: string
  readonly after: string
}

interface Score {
  readonly mutants: number
  readonly sample: number
  readonly killed: number
  readonly seed: string
  readonly minutes: number
  readonly left: readonly Left[]
}

/** Why a mutant changes nothing that anybody can see. */
interface Equivalent {
  readonly file: string
  readonly before: string
  readonly after: string
  readonly why: string
}

const page = new URL('internals/reliability.md', import.meta.url)
const heading = '\n## Mutation testing\n'
const goal = 0.85

function read(path: string) {
  return JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
}

/** The last section of docs/internals/reliability.md, from the last run of each area by `npm run mutate`. */
export function describeMutation(): string {
  const scores: Readonly<Record<string, Score>> = read('../test/mutation/scores.json')
  const equivalent: readonly Equivalent[] = read('../test/mutation/equivalent.json')
  const whyOf = ({ file, before, after }: Left) =>
    equivalent.find(known => known.file === file && known.before === before && known.after === after)?.why
  const areas = Object.entries(scores)
  const rows = areas.map(([area, { mutants, sample, killed, seed, left }]) => {
    const explained = left.filter(mutant => whyOf(mutant) !== undefined).length
    const counted = sample - explained
    const [low, high] = interval(killed, counted)
    const score = killed / counted
    return [
      area,
      mutants,
      sample === mutants ? 'all' : sample,
      seed,
      killed,
      explained,
      left.length - explained,
    ]
      .concat([percent(score), `${percent(low)} to ${percent(high)}`, score >= goal ? 'met' : 'missed'])
      .join(' | ')
  })
  const mutants = areas.flatMap(([, { left }]) => left)
  return `${heading}
Each mutant is the code with one small change, made by Stryker's instrumenter: a turned condition, an empty text, a block left out. The
tests of its area should fail. Before any score, the command judges mutants that it knows, tested and untested ones. Equivalent mutants
change nothing that a caller can see, and do not count. \`npm run mutate -- --area quirks --sample 200\` draws other mutants with another
\`--seed\`; without \`--sample\` it takes all of them. The goal is ${percent(goal)} in each area.

| area | mutants | judged | seed | killed | equivalent | survived | score | 95 % interval | goal |
|---|---|---|---|---|---|---|---|---|---|
${rows.map(row => `| ${row} |`).join('\n')}

What survived:

| where | change | why |
|---|---|---|
${mutants.map(each => `| ${each.file}:${each.line} | ${code(each.before)} → ${code(each.after)} | ${whyOf(each) ?? 'no test notices it yet'} |`).join('\n')}
`
}

/** Replaces the section, which is the last of the page. */
export function writeSection(): void {
  const text = existsSync(page) ? readFileSync(page, 'utf8') : '# Reliability\n'
  const [before = ''] = text.split(heading, 1)
  writeFileSync(page, before + describeMutation())
}

/** Wilson's: it stays between 0 and 1 for small samples, too. */
function interval(killed: number, of: number): [number, number] {
  const z = 1.96
  const share = killed / of
  const middle = share + z ** 2 / (2 * of)
  const reach = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  const scale = 1 + z ** 2 / of
  return [(middle - reach) / scale, (middle + reach) / scale]
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

/** In one line, and short. */
function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  const short = line.length > 70 ? `${line.slice(0, 67)}…` : line
  return `\`${short.replaceAll('|', '\\|').replaceAll('`', "'")}\``
}
