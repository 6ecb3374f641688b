// Settles doubts about relations: with known words, known fields, and a function.
import type { Network, Relation } from 'entity-screening-sdk'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import {
  type IndexOptions,
  indexNetwork,
  type RelationReading,
  readPscRelation,
} from 'entity-screening-sdk/network'

const server = createMockServer()
const client = new EntityScreening(server.connect())
const { id } = await client.entities.create({
  type: 'organization',
  name: 'Tideglass Logistics GmbH',
})
server.clock.settle()
const network = await client.entities.network(id)

/** The network, as a source with its own words and fields shows it. */
function describe(relation: Relation): Relation {
  if (relation.type === 'RoleRelationship')
    return { ...relation, label: 'Geschäftsführer' }
  return {
    ...relation,
    label: 'Gesellschafter',
    unknownFields: { filing: 'paper' },
  }
}
const foreign: Network = { ...network, relations: network.relations.map(describe) }

function countDoubts(options: IndexOptions): number {
  return indexNetwork(foreign, options).issues.filter(
    ({ kind }) => kind === 'doubtful_relation',
  ).length
}

/** Reads the natures of control of the UK register, else words of this source. */
function readRelation(relation: Relation): readonly RelationReading[] | undefined {
  const { exactShare } = relation.details
  if (relation.label === 'Gesellschafter' && exactShare !== null)
    return [{ kind: 'shares', min: exactShare, max: exactShare }]
  return relation.label === 'Geschäftsführer'
    ? [{ kind: 'office' }]
    : readPscRelation(relation)
}

const knownWords = { holding: ['Gesellschafter'], office: ['Geschäftsführer'] }
const knownFields = { filing: 'ignore' } as const
console.log(`Relations in doubt: ${countDoubts({})}`)
console.log(`With knownWords: ${countDoubts({ knownWords })}`)
console.log(
  `With knownWords and knownFields: ${countDoubts({ knownWords, knownFields })}`,
)
console.log(`With readRelation: ${countDoubts({ readRelation })}`)
