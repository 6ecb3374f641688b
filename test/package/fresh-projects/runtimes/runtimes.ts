import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Miniflare } from 'miniflare'
import { chromium } from 'playwright'
import { findBrowser } from '../../../find-browser.ts'
import { createProject, type Project } from '../../project.ts'

/** A program by its group and name. */
export interface ProgramName {
  readonly group: string
  readonly name: string
}

/** A place in which the bundled programs run. */
export interface Runtime {
  /** Runs a program to its end, and returns what it printed. */
  run(program: ProgramName, baseUrl: string, page?: string): Promise<unknown>
  close(): Promise<void>
}

/** The file that holds all programs. */
export const bundleName = 'programs.mjs'

const modules = fileURLToPath(new URL('../../../../node_modules', import.meta.url))
const isWindows = process.platform === 'win32'

const describeFailure = 'error => JSON.stringify({ failed: String(error?.stack ?? error) })'

/** Prints a program's line, and ends whatever connections are open. */
export const launcher = `
  import { run } from './${bundleName}'
  const [group, name, baseUrl] = process.argv.slice(2)
  const line = await run(group, name, baseUrl).catch(${describeFailure})
  process.stdout.write(line + '\\n', () => process.exit(0))
`

/** Answers with a program's line. */
const worker = `
  import { run } from './${bundleName}'
  export default {
    async fetch(request) {
      const { group, name, baseUrl } = await request.json()
      const line = await run(group, name, baseUrl).catch(${describeFailure})
      return new Response(line)
    },
  }
`

/** Gives the global fetch of Node the cache of undici. */
const cache = `
  import { Agent, interceptors, setGlobalDispatcher } from 'undici'
  setGlobalDispatcher(new Agent().compose(interceptors.cache()))
`

const denoFlags = ['run', '--allow-all', '--node-modules-dir=none', '--no-lock', '--no-config']
/** Bun's executable, which has the same name on every system. */
export const bun = join(modules, 'bun/bin/bun.exe')

/** Starts each runtime on the project with the bundle. */
export const startRuntime = {
  node: async project => startProcesses(project, process.execPath, []),
  'node with a cache': async project => {
    await project.write('cache.mjs', cache)
    const { status, stderr } = await project.run('npm', ['install', '--no-audit', '--no-fund', 'undici@7'])
    if (status !== 0) throw new Error(stderr)
    return startProcesses(project, process.execPath, ['--import', './cache.mjs'])
  },
  'node 22': async project => {
    const installed = await createProject(['node@22'])
    const node = join(installed.folder, 'node_modules/node/bin', isWindows ? 'node.exe' : 'node')
    return { ...startProcesses(project, node, []), close: installed.remove }
  },
  deno: async project =>
    startProcesses(project, join(modules, 'deno', isWindows ? 'deno.exe' : 'deno'), denoFlags),
  bun: async project => startProcesses(project, bun, ['--no-install']),
  workerd: startWorker,
  chromium: startBrowser,
} satisfies Record<string, (project: Project) => Promise<Runtime>>

export type RuntimeName = keyof typeof startRuntime

/** All that have no cache but that of a browser. */
export const runtimeNames: readonly RuntimeName[] = ['node', 'node 22', 'deno', 'bun', 'workerd', 'chromium']

function startProcesses(project: Project, program: string, flags: readonly string[]): Runtime {
  return {
    async run({ group, name }, baseUrl) {
      const { stdout, stderr } = await project.run(program, [...flags, 'launch.mjs', group, name, baseUrl])
      return parseLine(stdout, stderr)
    },
    close: async () => {},
  }
}

async function startWorker(project: Project): Promise<Runtime> {
  const bundle = await readFile(join(project.folder, bundleName), 'utf8')
  const miniflare = new Miniflare({
    modules: [
      { type: 'ESModule', path: 'worker.mjs', contents: worker },
      { type: 'ESModule', path: bundleName, contents: bundle },
    ],
    compatibilityDate: '2026-01-01',
  })
  await miniflare.ready
  return {
    async run({ group, name }, baseUrl) {
      const body = JSON.stringify({ group, name, baseUrl })
      const response = await miniflare.dispatchFetch('http://worker/', { method: 'POST', body })
      return parseLine(await response.text(), '')
    },
    close: () => miniflare.dispose(),
  }
}

/** Every program has a page with a cache and connections of its own. */
async function startBrowser(): Promise<Runtime> {
  const { args: _permissive, ...found } = { args: [], ...(await findBrowser()) }
  const browser = await chromium.launch({ ...found, args: ['--no-sandbox', '--no-zygote', '--disable-gpu'] })
  return {
    async run({ group, name }, baseUrl, page = baseUrl) {
      const context = await browser.newContext()
      try {
        const tab = await context.newPage()
        await tab.goto(`${page}/page`)
        const parameters = JSON.stringify([group, name, baseUrl]).slice(1, -1)
        const line: string = await tab.evaluate(
          `import('/page.mjs').then(({ run }) => run(${parameters})).catch(${describeFailure})`,
        )
        return parseLine(line, '')
      } finally {
        await context.close()
      }
    },
    close: () => browser.close(),
  }
}

function parseLine(line: string, complaints: string): unknown {
  if (line === '') throw new Error(`The program printed nothing: ${complaints}`)
  const result: unknown = JSON.parse(line)
  const { failed } = Object(result)
  if (failed !== undefined) throw new Error(failed)
  return result
}
