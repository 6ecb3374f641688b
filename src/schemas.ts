/**
 * The zod schemas of what the client takes, and the table of operations from which client and mock server are made, with the
 * schemas of the wire as the specification writes it: `operations.getNetwork.response`. For those who validate at another
 * border: a form, a queue, a proxy. Runs wherever zod 4 does.
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

export { type Operation, operations } from './contract/operations.ts'
export { documentInput } from './model/document.ts'

/**
 * The input of `client.entities.createBulk`, as it checks it: 1 to 1000 rows, under the name `rows` that its issues begin with.
 *
 * @example
 * const { error } = bulkInput.safeParse({ rows: [{ type: 'organization', name: 'Nordwind GmbH' }] })
 * console.log(error?.issues[0]?.path) // [ 'rows', 0, 'countryCode' ]
 */
export const bulkInput = bulk

/**
 * The input of `client.entities.create`, as it checks it: fields of the other type, and unknown ones, are refused.
 *
 * @example
 * const { error } = createEntityInput.safeParse({ type: 'person', name: 'Ilse Brandt', birthDate: '9 April 1961' })
 * console.log(error?.issues[0]?.message) // must be a date of the form YYYY-MM-DD
 */
export const createEntityInput = createEntity

/**
 * The input of `client.search.organizations`, as it checks it.
 *
 * @example
 * const { success } = organizationQueryInput.safeParse({ companyName: 'Nordwind', country: 'Korea' })
 * console.log(success) // false
 */
export const organizationQueryInput = organizationQuery

/**
 * The input of `client.search.persons`, as it checks it.
 *
 * @example
 * const { error } = personQueryInput.safeParse({ lastName: 'Brandt' })
 * console.log(error?.issues[0]?.message) // must name the person: firstName together with lastName, or fullName, or name
 */
export const personQueryInput = personQuery

/**
 * The input of `client.entities.search`, as it checks it.
 *
 * @example
 * const { success } = entityQueryInput.safeParse({ riskLevel: 'high', limit: 0 })
 * console.log(success) // false
 */
export const entityQueryInput = entityQuery
