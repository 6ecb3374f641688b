// Creates several entities, attaches a document, rescans, searches the web, and
// reads the health of the service.
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

const server = createMockServer()
const client = new EntityScreening(server.connect())

const { successCount, errors } = await client.entities.createBulk([
  {
    type: 'organization',
    name: 'Halfmoon Minerals Oy',
    countryCode: 'Finland',
    tags: ['supplier', 'mining'],
  },
  { type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FIN' },
  {
    type: 'person',
    firstName: 'Ilse',
    lastName: 'Brandt',
    countryCode: 'DE',
    birthDate: '1961-04-09',
  },
])
console.log(`${successCount} created`)
for (const { row, reason } of errors) console.log(`row ${row}: ${reason}`)

const [company] = await client.entities.search({ name: 'halfmoon' })
if (company === undefined) throw new Error('It is not there.')
const { message } = await client.entities.attachDocument(company, {
  url: 'https://example.com/accounts-2024.pdf',
  type: 'financial_statement',
})
console.log(message)

const { caseStatus } = await client.entities.rescan(company)
console.log(`${company.name} is screened again: ${caseStatus}`)

const [organization] = await client.search.organizations({
  companyName: 'Tideglass Logistics',
  country: 'Germany',
})
console.log(organization)
const persons = await client.search.persons({
  firstName: 'Dragomir',
  lastName: 'Vosskov',
})
console.log(
  persons.map(({ birthDate, nationality, sourceUrl }) => ({
    birthDate,
    nationality,
    sourceUrl,
  })),
)

const { status, version } = await client.service.health()
console.log(`The service is ${status}, version ${version}`)
