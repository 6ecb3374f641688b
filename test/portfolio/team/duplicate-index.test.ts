import type { BulkEntityInput } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import {
  addCreated,
  addListed,
  beginList,
  clearIndex,
  countListed,
  countLookAlikes,
  countUnclaimedNewer,
  createDuplicateIndex,
  type DuplicateIndex,
  endList,
} from '../../../src/portfolio/team/duplicate-index.ts'
import { findRepetition, rememberRow } from '../../../src/portfolio/team/find-repetition.ts'
import { listingKey, toListIdentity } from '../../../src/resources/group-inputs.ts'

const company = (name: string, more: object = {}): BulkEntityInput => ({
  type: 'organization',
  name,
  countryCode: 'DE',
  ...more,
})
const human = (name: string, more: object = {}): BulkEntityInput => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return { type: 'person', firstName, lastName, countryCode: 'DE', ...more }
}

const keyOf = (row: BulkEntityInput) => listingKey(toListIdentity(row))
const list = (index: DuplicateIndex, row: BulkEntityInput, registration: string | null = null) =>
  addListed(index, { ...toListIdentity(row), registration })

function remember(index: DuplicateIndex, row: BulkEntityInput, line: number): void {
  rememberRow(index, findRepetition(index, { row, key: keyOf(row) }).identity, line)
}

/** What each row is, in the order of the source: "new", "line 1" for a repetition of that, "team", "maybe". */
function judge(index: DuplicateIndex, rows: BulkEntityInput[]): string[] {
  return rows.map((row, position) => {
    const repetition = findRepetition(index, { row, key: keyOf(row) })
    if (repetition.kind !== 'duplicate') rememberRow(index, repetition.identity, position + 1)
    if (repetition.kind === 'duplicate')
      return repetition.sameAs === null ? 'team' : `line ${repetition.sameAs}`
    return repetition.kind === 'new' ? 'new' : 'maybe'
  })
}

describe('organizations of a source', () => {
  it('are the same whatever the case, spacing and spelling of the country', () => {
    expect(
      judge(createDuplicateIndex(), [
        company('Nordwind GmbH'),
        company(' NORDWIND   gmbh', { countryCode: 'Germany' }),
        company('Ｎordwind GmbH'),
        company('Nordwind GmbH', { countryCode: 'AT' }),
        company('Nordwind AG'),
      ]),
    ).toEqual(['new', 'line 1', 'line 1', 'new', 'new'])
  })

  it('are others where the registration differs, for the service to judge', () => {
    expect(
      judge(createDuplicateIndex(), [
        company('Nordwind', { registration: 'HRB 7' }),
        company('Nordwind', { registration: 'hrb  7' }),
        company('Nordwind', { registration: 'HRB 8' }),
        company('Nordwind'),
        company('Nordwind'),
      ]),
    ).toEqual(['new', 'line 1', 'new', 'new', 'line 4'])
  })

  it('are in the team by name and country, or by registration too', () => {
    const index = createDuplicateIndex()
    list(index, company('Nordwind'), 'HRB 7')
    list(index, company('Südwind'))
    expect(
      judge(index, [
        company('nordwind'),
        company('Nordwind', { registration: 'HRB 7' }),
        company('Nordwind', { registration: 'HRB 9' }),
        company('Südwind'),
        company('Südwind', { countryCode: 'FR' }),
      ]),
    ).toEqual(['team', 'team', 'new', 'team', 'new'])
  })

  it('are new where those of that name in the team came from the source, with a registration number', () => {
    const index = createDuplicateIndex()
    const made = company('Nordwind', { registration: 'HRB 7' })
    list(index, made, 'HRB 7')
    remember(index, made, 1)
    addCreated(index, { line: 1, key: keyOf(made) }, 0, false)
    expect(judge(index, [company('Nordwind'), company('nordwind')])).toEqual(['new', 'line 1'])
  })
})

describe('another spelling of a name', () => {
  it('is no repetition in the source', () => {
    const rows = [company('Müller GmbH'), company('Muller GmbH'), human('Zoë Berg'), human('Zoe Berg')]
    expect(judge(createDuplicateIndex(), rows)).toEqual(['new', 'new', 'new', 'new'])
  })

  it('leaves an organization to the service, and makes a person a possible duplicate', () => {
    const index = createDuplicateIndex()
    for (const row of [company('Müller GmbH'), company('Sohn S.A.'), human('Zoë Berg')])
      list(index, row, 'HRB 7')
    const rows = [company('Muller GmbH'), company('Sohn SA'), human('Zoe Berg'), human('Berg Zoë')]
    expect(judge(index, rows)).toEqual(['new', 'new', 'maybe', 'maybe'])
  })

  it('counts as the same when a row is looked for', () => {
    const index = createDuplicateIndex()
    addListed(index, { type: 'PERSON', name: 'BERG, ZOE', countryCode: 'DE', registration: null })
    expect(countLookAlikes(index, keyOf(human('Zoë Berg')))).toBe(1)
  })
})

describe('persons of a source', () => {
  it('are the same where nothing that is given differs', () => {
    expect(
      judge(createDuplicateIndex(), [
        human('Ilse Brandt', { birthDate: '1961-04-09', nationality: 'DE', nationalId: 'l 1' }),
        human('ILSE Brandt', { birthDate: '1961-04-09', nationality: 'Germany', nationalId: 'L 1' }),
        human('Ilse Brandt', { birthDate: '1961-04-10', nationality: 'DE', nationalId: 'L 1' }),
        human('Ilse Brandt', { birthDate: '1961-04-09', nationality: 'AT', nationalId: 'L 1' }),
        human('Ilse Brandt', { birthDate: '1961-04-09', nationality: 'DE' }),
        human('Ilse Brandt'),
        human('Ilse Brandt', { name: 'Dr. Ilse Brandt' }),
      ]),
    ).toEqual(['new', 'line 1', 'new', 'new', 'new', 'new', 'new'])
  })

  it('are others where a name that they share stands beside other first and last names', () => {
    const household = { name: 'Brandt Household' }
    expect(
      judge(createDuplicateIndex(), [
        human('Ilse Brandt', household),
        human('Karl Brandt', household),
        human('ILSE Brandt', household),
      ]),
    ).toEqual(['new', 'new', 'line 1'])
  })

  it('are the same where case alone has divided their names in another place', () => {
    const name = 'Ludwig van Beethoven'
    const parts = { type: 'person', countryCode: 'DE' } as const
    expect(
      judge(createDuplicateIndex(), [
        { ...parts, name, firstName: 'Ludwig', lastName: 'van Beethoven' },
        { ...parts, name: name.toUpperCase(), firstName: 'LUDWIG VAN', lastName: 'BEETHOVEN' },
      ]),
    ).toEqual(['new', 'line 1'])
  })

  it('may be in the team where somebody of that name and country is, who did not come from the source', () => {
    const index = createDuplicateIndex()
    list(index, human('Ilse Brandt'))
    expect(judge(index, [human('Ilse Brandt'), human('Ilse Brandt', { birthDate: '1961-04-09' })])).toEqual([
      'maybe',
      'maybe',
    ])
  })

  it('are new beside those that came from the source', () => {
    const index = createDuplicateIndex()
    const key = keyOf(human('Ilse Brandt'))
    addCreated(index, { line: 1, key }, 0, true)
    list(index, human('Dragomir Vosskov'))
    addCreated(index, { line: 1, key: keyOf(human('Dragomir Vosskov')) }, 0, false)
    expect(judge(index, [human('Ilse Brandt'), human('Dragomir Vosskov')])).toEqual(['new', 'new'])
    expect(countLookAlikes(index, key)).toBe(1)
  })
})

describe('an index', () => {
  it('does not take a person for an organization of that name', () => {
    const index = createDuplicateIndex()
    list(index, company('Ilse Brandt'))
    expect(judge(index, [human('Ilse Brandt'), company('Ilse Brandt')])).toEqual(['new', 'team'])
  })

  it('remembers rows of an earlier run, and is empty when the list is read again', () => {
    const index = createDuplicateIndex()
    remember(index, company('Nordwind'), 9)
    expect(judge(index, [company('Nordwind')])).toEqual(['line 9'])
    list(index, company('Südwind'))
    clearIndex(index)
    expect(judge(index, [company('Nordwind'), company('Südwind')])).toEqual(['new', 'new'])
  })

  it('detects a list that does not show created entities', () => {
    const index = createDuplicateIndex()
    const [known, made, lost] = [human('Dragomir Vosskov'), human('Ilse Brandt'), human('Amber Lee')].map(
      keyOf,
    )
    const read = (...keys: (string | undefined)[]) => {
      beginList(index)
      const more = keys.filter(key => countListed(index, key ?? ''))
      return { ...endList(index), more }
    }
    list(index, human('Dragomir Vosskov'))
    expect(read(known)).toEqual({ isStale: false, unfound: 0, more: [] })
    addCreated(index, { line: 1, key: made ?? '' }, 0, true)
    expect(read(known)).toEqual({ isStale: true, unfound: 1, more: [] })
    expect(read(known, lost)).toEqual({ isStale: false, unfound: 1, more: [lost] })
    expect(read(known, made)).toEqual({ isStale: false, unfound: 0, more: [] })
    expect(read(known, made, lost)).toEqual({ isStale: false, unfound: 0, more: [lost] })
    // What was once seen stays seen.
    expect(read(known, made)).toMatchObject({ isStale: true })
  })

  it('counts what was created beside what was there before, whether the list shows it yet or not', () => {
    const index = createDuplicateIndex()
    const key = keyOf(human('Ilse Brandt'))
    list(index, human('Ilse Brandt'))
    addCreated(index, { line: 1, key }, 1, false)
    addCreated(index, { line: 1, key }, 2, false)
    expect(countLookAlikes(index, key)).toBe(3)
  })

  it('counts entities that are newer than an earlier run as foreign', () => {
    const index = createDuplicateIndex()
    const key = keyOf(human('Ilse Brandt'))
    const began = Date.parse('2025-01-05T12:00:00.000Z')
    const listed = { ...toListIdentity(human('Ilse Brandt')), registration: null }
    addListed(index, { ...listed, createdAt: '2025-01-05T11:00:00.000Z' }, began)
    for (const createdAt of [
      '2025-01-05T13:00:00.000Z',
      '0001-01-01T00:00:00Z',
      '1970-01-01T00:00:00.000Z',
      '',
    ])
      addListed(index, { ...listed, createdAt }, began)
    expect([countLookAlikes(index, key), countUnclaimedNewer(index, key)]).toEqual([5, 4])
    addCreated(index, { line: 1, key }, 1, false)
    expect([countLookAlikes(index, key), countUnclaimedNewer(index, key)]).toEqual([5, 3])
  })
})
