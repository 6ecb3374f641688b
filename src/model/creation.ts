import * as z from 'zod/mini'
import { calendarDate } from '../contract/text.ts'
import type { QuirkLog } from '../reading/log.ts'
import { type Country, countryInput, encodeCountry, oneLine } from './inputs.ts'

/** An organization to create (specification: POST /v1/entities). */
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

/** A person to create (specification: POST /v1/entities). */
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

/** What both ways to create an entity take of an organization. */
export const organizationInput = {
  type: z.literal('organization'),
  name: oneLine,
  registration: z.optional(oneLine),
}

/** What both take of a person. */
export const personInput = {
  type: z.literal('person'),
  birthDate: z.optional(calendarDate),
  nationalId: z.optional(oneLine),
}

const createInput = { countryCode: z.optional(countryInput), tags: bulkOnly }

export const createEntityInput = z.discriminatedUnion('type', [
  z.strictObject({ ...organizationInput, ...createInput }),
  z.strictObject({
    name: oneLine,
    ...personInput,
    ...createInput,
    firstName: bulkOnly,
    lastName: bulkOnly,
    nationality: bulkOnly,
  }),
])

export function encodeCreateEntity(input: CreateEntity, log: QuirkLog): unknown {
  const { type, name, registration, birthDate, nationalId } = input
  const countryCode = encodeCountry(input.countryCode, log, ['countryCode'])
  return { name, type, countryCode, registration, birthDate, nationalId }
}
