import * as z from 'zod/mini'
import { organizationProfile, personProfile } from '../contract/search.ts'
import { type CaseStatus, type EntityType, entityTypes, type RiskLevel } from '../contract/values.ts'
import { isoCountryCode, textUnlessPlaceholder } from '../quirks/scalar.ts'
import { createListDecoder } from '../reading/body.ts'
import { createRecordReader, type ModelOf } from '../reading/read-record.ts'
import { noUnknownFields } from '../reading/unknown-fields.ts'
import { type Country, type FieldsOf, oneLineText, optionalCountry, optionalText } from './inputs.ts'

/**
 * Known facts about an organization to look up.
 *
 * @example
 * const query: SearchOrganizationsInput = { companyName: 'Nordwind', country: 'Germany', industry: 'Wind power' }
 */
export interface SearchOrganizationsInput {
  /** Name to search for. */
  companyName: string
  /** Registration number. */
  registrationNumber?: string | undefined
  /** Country of the organization, sent in the format of the option `searchCountryFormat`. */
  country?: Country | undefined
  /** Industry of the organization, in words. */
  industry?: string | undefined
}

export const organizationQueryInput = z.strictObject({
  companyName: oneLineText,
  registrationNumber: optionalText,
  country: optionalCountry,
  industry: optionalText,
} satisfies FieldsOf<SearchOrganizationsInput>)

/** Known facts about a person. */
interface PersonQuery {
  /** Day of birth, sent unchanged. The service accepts several formats; YYYY-MM-DD is unambiguous. */
  birthDate?: string | undefined
  /** Country of the person, sent in the format of the option `searchCountryFormat`. */
  country?: Country | undefined
  /** Country of citizenship, sent like `country`. */
  nationality?: Country | undefined
  /** National ID or passport number. */
  nationalIdNumber?: string | undefined
  /** Given names. */
  firstName?: string | undefined
  /** Family name. */
  lastName?: string | undefined
  /** Full name. */
  fullName?: string | undefined
  /** Full name. @deprecated This is the service's legacy field: use `fullName`. */
  name?: string | undefined
}

/** A person that is specified by the legacy field `name`. @inline */
interface PersonQueryByLegacyName extends PersonQuery {
  /** Full name. @deprecated This is the service's legacy field: use `fullName`. */
  name: string
}

/** A person that is specified by full name. @inline */
interface PersonQueryByFullName extends PersonQuery {
  fullName: string
}

/** A person that is specified by first and last name. @inline */
interface PersonQueryByParts extends PersonQuery {
  firstName: string
  lastName: string
}

/**
 * Known facts about a person to look up. One form of the name is required: first and last name, `fullName`, or the legacy `name`.
 *
 * @example
 * const query: SearchPersonsInput = { firstName: 'Ilse', lastName: 'Brandt', birthDate: '1961-04-09' }
 */
export type SearchPersonsInput = PersonQueryByLegacyName | PersonQueryByFullName | PersonQueryByParts

const personQueryFields = {
  firstName: optionalText,
  lastName: optionalText,
  fullName: optionalText,
  name: optionalText,
  birthDate: optionalText,
  country: optionalCountry,
  nationality: optionalCountry,
  nationalIdNumber: optionalText,
} satisfies FieldsOf<SearchPersonsInput>

export const personQueryInput = z.strictObject(personQueryFields).check(
  z.refine(({ firstName, lastName, fullName, name }) => (firstName && lastName) || fullName || name, {
    error: 'must name the person: firstName together with lastName, or fullName, or name',
  }),
)

/**
 * Filters for the team's own entities. An entity must match all of them. The fields are not documented, so
 * the real service may expect other fields.
 *
 * @example
 * const query: SearchEntitiesInput = { type: 'organization', riskLevel: 'high', limit: 20 }
 */
export interface SearchEntitiesInput {
  /** A part of the name to search for. */
  name?: string | undefined
  /** The type to search for; entities of both types by default. */
  type?: EntityType | undefined
  /** Country of the entity, sent as its 2-letter ISO code. */
  countryCode?: Country | undefined
  /** The complete case status, such as `IN_PROGRESS`. */
  caseStatus?: CaseStatus | undefined
  /** The risk level: `low` or `Low Risk`. It is sent as the label `Low Risk`. The mock server knows `low`, `medium` and `high`. */
  riskLevel?: RiskLevel | undefined
  /** Maximum number of entities to return, 1 or more; all by default. The mock server accepts up to 1000. */
  limit?: number | undefined
  /** Number of matching entities to skip, 0 or more. */
  offset?: number | undefined
}

export const entityQueryInput = z.strictObject({
  name: optionalText,
  type: z.optional(z.enum(entityTypes)),
  countryCode: optionalCountry,
  caseStatus: optionalText,
  riskLevel: optionalText,
  limit: z.optional(z.int().check(z.minimum(1))),
  offset: z.optional(z.int().check(z.minimum(0))),
} satisfies FieldsOf<SearchEntitiesInput>)

const organizationReader = createRecordReader(organizationProfile, (wire, context) => ({
  /** Name of the organization. */
  companyName: textUnlessPlaceholder(wire.company_name, context, 'company_name'),
  /** Registration number. */
  registrationNumber: textUnlessPlaceholder(
    wire.company_registration_number,
    context,
    'company_registration_number',
  ),
  /** Country name, as spelled by the web source. */
  country: textUnlessPlaceholder(wire.country, context, 'country'),
  /** 2-letter ISO country code. */
  countryCode: isoCountryCode(wire.country_code, context, 'country_code'),
  /** Industry, in words. */
  industry: textUnlessPlaceholder(wire.industry, context, 'industry'),
  /** URL of the organization's website. */
  websiteUrl: textUnlessPlaceholder(wire.website_url, context, 'website_url'),
  /** URL of the page where the data was found. */
  sourceUrl: textUnlessPlaceholder(wire.source_url, context, 'source_url'),
  unknownFields: noUnknownFields,
}))

/** An organization found on the web. Unknown values are null. */
export interface OrganizationProfile extends ModelOf<typeof organizationReader> {}

export const decodeOrganizations = createListDecoder('organizations', organizationReader)

const personReader = createRecordReader(personProfile, (wire, context) => ({
  /** Given names. */
  firstName: textUnlessPlaceholder(wire.first_name, context, 'first_name'),
  /** Family name. */
  lastName: textUnlessPlaceholder(wire.last_name, context, 'last_name'),
  /** Date of birth, in the format of the web source. It may be only a year. */
  birthDate: textUnlessPlaceholder(wire.birth_date, context, 'birth_date'),
  /** Country name, as spelled by the web source. */
  country: textUnlessPlaceholder(wire.country, context, 'country'),
  /** 2-letter ISO country code. */
  countryCode: isoCountryCode(wire.country_code, context, 'country_code'),
  /** Nationality, as spelled by the web source. */
  nationality: textUnlessPlaceholder(wire.nationality, context, 'nationality'),
  /** National ID or passport number. */
  nationalIdNumber: textUnlessPlaceholder(wire.national_id_number, context, 'national_id_number'),
  /** URL of an image of the person. Always null so far, because the service has no images. */
  profileImageUrl: textUnlessPlaceholder(wire.profile_image_url, context, 'profile_image_url'),
  /** URL of the page where the data was found. */
  sourceUrl: textUnlessPlaceholder(wire.source_url, context, 'source_url'),
  unknownFields: noUnknownFields,
}))

/** A person found on the web. Unknown values are null. */
export interface PersonProfile extends ModelOf<typeof personReader> {}

export const decodePersons = createListDecoder('persons', personReader)
