import type { NetworkNode } from 'entity-screening-sdk'

/** The kinds of hits. */
export type Hit = 'sanctions' | 'PEP' | 'adverse media'

/** The kinds of hit that a node has in its own name. */
export function listHits({ sanctions, pep, adverseMedia }: NetworkNode): Hit[] {
  const hits: Hit[] = []
  if (sanctions.length > 0) hits.push('sanctions')
  if (pep.length > 0) hits.push('PEP')
  if (adverseMedia.length > 0) hits.push('adverse media')
  return hits
}
