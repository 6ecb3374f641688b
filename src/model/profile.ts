import { organizationProfile, personProfile } from '../contract/search.ts'
import { country } from '../quirks/country.ts'
import { placeholder } from '../quirks/placeholder.ts'
import type { Extra } from '../reading/extra.ts'
import type { Path, QuirkLog } from '../reading/log.ts'
import { fieldNames, mapItems, openRecord, take, takeExtra, takeItems } from './record.ts'

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
  /** Fields that the vocabulary has no name for, and those that could not be read, as they came. */
  extra: Extra
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
  /** Fields that the vocabulary has no name for, and those that could not be read, as they came. */
  extra: Extra
}

const organizationFields = fieldNames(organizationProfile)

export function decodeOrganizations(body: unknown, log: QuirkLog): OrganizationProfile[] {
  return decodeResults(body, 'organizations', log, (item, path) => {
    const record = openRecord(item, path, log, organizationFields)
    const { fields } = record
    return {
      companyName: take(record, 'company_name', placeholder(fields.company_name)),
      registrationNumber: take(
        record,
        'company_registration_number',
        placeholder(fields.company_registration_number),
      ),
      country: take(record, 'country', placeholder(fields.country)),
      countryCode: take(record, 'country_code', country(fields.country_code)),
      industry: take(record, 'industry', placeholder(fields.industry)),
      websiteUrl: take(record, 'website_url', placeholder(fields.website_url)),
      sourceUrl: take(record, 'source_url', placeholder(fields.source_url)),
      extra: takeExtra(record),
    }
  })
}

const personFields = fieldNames(personProfile)

export function decodePersons(body: unknown, log: QuirkLog): PersonProfile[] {
  return decodeResults(body, 'persons', log, (item, path) => {
    const record = openRecord(item, path, log, personFields)
    const { fields } = record
    return {
      firstName: take(record, 'first_name', placeholder(fields.first_name)),
      lastName: take(record, 'last_name', placeholder(fields.last_name)),
      birthDate: take(record, 'birth_date', placeholder(fields.birth_date)),
      country: take(record, 'country', placeholder(fields.country)),
      countryCode: take(record, 'country_code', country(fields.country_code)),
      nationality: take(record, 'nationality', placeholder(fields.nationality)),
      nationalIdNumber: take(record, 'national_id_number', placeholder(fields.national_id_number)),
      profileImageUrl: take(record, 'profile_image_url', placeholder(fields.profile_image_url)),
      sourceUrl: take(record, 'source_url', placeholder(fields.source_url)),
      extra: takeExtra(record),
    }
  })
}

function decodeResults<Profile>(
  body: unknown,
  what: string,
  log: QuirkLog,
  decode: (item: unknown, path: Path) => Profile,
): Profile[] {
  const { items, path } = takeItems(body, ['results'], what, log)
  return mapItems(items, path, decode)
}
