/**
 * The zod schemas of the client's inputs, and the table of operations with the schemas of requests and responses, such as
 * `operations.getNetwork.response`. Use them to validate data outside the client, such as in a form, a queue or a proxy. This
 * module runs wherever zod 4 does.
 *
 * @module entity-screening-sdk/schemas
 */

import { bulkInput as bulk } from './model/bulk.ts'
import { createEntityInput as createEntity } from './model/creation.ts'
import {
  entityQueryInput as entityQuery,
  organizationQueryInput as organizationQuery,
  personQueryInput as personQuery,
} from './model/search.ts'

export { operations } from './contract/operations.ts'
export { documentInput } from './model/document.ts'

/**
 * The schema by which `client.entities.createBulk` checks its input: an object with 1 to 1000 `rows`.
 *
 * @example
 * const { error } = bulkInput.safeParse({ rows: [{ type: 'organization', name: 'Nordwind GmbH' }] })
 * console.log(error?.issues[0]?.path) // [ 'rows', 0, 'countryCode' ]
 */
export const bulkInput = bulk

/**
 * The schema by which `client.entities.create` checks its input. It refuses unknown fields, and fields that only the other
 * entity type has.
 *
 * @example
 * const { error } = createEntityInput.safeParse({ type: 'person', name: 'Ilse Brandt', birthDate: '9 April 1961' })
 * console.log(error?.issues[0]?.message) // must be a date such as 1973-05-21
 */
export const createEntityInput = createEntity

/**
 * The schema by which `client.search.organizations` checks its input.
 *
 * @example
 * const { success } = organizationQueryInput.safeParse({ companyName: 'Nordwind', country: 'Korea' })
 * console.log(success) // false
 */
export const organizationQueryInput = organizationQuery

/**
 * The schema by which `client.search.persons` checks its input.
 *
 * @example
 * const { error } = personQueryInput.safeParse({ lastName: 'Brandt' })
 * console.log(error?.issues[0]?.message) // must name the person: firstName together with lastName, or fullName, or name
 */
export const personQueryInput = personQuery

/**
 * The schema by which `client.entities.search` checks its input.
 *
 * @example
 * const { success } = entityQueryInput.safeParse({ riskLevel: 'high', limit: 0 })
 * console.log(success) // false
 */
export const entityQueryInput = entityQuery
