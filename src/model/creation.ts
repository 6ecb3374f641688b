import * as z from 'zod/mini'
import { birthDate } from '../contract/text.ts'
import { type InputOf, oneLine, optionalCountry, optionalText } from './inputs.ts'

/** What both ways to create an entity take of an organization. */
export const organizationInput = {
  /** Marks an organization. */
  type: z.literal('organization'),
  /** Full name with the legal form, such as `Nordwind GmbH`. */
  name: oneLine,
  /** Registration number or ID. */
  registration: optionalText,
}

/** What both take of a person. */
export const personInput = {
  /** Marks a person. */
  type: z.literal('person'),
  /** Day of birth, YYYY-MM-DD. */
  birthDate: z.optional(birthDate),
  /** National ID. */
  nationalId: optionalText,
}

const organizationCountry = {
  /** Where it is registered. */
  countryCode: optionalCountry,
}

const personFields = {
  /** Full name. */
  name: oneLine,
  /** The country that the person belongs to; the specification does not say whether by residence or nationality. */
  countryCode: optionalCountry,
}

/** An organization to create (specification: POST /v1/entities). @useDeclaredType */
type CreateOrganization = InputOf<typeof organizationInput & typeof organizationCountry>

/** A person to create (specification: POST /v1/entities). @useDeclaredType */
type CreatePerson = InputOf<typeof personInput & typeof personFields>

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

export const createEntityInput = z.discriminatedUnion('type', [
  z.strictObject({ ...organizationInput, ...organizationCountry }),
  z.strictObject({ ...personFields, ...personInput }),
])
