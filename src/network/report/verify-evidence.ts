import { isRecord } from '../../shared/json.ts'
import { refuseUnknown } from '../graph/check.ts'
import { rulesVersion } from '../sources.ts'
import { canonicalText, sha256 } from './canonical.ts'
import type { EvidenceRecord } from './evidence.ts'

/**
 * What a filed record is compared with.
 *
 * @example
 * const options: VerifyOptions = { sha256: 'f0'.repeat(32) }
 */
export interface VerifyOptions {
  /** The SHA-256 that was kept apart from the record. Without it, only the record itself is checked. */
  sha256?: string | undefined
}

/** Whether a filed record is what this package makes of what stands in it. */
export interface Verification {
  /**
   * `valid`: all results follow from the record's own inputs. `other_rules`: another version of the rules made it, so that its
   * results cannot be recomputed here. `invalid`: it was changed, or is no record.
   */
  readonly status: 'valid' | 'invalid' | 'other_rules'
  /** SHA-256 of the text. */
  readonly sha256: string
  /** What is wrong, in sentences. */
  readonly problems: readonly string[]
}

/**
 * Recomputes a filed record from what stands in it: its hash, its verdicts, its sentences.
 *
 * What the record says of the one before it, and who was judged listed, is taken as it stands. Only a hash that was kept elsewhere
 * shows whether these were changed.
 *
 * @example
 * const network = await client.entities.network(id)
 * const { json, sha256 } = await toEvidence({ network, client, readAt: new Date(), computedAt: new Date() })
 * const { status, problems } = await verifyEvidence(json, { sha256 })
 * if (status === 'invalid') throw new Error(problems.join(' '))
 */
export async function verifyEvidence(json: string, options: VerifyOptions = {}): Promise<Verification> {
  refuseUnknown('verifyEvidence', options, ['sha256'])
  const found = await sha256(String(json))
  const isOther = options.sha256 !== undefined && options.sha256.toLowerCase() !== found
  const problems = isOther ? ['The text has another SHA-256 than was given.'] : []
  const record = readRecord(json)
  if (record === null)
    return { status: 'invalid', sha256: found, problems: [...problems, 'The text is no record.'] }
  if (canonicalText(record) !== json) problems.push('The text is not as it was written.')
  if (record.rules !== rulesVersion && problems.length === 0) {
    const sentence = `The record was made by version ${String(record.rules)} of the rules; this is version ${rulesVersion}.`
    return { status: 'other_rules', sha256: found, problems: [sentence] }
  }
  const { differencesIn } = await import('./make-record.ts')
  problems.push(...differencesIn(record))
  return { status: problems.length === 0 ? 'valid' : 'invalid', sha256: found, problems }
}

function readRecord(json: string): EvidenceRecord | null {
  try {
    const value: unknown = JSON.parse(json)
    return isEvidence(value) ? value : null
  } catch {
    return null
  }
}

/** What it lacks shows when it is made again. */
function isEvidence(value: unknown): value is EvidenceRecord {
  return isRecord(value) && value.kind === 'evidence'
}
