import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import * as z from 'zod/mini'
import { findPrism } from '../test/proof/conformance/find-prism.ts'
import { describeMutation } from './mutation-section.ts'

/**
 * `npm run nightly -- [--step soak] [--fuzz 50] [--tcp 1000000] [--msw 100000] [--minutes 30]`: the long forms of
 * what shows that it holds, one after the other, and docs/internals/reliability.md with the figures of the last run of each. Each step ends after
 * so many minutes at the latest. Exits with 1 where one fails.
 */
const { values } = parseArgs({
  options: {
    step: { type: 'string', multiple: true },
    fuzz: { type: 'string', default: '50' },
    tcp: { type: 'string', default: '1000000' },
    msw: { type: 'string', default: '100000' },
    minutes: { type: 'string', default: '30' },
  },
})
const minutes = Number(values.minutes)

const count = z.optional(z.number())
const figure = z.looseObject({ part: z.string(), runs: count, seed: count, seconds: count })
const conformance = z.object({
  responses: z.number(),
  requests: z.number(),
  excepted: z.record(z.string(), z.number()),
})
const soak = z.object({
  part: z.string(),
  wanted: z.number(),
  requests: z.number(),
  failed: z.number(),
  lost: z.number(),
  unhandled: z.number(),
  heaps: z.array(z.number()),
  growth: z.number(),
  seconds: z.number(),
})

type Figure = z.infer<typeof figure>

interface Step {
  readonly title: string
  readonly command: readonly string[]
  readonly environment?: Readonly<Record<string, string>>
}

const done = z.object({
  title: z.string(),
  outcome: z.string(),
  isGood: z.boolean(),
  seconds: z.number(),
  figures: z.array(figure),
})

type Done = z.infer<typeof done>

/** The last run of each step. */
const file = new URL('../test/proof/results.json', import.meta.url)
const results = z.record(z.string(), done).parse(JSON.parse(await readFile(file, 'utf8')))

const folder = await mkdtemp(join(tmpdir(), 'entity-screening-reliability-'))
try {
  const steps: Readonly<Record<string, Step>> = {
    tests: {
      title: 'All tests, with 50 kills of each import and of a server with a state',
      command: ['vitest', 'run'],
      environment: { IMPORT_KILLS: '50' },
    },
    fuzz: {
      title: `Properties, model and raw HTTP (FUZZ=${values.fuzz})`,
      command: ['vitest', 'run', '--project', 'node', 'test/proof', 'properties'],
      environment: { FUZZ: values.fuzz },
    },
    soak: {
      title: 'Soak',
      command: [
        'npm',
        'run',
        'soak',
        '--',
        '--tcp',
        values.tcp,
        '--msw',
        values.msw,
        '--seconds',
        String(minutes * 28),
      ],
    },
  }
  for (const id of values.step ?? Object.keys(steps)) {
    const step = steps[id]
    if (step === undefined) throw new Error(`--step ${id}: there are ${Object.keys(steps).join(', ')}`)
    console.error(`== ${step.title}`)
    // Only the tests send requests through it.
    const prism = id === 'tests' ? { PRISM: await installPrism() } : {}
    results[id] = await run({ ...step, environment: { ...prism, ...step.environment } })
    await writeFile(file, `${JSON.stringify(results, null, 2)}\n`)
  }
  const last = Object.keys(steps).flatMap(id => results[id] ?? [])
  await writeFile(new URL('internals/reliability.md', import.meta.url), describe(last) + describeMutation())
  process.exitCode = last.every(({ isGood }) => isGood) ? 0 : 1
} finally {
  await rm(folder, { recursive: true })
}

/** Where Prism is; it is installed for this run where it is not there. */
async function installPrism(): Promise<string> {
  const found = findPrism()
  if (found !== null) return found.replace(/\/dist\/index\.js$/, '')
  const command = [
    'npm',
    'install',
    '--no-save',
    '--ignore-scripts',
    '--prefix',
    folder,
    '@stoplight/prism-cli@5',
  ]
  await run({ title: 'Prism', command })
  return join(folder, 'node_modules/@stoplight/prism-cli')
}

async function run({ title, command: given, environment }: Step): Promise<Done> {
  const started = performance.now()
  const figures = join(folder, `${title.replaceAll(/\W/g, '-')}.jsonl`)
  const [command = '', ...parameters] = given
  const child = spawn(command, parameters, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...environment, PROOF_FIGURES: figures },
    timeout: minutes * 60_000,
  })
  const [status, signal] = await new Promise<[number | null, string | null]>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (...ended) => resolve(ended))
  })
  const lines = existsSync(figures)
    ? (await readFile(figures, 'utf8')).split('\n').filter(line => line !== '')
    : []
  return {
    title,
    isGood: status === 0,
    outcome:
      signal === null
        ? status === 0
          ? 'passed'
          : `failed with ${status}`
        : `ended after ${minutes} minutes`,
    seconds: Math.round((performance.now() - started) / 1000),
    figures: addUp(lines.map(line => figure.parse(JSON.parse(line)))),
  }
}

function describe(results: readonly Done[]): string {
  const figures = results.flatMap(({ figures }) => figures)
  const properties = figures.filter(({ runs }) => runs !== undefined)
  const longest = new Map(properties.map(each => [each.part, each]))
  const soaks = figures.filter(({ part }) => part.startsWith('soak')).map(each => soak.parse(each))
  return `# Reliability

What shows that client and mock server hold, with the figures of a full run on a machine of ${availableParallelism()} cores and Node
${process.versions.node}. \`npm run nightly\` repeats it and writes this page; \`.ci/run\` has the short form of each part.

${table(
  ['step', 'outcome', 'seconds'],
  results.map(({ title, outcome, seconds }) => [title, outcome, seconds]),
)}

## Properties

Each holds for any input, made by fast-check; a failure shrinks to a small one. The model is a small service of its own, written from the
specification: random sequences of calls, with faults, snapshots, restarts and several teams, have to do the same in both.
\`FUZZ_SEED\` repeats a run: \`FUZZ_SEED=… npm run nightly -- --step fuzz\`.

${table(
  ['property', 'runs', 'seed', 'seconds'],
  [...longest.values()].map(({ part, runs, seed, seconds }) => [part, runs, seed, seconds]),
)}

## Conformance

${describeConformance(figures)}

## Soak

Mixed requests, two percent of them under faults, with 16 at a time. Each team's list is compared with the responses that its callers got. The heap
is measured after a collection, at the end of each tenth. Through msw, no connection is broken on purpose: msw 3 keeps 36 KiB of each for good.

${table(
  [
    'transport',
    'requests',
    'of',
    'failed on purpose',
    'lost',
    'unhandled',
    'heap (MB)',
    'growth',
    'goal',
    'seconds',
  ],
  soaks.map(({ part, requests, wanted, failed, lost, unhandled, heaps, growth, seconds }) => [
    part,
    requests,
    wanted,
    failed,
    lost,
    unhandled,
    `${heaps[0]} to ${heaps.at(-1)}`,
    growth,
    requests >= wanted && growth <= 1.1 && lost + unhandled === 0 ? 'met' : 'missed',
    seconds,
  ]),
)}
`
}

/** Each test file has a line on its conformance: one line for all of them. */
function addUp(figures: readonly Figure[]): Figure[] {
  const isConformance = ({ part }: Figure): boolean => part === 'conformance'
  const files = figures.filter(isConformance).map(each => conformance.parse(each))
  if (files.length === 0) return [...figures]
  const excepted: Record<string, number> = {}
  for (const file of files)
    for (const [reason, times] of Object.entries(file.excepted))
      excepted[reason] = (excepted[reason] ?? 0) + times
  const responses = sum(files.map(({ responses }) => responses))
  const requests = sum(files.map(({ requests }) => requests))
  return [
    ...figures.filter(each => !isConformance(each)),
    { part: 'conformance', responses, requests, excepted },
  ]
}

function describeConformance(figures: readonly Figure[]): string {
  const { responses, requests, excepted } = conformance.parse(
    figures.find(({ part }) => part === 'conformance'),
  )
  const exceptions = Object.entries(excepted)
    .map(([reason, times]) => `${reason} ${times}`)
    .join(', ')
  const prism = figures.find(({ part }) => part === 'Prism')
  return `In every test, each response of the mock server and each request of the client is held to [openapi.json](../openapi.json):
${responses} responses and ${requests} requests in this run. Not held to it, because it says nothing of them: ${exceptions}.

${prism === undefined ? 'Prism 5 was not installed.' : `Through Prism 5, a validating proxy with the same document, ${prism.responses} responses passed.`}`
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}

function table(head: readonly string[], rows: readonly (readonly unknown[])[]): string {
  const lines = [head, head.map(() => '---'), ...rows]
  return lines.map(cells => `| ${cells.map(cell => cell ?? '').join(' | ')} |`).join('\n')
}
