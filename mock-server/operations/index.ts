import type { OperationName } from '../../src/contract/operations.ts'
import type { SlicedWork } from '../message/sliced-work.ts'
import { attachDocument } from './attach-document.ts'
import { createEntitiesBulk } from './create-entities-bulk.ts'
import { createEntity } from './create-entity.ts'
import { getHealth } from './get-health.ts'
import { getNetwork } from './get-network.ts'
import type { Call, Handler } from './handler.ts'
import { listEntities } from './list-entities.ts'
import { rescanEntity } from './rescan-entity.ts'
import { searchEntities } from './search-entities.ts'

/** Reads run at once. */
export const reads: Readonly<Record<Exclude<OperationName, WriteName>, Handler>> = {
  listEntities,
  searchEntities,
  getNetwork,
  // They need the names of countries, which no other operation does.
  searchOrganizations: async call => (await import('./search-organizations.ts')).searchOrganizations(call),
  searchPersons: async call => (await import('./search-persons.ts')).searchPersons(call),
  getHealth,
  getServiceIndex: async ({ now }) => (await import('./get-service-index.ts')).getServiceIndex(now),
}

type WriteName = 'createEntity' | 'createEntitiesBulk' | 'attachDocument' | 'rescanEntity'

/** Prepares a change of a team, and returns the step that makes it. */
type Write = (call: Call) => SlicedWork<() => unknown>

/** The writes of a team run in the order of their arrival. */
export const writes: Readonly<Record<WriteName, Write>> = {
  createEntity: inOneStep(createEntity),
  createEntitiesBulk,
  attachDocument: inOneStep(attachDocument),
  rescanEntity: inOneStep(rescanEntity),
}

export function isWrite(name: OperationName): name is WriteName {
  return Object.hasOwn(writes, name)
}

function inOneStep(handler: Handler): Write {
  return function* prepare(call) {
    return () => handler(call)
  }
}
