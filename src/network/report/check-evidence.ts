import type { Issue } from '../../contract/issues.ts'
import { isRecord } from '../../shared/json.ts'
import { invalidInput } from '../../transport/create-error.ts'
import { ownerRules } from '../beneficial/rules.ts'
import { regimes } from '../sanctions/regimes.ts'
import type { EvidenceOptions } from './evidence.ts'

/** @throws InputValidationError for what is no input of a record; the network and its options are checked where they are read. */
export function checkEvidence(operation: string, options: EvidenceOptions): void {
  const {
    client,
    note,
    readAt,
    computedAt,
    decision,
    previous,
    sanctions,
    regimes: asked,
    ownerRule,
  } = options
  const moment = 'must be a date, or a text in ISO 8601 with its time zone'
  const rules: readonly (readonly [field: string, isRight: boolean, message: string])[] = [
    ['readAt', isTime(readAt), moment],
    ['computedAt', isTime(computedAt), moment],
    ['note', isText(note), 'must be a text'],
    [
      'client',
      isAddress(client?.baseUrl),
      'must have a baseUrl: http or https, without a user name, password or query',
    ],
    ['client', isText(client?.version), 'must have a version that is a text, or none'],
    ['decision', isDecision(decision), 'must have a conclusion, by and a reason, each a text'],
    [
      'previous',
      previous === undefined || previous?.kind === 'evidence',
      'must be the record of an evidence',
    ],
    ['sanctions', sanctions === undefined || Array.isArray(sanctions), 'must be a list of results'],
    ['regimes', areRegimes(asked), 'must be a list of "ofac", "eu", "uk"'],
    [
      'ownerRule',
      ownerRule === undefined || Object.hasOwn(ownerRules, ownerRule),
      'must be one of "amlr", "amld"',
    ],
  ]
  const issues = rules.flatMap(([field, isRight, message]): Issue[] =>
    isRight ? [] : [{ path: [field], message }],
  )
  if (issues.length > 0) throw invalidInput(operation, issues)
}

function areRegimes(list: unknown): boolean {
  if (list === undefined) return true
  const isOne = (one: unknown) => typeof one === 'string' && Object.hasOwn(regimes, one)
  return Array.isArray(list) && list.length > 0 && list.every(isOne)
}

function isDecision(value: unknown): boolean {
  if (value === undefined) return true
  if (!isRecord(value)) return false
  const { conclusion, by, reason, approvedBy } = value
  const isThere = (text: unknown) => typeof text === 'string' && text.trim() !== ''
  return [conclusion, by, reason].every(isThere) && isText(approvedBy)
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
