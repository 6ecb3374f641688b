import { sha256 } from '../../shared/content.ts'
import { spreadOptions } from '../graph/assertions.ts'
import { rulesVersion } from '../rule-info.ts'
import { canonicalText } from './canonical.ts'
import type { EvidenceRecord } from './record.ts'

/**
 * The hash and the previous record with which a stored record is compared.
 *
 * @example
 * const options: VerifyOptions = { sha256: 'f0'.repeat(32) }
 */
export interface VerifyOptions {
  /**
   * The SHA-256 hash of the record, from a separate store. Without this hash, only the record itself is
   * checked.
   */
  sha256?: string | undefined
  /**
   * The previous record as an object, not as JSON text. Without it, the changes in the record are not
   * checked.
   */
  previous?: EvidenceRecord | undefined
}

/** The result of verifying a stored record. */
export interface EvidenceVerification {
  /**
   * `valid`: all recomputed results are the same as in the record. `other_rules`: the record was made under
   * another version of the rules, which this version of the package cannot apply. `invalid`: the text was
   * changed, or is not a record.
   */
  readonly status: 'valid' | 'invalid' | 'other_rules'
  /** SHA-256 of the record's text. */
  readonly sha256: string
  /** The differences and errors that were found, in sentences. */
  readonly problems: readonly string[]
  /** The parts of the record that were not checked, in sentences. */
  readonly notChecked: readonly string[]
}

/**
 * Recomputes the hash, verdicts and sentences of a stored record from its inputs. The decisions of
 * `listingOf` cannot be recomputed: only a hash from a separate store shows whether they were changed.
 *
 * @throws InputValidationError (`invalid_input`) if an option is unknown or invalid.
 * @example
 * const network = await client.entities.network(id)
 * const { json, sha256 } = await toEvidence({ network, client, readAt: new Date(), computedAt: new Date() })
 * const { status, problems } = await verifyEvidence(json, { sha256 })
 * if (status === 'invalid') throw new Error(problems.join(' '))
 */
export async function verifyEvidence(
  json: string,
  options: VerifyOptions = {},
): Promise<EvidenceVerification> {
  const input = spreadOptions(options)
  const { assertInput, findDifferences, isRecordOfEvidence, verifyInput } = await import('./make-record.ts')
  assertInput('verifyEvidence', verifyInput, input)
  const actualSha256 = await sha256(String(json))
  const record = readJson(json)
  const isKnown = isRecordOfEvidence(record)
  const problems: string[] = []
  if (input.sha256 !== undefined && input.sha256.toLowerCase() !== actualSha256)
    problems.push('The SHA-256 of the text differs from the one given.')
  if (!isKnown) problems.push('The text is not a record.')
  else if (canonicalText(record) !== json) problems.push('The text is not as it was written.')
  const base = { sha256: actualSha256, problems, notChecked: [] }
  if (!isKnown) return { ...base, status: 'invalid' }
  if (record.rules !== rulesVersion) {
    const status = problems.length === 0 ? 'other_rules' : 'invalid'
    const reason = `The record was made by version ${record.rules} of the rules; this is version ${rulesVersion}.`
    return { ...base, status, problems: [...problems, reason] }
  }
  problems.push(...(await findDifferences(record, input.previous)))
  const isUnchecked = record.previous !== null && input.previous === undefined
  return {
    ...base,
    status: problems.length === 0 ? 'valid' : 'invalid',
    notChecked: isUnchecked
      ? ['The changes since the previous record were not checked: pass it as previous.']
      : [],
  }
}

function readJson(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}
