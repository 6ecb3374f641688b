import { isDeepStrictEqual } from 'node:util'
import ky from 'ky'
import { listText, networkText } from '../bodies.ts'
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
import { type Contenders, inTurns } from '../turns.ts'
import { byHeyApi, byZodios } from './clients.ts'

/**
 * Run bundled, in a process of its own: how long each client takes to read the same response, from its bytes to values, against
 * `JSON.parse` of its text. Before, all of them are asked whether they read the same.
 */
const [name = '', rounds] = process.argv.slice(2)

/** Those of the first kind map what they read to our vocabulary; those of the second pass it on as it came. */
interface Case {
  readonly mapped: Contenders
  readonly raw: Contenders
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
      'openapi-fetch, unchecked': byOpenapiFetch(text).health,
      'hey-api with zod': byHeyApi(text).health,
      '@zodios/core': byZodios(text).health,
    },
  }
}

/** @throws Error where one of them reads something else than the first of its kind. */
async function checkSame({ mapped, raw }: Case): Promise<void> {
  for (const contenders of [mapped, raw]) {
    const [first, ...others] = await Promise.all(
      Object.entries(contenders).map(async ([name, read]) => ({ name, value: plain(await read()) })),
    )
    for (const { name: other, value } of others) {
      if (!isDeepStrictEqual(value, first?.value)) throw new Error(`${other} reads something else`)
    }
  }
}

/** Without what only ours has. */
function plain(value: unknown): unknown {
  const own = ['unknownFields', 'isUnclear']
  return JSON.parse(JSON.stringify(value, (name, held) => (own.includes(name) ? undefined : held)))
}

const cases: Record<string, () => Case> = {
  'list of 10,000': () => list(listText(10_000)),
  'network of 5,000': () => network(networkText(5_000, 'documented')),
  'network of 5,000, sample dialect': () => network(networkText(5_000, 'sample')),
  'small call': () =>
    health('{"success":true,"status":"ok","version":"v1","timestamp":"2025-01-01T00:00:00.000Z"}'),
}

const both = cases[name]?.()
if (both === undefined) throw new Error(`no case ${name}`)
await checkSame(both)
process.stdout.write(JSON.stringify(await inTurns({ ...both.raw, ...both.mapped }, Number(rounds), 1500)))
