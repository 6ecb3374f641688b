import type { EntityType } from '../../src/contract/values.ts'

/** A person or organization in screening: the screened entity, or a fictional party. */
export interface ScreeningParty {
  /** The identifier of the party in links. Responses contain the key only in the URLs of sources. */
  readonly key: string
  readonly type: EntityType
  readonly name: string
  readonly countryCode: string
  readonly alternativeNames?: readonly string[] | undefined
  /** The birth date as YYYY-MM-DD, or as YYYY-MM or YYYY if only a part is known. */
  readonly birthDate?: string | undefined
  readonly nationalId?: string | undefined
  readonly registration?: string | undefined
  readonly industry?: string | undefined
  readonly website?: string | undefined
  /** The public office that the person holds. */
  readonly pep?: string | undefined
  /** The sanctions programme. */
  readonly sanctions?: string | undefined
  /** The headline of a report with adverse media. */
  readonly adverseMedia?: string | undefined
  readonly branchOffices?: readonly string[] | undefined
}

export function hasHit({ pep, sanctions, adverseMedia }: ScreeningParty): boolean {
  return pep !== undefined || sanctions !== undefined || adverseMedia !== undefined
}

/** Parses a line such as `person voss | Dragomir Vosskov | RU | born 1958-03-12 | also D. Vosskov`. */
export function parseParty(line: string): ScreeningParty {
  const [head = '', name = '', countryCode = '', ...markedFields] = line.split(' | ')
  const [type, key = ''] = head.split(' ')
  const valuesOf = (mark: string) =>
    markedFields.filter(field => field.startsWith(`${mark} `)).map(field => field.slice(mark.length + 1))
  const firstValueOf = (mark: string) => valuesOf(mark)[0]
  return {
    key,
    type: type === 'person' ? 'person' : 'organization',
    name,
    countryCode,
    alternativeNames: valuesOf('also'),
    birthDate: firstValueOf('born'),
    nationalId: firstValueOf('id'),
    registration: firstValueOf('no'),
    industry: firstValueOf('in'),
    pep: firstValueOf('pep'),
    sanctions: firstValueOf('sanctions'),
    adverseMedia: firstValueOf('media'),
    branchOffices: valuesOf('branch'),
  }
}
