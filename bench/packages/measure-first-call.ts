import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { compareInRounds } from '../measure/comparison.ts'
import type { Run } from '../measure/run.ts'
import { compareTimes, judgeDifference } from '../page/comparison.ts'
import type { Section } from '../page/section.ts'

const base = 'ky and zod/mini'
const own = 'entity-screening-sdk'
/** A process is short: a turn has several. */
const processesPerTurn = 2

/** The response of both. */
const fetch = `async () => new Response('[]', { headers: { 'content-type': 'application/json' } })`

/** Programs of an application: each makes a call as soon as it has imported what it needs. */
const programs: Readonly<Record<string, string>> = {
  [base]: `
    const [{ default: ky }, z] = await Promise.all([import('ky'), import('zod/mini')])
    z.array(z.object({ id: z.string() }))
    await ky.get('http://in-process/v1/entities', { fetch }).json()`,
  [own]: `
    const { EntityScreening } = await import(${JSON.stringify(pathToFileURL(resolve('dist/index.js')).href)})
    await new EntityScreening({ apiKey: 'key', baseUrl: 'http://in-process', fetch }).entities.list()`,
}

/** Measures the processor time that a new Node process takes to import the client and to make the first call. */
export async function measureFirstCall(run: Run): Promise<Section> {
  const turns = Object.fromEntries(
    Object.entries(programs).map(([name, program]) => [name, () => measureProcesses(program)]),
  )
  // The first processes read the files from the disk.
  for (const measure of Object.values(turns)) await measure()
  const comparison = await compareInRounds(run, turns, { base, own: [own] })
  return {
    heading: 'Client: import and first call',
    parts: [
      `In Node, the built client: its import and a first \`list()\`, and the import of ${base} and a first \`ky.get().json()\`. \`fetch\` is the same stub. Of each, the mean of ${processesPerTurn} new processes a turn, without a compile cache.`,
      compareTimes(comparison, 'client'),
    ],
    goals: [
      judgeDifference(comparison, {
        name: 'Import of the client and the first `list()` in Node',
        own,
        maxMs: 40,
      }),
    ],
  }
}

async function measureProcesses(program: string): Promise<number> {
  let time = 0
  for (let count = 0; count < processesPerTurn; count += 1) time += await measureProcess(program)
  return time / processesPerTurn
}

async function measureProcess(program: string): Promise<number> {
  const code = `const fetch = ${fetch}
    const started = process.cpuUsage()
    ${program}
    const { user, system } = process.cpuUsage(started)
    process.stdout.write(String((user + system) / 1000))`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', code], {
    env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: '1' },
  })
  return Number(stdout)
}
