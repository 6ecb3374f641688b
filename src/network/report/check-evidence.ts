import type { Issue } from '../../contract/issues.ts'
import { isRecord } from '../../shared/json.ts'
import { invalidInput } from '../../transport/create-error.ts'
import { ownerRules } from '../beneficial/rules.ts'
import { regimes } from '../sanctions/regimes.ts'
import type { EvidenceOptions } from './evidence.ts'

/** @throws InputValidationError for what is no input of a record; the network and its options are checked where they are read. */
export function checkEvidence(operation: string, options: EvidenceOptions): void {
  const { client, note, readAt, computedAt, decision, previous, sanctions }: Record<string, unknown> = {
    ...options,
  }
  const issues: Issue[] = []
  const require = (isRight: boolean, field: string, message: string) => {
    if (!isRight) issues.push({ path: [field], message })
  }
  const { baseUrl, version } = isRecord(client) || typeof client === 'object' ? Object(client) : {}
  const moment = 'must be a date, or a text in ISO 8601 with its time zone'
  require(isTime(readAt), 'readAt', moment)
  require(isTime(computedAt), 'computedAt', moment)
  require(isText(note), 'note', 'must be a text')
  require(isAddress(
    baseUrl,
  ), 'client', 'must have a baseUrl: http or https, without a user name, password or query')
  require(isText(version), 'client', 'must have a version that is a text, or none')
  require(decision === undefined ||
    isDecision(decision), 'decision', 'must have a conclusion, by and a reason, each a text')
  require(previous === undefined ||
    (isRecord(previous) && previous.kind === 'evidence'), 'previous', 'must be the record of an evidence')
  require(sanctions === undefined || Array.isArray(sanctions), 'sanctions', 'must be a list of results')
  require(isListOf(options.regimes, regimes), 'regimes', 'must be a list of "ofac", "eu", "uk"')
  require(options.ownerRule === undefined ||
    Object.hasOwn(ownerRules, options.ownerRule), 'ownerRule', 'must be one of "amlr", "amld"')
  if (issues.length > 0) throw invalidInput(operation, issues)
}

function isListOf(list: unknown, known: object): boolean {
  return (
    list === undefined ||
    (Array.isArray(list) &&
      list.length > 0 &&
      list.every(one => typeof one === 'string' && Object.hasOwn(known, one)))
  )
}

function isDecision(value: unknown): boolean {
  if (!isRecord(value)) return false
  const { conclusion, by, reason, approvedBy } = value
  return (
    [conclusion, by, reason].every(one => typeof one === 'string' && one.trim() !== '') && isText(approvedBy)
  )
}

function isText(value: unknown): boolean {
  return value === undefined || typeof value === 'string'
}

const time = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2}))?$/

/** A text without a time zone would be another time on another machine. */
function isTime(value: unknown): boolean {
  const isWell = value instanceof Date || (typeof value === 'string' && time.test(value))
  return isWell && !Number.isNaN(new Date(value).getTime())
}

function isAddress(text: unknown): boolean {
  if (typeof text !== 'string' || !URL.canParse(text)) return false
  const { protocol, username, password, search } = new URL(text)
  return /^https?:$/.test(protocol) && username + password + search === ''
}
