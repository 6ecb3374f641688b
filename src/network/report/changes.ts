import { verdictOf } from '../explain.ts'
import { oneLine } from '../one-line.ts'
import type { EvidenceRecord } from './evidence.ts'
import type { EvidenceHit } from './hits.ts'

type Compared = Pick<EvidenceRecord, 'sanctions' | 'hits' | 'owners' | 'network' | 'decision' | 'doubts'>

/** What is not as it was in the record before, in sentences. */
export function changesSince(before: Compared, now: Compared): string[] {
  const verdicts = now.sanctions.flatMap(assessed => {
    const old = before.sanctions.find(({ regime }) => regime === assessed.regime)
    if (old === undefined || old.verdict === assessed.verdict) return []
    return [`The verdict was ${wordsOf(old.verdict)}. ${verdictOf(assessed)}`]
  })
  const partyOf = ({ id, name }: { readonly id: string; readonly name: string | null }) => oneLine(name ?? id)
  const hitOf = (hit: EvidenceHit) =>
    `${partyOf(hit)}, ${wordsOf(hit.kind)}: ${oneLine(hit.entry ?? 'without a name')}`
  return [
    ...verdicts,
    ...differences('entry', before.hits.map(hitOf), now.hits.map(hitOf)),
    ...differences(
      'beneficial owner',
      (before.owners?.owners ?? []).map(partyOf),
      (now.owners?.owners ?? []).map(partyOf),
    ),
    ...differences('party', before.network.nodes.map(partyOf), now.network.nodes.map(partyOf)),
    ...differences('doubt', before.doubts, now.doubts),
    ...(before.decision?.conclusion === now.decision?.conclusion || before.decision == null
      ? []
      : [`The conclusion was: ${oneLine(before.decision.conclusion)}`]),
  ]
}

function differences(what: string, before: readonly string[], now: readonly string[]): string[] {
  const [old, current] = [new Set(before), new Set(now)]
  return [
    ...[...current].filter(one => !old.has(one)).map(one => `New ${what}: ${one}`),
    ...[...old].filter(one => !current.has(one)).map(one => `No longer there, ${what}: ${one}`),
  ]
}

function wordsOf(name: string): string {
  return name.replaceAll('_', ' ')
}
