import type { EntityType } from '../../src/contract/values.ts'

/** A person or organization that screening knows. All of them are fictional. */
export interface Party {
  /** What links name it by; never leaves the server, but in addresses. */
  readonly key: string
  readonly type: EntityType
  readonly name: string
  readonly countryCode: string
  readonly alternativeNames?: readonly string[]
  /** YYYY-MM-DD; YYYY-MM or YYYY where no more is known. */
  readonly birthDate?: string
  readonly nationalId?: string
  readonly registration?: string
  readonly industry?: string
  readonly website?: string
  /** The public office held. */
  readonly pep?: string
  /** The programme under which it is sanctioned. */
  readonly sanctions?: string
  /** What was reported. */
  readonly adverseMedia?: string
  readonly branchOffices?: readonly string[]
}

export function hasHit({ pep, sanctions, adverseMedia }: Party): boolean {
  return pep !== undefined || sanctions !== undefined || adverseMedia !== undefined
}

type Field = 'birthDate' | 'nationalId' | 'registration' | 'industry' | 'sanctions' | 'pep' | 'adverseMedia'
type List = 'alternativeNames' | 'branchOffices'

/** The words before the fields of a line. */
const fields: Readonly<Record<string, Field>> = {
  born: 'birthDate',
  id: 'nationalId',
  no: 'registration',
  in: 'industry',
  sanctions: 'sanctions',
  pep: 'pep',
  media: 'adverseMedia',
}

/** Those that may occur several times. */
const lists: Readonly<Record<string, List>> = { also: 'alternativeNames', branch: 'branchOffices' }

/** Reads a line: `person voss | Dragomir Vosskov | RU | born 1958-03-12 | also D. Vosskov`. */
export function readParty(line: string): Party {
  const [head = '', name = '', countryCode = '', ...marked] = line.split(' | ')
  const [type, key = ''] = head.split(' ')
  const more: { [Name in Field]?: string } & { [Name in List]?: readonly string[] } = {}
  for (const mark of marked) {
    const [word = ''] = mark.split(' ', 1)
    const value = mark.slice(word.length + 1)
    const [field, list] = [fields[word], lists[word]]
    if (field !== undefined) more[field] = value
    if (list !== undefined) more[list] = [...(more[list] ?? []), value]
  }
  return { key, type: type === 'person' ? 'person' : 'organization', name, countryCode, ...more }
}
