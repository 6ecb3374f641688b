import { Readable } from 'node:stream'
import { InputValidationError } from 'entity-screening-sdk'
import { type ImportOptions, type PortfolioSource, partitionPortfolio } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { createInputError } from '../../../src/transport/create-error.ts'
import { spellNumber } from '../portfolio-rows.ts'
import { createMemoryJournal, createTeam, importInto, organization, problemLines } from '../team.ts'

/** Imports without an order of names, unless the options have one. */
const importUnordered = (
  team: ReturnType<typeof createTeam>,
  source: PortfolioSource,
  options: ImportOptions = {},
) => importInto(team, source, { nameOrder: undefined, ...options })

const companies = (count: number) =>
  Array.from({ length: count }, (_, index) => organization(`Halfmoon ${index}`))

const fullName = (name: string) => ({ type: 'person', name, countryCode: 'DE' })

function toCsv(names: readonly string[]): string {
  return ['Full name,type,country', ...names.map(name => `"${name}",person,DE`)].join('\n')
}

/** Names that are divided at their commas. */
const certainNames = (count: number) =>
  Array.from({ length: count }, (_, index) => `Thaler-${spellNumber(index)}, Edda`)

describe('full names whose order nobody has stated', () => {
  it('end the import before a request that creates entities', async () => {
    const team = createTeam()
    const csv = toCsv(['Thaler, Edda', 'Reuss Ivo'])
    const importing = importUnordered(team, csv)
    await expect(importing).rejects.toThrow(InputValidationError)
    await expect(importing).rejects.toMatchObject({
      issues: [
        {
          path: ['nameOrder'],
          message:
            'must be first_last (Ilse Brandt) or last_first (Brandt Ilse), because the column "Full name" has full names, such as on line 3; or use two columns, or write "Brandt, Ilse" in each row',
        },
      ],
    })
    expect(await team.list()).toEqual([])
    const ordered = await importInto(team, csv, { nameOrder: 'last_first' })
    expect(ordered).toMatchObject({ created: 2, rows: 2 })
    expect(await team.names()).toEqual(['Edda Thaler', 'Ivo Reuss'])
  })

  it('end the import even if the name is in row 1000, and the row has other mistakes', async () => {
    const team = createTeam()
    const rows = [...companies(999), { type: 'person', name: 'Reuss Ivo', country: 'Atlantis' }]
    await expect(importUnordered(team, rows)).rejects.toThrow(/nameOrder must be .* line 1000;/)
    expect(await team.list()).toEqual([])
  })

  it('are invalid after 1000 rows', { tags: 'long' }, async () => {
    const team = createTeam()
    const report = await importUnordered(team, [
      ...companies(1000),
      fullName('Reuss Ivo'),
      fullName('Reuss, Ivo'),
    ])
    expect(report).toMatchObject({ created: 1001, invalid: 1, rows: 1002 })
    expect(report.problems).toMatchObject([
      {
        line: 1001,
        column: 'name',
        reason:
          'can be split in two ways: set nameOrder to first_last or last_first, or use two columns, or write "Brandt, Ilse"',
      },
    ])
  })

  it('are invalid in single rows if the source has columns for first and last names', async () => {
    const csv = 'type,name,first name,last name,country\nperson,Reuss Ivo,,,DE\nperson,,Edda,Thaler,DE'
    const report = await importUnordered(createTeam(), csv)
    expect(report).toMatchObject({ created: 1, invalid: 1, rows: 2 })
    expect(report.problems).toMatchObject([{ line: 2, column: 'name' }])
  })

  it('are invalid after rows that needed no order, even if an object of another shape brings them', {
    tags: 'long',
  }, async () => {
    const team = createTeam()
    const rows = Array.from({ length: 200 }, (_, index) => {
      return {
        type: 'person',
        firstName: 'Edda',
        lastName: `Thaler ${spellNumber(index)}`,
        countryCode: 'DE',
      }
    })
    async function* source() {
      yield* rows
      yield fullName('Reuss Ivo')
      yield fullName('Reuss, Ivo')
    }
    for (const portfolio of [source(), [...rows, fullName('Reuss Ivo'), fullName('Reuss, Ivo')]]) {
      const report = await importUnordered(createTeam(), portfolio, { batchSize: 10 })
      expect(report).toMatchObject({ created: 201, invalid: 1, rows: 202, stopped: null })
      expect(problemLines(report, 'invalid')).toEqual([201])
    }
    const reversed = [fullName('Reuss Ivo'), ...rows]
    await expect(importUnordered(team, reversed)).rejects.toThrow(/nameOrder must be .* line 1;/)
    expect(await team.list()).toEqual([])
  })

  it('are not needed for organizations, certain names, and names that no order divides', async () => {
    const report = await importUnordered(createTeam(), [
      organization('Halfmoon Reuss'),
      fullName('Thaler, Edda'),
      fullName('Dr. Edda Thaler'),
      fullName('Suharto'),
    ])
    expect(report).toMatchObject({ created: 2, invalid: 2, rows: 4 })
  })

  it('are refused by a partition and when the partitions are counted', async () => {
    const rows = [organization('Halfmoon'), fullName('Reuss Ivo')]
    await expect(partitionPortfolio(rows, 2)).rejects.toThrow(/^partitionPortfolio: nameOrder must be/)
    for (const index of [1, 2])
      await expect(importUnordered(createTeam(), rows, { partition: { index, of: 2 } })).rejects.toThrow(
        /nameOrder must be/,
      )
    const parts = await partitionPortfolio(rows, 2, { nameOrder: 'last_first' })
    expect(parts.map(part => part.rows).reduce((sum, count) => sum + count)).toBe(2)
  })
})

describe('reading ahead', () => {
  it('ends at once when the import is aborted', async () => {
    const controller = new AbortController()
    const silent = new Readable({ objectMode: true, read() {} })
    silent.push(fullName('Thaler, Edda'))
    setTimeout(() => controller.abort(), 50)
    const report = await importUnordered(createTeam(), silent, { signal: controller.signal })
    expect(report).toMatchObject({ created: 0, hasUnreadRows: true, stopped: { cause: 'aborted' } })
  })

  it('reads nothing more from a slow source after an abort', async () => {
    const controller = new AbortController()
    let readCount = 0
    async function* slow() {
      for (const name of certainNames(100)) {
        readCount += 1
        if (readCount === 3) controller.abort()
        yield fullName(name)
        await new Promise(resolve => setTimeout(resolve))
      }
    }
    await importUnordered(createTeam(), slow(), { signal: controller.signal })
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(readCount).toBeLessThan(6)
  })

  it.each([
    ['an error', new Error('the disk is gone')],
    ['an InputValidationError of another call', createInputError('create', [])],
  ])('reports the rows before the place at which a source fails with %s', async (_, error) => {
    async function* failing() {
      yield fullName('Thaler, Edda')
      throw error
    }
    for (const options of [{}, { nameOrder: 'last_first' as const }]) {
      const report = await importUnordered(createTeam(), failing(), options)
      expect(report).toMatchObject({ rows: 1, hasUnreadRows: true, stopped: { cause: 'failed', error } })
    }
  })

  it('refuses a row that needs an order even if the source fails when it is closed', async () => {
    async function* failing() {
      try {
        yield [...companies(2), fullName('Reuss Ivo')]
        yield []
      } finally {
        await Promise.reject(new Error('the disk is gone'))
      }
    }
    async function* rows() {
      for await (const chunk of failing()) yield* chunk
    }
    await expect(importUnordered(createTeam(), rows())).rejects.toThrow(/nameOrder must be .* line 3;/)
  })
})

describe('a journal', () => {
  it('continues with the same order, and refuses another one', async () => {
    const team = createTeam()
    const lines: string[] = []
    const csv = toCsv(['Thaler Edda', 'Reuss, Ivo'])
    const first = await importInto(team, csv, {
      nameOrder: 'last_first',
      journal: createMemoryJournal(lines),
    })
    expect(first).toMatchObject({ created: 2, rows: 2 })
    const again = { nameOrder: 'last_first', journal: createMemoryJournal([...lines]) } as const
    expect(await importInto(team, csv, again, 2)).toMatchObject({ created: 2, createdEarlier: 2, rows: 2 })
    const other = importInto(team, csv, { nameOrder: 'first_last', journal: createMemoryJournal([...lines]) })
    await expect(other).rejects.toThrow(/the columns were read differently: line 2 is not what it was/)
  })

  it('lets rows that were invalid be read in an order that is stated later', { tags: 'long' }, async () => {
    const team = createTeam()
    const journal = createMemoryJournal()
    const csv = toCsv([...certainNames(1000), 'Reuss Ivo'])
    const first = await importUnordered(team, csv, { journal })
    expect(first).toMatchObject({ created: 1000, invalid: 1, rows: 1001 })
    expect(problemLines(first, 'invalid')).toEqual([1002])
    const second = await importInto(team, csv, { nameOrder: 'last_first', journal }, 1000)
    expect(second).toMatchObject({ created: 1001, createdEarlier: 1000, invalid: 0, rows: 1001 })
  })
})
