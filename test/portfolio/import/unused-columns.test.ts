import type { PortfolioSource } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { createMemoryJournal, createTeam, importInto } from '../team.ts'

const header = 'type,last name,first name,country,mother,office'
const differing = (line: number, columns: string) => ({
  kind: 'possible_duplicate',
  sameAs: line,
  column: null,
  reason: `differs from line ${line} only in columns that are not used: ${columns}`,
})
const repeating = (line: number) => ({ kind: 'duplicate', sameAs: line, reason: `repeats line ${line}` })

/** The problems of an import of persons, by the cells of the last two columns. */
async function importPersons(...cells: readonly string[]) {
  const csv = [header, ...cells.map(text => `person,Rosenthal,Ivan,DE,${text}`)].join('\n')
  return importInto(createTeam(), csv)
}

describe('persons of one name in a source', () => {
  it('are possible duplicates if they differ in a column that is not used', async () => {
    const report = await importPersons('Olga,Bonn', 'Anna,Bonn', 'Vera,Ulm', ',Bonn')
    expect(report).toMatchObject({ created: 1, possibleDuplicates: 3, duplicates: 0 })
    expect(report.problems).toMatchObject([
      { line: 3, ...differing(2, 'mother') },
      { line: 4, ...differing(2, 'mother, office') },
      { line: 5, ...differing(2, 'mother') },
    ])
  })

  it('do not differ in cells that are blank in both, in the middle or at the end', async () => {
    for (const [first, second] of [
      ['Olga,,', 'Olga,,old'],
      ['Olga,,old', 'Olga,,'],
    ] as const) {
      const rows = [first, second].map(cells => `person,Rosenthal,Ivan,DE,${cells}`)
      const report = await importInto(createTeam(), [`${header},status`, ...rows].join('\n'))
      expect(report.problems).toMatchObject([{ line: 3, ...differing(2, 'status') }])
    }
  })

  it('are duplicates if all cells are the same but for case and spacing', async () => {
    const report = await importPersons('Olga,Bonn', ' OLGA ,"bonn "', 'Olga , Bonn')
    expect(report.problems).toMatchObject([
      { line: 3, ...repeating(2) },
      { line: 4, ...repeating(2) },
    ])
  })

  it('are duplicates of a possible duplicate whose cells they have', async () => {
    const report = await importPersons('Olga,', 'Anna,', 'Anna,', 'Olga,')
    expect(report.problems).toMatchObject([
      { line: 3, ...differing(2, 'mother') },
      { line: 4, ...repeating(3) },
      { line: 5, ...repeating(2) },
    ])
  })

  it('are different persons if they differ in a column that is used', async () => {
    const csv = `${header},dob\nperson,Rosenthal,Ivan,DE,,,1961-04-09\nperson,Rosenthal,Ivan,DE,,,1975-01-02\n`
    expect(await importInto(createTeam(), csv)).toMatchObject({ created: 2, problems: [] })
  })

  it('are created if possible duplicates are to be created, each once, also in a later run', async () => {
    const lines = ['Olga', 'Anna', 'Olga', 'Anna'].map(mother => `person,Rosenthal,Ivan,DE,${mother},`)
    const csv = [header, ...lines].join('\n')
    const team = createTeam()
    const journal = createMemoryJournal()
    const options = { onPossibleDuplicate: 'create', journal } as const
    const problems = [
      { line: 4, ...repeating(2) },
      { line: 5, ...repeating(3) },
    ]
    expect(await importInto(team, csv, options)).toMatchObject({ created: 2, duplicates: 2, problems })
    const again = await importInto(team, `${csv}\nperson,Rosenthal,Ivan,DE,Olga,\n`, options, 2)
    expect(again).toMatchObject({
      created: 2,
      createdEarlier: 2,
      duplicates: 3,
      problems: [...problems, { line: 6, ...repeating(2) }],
    })
  })
})

describe('organizations that differ only in columns that are not used', () => {
  it('are duplicates', async () => {
    const csv = 'type,name,country,office\norg,Nordwind GmbH,DE,Bonn\norg,Nordwind GmbH,DE,Ulm\n'
    const report = await importInto(createTeam(), csv)
    expect(report).toMatchObject({ created: 1, problems: [{ line: 3, ...repeating(2) }] })
  })
})

describe('a column that is not used', () => {
  const ivan = { type: 'person', firstName: 'Ivan', lastName: 'Rosenthal', country: 'DE' }

  it.each<[string, readonly object[], string | null]>([
    ['in objects with the same keys', [{ n: 1 }, { n: 2 }], 'n'],
    [
      'in another order',
      [
        { n: 1, office: 'Bonn' },
        { office: 'bonn', n: 1n },
      ],
      null,
    ],
    ['in one of two objects', [{}, { n: 1 }], 'n'],
    ['in the first of two objects', [{ n: 1 }, {}], 'n'],
    ['without a value', [{}, { n: null, office: '' }], null],
    ['with dates', [{ since: new Date(1) }, { since: new Date(2) }], 'since'],
    ['without a name', [{ '': 'a' }, { '': 'b' }], 'column 5'],
  ])('is compared by its name: %s', async (_, fields, difference) => {
    const source: PortfolioSource = fields.map(more => ({ ...ivan, ...more }))
    const { problems } = await importInto(createTeam(), source)
    expect(problems).toMatchObject([difference === null ? repeating(1) : differing(1, difference)])
  })

  it.each([
    [['c0', 'c1'], 'c0, c1'],
    [['c0', 'c1', 'c2', 'c3', 'c14'], 'c0, c1, c2, c3, c14'],
    [['c0', 'c1', 'c2', 'c3', 'c4', 'c5'], 'c0, c1, c2, c3, c4, others'],
    [['c0', 'c29'], 'c0, others'],
    [['c29'], 'others'],
  ])('is named if it is one of a few, and of the first: %j', async (names, text) => {
    const columns = Object.fromEntries(Array.from({ length: 30 }, (_, number) => [`c${number}`, 'a']))
    const other = Object.fromEntries(names.map(name => [name, 'b']))
    const { problems } = await importInto(createTeam(), [
      { ...ivan, ...columns },
      { ...ivan, ...columns, ...other },
    ])
    expect(problems).toMatchObject([differing(1, text)])
  })
})
