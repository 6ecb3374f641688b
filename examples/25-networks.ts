// Asks who owns a company, who its beneficial owners are, and whether sanctioned
// parties block it.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import {
  assessSanctions,
  computeOwnership,
  findBeneficialOwners,
  indexNetwork,
  toSentences,
} from 'entity-screening-sdk/network'

const server = createMockServer()
const client = new EntityScreening(server.connect())

const { id } = await client.entities.create({
  type: 'organization',
  name: 'Tideglass Logistics GmbH',
})
// The clock of the mock server is manual. The real service takes its own time.
server.clock.settle()
// Shows that the screening has ended: before that, nothing_found is impossible.
const entity = (await client.entities.list()).find(one => one.id === id)
// Once, for several questions.
const index = indexNetwork(await client.entities.network(id))

console.log('Ultimate owners:')
for (const { name, effective, isUltimate } of computeOwnership(index).owners)
  if (isUltimate) console.log(`  ${name}, ${effective.min} to ${effective.max}`)

console.log('Beneficial owners:')
for (const { name, by, isCertain } of findBeneficialOwners(index, { rule: 'amlr' })
  .owners)
  console.log(
    `  ${name}, by ${by.join(' and ')}, ${isCertain ? 'certain' : 'possible'}`,
  )

const assessed = assessSanctions(index, { regime: 'ofac', entity })
console.log(`Sanctions: ${assessed.verdict}`)
for (const sentence of toSentences(assessed)) console.log(`  ${sentence}`)
