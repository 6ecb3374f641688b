import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { findPeer, peers } from '../peers.ts'
import { headersOf } from './load.ts'
import { type Running, start } from './running.ts'

/** What all servers send: the bytes of ours. */
export interface Bodies {
  readonly list: string
  readonly created: string
}

/** Starts a server that sends these bodies; `folder` takes the files that it reads. */
export type Start = (bodies: Bodies, folder: string) => Promise<Running>

export interface Contender {
  readonly name: string
  /** The package whose version the page names. */
  readonly of?: string
  /** What it does not do as the others do. */
  readonly note?: string
  readonly start: Start
}

const built = process.env.BENCH_BUILD ?? 'dist'

/** The built command. */
export function startOurs(options: readonly string[] = []): Promise<Running> {
  const settings = ['--key', 'key=team', '--clock', 'manual', '--entity-limit', '100000000', '--quiet']
  return start(port => [...options, `${built}/cli.js`, 'serve', '--port', String(port), ...settings])
}

/** Creates so many organizations, and has them screened as soon as somebody looks. */
export async function fill(url: string, entities: number, nameOf: (at: number) => string): Promise<void> {
  for (let first = 0; first < entities; first += 1000) {
    const rows = Array.from({ length: Math.min(1000, entities - first) }, (_, at) => {
      return { type: 'organization', name: nameOf(first + at), countryCode: 'DE' }
    })
    const response = await fetch(`${url}/v1/entities/bulk`, {
      method: 'POST',
      headers: headersOf(),
      body: JSON.stringify({ entities: rows }),
    })
    const { data } = await response.json()
    if (data?.successCount !== rows.length) throw new Error(`the team was not filled: ${response.status}`)
  }
  await fetch(`${url}/__admin/clock/settle`, { method: 'POST' })
}

/** A program of ours, in front of a peer or of `node:http`; Node strips its types, which costs it a little at its start. */
function program(file: string): Start {
  return (bodies, folder) => {
    const files = { list: join(folder, 'list.json'), created: join(folder, 'created.json') }
    writeFileSync(files.list, bodies.list)
    writeFileSync(files.created, bodies.created)
    return start(port => [file, String(port), files.list, files.created])
  }
}

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

const startPrism: Start = (bodies, folder) => {
  const document = writeDocument(bodies, folder)
  return start(port => [
    findPeer('@stoplight/prism-cli/dist/index.js'),
    ...['mock', document, '--port', String(port), '--verboseLevel', 'error'],
  ])
}

const startJsonServer: Start = ({ list }, folder) => {
  const database = join(folder, 'db.json')
  const routes = join(folder, 'routes.json')
  writeFileSync(database, JSON.stringify({ entities: JSON.parse(list) }))
  writeFileSync(routes, JSON.stringify({ '/v1/*': '/$1' }))
  return start(port => [
    findPeer('json-server/lib/cli/bin.js'),
    ...[database, '--routes', routes, '--host', '127.0.0.1', '--port', String(port), '--quiet'],
  ])
}

const startMockoon: Start = ({ list, created }, folder) => {
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
  return start(port => [
    findPeer('@mockoon/cli/bin/run.js'),
    ...['start', '--data', file, '--port', String(port), '--hostname', '127.0.0.1'],
    ...['--disable-log-to-file', '--repair'],
  ])
}

export const bare: Contender = { name: 'bare node:http', start: program(resolve('bench/server/bare.ts')) }

export const ours: Contender = {
  name: 'entity-screening serve',
  start: async () => startOurs(),
}

/** In a mock written by hand, a create checks nothing and screens nobody. */
export const others: readonly Contender[] = [
  { name: 'fastify', of: 'fastify', start: program(join(peers, 'servers/fastify.ts')) },
  { name: 'express', of: 'express', start: program(join(peers, 'servers/express.ts')) },
  {
    name: 'Prism',
    of: '@stoplight/prism-cli',
    note: 'creates nothing: every create gets the same example',
    start: startPrism,
  },
  {
    name: 'json-server',
    of: 'json-server',
    note: 'sends indented JSON, responds to a create with what it was sent, and writes its file at each',
    start: startJsonServer,
  },
  {
    name: 'Mockoon',
    of: '@mockoon/cli',
    note: 'creates nothing: every create gets the same example',
    start: startMockoon,
  },
  {
    name: '@mswjs/http-middleware',
    of: '@mswjs/http-middleware',
    start: program(join(peers, 'servers/http-middleware.ts')),
  },
]

/** What the page says of one that fails. */
export function missing({ name }: Contender, error: unknown): string {
  return `${name} is not measured here: ${error instanceof Error ? error.message : error}`
}
