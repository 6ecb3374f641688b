import { describe, expect, it } from 'vitest'
import {
  type AnnouncedRow,
  moveRow,
  nextState,
  type RowEvent,
  type RowState,
  transitions,
} from '../../../src/portfolio/rows/row-state.ts'

const states: readonly RowState[] = ['planned', 'announced', 'in_doubt', 'created', 'refused', 'remaining']
const events: readonly RowEvent[] = [
  'announce',
  'confirm',
  'refuse',
  'lose',
  'find',
  'miss',
  'postpone',
  'resume',
]

/** Every pair of a state and an event: where it leads, or null where it cannot happen. */
const table: Record<RowState, readonly (RowState | null)[]> = {
  // announce, confirm, refuse, lose, find, miss, leave, resume
  planned: ['announced', null, null, null, null, null, 'remaining', null],
  announced: [null, 'created', 'refused', 'in_doubt', 'created', null, 'remaining', 'in_doubt'],
  in_doubt: [null, null, null, null, 'created', 'announced', null, 'in_doubt'],
  created: [null, null, null, null, null, null, null, null],
  refused: [null, null, null, null, null, null, null, null],
  remaining: [null, null, null, null, null, null, null, 'planned'],
}

function createRow(state: RowState): AnnouncedRow {
  return {
    line: 2,
    key: 'look-alikes',
    row: { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' },
    batch: 1,
    lookAlikesBefore: 0,
    state,
    wasInDoubt: false,
    isOfEarlierRun: true,
  }
}

describe('a row of an import', () => {
  it.each(
    states.flatMap(state => events.map((event, at) => [state, event, table[state][at] ?? null] as const)),
  )('%s, %s: %s', (state, event, next) => {
    expect(nextState(state, event) ?? null).toBe(next)
  })

  it('has no other states', () => {
    expect(Object.keys(transitions).toSorted()).toEqual(states.toSorted())
  })

  it('is never sent again while it may exist, whatever happens to it', () => {
    // Every way of up to eight events from the start.
    const walk = (state: RowState, isLost: boolean, depth: number): number => {
      if (depth === 0) return 1
      return events.reduce((ways, event) => {
        const next = nextState(state, event)
        if (next === undefined) return ways
        const mayExist =
          (isLost && event !== 'miss') || event === 'lose' || (state === 'announced' && event === 'resume')
        if (event === 'announce') expect(isLost).toBe(false)
        if (next === 'announced' && state === 'in_doubt') expect(event).toBe('miss')
        return ways + walk(next, mayExist, depth - 1)
      }, 1)
    }
    expect(walk('planned', false, 8)).toBeGreaterThan(100)
  })

  it('comes to an end that no event leads out of', () => {
    for (const state of ['created', 'refused'] as const)
      expect(events.map(event => nextState(state, event))).toEqual(events.map(() => undefined))
  })
})

describe('a move of a row', () => {
  it('remembers that its outcome was unknown, and by whom it was sent last', () => {
    const row = createRow('announced')
    moveRow(row, 'lose')
    expect(row).toMatchObject({ state: 'in_doubt', wasInDoubt: true, isOfEarlierRun: true })
    moveRow(row, 'miss')
    expect(row).toMatchObject({ state: 'announced', wasInDoubt: true, isOfEarlierRun: false })
  })

  it('of a row that was never in doubt leaves it so', () => {
    const row = createRow('announced')
    moveRow(row, 'confirm')
    expect(row).toMatchObject({ state: 'created', wasInDoubt: false, isOfEarlierRun: true })
  })

  it('that cannot happen is refused, and the row stays as it is', () => {
    const row = createRow('created')
    expect(() => moveRow(row, 'lose')).toThrow('line 2 is created: it cannot lose')
    expect(row).toEqual(createRow('created'))
  })
})
