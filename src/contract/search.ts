import * as z from 'zod/mini'
import { text } from './text.ts'

/** Body of the organization search (specification: POST /api/search/organizations). */
export const searchOrganizationsRequest = z.object({
  /** Name to search for. */
  company_name: text,
  /** Registration number. */
  company_registration_number: z.optional(text),
  /** The text says a country name, the sample a 2-letter code: both are taken. */
  countryCode: z.optional(text),
  /** Industry. */
  industry: z.optional(text),
})

/** Body of the person search: it needs one form of the name (specification: POST /api/search/persons). */
export const searchPersonsRequest = z
  .object({
    /** Together with last_name. */
    first_name: z.optional(text),
    /** Together with first_name. */
    last_name: z.optional(text),
    /** Full name, legacy field. */
    name: z.optional(text),
    /** Full name, preferred field. */
    full_name: z.optional(text),
    /** Several formats are accepted. */
    birth_date: z.optional(text),
    /** A country code or name, as in the organization search. */
    countryCode: z.optional(text),
    /** Country of citizenship, by code or name. */
    nationality: z.optional(text),
    /** National ID or passport number. */
    national_id_number: z.optional(text),
  })
  .check(
    z.refine(({ first_name, last_name, name, full_name }) => (first_name && last_name) || name || full_name, {
      error: 'must name the person: first_name together with last_name, or full_name, or name',
    }),
  )

/**
 * An organization found on the web; an empty string for what is unknown (specification: Organization search result).
 */
export const organizationProfile = z.looseObject({
  /** Name. */
  company_name: z.string(),
  /** Registration number. */
  company_registration_number: z.string(),
  /** Country name. */
  country: z.string(),
  /** 2-letter ISO code. */
  country_code: z.string(),
  /** Industry. */
  industry: z.string(),
  /** Website. */
  website_url: z.string(),
  /** Where the data was found. */
  source_url: z.string(),
})

/** A person found on the web; an empty string for what is unknown (specification: Person search result). */
export const personProfile = z.looseObject({
  /** Given names. */
  first_name: z.string(),
  /** Family name. */
  last_name: z.string(),
  /** Date of birth. */
  birth_date: z.string(),
  /** Country name. */
  country: z.string(),
  /** 2-letter ISO code. */
  country_code: z.string(),
  /** Country of citizenship. */
  nationality: z.string(),
  /** National ID or passport number. */
  national_id_number: z.string(),
  /** Always empty; image support is absent. */
  profile_image_url: z.string(),
  /** Where the data was found. */
  source_url: z.string(),
})

/**
 * The response of the organization search, without an envelope (specification: POST /api/search/organizations, response).
 */
export const organizationResults = z.looseObject({
  /** The profiles that were found. */
  results: z.array(organizationProfile),
})
/** The response of the person search, without an envelope (specification: POST /api/search/persons, response). */
export const personResults = z.looseObject({
  /** The profiles that were found. */
  results: z.array(personProfile),
})
