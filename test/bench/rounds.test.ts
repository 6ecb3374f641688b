import { describe, expect, it } from 'vitest'
import { compareInRounds } from '../../bench/measure/comparison.ts'
import { describeOtherWork } from '../../bench/measure/quiet.ts'
import { measureRounds } from '../../bench/measure/rounds.ts'
import type { Run } from '../../bench/measure/run.ts'

/** A run whose calibrations take these times, and 50 ms afterwards. Its clock is the number of calibrations. */
function createRun(calibrations: readonly number[], deadline = 1000): Run {
  const run: Run = {
    counts: { own: 3, peer: 1 },
    folder: '',
    calibrate: () => calibrations[run.calibrations.length] ?? 50,
    calibrations: [],
    now: () => run.calibrations.length,
    deadline,
  }
  return run
}

/** Turns whose figures are the numbers of their measurements in the run: 1, 2, 3 … */
function createTurns(...names: readonly string[]) {
  let number = 0
  const measure = async () => {
    number += 1
    return number
  }
  return Object.fromEntries(names.map(name => [name, measure]))
}

describe('the rounds of a benchmark', () => {
  it('begin with another turn each, and settle if all calibrations agree', async () => {
    expect(await measureRounds(createRun([]), createTurns('bare', 'ours'), 3)).toEqual({
      figures: [
        { bare: 1, ours: 2 },
        { bare: 4, ours: 3 },
        { bare: 5, ours: 6 },
      ],
      settled: 3,
      wanted: 3,
    })
  })

  it('settle if the calibrations differ by less than 3 %', async () => {
    const { figures } = await measureRounds(createRun([50, 51.4, 50]), createTurns('bare', 'ours'), 1)
    expect(figures).toEqual([{ bare: 1, ours: 2 }])
  })

  it.for([
    { position: 'before', calibrations: [51.6, 50, 50] },
    { position: 'between', calibrations: [50, 51.6, 50] },
    { position: 'after', calibrations: [50, 50, 51.6, 51.6, 51.6] },
  ])('are repeated if the calibration $position the turns differs by more', async ({ calibrations }) => {
    const { figures, settled } = await measureRounds(createRun(calibrations), createTurns('bare', 'ours'), 1)
    expect(settled).toBe(1)
    expect(figures).not.toEqual([{ bare: 1, ours: 2 }])
  })

  it('settle on a machine that has become slower for good', async () => {
    const calibrations = [50, 50, 50, ...Array.from({ length: 9 }, () => 80)]
    const { figures, settled } = await measureRounds(createRun(calibrations), createTurns('bare', 'ours'), 2)
    expect(settled).toBe(2)
    // The round in which it became slower is repeated.
    expect(figures).toEqual([
      { bare: 1, ours: 2 },
      { bare: 5, ours: 6 },
    ])
  })

  it('end at the deadline of the section, with the rounds whose calibrations are nearest to each other', async () => {
    const calibrations = [50, 80, 50, 52, 50, 80, 50]
    const rounds = await measureRounds(createRun(calibrations, 7), createTurns('bare', 'ours'), 2)
    expect(rounds).toEqual({
      figures: [
        { bare: 4, ours: 3 },
        { bare: 1, ours: 2 },
      ],
      settled: 0,
      wanted: 2,
    })
  })

  it('are measured once if the section has no time left', async () => {
    const rounds = await measureRounds(createRun([], 0), createTurns('bare', 'ours'), 10)
    expect(rounds).toEqual({ figures: [{ bare: 1, ours: 2 }], settled: 1, wanted: 10 })
  })

  it('end after two attempts for each round', async () => {
    const run = createRun(Array.from({ length: 100 }, (_, index) => (index % 2 === 0 ? 50 : 80)))
    const { settled } = await measureRounds(run, createTurns('bare', 'ours'), 3)
    expect(settled).toBe(0)
    expect(run.calibrations).toHaveLength(1 + 3 * 2 * 2)
  })
})

describe('a comparison', () => {
  it('measures each contender in rounds of its own beside the base, and ours in more', async () => {
    const turns = createTurns('ours', 'bare', 'express')
    const { contenders } = await compareInRounds(createRun([]), turns, { base: 'bare', own: ['ours'] })
    const figuresOf = (name: string) => contenders.get(name)?.figures
    expect(figuresOf('ours')?.map(figures => Object.keys(figures).toSorted())).toEqual(
      Array.from({ length: 3 }, () => ['bare', 'ours']),
    )
    expect(figuresOf('express')).toEqual([{ bare: 7, express: 8 }])
  })
})

describe('a run', () => {
  it('starts at a load average of 0.3', () => {
    expect(describeOtherWork([0.3, 2, 2])).toBeNull()
  })

  it('is refused at a higher one', () => {
    expect(describeOtherWork([0.31, 0, 0])).toMatch(
      /^The load average of the last minute is 0\.31: .*--force/,
    )
  })
})
