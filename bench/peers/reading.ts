import { isDeepStrictEqual } from 'node:util'
import ky from 'ky'
import { writeListBody, writeNetworkBody } from '../bodies.ts'
import { byOpenapiFetch, kyAndZod } from '../client/by-hand.ts'
import {
  authorization,
  baseUrl,
  ownClient,
  readList,
  readNetwork,
  responding,
  rootId,
} from '../client/own.ts'
import { serveTurns } from '../measure/serve-turns.ts'
import { type Contenders, createTurns } from '../measure/turns.ts'
import { byHeyApi, byZodios } from './clients.ts'

/** Measures how long each client takes to read the same response. Checks first that all of them read the same values. */
const [body = ''] = process.argv.slice(2)

interface Case {
  /** Clients that map the fields to our vocabulary. */
  readonly mapped: Contenders
  /** Clients that return the fields of the wire. */
  readonly raw: Contenders
}

/** The least that a client does: decodes UTF-8, and parses JSON. */
function byFetch(text: string) {
  const fetch = responding(text)
  return async () => (await fetch()).json()
}

function list(text: string): Case {
  const client = ownClient(text)
  return {
    mapped: {
      'ours, from the text': () => readList(text),
      'ours, whole call': () => client.entities.list(),
      'ky and zod with transforms': kyAndZod(text),
      '@zodios/core with transforms': byZodios(text).list,
    },
    raw: {
      'JSON.parse': () => JSON.parse(text),
      'fetch and response.json()': byFetch(text),
      'openapi-fetch, unchecked': byOpenapiFetch(text).list,
      'hey-api with zod': byHeyApi(text).list,
    },
  }
}

function network(text: string): Case {
  const client = ownClient(text)
  return {
    mapped: {
      'ours, from the text': () => readNetwork(text),
      'ours, whole call': () => client.entities.network(rootId),
    },
    raw: {
      'JSON.parse': () => JSON.parse(text),
      'fetch and response.json()': byFetch(text),
      'openapi-fetch, unchecked': byOpenapiFetch(text).network,
      'hey-api with zod': byHeyApi(text).network,
    },
  }
}

function health(text: string): Case {
  const fetch = responding(text)
  const client = ownClient(text)
  return {
    mapped: { ours: () => client.service.health() },
    raw: {
      ky: () => ky.get(`${baseUrl}/v1/health`, { headers: { authorization }, fetch }).json(),
      'fetch and response.json()': byFetch(text),
      'openapi-fetch, unchecked': byOpenapiFetch(text).health,
      'hey-api with zod': byHeyApi(text).health,
      '@zodios/core': byZodios(text).health,
    },
  }
}

/** @throws Error if a client reads other values than the first of its kind. */
async function checkSame({ mapped, raw }: Case): Promise<void> {
  for (const contenders of [mapped, raw]) {
    const [first, ...others] = await Promise.all(
      Object.entries(contenders).map(async ([name, read]) => ({
        name,
        value: removeOwnFields(await read()),
      })),
    )
    for (const { name: other, value } of others) {
      if (!isDeepStrictEqual(value, first?.value)) throw new Error(`${other} reads other values`)
    }
  }
}

/** Removes the fields that only ours has. */
function removeOwnFields(value: unknown): unknown {
  const names = ['unknownFields', 'isUnclear']
  return JSON.parse(JSON.stringify(value, (name, field) => (names.includes(name) ? undefined : field)))
}

const cases: Record<string, () => Case> = {
  'list of 10,000': () => list(writeListBody(10_000)),
  'network of 5,000': () => network(writeNetworkBody(5_000, 'documented')),
  'network of 5,000, sample dialect': () => network(writeNetworkBody(5_000, 'sample')),
  'small call': () =>
    health('{"success":true,"status":"ok","version":"v1","timestamp":"2025-01-01T00:00:00.000Z"}'),
}

const clients = cases[body]?.()
if (clients === undefined) throw new Error(`no case ${body}: there are ${Object.keys(cases).join(', ')}`)
await checkSame(clients)
serveTurns(await createTurns({ ...clients.raw, ...clients.mapped }, 400))
