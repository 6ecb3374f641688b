import type { Descriptions } from './descriptions.ts'

const organizations = 'POST /api/search/organizations'
const persons = 'POST /api/search/persons'
const organization = 'Organization search result'
const person = 'Person search result'

export const searches = {
  SearchOrganizationsRequest: {
    section: organizations,
    about: 'Which organization to look for on the web.',
    fields: {
      company_name: 'Name to look for.',
      company_registration_number: 'Its registration number.',
      countryCode:
        'Where it sits. The text speaks of a name and the sample of an alpha-2 code; the mock server takes either.',
      industry: 'What it does.',
    },
  },
  SearchOrganizationsResponse: {
    section: organizations,
    about: 'What was found.',
    fields: { results: 'One profile for each organization; none where nothing was found.' },
  },
  OrganizationProfile: {
    section: organization,
    about: 'An organization that was found on the web. What is not known is an empty string.',
    fields: {
      company_name: 'Name of the organization.',
      company_registration_number: 'Its registration number.',
      country: 'Name of its country.',
      country_code: 'ISO 3166-1 alpha-2 code of its country.',
      industry: 'What it does.',
      website_url: 'Its website.',
      source_url: 'Where the data was found.',
    },
  },
  SearchPersonsRequest: {
    section: persons,
    about:
      'Which person to look for on the web. The name must be there in one of three forms: first_name with last_name, full_name, or name.',
    fields: {},
  },
  PersonQuery: {
    section: persons,
    about: 'All that can be said of the person to look for.',
    fields: {
      first_name: 'Given names; goes with last_name.',
      last_name: 'Family name; goes with first_name.',
      name: 'Full name, by the older of two fields.',
      full_name: 'Full name, by the field that is preferred.',
      birth_date:
        'When the person was born. Several spellings are taken; the mock server knows 1961-04-09, 09.04.1961, 9 April 1961, the year alone and a few more.',
      countryCode: 'Where the person lives; alpha-2 code or name, as in the organization search.',
      nationality: 'Country of which the person is a national.',
      national_id_number: 'Number of the national ID or passport.',
    },
  },
  SearchPersonsResponse: {
    section: persons,
    about: 'Who was found.',
    fields: { results: 'One profile for each person; none where nobody was found.' },
  },
  PersonProfile: {
    section: person,
    about: 'A person who was found on the web. What is not known is an empty string.',
    fields: {
      first_name: 'Given names.',
      last_name: 'Family name.',
      birth_date: 'When the person was born.',
      country: 'Name of the country.',
      country_code: 'ISO 3166-1 alpha-2 code of the country.',
      nationality: 'Country of which the person is a national.',
      national_id_number: 'Number of the national ID or passport.',
      profile_image_url: 'Always empty: there are no images.',
      source_url: 'Where the data was found.',
    },
  },
} as const satisfies Descriptions
