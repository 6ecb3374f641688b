import type { OperationName } from '../../src/contract/operations.ts'
import type { SlicedWork } from '../message/sliced-work.ts'
import { handleAttachDocument } from './attach-document.ts'
import { handleCreateEntitiesBulk } from './create-entities-bulk.ts'
import { handleCreateEntity } from './create-entity.ts'
import { handleGetHealth } from './get-health.ts'
import { handleGetNetwork } from './get-network.ts'
import type { OperationCall, OperationHandler } from './handler.ts'
import { handleListEntities } from './list-entities.ts'
import { handleRescanEntity } from './rescan-entity.ts'
import { handleSearchEntities } from './search-entities.ts'

/** The handlers of operations that only read. These operations do not wait for the team's writes in progress. */
export const readHandlers: Readonly<Record<Exclude<OperationName, WriteName>, OperationHandler>> = {
  listEntities: handleListEntities,
  searchEntities: handleSearchEntities,
  getNetwork: handleGetNetwork,
  searchOrganizations: async call => (await import('./on-demand.ts')).handleSearchOrganizations(call),
  searchPersons: async call => (await import('./on-demand.ts')).handleSearchPersons(call),
  getHealth: handleGetHealth,
  getServiceIndex: async ({ now }) => (await import('./on-demand.ts')).handleGetServiceIndex(now),
}

type WriteName = 'createEntity' | 'createEntitiesBulk' | 'attachDocument' | 'rescanEntity'

/** Prepares a change of a team, and returns the function that makes the change. */
type WriteHandler = (call: OperationCall) => SlicedWork<() => unknown>

/** The handlers of operations that write. The writes of a team run in the order of their arrival. */
export const writeHandlers: Readonly<Record<WriteName, WriteHandler>> = {
  createEntity: inOneStep(handleCreateEntity),
  createEntitiesBulk: handleCreateEntitiesBulk,
  attachDocument: inOneStep(handleAttachDocument),
  rescanEntity: inOneStep(handleRescanEntity),
}

export function isWrite(name: OperationName): name is WriteName {
  return Object.hasOwn(writeHandlers, name)
}

function inOneStep(handler: OperationHandler): WriteHandler {
  return function* prepare(call) {
    return () => handler(call)
  }
}
