import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { format } from 'node:util'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer, type Fault, type MockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { type Hit, listHits } from 'entity-screening-sdk/network'
import { type Decisions, openDecisions } from 'entity-screening-sdk/portfolio'
import { build, type Plugin } from 'esbuild'
import ts from 'typescript'

/** With slashes on Windows too, as the compiler has them. */
const root = fileURLToPath(new URL('../../', import.meta.url)).replaceAll('\\', '/')
const tsconfig = join(root, 'tsconfig.json')
const { config } = ts.readConfigFile(tsconfig, ts.sys.readFile)
const paths: Readonly<Record<string, readonly [string]>> = config.compilerOptions.paths

/** An example of a comment, and whose it is. */
export interface Example {
  /** The export, or member, that has it, such as `Entities.list`; a number tells several of one apart. */
  readonly name: string
  readonly code: string
}

/** What an example may use without saying where it comes from, beside everything that the package exports. */
export interface Setting {
  readonly server: MockServer
  readonly apiKey: string
  /** Where the server is reached over HTTP. */
  readonly baseUrl: string
  readonly client: EntityScreening
  /** The identifier of an entity of the team. */
  readonly id: string
  /** A hit in its network. */
  readonly hit: Hit
  /** Decisions about hits, none so far. */
  readonly decisions: Decisions
  readonly console: Pick<Console, 'log' | 'error'>
}

/** Where each name that the package exports is imported from. */
export type Exports = ReadonlyMap<string, string>

/** An example as a module, so that what it uses without saying is imported, or handed in. */
function moduleOf({ code }: Example, exports: Exports): string {
  const imports = code.match(/^import .+$/gm) ?? []
  const body = code.replace(/^import .+$/gm, '')
  const isNamed = (name: string, text: string) => new RegExp(`\\b${name}\\b`).test(text)
  const implied = [...exports].filter(
    ([name]) => isNamed(name, body) && !imports.some(line => isNamed(name, line)),
  )
  return [
    "import type { Setting } from './comment-examples.ts'",
    ...implied.map(([name, from]) => `import { ${name} } from '${from}'`),
    ...imports,
    'export async function example({ apiKey, baseUrl, client, console, decisions, hit, id, server }: Setting): Promise<void> {',
    // A block of its own, for an example may have a server, or a client, of its own.
    `{\n${body}\n}`,
    '}',
  ].join('\n')
}

const fileOf = (index: number) => `${root}test/docs/comment-example-${index}.tsx`

/** What the compiler says of the examples, all of them in one program, which takes over what another one has parsed. */
export function findTypeErrors(examples: readonly Example[], exports: Exports, parsed: ts.Program): string[] {
  const sources = new Map(examples.map((example, index) => [fileOf(index), moduleOf(example, exports)]))
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root, undefined, tsconfig)
  const looser = { noUnusedLocals: false, noUnusedParameters: false, verbatimModuleSyntax: false }
  const given = { ...options, ...looser, isolatedModules: false }
  const host = ts.createCompilerHost(given)
  const { fileExists, readFile, getSourceFile } = host
  host.fileExists = file => sources.has(file) || fileExists(file)
  host.readFile = file => sources.get(file) ?? readFile(file)
  host.getSourceFile = (file, ...more) => parsed.getSourceFile(file) ?? getSourceFile(file, ...more)
  const program = ts.createProgram([...sources.keys()], given, host)
  return [...sources.keys()].flatMap((file, index) => {
    const source = program.getSourceFile(file)
    const found = [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    return found.map(({ messageText, start = 0 }) => {
      const [line = ''] = (sources.get(file) ?? '').slice(start).split('\n')
      return `${examples[index]?.name}: ${ts.flattenDiagnosticMessageText(messageText, ' ')} at: ${line}`
    })
  })
}

/** What became of an example. */
export interface Ran {
  readonly name: string
  /** What it threw; null where it came to its end. */
  readonly error: unknown
  readonly printed: readonly string[]
}

/** Runs examples one after the other, each with a server and a folder of its own, in which there is a `customers.csv`. */
export async function runExamples(
  examples: readonly Example[],
  exports: Exports,
  faults: Readonly<Record<string, Fault>>,
): Promise<Ran[]> {
  const runs = await bundle(examples, exports)
  const before = process.cwd()
  const ran: Ran[] = []
  try {
    for (const [index, { name }] of examples.entries()) {
      const folder = mkdtempSync(join(tmpdir(), 'comment-example-'))
      copyFileSync(join(root, 'examples/data/customers.csv'), join(folder, 'customers.csv'))
      process.chdir(folder)
      const printed: string[] = []
      const print = (...values: unknown[]) => void printed.push(format(...values))
      const error = await inSetting({ log: print, error: print }, faults[name], async setting =>
        runs[index]?.(setting),
      )
      ran.push({ name, error, printed })
      process.chdir(before)
      rmSync(folder, { recursive: true })
    }
  } finally {
    process.chdir(before)
  }
  return ran
}

/** A screening of five seconds takes half a millisecond here. */
async function inSetting(
  console: Setting['console'],
  fault: Fault | undefined,
  run: (setting: Setting) => Promise<void>,
): Promise<unknown> {
  const server = createMockServer({ clock: { speed: 10000 } })
  const { apiKey } = server.teams.create()
  const { url: baseUrl, close } = await startServer(server)
  const client = new EntityScreening({
    apiKey,
    baseUrl,
    fetch: server.fetch,
    logLevel: 'off',
    retry: { maxDelay: 10 },
  })
  const name = 'Halfmoon Minerals Oy'
  const { id } = await client.entities.create({ type: 'organization', name, countryCode: 'FI' })
  server.clock.settle()
  const [hit] = listHits(await client.entities.network(id), { entity: id }).filter(
    ({ isReadable }) => isReadable,
  )
  if (hit === undefined) throw new Error(`${name} has no hit`)
  const decisions = openDecisions('decisions.journal')
  if (fault) server.faults.add(fault)
  const tooLong = setTimeout(10_000, new Error('has not come to its end within 10 seconds'), { ref: false })
  const running = run({ server, apiKey, baseUrl, client, id, hit, decisions, console }).then(
    () => null,
    (error: unknown) => error,
  )
  return Promise.race([running, tooLong]).finally(close)
}

type Run = (setting: Setting) => Promise<void>

/** All of them as one file, beside the packages that it imports: a native import of Node's finds these. */
async function bundle(examples: readonly Example[], exports: Exports): Promise<readonly Run[]> {
  const folder = join(root, 'node_modules', '.cache', 'comment-examples')
  mkdirSync(folder, { recursive: true })
  const own = mkdtempSync(join(folder, 'run-'))
  const outfile = join(own, 'examples.mjs')
  const entry = [
    ...examples.map((_, index) => `import { example as run${index} } from '${fileOf(index)}'`),
    `export const examples = [${examples.map((_, index) => `run${index}`).join()}]`,
  ].join('\n')
  const plugin: Plugin = {
    name: 'comment examples',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /comment-example-\d+\.tsx$/ }, ({ path }) => ({ path, namespace: 'example' }))
      onResolve({ filter: /^entity-screening-sdk/ }, ({ path }) => ({
        path: join(root, paths[path]?.[0] ?? ''),
      }))
      onResolve({ filter: /^[\w@]/ }, () => ({ external: true }))
      onLoad({ filter: /./, namespace: 'example' }, ({ path }) => {
        const example = examples[Number(/(\d+)\.tsx$/.exec(path)?.[1])]
        return { contents: example ? moduleOf(example, exports) : '', loader: 'tsx', resolveDir: root }
      })
    },
  }
  await build({
    stdin: { contents: entry, resolveDir: root },
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx' } },
    plugins: [plugin],
    logLevel: 'silent',
  })
  const built: { examples: readonly Run[] } = await import(pathToFileURL(outfile).href)
  rmSync(own, { recursive: true })
  return built.examples
}
