import type { ApiPromise, EntityScreening } from 'entity-screening-sdk'
import {
  attachedDocument,
  bulkSummary,
  createdEntityRecord,
  entityRecord,
} from '../../src/contract/entity.ts'
import { networkNode, relation, relationDetails } from '../../src/contract/network.ts'
import { organizationProfile, personProfile } from '../../src/contract/search.ts'
import { health } from '../../src/contract/service.ts'
import { answering } from '../answering.ts'

/** A record of a response: where it stands, and the call that reads it. */
export interface Place {
  readonly fields: Readonly<Record<string, unknown>>
  readonly path: readonly (string | number)[]
  /** The body around the record. */
  readonly around: (record: Readonly<Record<string, unknown>>) => unknown
  readonly read: (client: EntityScreening) => Reads
}

type Reads = Pick<ApiPromise<unknown>, 'withResponse'>

const node = { id: 'n1', name: 'Nordwind GmbH', pep: [], sanctions: [], adverse_media: [] }
const role = { source: 'n1', target: 'n1', type: 'RoleRelationship' }
const entry = { name: 'Ilse Brandt', sources: [] }
const rows = [{ type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' }] as const

function inNode(list: 'pep' | 'sanctions' | 'adverse_media'): Place {
  return {
    fields: list === 'pep' ? { name: true, position: true, sources: true } : { name: true, sources: true },
    path: ['data', 'nodes', 'n1', list, 0],
    around: record => networkOf({ ...node, [list]: [{ ...entry, ...record }] }),
    read: client => client.entities.network('n1'),
  }
}

function networkOf(given: object, relations: readonly unknown[] = []) {
  return { success: true, data: { nodes: { n1: given }, relations } }
}

export const places: Readonly<Record<string, Place>> = {
  'an entity of a list': {
    fields: entityRecord.shape,
    path: [0],
    around: record => [{ id: 'e1', ...record }],
    read: client => client.entities.list(),
  },
  'a created entity': {
    fields: createdEntityRecord.shape,
    path: ['data'],
    around: record => ({ success: true, data: { id: 'e1', ...record } }),
    read: client => client.entities.create(rows[0]),
  },
  'an organization that was found': {
    fields: organizationProfile.shape,
    path: ['results', 0],
    around: record => ({ success: true, results: [record] }),
    read: client => client.search.organizations({ companyName: 'Nordwind' }),
  },
  'a person who was found': {
    fields: personProfile.shape,
    path: ['results', 0],
    around: record => ({ success: true, results: [record] }),
    read: client => client.search.persons({ fullName: 'Ilse Brandt' }),
  },
  'a node': {
    fields: networkNode.shape,
    path: ['data', 'nodes', 'n1'],
    around: record => networkOf({ ...node, ...record }),
    read: client => client.entities.network('n1'),
  },
  'an entry of pep': inNode('pep'),
  'an entry of sanctions': inNode('sanctions'),
  'an entry of adverse_media': inNode('adverse_media'),
  'a relation': {
    fields: relation.shape,
    path: ['data', 'relations', 0],
    around: record => networkOf(node, [{ ...role, ...record }]),
    read: client => client.entities.network('n1'),
  },
  'the details of a relation': {
    fields: relationDetails.shape,
    path: ['data', 'relations', 0, 'details'],
    around: record => networkOf(node, [{ ...role, details: record }]),
    read: client => client.entities.network('n1'),
  },
  'an attached document': {
    fields: attachedDocument.shape,
    path: ['data'],
    around: record => ({ success: true, data: { documentId: 'd1', ...record } }),
    read: client => client.entities.attachDocument('e1', { url: 'https://documents.example/accounts.pdf' }),
  },
  'the summary of a bulk creation': {
    fields: bulkSummary.shape,
    path: ['data'],
    around: record => ({ success: true, data: { successCount: 1, ...record } }),
    read: client => client.entities.createBulk(rows),
  },
  'the index of the service': {
    fields: { message: true, version: true, documentation: true, timestamp: true },
    path: [],
    around: record => record,
    read: client => client.service.index(),
  },
  'the health of the service': {
    fields: health.shape,
    path: [],
    around: record => ({ success: true, ...record }),
    read: client => client.service.health(),
  },
}

/** Without these, there is nothing to return. */
const indispensable = [
  ['a created entity', 'id'],
  ['an attached document', 'documentId'],
  ['the summary of a bulk creation', 'successCount'],
]

export const fields = Object.entries(places).flatMap(([what, place]) =>
  Object.keys(place.fields).map(name => ({ what, name, place })),
)

export function isIndispensable({ what, name }: { what: string; name: string }): boolean {
  return indispensable.some(([kind, field]) => kind === what && field === name)
}

export function readRecord({ around, read }: Place, record: Readonly<Record<string, unknown>>) {
  return read(answering(around(record)).client).withResponse()
}
