import { organizationProfile, personProfile } from '../contract/search.ts'
import { country } from '../quirks/country.ts'
import type { Extra } from '../reading/extra.ts'
import { createFieldNames } from '../reading/field-names.ts'
import type { Path, QuirkLog } from '../reading/log.ts'
import { fieldNames, mapItems, openRecord, take, takeExtra, takeItems, takeShown } from './record.ts'

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
  /** Unknown fields, and those that could not be read, unchanged. */
  extra: Extra
}

const organizationFields = fieldNames(organizationProfile)

export function decodeOrganizations(body: unknown, log: QuirkLog): OrganizationProfile[] {
  return decodeResults(body, 'organizations', log, (item, path) => {
    const record = openRecord(item, path, log, organizationFields)
    const { fields } = record
    return {
      companyName: takeShown(record, 'company_name', fields.company_name),
      registrationNumber: takeShown(
        record,
        'company_registration_number',
        fields.company_registration_number,
      ),
      country: takeShown(record, 'country', fields.country),
      countryCode: take(record, 'country_code', country(fields.country_code)),
      industry: takeShown(record, 'industry', fields.industry),
      websiteUrl: takeShown(record, 'website_url', fields.website_url),
      sourceUrl: takeShown(record, 'source_url', fields.source_url),
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
      firstName: takeShown(record, 'first_name', fields.first_name),
      lastName: takeShown(record, 'last_name', fields.last_name),
      birthDate: takeShown(record, 'birth_date', fields.birth_date),
      country: takeShown(record, 'country', fields.country),
      countryCode: take(record, 'country_code', country(fields.country_code)),
      nationality: takeShown(record, 'nationality', fields.nationality),
      nationalIdNumber: takeShown(record, 'national_id_number', fields.national_id_number),
      profileImageUrl: takeShown(record, 'profile_image_url', fields.profile_image_url),
      sourceUrl: takeShown(record, 'source_url', fields.source_url),
      extra: takeExtra(record),
    }
  })
}

const listNames = createFieldNames(['results'], ['results'])

function decodeResults<Profile>(
  body: unknown,
  what: string,
  log: QuirkLog,
  decode: (item: unknown, path: Path) => Profile,
): Profile[] {
  const { items, path } = takeItems(body, listNames, what, log)
  return mapItems(items, path, decode)
}
