import { inspect } from 'node:util'
import { EntityScreening } from '../../../src/index.ts'
import { ways } from '../../transport/every-operation/ways.ts'

/**
 * A program that prints all it can, as somebody does who looks for a mistake: each call at each address that it is given, with
 * the log at its loudest. It ends with an error that nobody catches.
 */
const addresses = process.argv.slice(2)

for (const baseUrl of addresses) {
  const client = new EntityScreening({
    baseUrl,
    logLevel: 'debug',
    maxRetries: 1,
    retry: { maxDelay: 1 },
    timeout: 300,
    hooks: {
      beforeRequest: console.log,
      afterResponse: console.log,
      afterFailure: console.log,
      afterCall: console.log,
    },
    onQuirk: console.log,
  })
  console.log(client, client.entities, client.withOptions({ maxRetries: 0 }))
  console.dir(client, { showHidden: true, depth: null })
  await Promise.all(ways.map(({ call }) => call(client).catch(print)))
}

function print(error: unknown): void {
  console.error(error)
  console.error('%o %O %j %s', error, error, error, error)
  console.error(inspect(error, { showHidden: true, depth: null }))
  if (error instanceof Error) console.trace(error.message, error.stack)
}

const [last = ''] = addresses
await new EntityScreening({ baseUrl: last, logLevel: 'debug' }).entities.list()
