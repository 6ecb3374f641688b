import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { type Comparison, compareInRounds } from '../measure/comparison.ts'
import type { Run } from '../measure/run.ts'
import { installPackage, type Tarball } from '../packages/package.ts'
import { compareSpeed, compareTimes, describeWait, judgeRatio } from '../page/comparison.ts'
import type { Goal, Section } from '../page/section.ts'
import { bundleProgram } from '../program.ts'
import { findFreePort, isReady } from '../server/start-server.ts'

const tests = { mockServer: 'with the mock server', byHand: 'handlers by hand' }
const starts = { own: 'npx serve', base: 'a bare server by npx' }
const installations = { own: 'the tarball', base: 'ky' }
const serveCommand = ['entity-screening', 'serve', '--key', 'key=team', '--quiet']
const bareCommand = 'bare-server'
const maxStartMs = 30_000

/** What a user waits for: a test file, the command's first answer, an installation. */
export async function measureUsers(run: Run, tarball: Tarball): Promise<Section> {
  const cache = join(run.folder, 'npm-cache')
  const project = join(run.folder, 'project')
  // It fills the cache of npm: the network does not count.
  await installPackage(tarball.path, project, cache)
  const testFiles = await measureTests(run, project)
  const npxStarts = await measureNpxStarts(run, project)
  const installs = await measureInstallations(run, tarball, project, cache)
  const name = 'A Vitest file with msw and 10 calls'
  return {
    heading: 'What users wait for',
    parts: [
      `${name}, five creates and five lists by the client: the whole run of Vitest, in one process, with the packed package in a new folder.`,
      compareTimes(testFiles, 'test file'),
      'The other two are seconds of a clock, not processor time. `npx … serve` starts in the same folder with an empty compile cache. `npm install` installs the tarball into a new folder; npm has the dependencies in its cache, so that the network does not count. `--compare` compares them as multiples of a base of the same rounds: a bare server by `npx`, and an installation of ky.',
    ],
    goals: [
      judgeRatio(testFiles, { name, own: tests.mockServer }),
      describeWait(npxStarts, { name: '`npx … serve` to its first answer, cold', own: starts.own }),
      describeInstallation(installs, project),
    ],
    speed: [
      compareSpeed(testFiles, {
        task: 'Tests: a Vitest file with msw and 10 calls',
        own: tests.mockServer,
        alternatives: [],
        unchecked: [tests.byHand],
      }),
    ],
  }
}

async function measureTests(run: Run, project: string) {
  for (const dependency of ['msw', 'vitest'])
    symlinkSync(resolve('node_modules', dependency), join(project, 'node_modules', dependency), 'junction')
  const files = { [tests.byHand]: 'by-hand', [tests.mockServer]: 'with-mock-server' }
  const turns = Object.fromEntries(
    Object.entries(files).map(([name, file]) => {
      copyFileSync(`bench/users/${file}.ts`, join(project, `${file}.test.ts`))
      return [name, () => runTest(project, `${file}.test.ts`)]
    }),
  )
  // The first runs read the files from the disk.
  for (const runTests of Object.values(turns)) await runTests()
  return compareInRounds(run, turns, { base: tests.byHand, own: [tests.mockServer] })
}

/** @throws Error if the test fails. */
async function runTest(project: string, file: string): Promise<number> {
  const program = resolve('bench/users/run-vitest.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, project, file], { cwd: project })
  return Number(stdout.trim().split('\n').at(-1))
}

/** Measures starts of the mock server by `npx`, beside those of the bare server. */
async function measureNpxStarts(run: Run, project: string): Promise<Comparison> {
  const program = pathToFileURL(await bundleProgram('bench/server/bare.ts'))
  const command = join(project, 'node_modules/.bin', bareCommand)
  writeFileSync(command, `#!/usr/bin/env node\nimport('${program}')\n`, { mode: 0o755 })
  const body = join(project, 'package.json')
  const turns = {
    [starts.base]: () => measureNpx(run, project, port => [bareCommand, String(port), body, body]),
    [starts.own]: () => measureNpx(run, project, port => [...serveCommand, '--port', String(port)]),
  }
  return compareInRounds(run, turns, { base: starts.base, own: [starts.own] })
}

/** Returns the milliseconds from `npx` to the first answer of a server. */
async function measureNpx(
  run: Run,
  project: string,
  parametersFor: (port: number) => readonly string[],
): Promise<number> {
  const port = await findFreePort()
  const [command = '', ...parameters] = parametersFor(port)
  const started = performance.now()
  const child = spawn('npx', ['--no-install', command, ...parameters], {
    cwd: project,
    stdio: 'ignore',
    // npx runs a shell: all of its processes end as a group.
    detached: true,
    env: { ...process.env, NODE_COMPILE_CACHE: mkdtempSync(join(run.folder, 'empty-cache-')) },
  })
  const ended = once(child, 'exit')
  try {
    while (!(await isReady(`http://127.0.0.1:${port}/v1/entities`))) {
      if (child.exitCode !== null) throw new Error(`npx ${command} ended with ${child.exitCode}`)
      if (performance.now() - started > maxStartMs) throw new Error(`npx ${command} does not respond`)
      await new Promise(resolve => setTimeout(resolve, 2))
    }
    return performance.now() - started
  } finally {
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL')
    await ended
  }
}

/** Measures installations of the tarball beside those of ky in the version that the cache has as a dependency. */
function measureInstallations(
  run: Run,
  { path }: Tarball,
  project: string,
  cache: string,
): Promise<Comparison> {
  const { version } = JSON.parse(readFileSync(join(project, 'node_modules/ky/package.json'), 'utf8'))
  const turns = {
    [installations.base]: () => measureInstallation(run, `ky@${version}`, cache),
    [installations.own]: () => measureInstallation(run, path, cache),
  }
  return compareInRounds(run, turns, { base: installations.base, own: [installations.own] })
}

/** Returns the milliseconds of an installation into a new folder. */
async function measureInstallation(run: Run, specifier: string, cache: string): Promise<number> {
  const parent = mkdtempSync(join(run.folder, 'install-'))
  const started = performance.now()
  await installPackage(specifier, join(parent, 'project'), cache)
  const time = performance.now() - started
  rmSync(parent, { recursive: true })
  return time
}

function describeInstallation(comparison: Comparison, project: string): Goal {
  const { packages } = JSON.parse(readFileSync(join(project, 'node_modules/.package-lock.json'), 'utf8'))
  const names = Object.keys(packages)
  const bytes = names.reduce((sum, name) => sum + sumFiles(join(project, name)), 0)
  const name = '`npm install` of the tarball in a fresh folder'
  const goal = describeWait(comparison, { name, own: installations.own })
  return { ...goal, figure: `${goal.figure}; ${(bytes / 1e6).toFixed(1)} MB; ${names.length} packages` }
}

/** Sums the bytes of the files of a package, without the packages below it. */
function sumFiles(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return sum + (entry.name === 'node_modules' ? 0 : sumFiles(path))
    return sum + (entry.isFile() ? statSync(path).size : 0)
  }, 0)
}
