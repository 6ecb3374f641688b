/**
 * The parts of operations that are loaded when an operation is first called. They are one module, because each separate module
 * would divide a bundle into several more files, which compress worse.
 */

export { applyDialect, applyQuirksToNetwork } from '../dialects/apply-dialect.ts'
export { buildNetwork, findLoadedNetwork, hasQuirkyNetwork } from '../screening/network.ts'
export { handleGetServiceIndex } from './get-service-index.ts'
export { handleSearchOrganizations } from './search-organizations.ts'
export { handleSearchPersons } from './search-persons.ts'
