/**
 * The zod schemas of the wire, as the specification writes it, and of what the client takes; and the table of operations from
 * which client and reference server are made. For those who validate at another border: a form, a queue, a proxy. Runs
 * wherever zod 4 does.
 *
 * @module entity-screening-sdk/schemas
 */

export { attachDocumentRequest, attachedDocument } from './contract/document.ts'
export {
  bulkRequest,
  bulkRow,
  bulkSummary,
  createdEntityRecord,
  createEntityRequest,
  entityList,
  entityRecord,
  rescanRequest,
  searchEntitiesRequest,
} from './contract/entity.ts'
export { envelope, errorBody } from './contract/envelope.ts'
export { network, networkNode, relation, relationDetails } from './contract/network.ts'
export { type Operation, type OperationName, operations } from './contract/operations.ts'
export {
  organizationProfile,
  organizationResults,
  personProfile,
  personResults,
  searchOrganizationsRequest,
  searchPersonsRequest,
} from './contract/search.ts'
export { health, serviceIndex } from './contract/service.ts'
export { bulkInput } from './model/bulk.ts'
export { documentInput } from './model/document.ts'
export { createEntityInput } from './model/entity.ts'
export { entityQueryInput, organizationQueryInput, personQueryInput } from './model/search.ts'
