import { type EntityScreening, InputValidationError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { createEntityRequest } from '../../src/contract/entity.ts'
import { answering } from '../answering.ts'
import { failureOf } from '../failure-of.ts'

const id = 'a'.repeat(24)
const brandt = { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE' } as const
const acme = { type: 'organization', name: 'Acme', countryCode: 'DE' } as const
const url = 'https://example.com/report.pdf'

type Send = (client: EntityScreening, text: string) => PromiseLike<unknown>

const sending: [string, Send][] = [
  ['name', (client, name) => client.entities.create({ type: 'organization', name })],
  ['registration', (client, registration) => client.entities.create({ ...acme, registration })],
  ['nationalId', (client, nationalId) => client.entities.create({ type: 'person', name: 'A', nationalId })],
  ['rows[0].name', (client, name) => client.entities.createBulk([{ ...acme, name }])],
  ['rows[0].registration', (client, registration) => client.entities.createBulk([{ ...acme, registration }])],
  ['rows[0].tags[0]', (client, tag) => client.entities.createBulk([{ ...acme, tags: [tag] }])],
  ['rows[0].firstName', (client, firstName) => client.entities.createBulk([{ ...brandt, firstName }])],
  ['rows[0].lastName', (client, lastName) => client.entities.createBulk([{ ...brandt, lastName }])],
  ['rows[0].nationalId', (client, nationalId) => client.entities.createBulk([{ ...brandt, nationalId }])],
  ['title', (client, title) => client.entities.attachDocument(id, { url, title })],
  ['url', (client, end) => client.entities.attachDocument(id, { url: url + end })],
  ['name', (client, name) => client.entities.search({ name })],
  ['companyName', (client, companyName) => client.search.organizations({ companyName })],
  ['industry', (client, industry) => client.search.organizations({ companyName: 'A', industry })],
  ['fullName', (client, fullName) => client.search.persons({ fullName })],
  ['firstName', (client, firstName) => client.search.persons({ firstName, lastName: 'B' })],
  ['birthDate', (client, birthDate) => client.search.persons({ fullName: 'A', birthDate })],
]

describe('a text with a line break or another control character', () => {
  it.each(sending)('is not sent as %s', async (field, send) => {
    for (const character of [
      '\n',
      '\r',
      '\t',
      '\0',
      '\u001b',
      '\u007f',
      '\u0085',
      '\u2028',
      '\u202e',
      '\u2069',
    ]) {
      const { client, sent } = answering({})
      const error = await failureOf(send(client, `Acme${character}GmbH`))
      expect(error).toBeInstanceOf(InputValidationError)
      expect(String(error)).toContain(`${field} must not hold a line break or another control character`)
      expect(sent).toEqual([])
    }
  })

  it('is no matter of the contract, where no rule refuses it', () => {
    expect(createEntityRequest.safeParse({ ...acme, name: 'Acme\nGmbH' }).success).toBe(true)
  })
})

it('a name is sent as it is given, with its spaces and the joiners and hyphens of its script', async () => {
  const data = { ...acme, id, caseStatus: 'NOT_STARTED' }
  for (const name of [' Acme ', 'A\u00a0B', 'می\u200cخواهم', 'Nord\u00adwind', '株式会社\u3000山田']) {
    const { client, sent } = answering({ success: true, data }, { status: 201 })
    await client.entities.create({ ...acme, name })
    expect(sent[0]?.body).toMatchObject({ name })
  }
})
