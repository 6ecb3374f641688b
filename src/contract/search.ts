import * as z from 'zod/mini'
import { text } from './text.ts'

/** Body of the organization search (specification: POST /api/search/organizations). */
export const searchOrganizationsRequest = z.object({
  company_name: text,
  company_registration_number: z.optional(text),
  /** A country name, as the specification's text describes, or a 2-letter code, as in its sample. */
  countryCode: z.optional(text),
  industry: z.optional(text),
})

/** Body of the person search. It requires one form of the name (specification: POST /api/search/persons). */
export const searchPersonsRequest = z
  .object({
    /** Given names. Requires last_name. */
    first_name: z.optional(text),
    /** Family name. Requires first_name. */
    last_name: z.optional(text),
    /** Full name, legacy field. */
    name: z.optional(text),
    /** Full name, preferred field. */
    full_name: z.optional(text),
    /** Day of birth, in any of several formats. */
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

const profileFields = {
  /** Country name. */
  country: z.string(),
  /** 2-letter ISO code. */
  country_code: z.string(),
  /** The URL of the page where the data was found. */
  source_url: z.string(),
}

/** An organization found on the web. Unknown values are empty strings (specification: Organization search result). */
export const organizationProfile = z.looseObject({
  ...profileFields,
  company_name: z.string(),
  company_registration_number: z.string(),
  industry: z.string(),
  website_url: z.string(),
})

/** A person found on the web. Unknown values are empty strings (specification: Person search result). */
export const personProfile = z.looseObject({
  ...profileFields,
  first_name: z.string(),
  last_name: z.string(),
  birth_date: z.string(),
  /** Country of citizenship. */
  nationality: z.string(),
  /** National ID or passport number. */
  national_id_number: z.string(),
  /** URL of an image. Always empty, because the service has no images. */
  profile_image_url: z.string(),
})

/** The response of the organization search, without an envelope (specification: POST /api/search/organizations). */
export const organizationResults = z.looseObject({
  /** The profiles that were found. */
  results: z.array(organizationProfile),
})

/** The response of the person search, without an envelope (specification: POST /api/search/persons). */
export const personResults = z.looseObject({
  /** The profiles that were found. */
  results: z.array(personProfile),
})
