import { isDeepStrictEqual } from 'node:util'
import ky from 'ky'
import { createdBody, createInput, healthBody, writeListBody, writeNetworkBody } from '../bodies.ts'
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
import { touchEntities, touchItems } from '../client/touch.ts'
import { serveTurns } from '../measure/serve-turns.ts'
import { type Contenders, createTurns } from '../measure/turns.ts'
import { byHeyApi, byZodios } from './clients.ts'

/**
 * Measures how long clients take to read the same response. With the name of a response, checks that all of them read the same
 * values, and prints their names; with two names of clients besides, serves the turns of these.
 */
const [body = '', ...names] = process.argv.slice(2)

interface Case {
  /** Clients that map the fields to our vocabulary. */
  readonly mapped: Contenders
  /** Clients that return the fields of the wire. */
  readonly raw: Contenders
  /** What runs in the turns, if it is more than reading. */
  readonly turns?: Contenders
  readonly turnMs: number
}

/** A turn begins with a full collection, and small calls are slower for a while after it. */
const turnLengths = { ofReading: 400, ofCalls: 1_000 }

/** The least that a client does: decodes UTF-8, and parses JSON. */
function byFetch(text: string) {
  const fetch = responding(text)
  return async () => (await fetch()).json()
}

function list(text: string): Case {
  const client = ownClient(text)
  const mapped = {
    'ours, whole call': () => client.entities.list(),
    'ours, from the text': async () => readList(text),
    'ky and zod with transforms': kyAndZod(text),
    '@zodios/core with transforms': byZodios(text).list,
  }
  const raw = {
    'JSON.parse': async () => JSON.parse(text),
    'fetch and response.json()': byFetch(text),
    'openapi-fetch, unchecked': byOpenapiFetch(text).list,
    'hey-api with zod': byHeyApi(text).list,
  }
  const turns = { ...touching(mapped, touchEntities), ...touching(raw, touchItems) }
  return { mapped, raw, turns, turnMs: turnLengths.ofReading }
}

/** Readers that touch what they have read. */
function touching<Value>(
  readers: Readonly<Record<string, () => PromiseLike<Value>>>,
  touch: (value: Value) => number,
): Contenders {
  return Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [name, async () => touch(await read())]),
  )
}

function network(text: string): Case {
  const client = ownClient(text)
  return {
    turnMs: turnLengths.ofReading,
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
  const headers = { authorization }
  const byKy = () => ky.get(`${baseUrl}/v1/health`, { headers, fetch }).json()
  return {
    turnMs: turnLengths.ofCalls,
    mapped: { ours: () => client.service.health() },
    raw: {
      'ky.get().json()': byKy,
      'ky.get().json() with a captured stack': () => {
        Error.captureStackTrace({})
        return byKy()
      },
      'fetch and response.json()': byFetch(text),
      'openapi-fetch, unchecked': byOpenapiFetch(text).health,
      'hey-api with zod': byHeyApi(text).health,
      '@zodios/core': byZodios(text).health,
    },
  }
}

function create(text: string): Case {
  const fetch = responding(text, 201)
  const client = ownClient(text, 201)
  const headers = { authorization }
  return {
    turnMs: turnLengths.ofCalls,
    mapped: { ours: () => client.entities.create(createInput) },
    raw: {
      'ky.post().json()': () =>
        ky.post(`${baseUrl}/v1/entities`, { json: createInput, headers, fetch }).json(),
      'openapi-fetch, unchecked': byOpenapiFetch(text, 201).create,
      'hey-api with zod': byHeyApi(text, 201).create,
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
  health: () => health(healthBody),
  create: () => create(createdBody),
}

const clients = cases[body]?.()
if (clients === undefined) throw new Error(`no case ${body}: there are ${Object.keys(cases).join(', ')}`)
const contenders = clients.turns ?? { ...clients.mapped, ...clients.raw }
if (names.length === 0) {
  await checkSame(clients)
  process.stdout.write(JSON.stringify(Object.keys(contenders)))
} else {
  const chosen = Object.entries(contenders).filter(([name]) => names.includes(name))
  serveTurns(await createTurns(Object.fromEntries(chosen), clients.turnMs))
}
