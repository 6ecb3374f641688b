import type { Issue } from '../../contract/issues.ts'
import { longestTimer } from '../../pacing/sleep.ts'
import { isRecord, isText } from '../../shared/json.ts'
import { isKey, longestKey } from '../../shared/key-mask.ts'
import { didYouMean } from '../../shared/text/nearest.ts'
import type { ClientOptions, RequestOptions } from './options.ts'

/** Says what is wrong with the value of an option; null where nothing is. */
export type Rule = (value: unknown) => string | null

/** A rule for each option, and rules for the fields of one that is an object. They need no zod, which the first call loads. */
export interface Rules {
  readonly [option: string]: Rule | Rules
}

/** The pause between two reads of the team's list that must agree, in milliseconds. */
export const defaultRecheckDelay = 5000

const isCount = (value: unknown) => Number.isSafeInteger(value) && Number(value) >= 0

const must = (allows: (value: unknown) => boolean, message: string): Rule => {
  return value => (allows(value) ? null : message)
}
const oneOf = (...allowed: readonly string[]): Rule => {
  return must(value => allowed.some(one => one === value), `must be one of "${allowed.join('", "')}"`)
}
const milliseconds = (allows: (value: number) => boolean, says: string): Rule => {
  return value => {
    if (typeof value !== 'number' || !allows(value)) return `must be a number of milliseconds${says}`
    return value > longestTimer ? `must be at most ${longestTimer}` : null
  }
}

export const functionRule = must(value => typeof value === 'function', 'must be a function')
export const signalRule = must(value => value instanceof AbortSignal, 'must be an AbortSignal')
/** A time that may be none at all. */
export const spanRule = milliseconds(value => value >= 0, ', 0 or more')

const time = milliseconds(value => value > 0, ' above 0')
const timeLimit = milliseconds(value => value > 0, ' above 0, or false')
const timeout: Rule = value => (value === false ? null : timeLimit(value))
export const waitRules = { every: time, timeout } satisfies Rules
const retry = { maximumDelay: time, maximumRetryAfter: time }
const maxRetries = must(isCount, 'must be a whole number, 0 or more')

export const requestRules = {
  signal: signalRule,
  timeout,
  maxRetries,
  retry,
  headers: judgeHeaders,
  onQuirk: functionRule,
} satisfies Record<keyof RequestOptions, Rule | Rules>

export const clientRules = {
  // Never part of a message: only its form is judged.
  apiKey: judgeKey,
  baseUrl: judgeAddress,
  timeout,
  totalTimeout: timeout,
  maxRetries,
  retry,
  maxResponseBytes: must(
    value => value === false || (isCount(value) && value !== 0),
    'must be a whole number of bytes above 0, or false',
  ),
  wait: waitRules,
  headers: judgeHeaders,
  fetch: functionRule,
  hooks: {
    beforeRequest: functionRule,
    afterResponse: functionRule,
    afterFailure: functionRule,
    beforeRetry: functionRule,
    afterCall: functionRule,
  },
  logger: must(
    value => hasMethods(value, 'error', 'warn', 'info', 'debug'),
    'must have the methods error, warn, info and debug',
  ),
  logLevel: oneOf('off', 'error', 'warn', 'info', 'debug'),
  onQuirk: functionRule,
  validation: oneOf('strict', 'lenient', 'off'),
  screeningFields: value => {
    const fields = isRecord(value) ? Object.entries(value) : []
    const wrong = isRecord(value) ? fields.find(([, how]) => !isVouching(how))?.[0] : ''
    const rule = "must be an object from field names to 'ignore' or { no: [texts that mean no] }"
    return wrong === undefined ? null : rule + notThis(wrong)
  },
  ignoreMembers: must(isTextList, 'must be an array of strings: paths and names of headers'),
  searchCountryFormat: oneOf('code', 'name'),
  dangerouslyAllowBrowser: must(value => typeof value === 'boolean', 'must be true or false'),
} satisfies Record<keyof ClientOptions, Rule | Rules>

/** Everything that is wrong with options. One that is undefined is left out. */
export function findOptionIssues(rules: Rules, options: unknown, path: Issue['path'] = []): Issue[] {
  if (!isRecord(options)) {
    const fields = path.length === 0 ? 'options' : Object.keys(rules).join(', ')
    return [{ path, message: `must be an object of ${fields}` }]
  }
  return Object.entries(options).flatMap(([name, value]): Issue[] => {
    if (value === undefined) return []
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined
    const message = rule === undefined ? notAField(name, rules) : typeof rule === 'function' && rule(value)
    if (typeof rule === 'object') return findOptionIssues(rule, value, [...path, name])
    return message ? [{ path: [...path, name], message }] : []
  })
}

function notAField(name: string, rules: Rules): string {
  if (rules === requestRules && Object.hasOwn(clientRules, name))
    return 'is an option of the client, not of a call: use withOptions'
  const fields = Object.keys(rules)
  return `is not a field here${didYouMean(name, fields) || `, but ${fields.join(', ')}`}`
}

/** The entry that is wrong, where it has a name. */
function notThis(name: string): string {
  return name === '' ? '' : ` (not so: ${JSON.stringify(name.slice(0, 60))})`
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText)
}

function isVouching(value: unknown): boolean {
  return value === 'ignore' || (isRecord(value) && Object.keys(value).join() === 'no' && isTextList(value.no))
}

function judgeKey(given: unknown): string | null {
  if (given === null) return null
  if (typeof given !== 'string') return 'must be a string'
  if (!isKey(given)) return 'must be visible ASCII characters without spaces'
  return given.length > longestKey ? `must be at most ${longestKey} characters` : null
}

/** What is wrong with an address. A path is that of a page's own origin, which is known when a request is made. */
function judgeAddress(given: unknown): string | null {
  if (typeof given !== 'string') return 'must be a string'
  const page = given.startsWith('/') ? 'http://page' : undefined
  const notHttp = `must be an absolute http or https URL${withScheme(given)}`
  if (!URL.canParse(given, page)) return notHttp
  const url = new URL(given, page)
  // Two slashes at its beginning lead to another host.
  if (!/^https?:$/.test(url.protocol) || (page !== undefined && url.origin !== page)) return notHttp
  if (url.username || url.password) return 'must not hold a user name or password'
  if (/^(\/api)?\/v1\/*$/.test(url.pathname)) {
    const meant = page === undefined ? url.origin : '/'
    return `must not hold ${url.pathname}, with which the client's own paths begin (did you mean ${meant}?)`
  }
  return url.search || url.hash ? 'must not hold a query or fragment' : null
}

/** Only where it is plainly a host and its port: what else was given is not repeated. */
function withScheme(given: string): string {
  const [host] = /^[\w.-]+:\d+\/*$/.exec(given) ?? []
  if (host === undefined) return ''
  return ` (did you mean http${/^(localhost|127\.)/.test(host) ? '' : 's'}://${host}?)`
}

function judgeHeaders(given: unknown): string | null {
  const isObject = isRecord(given) && !(given instanceof Headers)
  const wrong = isObject ? Object.entries(given).find(entry => !isHeader(...entry))?.[0] : ''
  if (wrong !== undefined)
    return `must be an object of header names and values that can be sent${notThis(wrong)}`
  const isKeyGiven = Object.keys(Object(given)).some(name => name.toLowerCase() === 'authorization')
  return isKeyGiven ? 'must not hold authorization: the key is the option apiKey' : null
}

function isHeader(name: string, value: unknown): boolean {
  try {
    return typeof value === 'string' && new Headers([[name, value]]).has(name)
  } catch {
    return false
  }
}

export function hasMethods(value: unknown, ...names: readonly string[]): boolean {
  if (typeof value !== 'object' || value === null) return false
  return names.every(name => typeof Reflect.get(value, name) === 'function')
}
