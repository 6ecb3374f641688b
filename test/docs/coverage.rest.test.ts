import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findCoverage, gapsOf } from '../../docs/find-coverage.ts'
import { coveragePage } from '../../docs/generate-coverage.ts'
import { operations } from '../../src/contract/operations.ts'

const rows = findCoverage()

it('docs/internals/coverage.md is as it would be written now', () => {
  const page = readFileSync(new URL('../../docs/internals/coverage.md', import.meta.url), 'utf8')
  expect(page, 'out of step: run npx tsx docs/generate-coverage.ts').toBe(coveragePage(rows))
})

describe('the coverage', () => {
  it('has every operation of the contract, in its order', () => {
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(operations))
  })

  it.each(rows)('of $name is whole', row => {
    expect(gapsOf(row)).toEqual([])
    expect(row.statuses).toContain(String(row.operation.status))
  })

  it('finds methods by way of others, and counts each once', () => {
    const [list] = rows
    expect(list?.methods).toEqual([
      'entities.list',
      'entities.stream',
      'entities.get',
      'entities.createOnce',
      'entities.waitFor',
      'entities.waitForScreening',
      'entities.reconcile',
    ])
    // A method such as `createOnce` calls more than one operation.
    for (const { methods } of rows) expect(new Set(methods).size).toBe(methods.length)
  })

  it('says what is lacking', () => {
    const [row] = rows
    if (row === undefined) throw new Error('no row')
    const nothing = {
      methods: [],
      behaviour: undefined,
      behaviourTest: undefined,
      testFolders: [],
      documents: [],
    }
    expect(gapsOf({ ...row, ...nothing })).toEqual([
      'no method of the client',
      'no behaviour',
      'no test of its behaviour',
      'no test of its methods',
      'no document',
    ])
  })
})
