import { describe, expect, it } from 'vitest'
import type { RowProblem } from '../../../src/portfolio/import-report.ts'
import {
  createOutcomeLog,
  createOutcomeReader,
  findLoggedOutcome,
  logOmission,
  logProblem,
  readOutcome,
} from '../../../src/portfolio/results/outcome-log.ts'

const problem = (line: number, fields: Partial<RowProblem> = {}): RowProblem => {
  return { kind: 'invalid', line, column: null, reason: 'is wrong', sameAs: null, ...fields }
}

describe('an outcome log', () => {
  it('has the problems of each row, in whatever order they come', () => {
    const log = createOutcomeLog()
    logProblem(log, problem(5000, { kind: 'refused', reason: 'no' }))
    logProblem(log, problem(3, { column: 'Country', reason: 'must be a country' }))
    logProblem(log, problem(3, { column: 'Born', reason: 'must be a date' }))
    logProblem(log, problem(7, { kind: 'duplicate', reason: 'repeats line 3', sameAs: 3 }))
    logProblem(log, problem(8, { kind: 'duplicate', reason: 'repeats line 30', sameAs: 30 }))
    logProblem(log, problem(9, { kind: 'possible_duplicate', reason: 'may be in the team' }))
    expect([3, 5000, 7, 8, 9].map(line => findLoggedOutcome(log, line))).toEqual([
      { kind: 'invalid', reason: 'Country: must be a country; Born: must be a date' },
      { kind: 'refused', reason: 'no' },
      { kind: 'duplicate', reason: 'repeats line 3' },
      { kind: 'duplicate', reason: 'repeats line 30' },
      { kind: 'possible_duplicate', reason: 'may be in the team' },
    ])
    for (const line of [2, 4, 4999, 5001, 1_000_000]) expect(findLoggedOutcome(log, line)).toBeUndefined()
  })

  it('has the fields that a created row lacks', () => {
    const log = createOutcomeLog()
    logOmission(log, { line: 2, column: 'dob', reason: 'must be a date' })
    logOmission(log, { line: 2, column: 'passport', reason: 'looks damaged' })
    expect(findLoggedOutcome(log, 2)).toEqual({
      kind: 'created',
      reason: 'without dob: must be a date; without passport: looks damaged',
    })
    expect(findLoggedOutcome(log, 3)).toBeUndefined()
    const reader = createOutcomeReader({ rows: 2, stopped: null }, log)
    expect([2, 3].map(line => readOutcome(reader, line))).toEqual([
      { outcome: 'created', reason: 'without dob: must be a date; without passport: looks damaged' },
      { outcome: 'created', reason: '' },
    ])
  })

  it('keeps many different reasons', () => {
    const log = createOutcomeLog()
    for (let line = 2; line < 20_002; line += 1)
      logProblem(log, problem(line, { reason: `row ${line} is wrong` }))
    expect(findLoggedOutcome(log, 2)?.reason).toBe('row 2 is wrong')
    expect(findLoggedOutcome(log, 20_001)?.reason).toBe('row 20001 is wrong')
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
    logProblem(log, problem(7))
    const reader = createOutcomeReader({ rows: 8, stopped }, log)
    expect([2, 3, 4, 5, 6, 7, 8, 9, 10].map(line => readOutcome(reader, line).outcome)).toEqual([
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
    const reader = createOutcomeReader({ rows: 2, stopped: null }, createOutcomeLog())
    expect([2, 900].map(line => readOutcome(reader, line))).toEqual([
      { outcome: 'created', reason: '' },
      { outcome: 'created', reason: '' },
    ])
  })
})
