import { type CreateEntityInput, EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { describe, expect, it } from 'vitest'
import { failureOf } from '../failure-of.ts'
import { listed, teamOf } from './listed-team.ts'

const elder: CreateEntityInput = { type: 'person', name: 'Ilse Brandt', birthDate: '1961-04-09' }
const younger: CreateEntityInput = { type: 'person', name: 'Ilse Brandt', birthDate: '1999-01-01' }
const options = { before: [], recheckDelay: 0 }

const ilse = () => listed('Ilse Brandt', { type: 'person' })

describe('other creations', () => {
  it('of namesakes that are in doubt leave both unknown, in one call and in two', async () => {
    const server = createMockServer({ clock: 'stepping' })
    const client = new EntityScreening({ ...server.connect(), logLevel: 'off' })
    server.faults.add({ operation: 'createEntity', kind: 'lost_response', times: 1 })
    server.faults.add({ operation: 'createEntity', kind: 'reset', times: 1 })
    await failureOf(client.entities.create(elder))
    await failureOf(client.entities.create(younger))
    const apart = await Promise.all([
      client.entities.reconcile(elder, { ...options, otherCreations: [younger] }),
      client.entities.reconcile(younger, { ...options, otherCreations: [elder] }),
    ])
    const together = await client.entities.reconcile([elder, younger], { ...options, otherCreations: [] })
    for (const { outcome, entities } of [...apart, ...together]) {
      expect(outcome).toBe('unknown')
      expect(entities).toMatchObject([{ name: 'Ilse Brandt' }])
    }
  })

  it.each([
    ['none is', null],
    ['there may be more', [{ ...elder, name: 'Alpha Beta' }, null]],
  ])(
    'that are not known leave a match unknown, and what is absent not done: %s',
    async (_, otherCreations) => {
      const client = teamOf(ilse())
      const unknown = { ...options, otherCreations }
      expect(await client.entities.reconcile(elder, unknown)).toMatchObject({
        outcome: 'unknown',
        entities: [{ name: 'Ilse Brandt' }],
      })
      const absent = { ...elder, name: 'Otto Reuter', countryCode: 'AT' }
      expect(await client.entities.reconcile(absent, { ...unknown, before: undefined })).toMatchObject({
        outcome: 'not_done',
      })
    },
  )

  it('that do not exist leave a match done', async () => {
    const client = teamOf(ilse())
    expect(await client.entities.reconcile(elder, { ...options, otherCreations: [] })).toMatchObject({
      outcome: 'done',
      entities: [{ name: 'Ilse Brandt' }],
    })
  })

  it('keep the entities that they have created: by entity, by identifier, and without `before`', async () => {
    const [first, second] = [ilse(), ilse()]
    const id = String(first.id)
    const client = teamOf(first, second)
    for (const otherCreations of [[id], [{ id }], new Set([id])]) {
      const { outcome, entities } = await client.entities.reconcile(elder, { ...options, otherCreations })
      expect(outcome).toBe('done')
      expect(entities).toMatchObject([{ id: second.id }])
    }
    const undated = { recheckDelay: 0, otherCreations: [id, String(second.id)] }
    expect(await client.entities.reconcile(elder, undated)).toMatchObject({ outcome: 'not_done' })
  })

  it('and `before` may be iterators, which can be read only once', async () => {
    const [first, second, third] = [ilse(), ilse(), ilse()]
    const known = (entity: { id?: unknown }) => [String(entity.id)].values()
    expect(
      await teamOf(first, second, third).entities.reconcile(elder, {
        before: known(first),
        otherCreations: known(second),
        recheckDelay: 0,
      }),
    ).toMatchObject({ outcome: 'done', entities: [{ id: third.id }] })
  })

  it('that have another name do not matter', async () => {
    const other: CreateEntityInput = { type: 'person', name: 'Otto Reuter' }
    const { outcome } = await teamOf(ilse()).entities.reconcile(elder, {
      ...options,
      otherCreations: [other],
    })
    expect(outcome).toBe('done')
  })

  it('of the same input, in doubt elsewhere, leave it unknown, even with an entity for each', async () => {
    const client = teamOf(ilse(), ilse())
    const { outcome } = await client.entities.reconcile(elder, { ...options, otherCreations: [elder] })
    expect(outcome).toBe('unknown')
  })

  it('of a known entity that the list lacks make the list untrusted', async () => {
    const absent = { ...elder, name: 'Otto Reuter' }
    const { outcome } = await teamOf().entities.reconcile(absent, { ...options, otherCreations: ['gone'] })
    expect(outcome).toBe('unknown')
  })

  it.each([
    ['a number', 7],
    ['an empty identifier', ['']],
    ['a list of numbers', [7]],
  ])('that are %s are refused by their name', async (_, otherCreations) => {
    const wrong = { otherCreations } as unknown as { otherCreations: string[] }
    const failure = await failureOf(teamOf().entities.reconcile(elder, wrong))
    expect(failure).toMatchObject({ name: 'InputValidationError', issues: [{ path: ['otherCreations'] }] })
  })

  it('or entities from before that are not in the list leave a match unknown: an identifier may be wrong', async () => {
    const client = teamOf(ilse())
    const wrong = [
      { before: ['Ilse Brandt'], otherCreations: [] },
      { before: [], otherCreations: ['gone'] },
    ]
    for (const known of wrong)
      expect(await client.entities.reconcile(elder, { ...known, recheckDelay: 0 })).toMatchObject({
        outcome: 'unknown',
        entities: [{ name: 'Ilse Brandt' }],
      })
  })

  it.each([[], Promise.resolve({}), 'before'])('must be in an object of options: not %j', async wrong => {
    const failure = await failureOf(
      teamOf().entities.reconcile(elder, wrong as unknown as { otherCreations: null }),
    )
    expect(failure).toMatchObject({
      message: expect.stringMatching(/options|is a Promise: await it/),
    })
  })

  it.each([undefined, {}, { before: [] }])('must be stated: options %j are refused', async wrong => {
    const failure = await failureOf(teamOf().entities.reconcile(elder, wrong as { otherCreations: null }))
    expect(failure).toMatchObject({
      name: 'InputValidationError',
      message: expect.stringContaining('otherCreations is required'),
    })
  })

  it('with an invalid input are refused by its field', async () => {
    const otherCreations: CreateEntityInput[] = [{ type: 'organization', name: '' }]
    const failure = await failureOf(teamOf().entities.reconcile(elder, { otherCreations }))
    expect(failure).toMatchObject({
      name: 'InputValidationError',
      issues: [{ path: ['otherCreations', 0, 'name'] }],
    })
  })
})

describe('an outcome of done', () => {
  it('has one entity each for equal inputs, whatever the order of their fields', async () => {
    const [first, second] = [ilse(), ilse()]
    const reordered: CreateEntityInput = { birthDate: '1961-04-09', name: 'Ilse Brandt', type: 'person' }
    const client = teamOf(first, second)
    const results = await client.entities.reconcile([elder, reordered], { ...options, otherCreations: [] })
    expect(results).toMatchObject([
      { outcome: 'done', entities: [{ id: first.id }] },
      { outcome: 'done', entities: [{ id: second.id }] },
    ])
  })

  it('is not given to namesakes with an entity for each, because the list has no birth dates', async () => {
    const results = await teamOf(ilse(), ilse()).entities.reconcile([elder, younger], {
      ...options,
      otherCreations: [],
    })
    expect(results.map(({ outcome, entities }) => [outcome, entities.length])).toEqual([
      ['unknown', 2],
      ['unknown', 2],
    ])
  })

  it('is not given to an input that two new entities match', async () => {
    const { outcome } = await teamOf(ilse(), ilse()).entities.reconcile(elder, {
      ...options,
      otherCreations: [],
    })
    expect(outcome).toBe('unknown')
  })
})
