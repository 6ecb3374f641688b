/**
 * The client of the Entity Screening Service: `EntityScreening`, its errors, and the types of inputs and results. It uses `fetch` and
 * no built-in modules, so it runs in Node, browsers, workers, Deno and Bun. Keep the key on a server: in a browser, set
 * `apiKey: null` and let your own route add the key.
 *
 * @module entity-screening-sdk
 */

export { EntityScreening } from './client.ts'
export type { Issue } from './contract/issues.ts'
export { caseStatuses, documentTypes, entityTypes, riskLevels } from './contract/values.ts'
export type { BulkEntityInput, BulkOrganizationInput, BulkPersonInput, BulkSummary } from './model/bulk.ts'
export type { CreateEntityInput, CreateOrganizationInput, CreatePersonInput } from './model/creation.ts'
export type { AttachDocumentInput, AttachedDocument } from './model/document.ts'
export type { CreatedEntity, Entity } from './model/entity.ts'
export type { Country } from './model/inputs.ts'
export type { HitEntry, Network, NetworkNode, PepEntry, Relation } from './model/network.ts'
export type {
  OrganizationProfile,
  PersonProfile,
  SearchEntitiesInput,
  SearchOrganizationsInput,
  SearchPersonsInput,
} from './model/search.ts'
export type { Health, ServiceIndex } from './model/service.ts'
export type { QuirkReport } from './reading/quirk-log.ts'
export type { CreatedOnce, CreateOnceOptions } from './resources/create-once.ts'
export type { Entities } from './resources/entities.ts'
export type { OtherCreation, ReconcileOptions } from './resources/prepare-reconcile.ts'
export type { Reconciliation } from './resources/reconcile.ts'
export type { Search } from './resources/search.ts'
export type { Service } from './resources/service.ts'
export type { WaitOptions } from './resources/waiting.ts'
export { type ApiPromise, fakeCall, type WithResponse } from './transport/api-promise.ts'
export { AbortedError } from './transport/errors/AbortedError.ts'
export { ApiError } from './transport/errors/ApiError.ts'
export { AuthenticationError } from './transport/errors/AuthenticationError.ts'
export { BadRequestError } from './transport/errors/BadRequestError.ts'
export { ConnectionError } from './transport/errors/ConnectionError.ts'
export { EntityScreeningError } from './transport/errors/EntityScreeningError.ts'
export { InputValidationError } from './transport/errors/InputValidationError.ts'
export { NotFoundError } from './transport/errors/NotFoundError.ts'
export { PermissionDeniedError } from './transport/errors/PermissionDeniedError.ts'
export { PossibleDuplicateError } from './transport/errors/PossibleDuplicateError.ts'
export { RateLimitError } from './transport/errors/RateLimitError.ts'
export { ResponseValidationError } from './transport/errors/ResponseValidationError.ts'
export type { ScreeningError } from './transport/errors/ScreeningError.ts'
export { ServerError } from './transport/errors/ServerError.ts'
export { TimeoutError } from './transport/errors/TimeoutError.ts'
export { WaitTimeoutError } from './transport/errors/WaitTimeoutError.ts'
export type {
  ClientOptions,
  FetchOptions,
  Hooks,
  Logger,
  RequestOptions,
} from './transport/options/options.ts'
