import type { BulkEntityInput } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { createRowMatcher, matchRows } from '../../../src/portfolio/results/match-rows.ts'
import { respondingWith } from '../../answering.ts'

/** An entity of the list, and the birth date of its node in its network; undefined if the network cannot be read. */
type Listed = {
  readonly id: string
  readonly name: string
  readonly born?: string | null | undefined
} & Readonly<Record<string, unknown>>

function createTeam(entities: readonly Listed[]) {
  const networks: string[] = []
  const { client } = respondingWith((_, { url }) => {
    const [, id] = /entities\/([^/]+)\/network/.exec(url) ?? []
    if (id === undefined) return Response.json(entities.map(({ born: _, ...entity }) => entity))
    networks.push(id)
    const entity = entities.find(listed => listed.id === id)
    if (entity?.born === undefined) return Response.json({ success: false }, { status: 500 })
    const node = { id, name: entity.name, type: 'person', birth_date: entity.born }
    return Response.json({ success: true, data: { nodes: { [id]: node }, relations: [] } })
  })
  return { client, networks }
}

async function match(
  entities: readonly Listed[],
  rows: readonly (BulkEntityInput | null)[],
  isPossibleDuplicate = false,
) {
  const { client, networks } = createTeam(entities)
  const matcher = await createRowMatcher(client, new AbortController().signal)
  const ids = await matchRows(
    matcher,
    rows.map(row => ({ row, isPossibleDuplicate })),
  )
  return { ids, networks, unreadNetworks: matcher.unreadNetworks }
}

const person = (id: string, born?: string | null): Listed => {
  return { id, name: 'Ilse Brandt', type: 'person', countryCode: 'DE', born }
}
const company = (id: string, registration: string | null): Listed => {
  return { id, name: 'Birch Ltd', type: 'organization', countryCode: 'GB', registration }
}
const ilse = (birthDate?: string): BulkEntityInput => {
  return { type: 'person', firstName: 'Ilse', lastName: 'Brandt', countryCode: 'DE', birthDate }
}
const birch = (registration?: string): BulkEntityInput => {
  return { type: 'organization', name: 'BIRCH LTD', countryCode: 'GB', registration }
}

describe('a person', () => {
  it.each<[string, string | null | undefined, string[]]>([
    ['no entity that has another birth date', '1975-01-02', []],
    ['the entity that has the birth date', '1961-04-09', ['1']],
    ['the entity whose birth date is unknown', null, ['1']],
    ['the entity whose network cannot be read', undefined, ['1']],
  ])('who is a possible duplicate is %s', async (_, born, ids) => {
    expect((await match([person('1', born)], [ilse('1961-04-09')], true)).ids).toEqual([ids])
    expect((await match([person('1', born)], [ilse()], true)).ids).toEqual([['1']])
  })

  it('is the only entity of the name, type and country, whose network is not read', async () => {
    const others = [
      { ...person('2', null), countryCode: 'AT' },
      { ...person('3', null), name: 'Ilse Brand' },
      { ...person('4', null), type: 'organization' },
    ]
    const { ids, networks } = await match([person('1', '1950-01-01'), ...others], [ilse('1961-04-09'), null])
    expect(ids).toEqual([['1'], []])
    expect(networks).toEqual([])
  })

  it.each<[string, Listed[], string | undefined, string[]]>([
    ['has the birth date', [person('1', '1961-04-09'), person('2', '1975-01-02')], '1961-04-09', ['1']],
    [
      'has the birth date in another form',
      [person('1', '09.04.1961'), person('2', '1975-01-02')],
      '1961-04-09',
      ['1'],
    ],
    [
      'both have the birth date',
      [person('1', '1961-04-09'), person('2', '1961-04-09')],
      '1961-04-09',
      ['1', '2'],
    ],
    [
      'one has the birth date, and one has none',
      [person('1', null), person('2', '1961-04-09'), person('3', '1975-01-02')],
      '1961-04-09',
      ['2', '1'],
    ],
    ['the other has another date', [person('1', null), person('2', '1975-01-02')], '1961-04-09', ['1']],
    [
      'both have another date',
      [person('1', '1950-01-01'), person('2', '1975-01-02')],
      '1961-04-09',
      ['1', '2'],
    ],
    ['the date is partial', [person('1', '1961'), person('2', '1975-01-02')], '1961-04-09', ['1']],
    ['the row has no date', [person('1', '1961-04-09'), person('2', '1975-01-02')], undefined, ['1', '2']],
  ])('is told apart from a namesake, or is not: %s', async (_, entities, birthDate, expected) => {
    const { ids, networks } = await match(entities, [ilse(birthDate)])
    expect(ids).toEqual([expected])
    expect(networks.toSorted()).toEqual(birthDate === undefined ? [] : entities.map(({ id }) => id))
  })

  it('keeps the ids of networks that cannot be read, which are counted, and reads each network once', async () => {
    const entities = [person('1'), person('2', '1975-01-02')]
    const { ids, networks, unreadNetworks } = await match(entities, [ilse('1961-04-09'), ilse('1975-01-02')])
    expect(ids).toEqual([['1'], ['2', '1']])
    expect(networks.toSorted()).toEqual(['1', '2'])
    expect(unreadNetworks).toBe(1)
  })

  it('is once in the list, even if the list repeats it', async () => {
    const { ids } = await match([person('1', null), person('1', null)], [ilse('1961-04-09')])
    expect(ids).toEqual([['1']])
  })
})

describe('an organization', () => {
  it.each<[string | undefined, string[]]>([
    ['HRB 71', ['1']],
    ['hrb-72', ['2']],
    ['HRB 73', ['3']],
    [undefined, ['1', '2', '3']],
  ])('is told apart by the registration number %j', async (registration, expected) => {
    const entities = [company('1', 'HRB71'), company('2', 'HRB 72'), company('3', null)]
    expect((await match(entities, [birch(registration)])).ids).toEqual([expected])
  })
})
