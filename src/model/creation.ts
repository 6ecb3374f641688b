import * as z from 'zod/mini'
import { calendarDate } from '../contract/text.ts'
import type { QuirkLog } from '../reading/log.ts'
import { type Country, countryInput, encodeCountry, oneLine, spellPersonFields } from './inputs.ts'

/**
 * An organization to create (specification: POST /v1/entities).
 *
 * @example
 * const input: CreateOrganization = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE', registration: 'HRB 7' }
 */
export type CreateOrganization = {
  /** Marks an organization. */
  type: 'organization'
  /** Full name with the legal form, such as `Nordwind GmbH`. */
  name: string
  /** Where it is registered. */
  countryCode?: Country | undefined
  /** Registration number or ID. */
  registration?: string | undefined
  /** Of persons only: refused. */
  birthDate?: undefined
  /** Of persons only: refused. */
  nationalId?: undefined
}

/**
 * A person to create (specification: POST /v1/entities).
 *
 * @example
 * const input: CreatePerson = { type: 'person', name: 'Ilse Brandt', countryCode: 'Germany', birthDate: '1961-04-09' }
 */
export type CreatePerson = {
  /** Marks a person. */
  type: 'person'
  /** Full name. */
  name: string
  /** The country that the person belongs to; the specification does not say whether by residence or nationality. */
  countryCode?: Country | undefined
  /** Day of birth, YYYY-MM-DD. */
  birthDate?: string | undefined
  /** National ID. */
  nationalId?: string | undefined
  /** Of organizations only: refused. */
  registration?: undefined
}

/**
 * What `client.entities.create` takes: an organization or a person, distinguished by `type` (specification: POST /v1/entities).
 *
 * @example
 * const inputs: CreateEntity[] = [
 *   { type: 'organization', name: 'Nordwind GmbH', registration: 'HRB 7' },
 *   { type: 'person', name: 'Ilse Brandt', nationalId: 'L01X00T47' },
 * ]
 */
export type CreateEntity = CreateOrganization | CreatePerson

/** What only rows of a bulk creation have (specification: POST /v1/entities, POST /v1/entities/bulk). */
const bulkOnly = z.optional(
  z.unknown().check(z.refine(() => false, 'is not a field of create: createBulk takes it')),
)

const createFields = { name: oneLine, countryCode: z.optional(countryInput), tags: bulkOnly }

export const createEntityInput = z.discriminatedUnion('type', [
  z.strictObject({
    ...createFields,
    type: z.literal('organization'),
    registration: z.optional(oneLine),
  }),
  z.strictObject({
    ...createFields,
    type: z.literal('person'),
    birthDate: z.optional(calendarDate),
    nationalId: z.optional(oneLine),
    firstName: bulkOnly,
    lastName: bulkOnly,
    nationality: bulkOnly,
  }),
])

export function encodeCreateEntity(input: CreateEntity, log: QuirkLog): unknown {
  const countryCode = encodeCountry(input.countryCode, log, ['countryCode'])
  const { type, name } = input
  if (type === 'organization') return { name, type, countryCode, registration: input.registration }
  return { name, type, countryCode, ...spellPersonFields('createEntity', input) }
}
