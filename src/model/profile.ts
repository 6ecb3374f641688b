import { organizationProfile, personProfile } from '../contract/search.ts'
import { country } from '../quirks/country.ts'
import { placeholder } from '../quirks/scalar.ts'
import { itemsOf } from '../reading/body.ts'
import type { QuirkLog } from '../reading/log.ts'
import { tableOf } from '../reading/read-record.ts'
import type { UnknownFields } from '../reading/reading.ts'

/** An organization found on the web; null for what is unknown (specification: Organization search result). */
export interface OrganizationProfile {
  /** Name of the organization. */
  companyName: string | null
  /** Registration number. */
  registrationNumber: string | null
  /** Country name, as the source has it. */
  country: string | null
  /** 2-letter ISO country code. */
  countryCode: string | null
  /** Industry that it works in, in words. */
  industry: string | null
  /** Address of its own site. */
  websiteUrl: string | null
  /** Address at which the data was found. */
  sourceUrl: string | null
  /** Unknown fields, and those that could not be read, unchanged. */
  unknownFields: UnknownFields
}

/** A person found on the web; null for what is unknown (specification: Person search result). */
export interface PersonProfile {
  /** Given name, or names. */
  firstName: string | null
  /** Family name. */
  lastName: string | null
  /** Date of birth as the source spells it: it may be a year alone. */
  birthDate: string | null
  /** Country name, as the source has it. */
  country: string | null
  /** 2-letter ISO country code. */
  countryCode: string | null
  /** Nationality, as the source has it. */
  nationality: string | null
  /** National ID or passport number. */
  nationalIdNumber: string | null
  /** The service has no images: always null so far. */
  profileImageUrl: string | null
  /** Address at which the data was found. */
  sourceUrl: string | null
  /** Unknown fields, and those that could not be read, unchanged. */
  unknownFields: UnknownFields
}

const organizations = tableOf(
  organizationProfile,
  (take, rest): OrganizationProfile => ({
    companyName: take('company_name', placeholder),
    registrationNumber: take('company_registration_number', placeholder),
    country: take('country', placeholder),
    countryCode: take('country_code', country),
    industry: take('industry', placeholder),
    websiteUrl: take('website_url', placeholder),
    sourceUrl: take('source_url', placeholder),
    unknownFields: rest(),
  }),
)

export function decodeOrganizations(body: unknown, log: QuirkLog): OrganizationProfile[] {
  return itemsOf(body, 'organizations', log, organizations(log))
}

const persons = tableOf(
  personProfile,
  (take, rest): PersonProfile => ({
    firstName: take('first_name', placeholder),
    lastName: take('last_name', placeholder),
    birthDate: take('birth_date', placeholder),
    country: take('country', placeholder),
    countryCode: take('country_code', country),
    nationality: take('nationality', placeholder),
    nationalIdNumber: take('national_id_number', placeholder),
    profileImageUrl: take('profile_image_url', placeholder),
    sourceUrl: take('source_url', placeholder),
    unknownFields: rest(),
  }),
)

export function decodePersons(body: unknown, log: QuirkLog): PersonProfile[] {
  return itemsOf(body, 'persons', log, persons(log))
}
