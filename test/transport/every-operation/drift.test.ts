import { type ClientOptions, type QuirkReport, ResponseValidationError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../../failure-of.ts'
import { answer, ownServer } from './servers.ts'
import { type Way, ways } from './ways.ts'

/** A server whose first answer has drifted, and what its client reports. */
async function drifting({ drifted, good, status }: Way, validation: ClientOptions['validation']) {
  const reports: QuirkReport[] = []
  const { client, seen } = await ownServer(
    (_, response) => answer(response, status, seen.requests === 1 ? drifted.body : good),
    { validation, onQuirk: report => reports.push(report) },
  )
  return { client, seen, reports: () => reports.filter(({ code }) => code === 'drift') }
}

describe('drift', () => {
  it.each(ways)('is read and reported by $name, for want of another wish', async way => {
    const { client, seen, reports } = await drifting(way, undefined)
    expect(await way.call(client)).toMatchObject(way.data)
    const { path, expected, found } = way.drifted
    expect(reports()).toEqual([{ code: 'drift', operation: way.operation, path, expected, found, count: 1 }])
    expect(seen.requests).toBe(1)
  })

  it.each(ways)('ends a strict $name, which was done all the same', async way => {
    const { client, seen } = await drifting(way, 'strict')
    const error = await failureOf(way.call(client))
    expect(error).toBeInstanceOf(ResponseValidationError)
    const { path, expected } = way.drifted
    expect(error).toMatchObject({
      operation: way.operation,
      status: way.status,
      outcome: 'done',
      issues: [{ path, message: `must be ${expected}` }],
    })
    expect(seen.requests).toBe(1)
    await way.call(client)
  })

  it.each(ways)('is not looked for by $name where validation is off', async way => {
    const { client, reports } = await drifting(way, 'off')
    expect(await way.call(client)).toMatchObject(way.data)
    expect(reports()).toEqual([])
  })
})
