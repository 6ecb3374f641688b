import { sleep } from '../../src/pacing/sleep.ts'
import { countryName } from '../../src/shared/countries/names.ts'
import { messageOf } from '../../src/shared/errors.ts'
import type { Behaviour } from '../behaviour.ts'
import { type Asker, type AskOptions, createAsker, readNetwork, Stop, stopAfter } from './ask.ts'
import { type Exchange, unknownId } from './exchange.ts'
import type { AskClass } from './judges/row.ts'
import { type Report, reportOn } from './report.ts'
import { isBlank, isRefusedKey, seenIn } from './seen.ts'
import { refuseStrangers, type WriteOptions, WriteRefusedError, writeAll } from './write.ts'

/** What to ask a service. */
export interface VerifyOptions extends AskOptions {
  /** Whether to call the searches, which may be billed and logged: 3 calls at most. */
  searches?: boolean | undefined
  /** Whether to call with a wrong key, without one, and for what does not exist, which may raise an alarm: 5 calls at most. */
  wrongKey?: boolean | undefined
  /** Whether to create entities and rescan one: 31 calls at most, and 9 entities that remain. */
  write?: WriteOptions | undefined
  /** How long to look at the list every `lookEvery` milliseconds, in milliseconds, beside all other calls. */
  lookFor?: number | undefined
  /** @default 30000 */
  lookEvery?: number | undefined
  /** The behaviour of the mock server to compare with; the default one if left out. */
  against?: Behaviour | undefined
}

/** What was found out. */
export interface Verification extends Report {
  /** All that was exchanged. */
  readonly all: readonly Exchange[]
  /** Whether it stopped before it wrote anything, because the team has entities of others. */
  readonly isWriteRefused: boolean
}

/**
 * Finds out how a service differs from the mock server: one call at a time, without retries, and none after the first 429 or 5xx.
 *
 * @throws TypeError if the base URL is none.
 * @example
 * const { findings, behaviour } = await verify({ baseUrl, apiKey })
 * for (const { question, verdict, answer } of findings) console.log(verdict, question, answer)
 */
export async function verify(options: VerifyOptions): Promise<Verification> {
  const { write, against } = options
  const asked = new Set<AskClass>(['reading'])
  if (options.wrongKey) asked.add('wrong_key')
  if (options.searches) asked.add('searches')
  if (write !== undefined) asked.add('write')
  const asker = createAsker(options)
  let stopped: string | null = null
  let isWriteRefused = false
  try {
    for (const exchange of asker.exchanges) stopAfter(exchange)
    await read(asker)
    // Refused before anything else is asked.
    if (write !== undefined) await refuseStrangers(asker.exchanges, write)
    if (asked.has('wrong_key')) await tryDoors(asker)
    if (asked.has('searches')) await search(asker, asked.has('wrong_key'))
    if (write !== undefined) await writeAll(asker, write)
    await look(asker, options)
  } catch (error) {
    // Whatever ends it, its exchanges are worth a report.
    const isAborted = options.signal?.aborted === true && error === options.signal.reason
    isWriteRefused = error instanceof WriteRefusedError
    if (!(error instanceof Stop || isWriteRefused || isAborted)) throw error
    stopped = isAborted ? 'aborted' : messageOf(error)
  }
  return { ...reportOn(asker.exchanges, { asked, against, stopped }), all: asker.exchanges, isWriteRefused }
}

/** At most 8 calls. */
async function read({ ask, exchanges }: Asker): Promise<void> {
  for (const path of ['/v1/health', '/v1', '/']) {
    // A service may ask for the key before it looks whether there is anything.
    const keyless = await ask({ method: 'GET', path, key: 'none' })
    if (isRefusedKey(keyless)) await ask({ method: 'GET', path })
  }
  await ask({ method: 'GET', path: '/v1/entities' })
  const { entities } = seenIn(exchanges)
  const screened = entities.filter(entity => !isBlank(entity, 'riskLevel'))
  const organization = screened.find(({ type }) => type === 'organization')
  await readNetwork({ ask }, (organization ?? screened[0] ?? entities[0])?.id)
}

/** Calls that a service may take for an attack. */
async function tryDoors({ ask }: Asker): Promise<void> {
  await ask({ method: 'GET', path: '/v1/entities', key: 'none' })
  await ask({ method: 'GET', path: '/v1/entities', key: 'wrong' })
  await ask({ method: 'GET', path: `/v1/entities/${unknownId}/network` })
  await ask({ method: 'GET', path: '/api/v1/entities' })
}

/** Looks for an organization of the team, which the service may know. */
async function search({ ask, exchanges }: Asker, withoutKey: boolean): Promise<void> {
  const path = '/api/search/organizations'
  const organizations = seenIn(exchanges).entities.filter(({ type }) => type === 'organization')
  const known = organizations.find(({ countryCode }) => /^[A-Z]{2}$/.test(String(countryCode)))
  const code = String(known?.countryCode ?? 'DE')
  const query = { company_name: String(known?.name ?? 'Parity Check Castings GmbH') }
  for (const countryCode of [code, countryName(code)])
    await ask({ method: 'POST', path, body: { ...query, countryCode } })
  await ask({ method: 'POST', path: '/v1/entities/search', body: { name: query.company_name } })
  if (withoutKey) await ask({ method: 'POST', path, body: query, key: 'none' })
}

/** Looks at the list again and again: what changes by itself shows only then. */
async function look({ exchanges, ask }: Asker, options: VerifyOptions): Promise<void> {
  const { lookFor = 0, lookEvery = 30_000, signal } = options
  for (let left = lookFor; left > 0; left -= lookEvery) {
    await sleep(Math.min(left, lookEvery), signal)
    await ask({ method: 'GET', path: '/v1/entities' })
  }
  // The last look shows what came of what was written.
  if (lookFor > 0) await readNetwork({ ask }, seenIn(exchanges).entities[0]?.id)
}
