import { type Entity, InputValidationError } from 'entity-screening-sdk'
import { diffEntities, diffNetworks } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { entity, network, node } from '../records.ts'

const change = (before: Partial<Entity>, after: Partial<Entity>) =>
  diffEntities([entity(before)], [entity(after)])

describe('the difference of two lists of entities', () => {
  it('is empty for the same list', () => {
    const list = [entity(), entity({ id: 'e2', riskLevel: null, riskScore: null })]
    expect(diffEntities(list, structuredClone(list))).toEqual([])
    expect(diffEntities([], [])).toEqual([])
  })

  it('has who is new and who is gone, whole', () => {
    const [old, fresh] = [entity({ id: 'old', name: 'Old' }), entity({ id: 'new', name: 'New' })]
    expect(diffEntities([old], [fresh])).toEqual([
      { kind: 'entity_new', id: 'new', name: 'New', entity: fresh },
      { kind: 'entity_gone', id: 'old', name: 'Old', entity: old },
    ])
  })

  it.each([
    ['low', 'medium', 'risk_level_up'],
    ['low', 'high', 'risk_level_up'],
    ['high', 'medium', 'risk_level_down'],
    ['high', 'critical', 'risk_level_changed'],
    ['critical', 'low', 'risk_level_changed'],
    ['critical', 'extreme', 'risk_level_changed'],
    [null, 'high', 'risk_level_changed'],
    [null, 'critical', 'risk_level_changed'],
    ['low', null, 'risk_level_changed'],
    ['low', '__proto__', 'risk_level_changed'],
  ])('from risk %s to %s is %s', (before, after, kind) => {
    expect(change({ riskLevel: before }, { riskLevel: after })).toEqual([
      { kind, id: 'e1', name: 'Nordwind GmbH', before, after },
    ])
  })

  it.each([
    [10, 11, 'risk_score_up'],
    [10, 0, 'risk_score_down'],
    [null, 0, 'risk_score_changed'],
    [0, null, 'risk_score_changed'],
  ])('from score %s to %s is %s', (before, after, kind) => {
    expect(change({ riskScore: before }, { riskScore: after })).toMatchObject([{ kind, before, after }])
  })

  it.each<[Partial<Entity>, Partial<Entity>, string]>([
    [{ caseStatus: 'NOT_STARTED' }, { caseStatus: 'IN_PROGRESS' }, 'case_status_changed'],
    [{ name: 'Nordwind GmbH' }, { name: 'Nordwind AG' }, 'name_changed'],
    [{ countryCode: 'DE' }, { countryCode: null }, 'country_changed'],
    [{ registration: null }, { registration: 'HRB 7' }, 'registration_changed'],
    [{ dueDate: null }, { dueDate: '2025-04-01' }, 'due_date_changed'],
    [{ type: 'organization' }, { type: 'person' }, 'type_changed'],
  ])('tells %o from %o', (before, after, kind) => {
    expect(change(before, after)).toEqual([
      {
        kind,
        id: 'e1',
        name: after.name ?? 'Nordwind GmbH',
        before: Object.values(before)[0],
        after: Object.values(after)[0],
      },
    ])
  })

  it('tells every change of an entity, and in the order of the later list', () => {
    const before = [entity({ id: 'a' }), entity({ id: 'b' }), entity({ id: 'c' })]
    const after = [
      entity({ id: 'd' }),
      entity({ id: 'b', riskLevel: 'high', riskScore: 95 }),
      entity({ id: 'a', countryCode: 'AT' }),
    ]
    expect(diffEntities(before, after).map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      'entity_new d',
      'risk_level_up b',
      'risk_score_up b',
      'country_changed a',
      'entity_gone c',
    ])
  })

  it.each<Partial<Entity>>([
    { updatedAt: '2026-01-01T00:00:00.000Z' },
    { createdAt: '2026-01-01T00:00:00.000Z' },
    { lastUpdate: '2026-01-01' },
    { platformId: 'f'.repeat(32) },
    { riskLabel: 'LOW RISK' },
    { unknownFields: { seen: 7 } },
  ])('does not count %o', after => {
    expect(change({}, after)).toEqual([])
  })

  it('does not count the order', () => {
    const list = ['a', 'b', 'c'].map(id => entity({ id }))
    expect(diffEntities(list, list.toReversed())).toEqual([])
  })

  it('takes a field that an older copy does not have for one without a value', () => {
    const { dueDate: _, riskScore: __, ...older } = entity({ riskScore: null })
    expect(diffEntities([older as Entity], [entity({ riskScore: null })])).toEqual([])
  })

  it.each(['__proto__', 'constructor', 'toString', ' ', '\ud800'])('knows an entity with the id %j', id => {
    expect(diffEntities([entity({ id })], [entity({ id, riskLevel: 'high' })])).toMatchObject([
      { kind: 'risk_level_up', id },
    ])
    expect(diffEntities([], [entity({ id })])).toMatchObject([{ kind: 'entity_new', id }])
  })

  describe('with several entities of one id', () => {
    const [low, high] = [entity({ riskLevel: 'low' }), entity({ riskLevel: 'high' })]

    it('loses none', () => {
      expect(diffEntities([], [low, high, low])).toHaveLength(3)
      expect(diffEntities([low, low, high], [low])).toEqual([
        { kind: 'entity_gone', id: 'e1', name: low.name, entity: high },
        { kind: 'entity_gone', id: 'e1', name: low.name, entity: low },
      ])
    })

    it('does not count their order, nor their times', () => {
      const later = (one: Entity) => ({ ...one, updatedAt: '2026-01-01T00:00:00.000Z' })
      expect(diffEntities([low, high], [later(high), later(low)])).toEqual([])
    })

    it('compares those of the same name', () => {
      const [north, south] = [entity({ name: 'North' }), entity({ name: 'South' })]
      const worse = { ...south, riskLevel: 'high' }
      expect(diffEntities([north, south], [worse])).toEqual([
        { kind: 'risk_level_up', id: 'e1', name: 'South', before: 'low', after: 'high' },
        { kind: 'entity_gone', id: 'e1', name: 'North', entity: north },
      ])
    })
  })

  it('keeps entities that came without an id apart by their names', () => {
    const [north, south] = [entity({ id: '', name: 'North' }), entity({ id: '', name: 'South' })]
    expect(diffEntities([north, south], [south, { ...north, riskLevel: 'high' }])).toMatchObject([
      { kind: 'risk_level_up', name: 'North' },
    ])
    expect(diffEntities([north], [south]).map(({ kind }) => kind)).toEqual(['entity_new', 'entity_gone'])
  })

  it('changes nothing of what it was given', () => {
    const freeze = (one: Entity) => Object.freeze(one)
    const before = Object.freeze([entity({ id: 'b' }), entity({ id: 'a' })].map(freeze))
    const after = Object.freeze([entity({ id: 'a', riskLevel: 'high' }), entity({ id: 'a' })].map(freeze))
    expect(diffEntities(before, after)).toHaveLength(2)
  })

  it('manages a list of one id only, and a long one', { tags: 'long' }, () => {
    const same = Array.from({ length: 20_000 }, () => entity())
    expect(diffEntities(same, same.slice(1))).toHaveLength(1)
    const long = Array.from({ length: 130_000 }, (_, at) => entity({ id: String(at) }))
    expect(diffEntities([], long)).toHaveLength(130_000)
  })
})

it.each([
  ['diffEntities', diffEntities, [entity()], network([node('a')]), ['after']],
  ['diffEntities', diffEntities, null, undefined, ['before', 'after']],
  ['diffEntities', diffEntities, [entity(), null], [], ['before']],
  ['diffNetworks', diffNetworks, network([node('a')]), [entity()], ['after']],
  ['diffNetworks', diffNetworks, { nodes: {}, relations: [] }, network([]), ['before']],
  ['diffNetworks', diffNetworks, network([]), { nodes: ['x'], relations: [1] }, ['after']],
])('%s refuses to compare %o with %o, naming what is wrong', (_, diff, before, after, fields) => {
  const compare = diff as (before: unknown, after: unknown) => unknown
  try {
    compare(before, after)
    expect.unreachable()
  } catch (error) {
    if (!InputValidationError.is(error)) throw error
    expect(error.issues.map(({ path }) => path[0])).toEqual(fields)
  }
})
