import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import {
  createProxy,
  type IdempotencyRecord,
  type IdempotencyStore,
  type ProxyOptions,
} from 'entity-screening-sdk/proxy'
import { onTestFinished } from 'vitest'
import { refusedPort } from '../refused-port.ts'

export const apiKey = 'sk-a-key-that-no-browser-sees'
export const creation = JSON.stringify({ type: 'person', name: 'Ilse Brandt' })

/** A request that has reached the service. */
export interface ReceivedRequest {
  readonly method: string
  readonly url: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

/** What the service does with a request that it has read: `count` is the number of it, from 1. */
export type Behaviour = (response: ServerResponse, count: number, socket: Socket) => void

/** Creates an entity, whose id is the number of the request. */
export const created: Behaviour = (response, count) => {
  response.writeHead(201, { 'content-type': 'application/json' })
  response.end(JSON.stringify({ success: true, data: { id: String(count) } }))
}

/** Refuses with a status in the form of the service. */
export function refused(status: number, headers: Record<string, string> = {}): Behaviour {
  return response => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify({ statusCode: status, success: false, error: 'Refused.' }))
  }
}

/** Processes the request, and breaks the connection before the response. */
export const lost: Behaviour = (_response, _count, socket) => void socket.resetAndDestroy()

/** A service on TCP that does one thing after the other, the last of them from then on, and keeps what it has received. */
export async function startService(...behaviours: readonly Behaviour[]) {
  const received: ReceivedRequest[] = []
  const baseUrl = await listen(async (request, response) => {
    let body = ''
    for await (const chunk of request.setEncoding('utf8')) body += chunk
    const { method = '', url = '', headers, socket } = request
    received.push({ method, url, headers, body })
    const behaviour = behaviours[received.length - 1] ?? behaviours.at(-1) ?? created
    behaviour(response, received.length, socket)
  })
  return { baseUrl, received, bodies: () => received.map(({ body }) => body) }
}

export async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

/** An address at which nobody listens. */
export const unusedAddress = `http://127.0.0.1:${refusedPort}`

/** A store that several processes share, and its records. */
export function createSharedStore() {
  const records = new Map<string, IdempotencyRecord>()
  const store: IdempotencyStore = {
    claim(key, fingerprint) {
      const record = records.get(key)
      if (record === undefined) records.set(key, { fingerprint, response: null })
      return record ?? null
    },
    finish(key, response) {
      const record = records.get(key)
      if (response === null || record === undefined) records.delete(key)
      else records.set(key, { ...record, response })
    },
  }
  return { records, store }
}

/**
 * A proxy on Node, in which the header `x-user` names the caller, and a function that sends a write to it over TCP. Its `fetch` is its
 * own, so that it shares no keys with a proxy of an earlier test, whose service may have had the same port.
 */
export async function startProxy(baseUrl: string, options: Partial<ProxyOptions> = {}) {
  const errors: unknown[] = []
  const proxy = createProxy({
    baseUrl,
    apiKey,
    callerOf: request => request.headers.get('x-user'),
    fetch: (url, init) => fetch(url, init),
    onError: error => void errors.push(error),
    ...options,
  })
  const url = await listen(getRequestListener(proxy, { overrideGlobalObjects: false }))

  async function post(key: string | null, { body = creation, user = 'ada', ...init }: Write = {}) {
    const headers = { 'content-type': 'application/json', 'x-user': user }
    const response = await fetch(`${url}/screening/v1/entities`, {
      method: 'POST',
      headers: key === null ? headers : { ...headers, 'idempotency-key': key },
      body,
      ...init,
    })
    return { status: response.status, headers: response.headers, body: await response.json() }
  }

  return { proxy, url, post, errors }
}

interface Write {
  readonly body?: string
  readonly user?: string
  readonly signal?: AbortSignal
}
