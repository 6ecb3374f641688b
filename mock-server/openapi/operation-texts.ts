import type { OperationName } from '../../src/contract/operations.ts'

export const tags = {
  Entities: "The team's organizations and persons, and what screening finds about them.",
  'Web search': 'Organizations and persons looked up on the web.',
  Service: 'The service itself.',
} as const

interface OperationText {
  readonly tag: keyof typeof tags
  readonly summary: string
  readonly description: string
}

const keyOfSearches =
  'Whether a key is needed is open: the mock server asks for one, unless its option searchRequiresKey is false.'

/** The words about each operation. */
export const operationTexts: Readonly<Record<OperationName, OperationText>> = {
  listEntities: {
    tag: 'Entities',
    summary: 'List the entities of the team',
    description: 'All of them, in a bare array. The mock server answers in the order of creation.',
  },
  createEntity: {
    tag: 'Entities',
    summary: 'Create an entity',
    description: 'Creates an organization or a person, and begins to screen and enrich it.',
  },
  createEntitiesBulk: {
    tag: 'Entities',
    summary: 'Create many entities',
    description:
      'Creates every good row, and says of each other row why it failed. The status is 201 even where rows failed.',
  },
  searchEntities: {
    tag: 'Entities',
    summary: 'Search the entities of the team',
    description:
      "Answers the entities that fit all filters. The specification only lists the operation; body and answer are the mock server's choice.",
  },
  getNetwork: {
    tag: 'Entities',
    summary: 'Get the network of an entity',
    description: 'The organizations and persons around an entity with their risks, and how they are related.',
  },
  attachDocument: {
    tag: 'Entities',
    summary: 'Attach a document to an entity',
    description: 'Takes a document by its public address, and begins to analyse it.',
  },
  rescanEntity: {
    tag: 'Entities',
    summary: 'Screen an entity again',
    description: 'Sets the case back to NOT_STARTED, and begins to screen and enrich the entity once more.',
  },
  searchOrganizations: {
    tag: 'Web search',
    summary: 'Look organizations up',
    description: `Looks for profiles of organizations in outside sources. ${keyOfSearches}`,
  },
  searchPersons: {
    tag: 'Web search',
    summary: 'Look persons up',
    description: `Looks for profiles of persons in outside sources. ${keyOfSearches}`,
  },
  getHealth: {
    tag: 'Service',
    summary: 'Ask how the service is',
    description: 'Needs no key.',
  },
  getServiceIndex: {
    tag: 'Service',
    summary: 'Get the welcome',
    description: 'Needs no key. Its path is open: the mock server answers at /v1 and at /.',
  },
}
