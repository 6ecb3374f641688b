import * as z from 'zod/mini'
import { birthDate } from '../contract/text.ts'
import { type Country, type FieldsOf, oneLineText, optionalCountry, optionalText } from './inputs.ts'

/**
 * An organization to create.
 *
 * @example
 * const input: CreateOrganizationInput = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }
 */
export interface CreateOrganizationInput {
  /** The entity type: an organization. */
  type: 'organization'
  /** Full name with the legal form, such as `Nordwind GmbH`. */
  name: string
  /** Registration number or ID. */
  registration?: string | undefined
  /** Country where the organization is registered. */
  countryCode?: Country | undefined
}

/** The fields of a person except for names. @hidden */
export interface UnnamedPerson {
  /** The entity type: a person. */
  type: 'person'
  /** Day of birth, YYYY-MM-DD. */
  birthDate?: string | undefined
  /** National ID. */
  nationalId?: string | undefined
  /** Country of the person; whether by residence or nationality is not documented. */
  countryCode?: Country | undefined
}

/** A person that is specified by full name. @inline */
export interface PersonByName extends UnnamedPerson {
  /** Full name. */
  name: string
  /** Given names. Not sent, because `name` is sent instead. */
  firstName?: string | undefined
  /** Family name. Not sent, because `name` is sent instead. */
  lastName?: string | undefined
}

/** A person that is specified by first and last name. @inline */
export interface PersonByParts extends UnnamedPerson {
  /** Given names. */
  firstName: string
  /** Family name. */
  lastName: string
  /** Not accepted, because the client composes the name from first and last name. */
  name?: undefined
}

/**
 * A person to create. Specify the full name, or the first and last name.
 *
 * @example
 * const byName: CreatePersonInput = { type: 'person', name: 'Ilse Brandt', countryCode: 'DE' }
 * const byParts: CreatePersonInput = { type: 'person', firstName: 'Ilse', lastName: 'Brandt' }
 */
export type CreatePersonInput = PersonByName | PersonByParts

/**
 * The input of `client.entities.create`: an organization or a person, distinguished by `type`.
 *
 * @example
 * const inputs: CreateEntityInput[] = [
 *   { type: 'organization', name: 'Nordwind GmbH', registration: 'HRB 7' },
 *   { type: 'person', firstName: 'Ilse', lastName: 'Brandt', birthDate: '1961-04-09' },
 *   { type: 'person', name: 'Ilse Brandt' },
 * ]
 */
export type CreateEntityInput = CreateOrganizationInput | CreatePersonInput

/** The schemas of an organization's fields without the country. Only a bulk creation requires the country. */
export const organizationFields = {
  type: z.literal('organization'),
  name: oneLineText,
  registration: optionalText,
} satisfies Omit<FieldsOf<CreateOrganizationInput>, 'countryCode'>

/** The schemas of a person's fields without the country. */
export const personFields = {
  type: z.literal('person'),
  firstName: optionalText,
  lastName: optionalText,
  name: optionalText,
  birthDate: z.optional(birthDate),
  nationalId: optionalText,
} satisfies Omit<FieldsOf<CreatePersonInput>, 'countryCode'>

export const createEntityInput = z.discriminatedUnion('type', [
  z.strictObject({ ...organizationFields, countryCode: optionalCountry }),
  z.strictObject({ ...personFields, countryCode: optionalCountry }).check(
    z.refine(({ firstName, lastName, name }) => name !== undefined || Boolean(firstName && lastName), {
      path: ['name'],
      error: 'must name the person, if firstName and lastName do not',
    }),
  ),
])
