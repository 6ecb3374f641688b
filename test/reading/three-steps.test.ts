import type { QuirkReport } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { textOrEmpty, textOrNull } from '../../src/quirks/scalar.ts'
import { QuirkLog } from '../../src/reading/quirk-log.ts'
import { pathOfField, type ReadContext } from '../../src/reading/read-context.ts'
import { createRecordReader, type RecordReader, type Wire } from '../../src/reading/read-record.ts'
import { noUnknownFields, type UnknownFields } from '../../src/reading/unknown-fields.ts'
import { answering } from '../answering.ts'
import { clean, hit, listed, readNetwork, readNode } from './reading.ts'

describe('a function of a record', () => {
  const account = z.looseObject({
    kind: z.optional(z.string()),
    bic: z.optional(z.string()),
    owner: z.optional(z.string()),
    parent: z.optional(z.looseObject({})),
  })

  interface Account {
    bic: string | null
    owner: string
    parent: Account | null
    unknownFields: UnknownFields
  }

  const createAccountReader: (log: QuirkLog) => RecordReader<Account> = createRecordReader(
    account,
    (wire: Wire<typeof account>, context: ReadContext): Account => {
      const { log } = context
      const parent =
        wire.parent === undefined
          ? null
          : createAccountReader(log)(wire.parent, pathOfField(context, 'parent'))
      const bic = wire.kind === 'bank' ? textOrNull(wire.bic, context, 'bic') : null
      return {
        bic,
        owner: textOrEmpty(wire.owner, context, 'owner'),
        parent,
        unknownFields: noUnknownFields,
      }
    },
  )
  const readAccount = (input: unknown) => createAccountReader(new QuirkLog('getHealth'))(input, [])

  it('may read a field on a condition', () => {
    expect(readAccount({ kind: 'cash', bic: 'X', owner: 'Ilse' })).toMatchObject({ bic: null, owner: 'Ilse' })
    expect(readAccount({ kind: 'bank', bic: 'X', owner: 'Ilse' })).toMatchObject({ bic: 'X', owner: 'Ilse' })
  })

  it('may read a record of the same kind within a record', () => {
    const parent = { OWNER: 'Holding', odd: 2, bic: 'Y', kind: 'bank' }
    expect(readAccount({ odd: 1, parent, Owner: 'Ilse', bic: [3] })).toEqual({
      bic: null,
      owner: 'Ilse',
      parent: { bic: 'Y', owner: 'Holding', parent: null, unknownFields: { odd: 2 } },
      unknownFields: { odd: 1 },
    })
  })
})

const isContradiction = ({ expected }: QuirkReport) => expected === 'given once'

describe('a value under two names', () => {
  const readEntity = async (fields: object) => {
    const { data, quirks } = await answering([{ ...listed, ...fields }])
      .client.entities.list()
      .withResponse()
    return { entity: data[0], drifts: quirks.filter(isContradiction).map(({ path }) => path) }
  }

  it('is read if both are read as the same', async () => {
    const { entity, drifts } = await readEntity({ riskLevel: 'High Risk', risk_level: 'HIGH_RISK' })
    expect(entity).toMatchObject({ riskLevel: 'high', riskLabel: 'High Risk', unknownFields: {} })
    expect(drifts).toEqual([])
  })

  it('is null if they contradict each other', async () => {
    const { entity, drifts } = await readEntity({ riskLevel: 'High Risk', risk_level: 'Low Risk' })
    expect(entity).toMatchObject({
      riskLevel: null,
      riskLabel: null,
      unknownFields: { riskLevel: 'High Risk', risk_level: 'Low Risk' },
    })
    expect(drifts).toEqual([
      [0, 'riskLevel'],
      [0, 'risk_level'],
    ])
  })

  it.each(['N/A', { level: 'low' }])('is the other one beside %j', async nothing => {
    const { entity, drifts } = await readEntity({ riskLevel: nothing, risk_level: 'High Risk' })
    expect(entity).toMatchObject({ riskLevel: 'high', unknownFields: { riskLevel: nothing } })
    expect(drifts).toEqual([])
  })

  it('notes no quirk of a value that is not chosen', async () => {
    const { client } = answering([{ ...listed, lastUpdate: 'Jan 5, 2025', LastUpdate: 'Jan 6, 2025' }])
    const { quirks } = await client.entities.list().withResponse()
    expect(quirks.map(({ code }) => code)).not.toContain('display_date')
  })
})

describe('details under two names', () => {
  const read = async (fields: object) => {
    const relation = { source: 'a', target: 'a', type: 'RoleRelationship', ...fields }
    const { network, quirks } = await readNetwork({ nodes: { a: clean }, relations: [relation] })
    const drifts = quirks.filter(isContradiction).map(({ path }) => path.at(-1))
    return { relation: network.relations[0], drifts }
  }

  it('are one if they are the same JSON, also as text', async () => {
    const details = { uid: 'u1' }
    const { relation, drifts } = await read({ details, Details: JSON.stringify(details) })
    expect(relation).toMatchObject({ details: { uid: 'u1' }, unknownFields: {} })
    expect(drifts).toEqual([])
  })

  it('are unknown fields if they differ', async () => {
    const [details, others] = [{ uid: 'u1' }, { uid: 'u2' }]
    const { relation, drifts } = await read({ details, Details: others })
    expect(relation).toMatchObject({ details: { uid: null }, unknownFields: { details, Details: others } })
    expect(drifts).toEqual(['details', 'Details'])
  })

  it('make a relation unclear if one of them mentions screening', async () => {
    const { relation } = await read({ details: { uid: 'u1' }, Details: { sanctions: [hit] } })
    expect(relation).toMatchObject({ isUnclear: true })
  })

  it('are those of the object if the other one is not an object', async () => {
    const { relation, drifts } = await read({ details: 'see file', Details: { uid: 'u1' } })
    expect(relation).toMatchObject({ details: { uid: 'u1' }, unknownFields: { details: 'see file' } })
    expect(drifts).toEqual([])
  })
})

describe('a list of hits under two names', () => {
  it('is shown if one of them shows it', async () => {
    for (const fields of [
      { sanctions: 'null', sanctions_json: [] },
      { sanctions: [], sanctions_json: 'null' },
    ])
      expect((await readNode({ id: 'a', ...fields })).node.hitStatus).toBe('no_hit')
  })

  it('is not shown if both are null', async () => {
    const { node } = await readNode({ id: 'a', sanctions: 'null', sanctions_json: 'null' })
    expect(node.hitStatus).toBe('not_shown')
  })
})

describe('a record with very many unknown fields', () => {
  const manyFields = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`field ${index}`, index]))

  it('is searched whole for mentions of screening', { tags: 'long' }, async () => {
    const fields = manyFields(20_000)
    const entities = await answering([{ ...listed, ...fields }, listed]).client.entities.list()
    expect(entities.map(({ id, isUnclear }) => [id, isUnclear])).toEqual([
      ['e1', false],
      ['e1', false],
    ])
    expect(entities[0]?.unknownFields).toEqual(fields)
    expect((await readNode({ ...clean, ...fields })).node.hitStatus).toBe('no_hit')
    for (const isPep of [{ is_pep: true }, { other: [{ ...fields, is_pep: true }] }])
      expect((await readNode({ ...clean, ...fields, ...isPep })).node.hitStatus).toBe('unclear')
  })

  it('has one report of all fields beyond the hundredth', async () => {
    const { quirks } = await readNode({ ...clean, ...manyFields(5000) })
    const counts = quirks.filter(({ code }) => code === 'unknown_field').map(({ count }) => count)
    expect(counts).toHaveLength(101)
    expect(counts.at(-1)).toBe(4900)
  })
})

it('a field of the service index that is not an object is reported, and kept', async () => {
  const { client } = answering({ success: true, endpoints: 'see the documentation' })
  const { data, quirks } = await client.service.index().withResponse()
  expect(data).toMatchObject({ endpoints: {}, unknownFields: { endpoints: 'see the documentation' } })
  expect(quirks.find(({ code }) => code === 'unreadable')?.path).toEqual(['endpoints'])
})
