import type { EntityType } from '../../src/contract/values.ts'

/** A person or organization that screening knows. All of them are fictional. */
export interface Party {
  /** What links name it by; never leaves the server, but in addresses. */
  readonly key: string
  readonly type: EntityType
  readonly name: string
  readonly countryCode: string
  readonly alternativeNames?: readonly string[] | undefined
  /** YYYY-MM-DD; YYYY-MM or YYYY where no more is known. */
  readonly birthDate?: string | undefined
  readonly nationalId?: string | undefined
  readonly registration?: string | undefined
  readonly industry?: string | undefined
  readonly website?: string | undefined
  /** The public office held. */
  readonly pep?: string | undefined
  /** The programme under which it is sanctioned. */
  readonly sanctions?: string | undefined
  /** What was reported. */
  readonly adverseMedia?: string | undefined
  readonly branchOffices?: readonly string[] | undefined
}

export function hasHit({ pep, sanctions, adverseMedia }: Party): boolean {
  return pep !== undefined || sanctions !== undefined || adverseMedia !== undefined
}

/** Reads a line: `person voss | Dragomir Vosskov | RU | born 1958-03-12 | also D. Vosskov`. */
export function readParty(line: string): Party {
  const [head = '', name = '', countryCode = '', ...marked] = line.split(' | ')
  const [type, key = ''] = head.split(' ')
  const all = (word: string) =>
    marked.filter(mark => mark.startsWith(`${word} `)).map(mark => mark.slice(word.length + 1))
  const one = (word: string) => all(word)[0]
  return {
    key,
    type: type === 'person' ? 'person' : 'organization',
    name,
    countryCode,
    alternativeNames: all('also'),
    birthDate: one('born'),
    nationalId: one('id'),
    registration: one('no'),
    industry: one('in'),
    pep: one('pep'),
    sanctions: one('sanctions'),
    adverseMedia: one('media'),
    branchOffices: all('branch'),
  }
}
