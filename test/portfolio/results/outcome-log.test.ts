import { describe, expect, it } from 'vitest'
import type { RowProblem } from '../../../src/portfolio/import-report.ts'
import { createOutcomeLog, createOutcomeReader } from '../../../src/portfolio/results/outcome-log.ts'

const problem = (line: number, fields: Partial<RowProblem> = {}): RowProblem => {
  return { kind: 'invalid', line, column: null, reason: 'is wrong', sameAs: null, ...fields }
}

describe('an outcome log', () => {
  it('has the problems of each row, in whatever order they come', () => {
    const log = createOutcomeLog()
    log.add(problem(5000, { kind: 'refused', reason: 'no' }))
    log.add(problem(3, { column: 'Country', reason: 'must be a country' }))
    log.add(problem(3, { column: 'Born', reason: 'must be a date' }))
    log.add(problem(7, { kind: 'duplicate', reason: 'repeats line 3', sameAs: 3 }))
    log.add(problem(8, { kind: 'duplicate', reason: 'repeats line 30', sameAs: 30 }))
    log.add(problem(9, { kind: 'possible_duplicate', reason: 'may be in the team' }))
    expect([3, 5000, 7, 8, 9].map(line => log.find(line))).toEqual([
      { kind: 'invalid', reason: 'Country: must be a country; Born: must be a date' },
      { kind: 'refused', reason: 'no' },
      { kind: 'duplicate', reason: 'repeats line 3' },
      { kind: 'duplicate', reason: 'repeats line 30' },
      { kind: 'possible_duplicate', reason: 'may be in the team' },
    ])
    for (const line of [2, 4, 4999, 5001, 1_000_000]) expect(log.find(line)).toBeUndefined()
  })

  it('has the fields that a created row lacks', () => {
    const log = createOutcomeLog()
    log.addOmission({ line: 2, column: 'dob', reason: 'must be a date' })
    log.addOmission({ line: 2, column: 'passport', reason: 'looks damaged' })
    expect(log.find(2)).toEqual({
      kind: 'created',
      reason: 'without dob: must be a date; without passport: looks damaged',
    })
    expect(log.find(3)).toBeUndefined()
    const outcomeOf = createOutcomeReader({ rows: 2, stopped: null }, log)
    expect([2, 3].map(line => outcomeOf(line))).toEqual([
      { outcome: 'created', reason: 'without dob: must be a date; without passport: looks damaged' },
      { outcome: 'created', reason: '' },
    ])
  })

  it('keeps many different reasons', () => {
    const log = createOutcomeLog()
    for (let line = 2; line < 20_002; line += 1) log.add(problem(line, { reason: `row ${line} is wrong` }))
    expect(log.find(2)?.reason).toBe('row 2 is wrong')
    expect(log.find(20_001)?.reason).toBe('row 20001 is wrong')
  })
})

describe('the outcome of a row', () => {
  const error = new Error('full')
  const stopped = {
    cause: 'entity_limit',
    error,
    remaining: [
      { from: 4, to: 6 },
      { from: 9, to: 9 },
    ],
    inDoubt: [{ from: 5, to: 5 }],
  } as const

  it('is created unless it has a problem, or the import stopped before it', () => {
    const log = createOutcomeLog()
    log.add(problem(7))
    const outcomeOf = createOutcomeReader({ rows: 8, stopped }, log)
    expect([2, 3, 4, 5, 6, 7, 8, 9, 10].map(line => outcomeOf(line).outcome)).toEqual([
      'created',
      'created',
      'remaining',
      'in_doubt',
      'remaining',
      'invalid',
      'created',
      'remaining',
      'remaining',
    ])
  })

  it('is created for all rows of an import that ended', () => {
    const outcomeOf = createOutcomeReader({ rows: 2, stopped: null }, createOutcomeLog())
    expect([2, 900].map(line => outcomeOf(line))).toEqual([
      { outcome: 'created', reason: '' },
      { outcome: 'created', reason: '' },
    ])
  })
})
