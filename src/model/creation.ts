import * as z from 'zod/mini'
import { birthDate } from '../contract/text.ts'
import { type InputOf, oneLineText, optionalCountry, optionalText } from './inputs.ts'

/** The fields of an organization that both ways to create an entity take. */
export const organizationInput = {
  /** Marks an organization. */
  type: z.literal('organization'),
  /** Full name with the legal form, such as `Nordwind GmbH`. */
  name: oneLineText,
  /** Registration number or ID. */
  registration: optionalText,
}

/** The fields of a person that both take. */
export const personInput = {
  /** Marks a person. */
  type: z.literal('person'),
  /** Day of birth, YYYY-MM-DD. */
  birthDate: z.optional(birthDate),
  /** National ID. */
  nationalId: optionalText,
}

const organizationCountry = {
  /** Country of its registration. */
  countryCode: optionalCountry,
}

const personFields = {
  /** Full name. */
  name: oneLineText,
  /** Country of the person; whether by residence or nationality is not documented. */
  countryCode: optionalCountry,
}

/** An organization to create. @useDeclaredType */
type CreateOrganizationInput = InputOf<typeof organizationInput & typeof organizationCountry>

/** A person to create. @useDeclaredType */
type CreatePersonInput = InputOf<typeof personInput & typeof personFields>

/**
 * The input of `client.entities.create`: an organization or a person, distinguished by `type`.
 *
 * @example
 * const inputs: CreateEntityInput[] = [
 *   { type: 'organization', name: 'Nordwind GmbH', registration: 'HRB 7' },
 *   { type: 'person', name: 'Ilse Brandt', nationalId: 'L01X00T47' },
 * ]
 */
export type CreateEntityInput = CreateOrganizationInput | CreatePersonInput

export const createEntityInput = z.discriminatedUnion('type', [
  z.strictObject({ ...organizationInput, ...organizationCountry }),
  z.strictObject({ ...personFields, ...personInput }),
])
