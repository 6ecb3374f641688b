import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createTeam } from './team.ts'

/** A failure after the service has processed a request. */
export type Fault = 'no response' | 'reset' | '408' | '500'

/** How the service differs from one that always responds. */
export interface ServiceOptions {
  /** Fails the first POST, after it was processed. */
  readonly fault?: Fault
  /** Headers of each list. */
  readonly listHeaders?: Readonly<Record<string, string>>
  /** The reads of the list that get a 304, even if the list has changed; `conditional`: those that hold a validator. */
  readonly notModified?: 'always' | 'conditional'
  /** Responds to the first read of the list with a 503. */
  readonly isOverloadedAtFirst?: boolean
  /** A module that a page of the service's own origin loads. */
  readonly pageModule?: string
}

/** A request as it arrived. */
export interface ReceivedRequest {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
  /** Whether the connection had carried a request before. */
  readonly isOnReusedConnection: boolean
}

/** A running service. */
export interface Service {
  readonly url: string
  /** All requests but those for the page. */
  readonly requests: readonly ReceivedRequest[]
  /** The names of the team's entities. */
  names(): readonly string[]
  close(): Promise<void>
}

const json = { 'content-type': 'application/json' }
const openToAllOrigins = { 'access-control-allow-origin': '*', 'access-control-expose-headers': '*' }
const page = '<!doctype html><meta charset="utf-8"><script type="module" src="/page.mjs"></script>'

/** Starts a service of one team on loopback. It never caches, repeats or discards anything itself. */
export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const requests: ReceivedRequest[] = []
  const team = createTeam()
  const usedConnections = new WeakSet()
  const counts = { POST: 0, list: 0 }
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    respond(request, response).catch(error => response.destroy(error))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    names: team.names,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }

  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url: path = '', headers, socket } = request
    if (options.pageModule !== undefined && respondWithPage(options.pageModule, path, response)) return
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    requests.push({ method, path, headers, body, isOnReusedConnection: usedConnections.has(socket) })
    usedConnections.add(socket)
    if (method === 'OPTIONS') allowRequest(headers, response)
    else if (method === 'GET' && path === '/v1/entities') respondWithList(headers, response)
    else {
      const { status, data } = team.process(method, path, body)
      counts.POST += method === 'POST' ? 1 : 0
      if (method === 'POST' && counts.POST === 1 && options.fault !== undefined)
        faults[options.fault](request, response)
      else response.writeHead(status, { ...json, ...openToAllOrigins }).end(JSON.stringify(data))
    }
  }

  function respondWithList(headers: IncomingMessage['headers'], response: ServerResponse): void {
    counts.list += 1
    const isConditional = headers['if-none-match'] !== undefined || headers['if-modified-since'] !== undefined
    if (options.notModified === 'always' || (options.notModified === 'conditional' && isConditional))
      response.writeHead(304, openToAllOrigins).end()
    else if (options.isOverloadedAtFirst && counts.list === 1)
      response.writeHead(503, { ...json, ...openToAllOrigins, ...options.listHeaders }).end('{}')
    else
      response
        .writeHead(200, { ...json, ...openToAllOrigins, ...options.listHeaders })
        .end(JSON.stringify(team.list()))
  }
}

const faults: Readonly<Record<Fault, (request: IncomingMessage, response: ServerResponse) => void>> = {
  'no response': ({ socket }) => socket.destroy(),
  reset: ({ socket }) => socket.resetAndDestroy(),
  '408': (_request, response) => response.writeHead(408, { ...openToAllOrigins, connection: 'close' }).end(),
  '500': (_request, response) => response.writeHead(500, openToAllOrigins).end(),
}

/** Serves the page on connections of its own. */
function respondWithPage(module: string, path: string, response: ServerResponse): boolean {
  const files = { '/page': ['text/html', page], '/page.mjs': ['text/javascript', module] }
  const file = Object.entries(files).find(([name]) => name === path)?.[1]
  if (file === undefined) return false
  const [type = '', text = ''] = file
  response.writeHead(200, { 'content-type': type, connection: 'close' }).end(text)
  return true
}

function allowRequest(headers: IncomingMessage['headers'], response: ServerResponse): void {
  const { 'access-control-request-method': method, 'access-control-request-headers': names } = headers
  response
    .writeHead(204, {
      ...openToAllOrigins,
      'access-control-allow-methods': method ?? '',
      'access-control-allow-headers': names ?? '',
    })
    .end()
}
