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

/** Whether a party has a hit of its own. */
export function hasHit({ pep, sanctions, adverseMedia }: Party): boolean {
  return pep !== undefined || sanctions !== undefined || adverseMedia !== undefined
}

type More = Omit<Party, 'key' | 'type' | 'name' | 'countryCode'>

export function organization(key: string, name: string, countryCode: string, more: More = {}): Party {
  return { key, type: 'organization', name, countryCode, ...more }
}

export function person(key: string, name: string, countryCode: string, more: More = {}): Party {
  return { key, type: 'person', name, countryCode, ...more }
}
