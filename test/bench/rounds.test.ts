import { describe, expect, it } from 'vitest'
import { measureRounds, type Run } from '../../bench/measure/rounds.ts'

/** A run whose earlier calibrations took 50 ms each, and whose next ones take these times. */
function createRun(calibrations: readonly number[]): Run {
  const remaining = [...calibrations]
  return {
    rounds: 3,
    folder: '',
    calibrate: () => remaining.shift() ?? 50,
    calibrations: Array.from({ length: 15 }, () => 50),
  }
}

/** Measures rounds whose figures are their numbers: 1, 2, 3 … */
function measureNumbers(calibrations: readonly number[], limits?: { rounds?: number; repeats?: number }) {
  let number = 0
  const measure = async () => {
    number += 1
    return number
  }
  return measureRounds(createRun(calibrations), measure, limits)
}

describe('the rounds of a benchmark', () => {
  it('are as many as the run has, if no calibration differs', async () => {
    expect(await measureNumbers([])).toEqual({ figures: [1, 2, 3], settled: 3 })
  })

  it('include a round whose calibration differs by 5 %', async () => {
    expect(await measureNumbers([50, 52.4, 47.6, 50])).toEqual({ figures: [1, 2, 3], settled: 3 })
  })

  it('are repeated if the calibration before or after differs by more', async () => {
    const { figures, settled } = await measureNumbers([50, 53, 50, 50, 50, 50])
    expect(figures.toSorted()).toEqual([3, 4, 5])
    expect(settled).toBe(3)
  })

  it('have not settled after ten repeats, and the nearest count', async () => {
    const { figures, settled } = await measureNumbers([
      50,
      50,
      ...Array.from({ length: 10 }, () => 80),
      60,
      60,
    ])
    expect(settled).toBe(1)
    expect(figures).toHaveLength(3)
    expect(figures).toContain(1)
    expect(figures).toContain(13)
  })

  it('stop earlier if a measurement allows fewer repeats', async () => {
    const calibrations = Array.from({ length: 20 }, () => 80)
    expect(await measureNumbers(calibrations, { rounds: 1, repeats: 1 })).toMatchObject({
      figures: [1],
      settled: 0,
    })
  })
})
