import { readFileSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { build } from 'esbuild'
import { findPeer, peers } from '../peers.ts'
import { type Environment, type RunningServer, singleRequestHeaders, startServer } from './start-server.ts'

/** The bytes that ours sends; all other servers send the same. */
export interface Bodies {
  readonly list: string
  readonly created: string
}

/** Starts a server that sends these bodies, and writes the files that it reads to a folder. */
export type StartContender = (
  bodies: Bodies,
  folder: string,
  environment?: Environment,
) => Promise<RunningServer>

export interface Contender {
  readonly name: string
  /** A difference from the others. */
  readonly note?: string
  /** The path of a POST that empties its store; none if it stores nothing, or cannot be emptied. */
  readonly resetPath?: string
  readonly start: StartContender
}

const built = process.env.BENCH_BUILD ?? 'dist'

/** The built command. */
export function startOurs(
  options: readonly string[] = [],
  environment?: Environment,
): Promise<RunningServer> {
  const settings = ['--key', 'key=team', '--clock', 'manual', '--entity-limit', '100000000', '--quiet']
  return startServer(
    port => [...options, `${built}/cli.js`, 'serve', '--port', String(port), ...settings],
    environment,
  )
}

/** Creates organizations by bulk requests. */
export async function createEntities(
  url: string,
  count: number,
  nameOf: (index: number) => string,
): Promise<void> {
  for (let first = 0; first < count; first += 1000) {
    const rows = Array.from({ length: Math.min(1000, count - first) }, (_, index) => {
      return { type: 'organization', name: nameOf(first + index), countryCode: 'DE' }
    })
    const response = await fetch(`${url}/v1/entities/bulk`, {
      method: 'POST',
      headers: singleRequestHeaders,
      body: JSON.stringify({ entities: rows }),
    })
    const { data } = await response.json()
    if (data?.successCount !== rows.length)
      throw new Error(`${data?.successCount} of ${rows.length} entities were created: ${response.status}`)
  }
}

/** Starts a program with a peer or `node:http`. It is compiled before: its start does not include stripping types. */
function startProgramFile(file: string): StartContender {
  let compiled: Promise<string> | undefined
  return async (bodies, folder, environment) => {
    compiled ??= compileProgram(file)
    const program = await compiled
    const files = { list: join(folder, 'list.json'), created: join(folder, 'created.json') }
    writeFileSync(files.list, bodies.list)
    writeFileSync(files.created, bodies.created)
    return startServer(port => [program, String(port), files.list, files.created], environment)
  }
}

/** Compiles a program to a file from which Node resolves the peers, and returns its path. */
async function compileProgram(file: string): Promise<string> {
  const outfile = findPeer(`.cache/servers/${basename(file, '.ts')}.mjs`)
  await build({ ...compilation, entryPoints: [file], outfile })
  return outfile
}

const compilation = {
  bundle: true,
  packages: 'external',
  format: 'esm',
  platform: 'node',
  target: 'es2022',
  logLevel: 'error',
} as const

/** The published OpenAPI document, with these bodies as its only examples. */
function writeDocument({ list, created }: Bodies, folder: string): string {
  const document = JSON.parse(readFileSync('docs/openapi.json', 'utf8'))
  const { get, post } = document.paths['/v1/entities']
  get.responses[200].content['application/json'].examples = { only: { value: JSON.parse(list) } }
  post.responses[201].content['application/json'].examples = { only: { value: JSON.parse(created) } }
  document.paths = { '/v1/entities': { get, post } }
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(document))
  return file
}

const startPrism: StartContender = (bodies, folder, environment) => {
  const program = findPeer('@stoplight/prism-cli/dist/index.js')
  const settings = ['mock', writeDocument(bodies, folder), '--verboseLevel', 'error']
  return startServer(port => [program, ...settings, '--port', String(port)], environment)
}

const startJsonServer: StartContender = ({ list }, folder, environment) => {
  const program = findPeer('json-server/lib/cli/bin.js')
  const database = join(folder, 'db.json')
  const routes = join(folder, 'routes.json')
  writeFileSync(database, JSON.stringify({ entities: JSON.parse(list) }))
  writeFileSync(routes, JSON.stringify({ '/v1/*': '/$1' }))
  const settings = [database, '--routes', routes, '--host', '127.0.0.1', '--quiet']
  return startServer(port => [program, ...settings, '--port', String(port)], environment)
}

const startMockoon: StartContender = ({ list, created }, folder, environment) => {
  const program = findPeer('@mockoon/cli/bin/run.js')
  const file = join(folder, 'mockoon.json')
  const headers = [{ key: 'content-type', value: 'application/json; charset=utf-8' }]
  const route = (method: string, statusCode: number, body: string) => ({
    uuid: crypto.randomUUID(),
    method,
    endpoint: 'v1/entities',
    responses: [
      { uuid: crypto.randomUUID(), statusCode, body, headers, default: true, disableTemplating: true },
    ],
  })
  const routes = [route('get', 200, list), route('post', 201, created)]
  const rootChildren = routes.map(({ uuid }) => ({ type: 'route', uuid }))
  writeFileSync(file, JSON.stringify({ uuid: crypto.randomUUID(), name: 'peer', routes, rootChildren }))
  const settings = ['start', '--data', file, '--hostname', '127.0.0.1', '--disable-log-to-file', '--repair']
  return startServer(port => [program, ...settings, '--port', String(port)], environment)
}

export const bare: Contender = {
  name: 'bare node:http',
  start: startProgramFile(resolve('bench/server/bare.ts')),
}

export const ours: Contender = {
  name: 'entity-screening serve',
  resetPath: '/__admin/reset',
  start: (_bodies, _folder, environment) => startOurs([], environment),
}

/** Mocks written by hand: they screen nothing, and check two fields of a create or none. */
export const handwritten = ['node:http by hand', 'fastify', 'express']
/** Mock servers that are installed. */
export const mocks = ['Prism', 'json-server', 'Mockoon', '@mswjs/http-middleware']

export const others: readonly Contender[] = [
  createHandwritten('node:http by hand', 'by-hand.ts'),
  createHandwritten('fastify', 'fastify.ts'),
  createHandwritten('express', 'express.ts'),
  {
    name: 'Prism',
    note: 'creates nothing: every create gets the same example',
    start: startPrism,
  },
  {
    name: 'json-server',
    note: 'sends indented JSON, responds to a create with what it was sent, writes its file at each, and keeps the entities of earlier turns',
    start: startJsonServer,
  },
  {
    name: 'Mockoon',
    note: 'creates nothing: every create gets the same example',
    start: startMockoon,
  },
  createHandwritten('@mswjs/http-middleware', 'http-middleware.ts'),
]

/** Creates a contender that is a mock written by hand, around `create-entity.ts`. */
function createHandwritten(name: string, file: string): Contender {
  return { name, resetPath: '/reset', start: startProgramFile(join(peers, 'servers', file)) }
}

/**
 * Measures each server once, and returns those that do not fail; the others are added to `failures`.
 *
 * @throws Error if ours or the bare server fails.
 */
export async function dropFailing<Server extends Contender>(
  servers: readonly Server[],
  measure: (server: Server) => Promise<unknown>,
  failures: string[],
): Promise<Server[]> {
  const working: Server[] = []
  for (const server of servers) {
    try {
      await measure(server)
      working.push(server)
    } catch (error) {
      if (server.name === ours.name || server.name === bare.name) throw error
      failures.push(describeFailure(server, error))
    }
  }
  return working
}

/** Names a server that fails, for the page. */
export function describeFailure({ name }: Contender, error: unknown): string {
  return `${name} is not measured here: ${error instanceof Error ? error.message : error}`
}
