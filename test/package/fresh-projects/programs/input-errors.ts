import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { importPortfolio, rescanAll } from 'entity-screening-sdk/portfolio'
import * as schemas from 'entity-screening-sdk/schemas'

/** What is wrong with wrong inputs, in the words of the client and the kinds of zod: these hang on the zod that is installed. */
async function main(): Promise<void> {
  const server = createMockServer()
  const { apiKey } = server.teams.create()
  const client = new EntityScreening({ apiKey, baseUrl: 'http://localhost', fetch: server.fetch })
  const { entities, search } = client
  // What the types refuse, as JavaScript would give it.
  const wrong = (text: string) => JSON.parse(text)
  const messages = await Promise.all([
    messageOf(async () => new EntityScreening(wrong('{"timeout":0,"logLevel":"loud","retries":1}'))),
    messageOf(() => entities.create(wrong('{"type":"vessel","name":"A"}'))),
    messageOf(() => entities.create(wrong('{"type":"organization","name":" ","countryCode":"Korea"}'))),
    messageOf(() => entities.create(wrong('{"type":"person","name":"A","birthDate":"1-1-1","vat":"1"}'))),
    messageOf(() => entities.createBulk(wrong('[{"type":"ship"},{"type":"person","firstName":5}]'))),
    messageOf(() => entities.createBulk([])),
    messageOf(() => entities.search(wrong('{"limit":1.5,"offset":-1}'))),
    messageOf(() => entities.list(wrong('{"maxRetries":-1,"timeout":"1s"}'))),
    messageOf(() => search.persons(wrong('{"firstName":"A","vat":"1"}'))),
    messageOf(() => entities.attachDocument('7', wrong('{"url":"ftp://a","type":"selfie"}'))),
    messageOf(() => importPortfolio(client, 'name\nA', wrong('{"batchSize":0,"columns":{"vat":"VAT"}}'))),
    messageOf(() => rescanAll(client, [], wrong('{"concurrency":17.5}'))),
    messageOf(async () => createMockServer(wrong('{"seed":0.5,"clock":"fast","dialect":"klingon"}'))),
    messageOf(async () => server.faults.add(wrong('{"status":200,"times":0}'))),
  ])
  const { operations, ...others } = schemas
  const values = ['5', 'null', '{}', '[{}]', '{"type":"person"}', '{"entities":[]}'].map(wrong)
  // A module that is loaded by require() has a member more.
  const all = Object.entries(others).filter(([, schema]) => 'safeParse' in schema)
  const kinds = all.map(([name, schema]) => [
    name,
    ...values.map(
      value =>
        schema
          .safeParse(value)
          .error?.issues.map(({ code }) => code)
          .join('+') ?? 'ok',
    ),
  ])
  console.log(JSON.stringify({ messages, kinds }))
}

async function messageOf(call: () => Promise<unknown>): Promise<string> {
  try {
    await call()
    return 'accepted'
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

void main()
