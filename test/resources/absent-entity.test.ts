import { type Entity, WaitTimeoutError } from 'entity-screening-sdk'
import { expect, it } from 'vitest'
import { respondingWith } from '../answering.ts'
import { failureOf } from '../failure-of.ts'
import { wireEntity } from './streaming.ts'

const low = { ...wireEntity, id: 'a' }
const isHigh = ({ riskLevel }: Entity) => riskLevel === 'high'

/** Waits for entities. Returns the warnings that do not depend on the list, and how the wait ended. */
async function warningsOf(ids: string[], respond: (read: number) => Response) {
  const lines: string[] = []
  const warn = (line: string) => void lines.push(line)
  const logger = { error() {}, warn, info() {}, debug() {} }
  const { client } = respondingWith(respond, { logger, logLevel: 'warn' })
  const wait = client.entities.waitFor(ids, isHigh, { every: 1, timeout: 5000 })
  const failure = await failureOf(wait.then(entities => Promise.reject(entities)))
  return { failure, absent: lines.filter(line => line.includes('have lacked')) }
}

/** Lists until the entity is high. */
const ending =
  (reads: number, lists: (read: number) => object[], headers = {}) =>
  (read: number) =>
    Response.json(
      read === reads ? ['a', 'b'].map(id => ({ ...low, id, riskLevel: 'High Risk' })) : lists(read),
      {
        headers,
      },
    )

it('an entity that three complete lists lack is named in the log, once', async () => {
  const { absent, failure } = await warningsOf(
    ['a', 'b'],
    ending(9, () => [low]),
  )
  expect(absent).toEqual([
    'entity-screening entities.waitFor: 3 complete lists have lacked the entity b: check its identifier',
  ])
  expect(failure).not.toBeInstanceOf(WaitTimeoutError)
})

it.each<[string, (read: number) => Response]>([
  ['two lists lack', ending(3, () => [low])],
  ['is listed at first', ending(3, read => (read === 1 ? [low, { ...low, id: 'b' }] : [low]))],
  ['partial lists lack', ending(9, () => [low], { 'x-has-more': 'true' })],
])('an entity that %s is not', async (_, respond) => {
  expect((await warningsOf(['a', 'b'], respond)).absent).toEqual([])
})
