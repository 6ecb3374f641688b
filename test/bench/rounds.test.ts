import { describe, expect, it } from 'vitest'
import { mapFigures, measureRounds, type Run } from '../../bench/measure/rounds.ts'

/** A run of two rounds whose earlier calibrations took 50 ms each, and whose next ones take these times. */
function createRun(calibrations: readonly number[]): Run {
  const remaining = [...calibrations]
  return {
    rounds: 2,
    folder: '',
    calibrate: () => remaining.shift() ?? 50,
    calibrations: Array.from({ length: 15 }, () => 50),
  }
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
  it('measure each contender once, one after the other, if no calibration differs', async () => {
    expect(await measureRounds(createRun([]), createTurns('ours', 'bare'))).toEqual({
      figures: [
        { ours: 1, bare: 2 },
        { ours: 4, bare: 3 },
      ],
      disturbed: new Map(),
    })
  })

  it('take a turn whose calibration differs by 5 %', async () => {
    const { figures } = await measureRounds(createRun([52.4, 47.6]), createTurns('ours'))
    expect(figures).toEqual([{ ours: 1 }, { ours: 2 }])
  })

  it.for([
    { position: 'before', calibrations: [53, 50, 50] },
    { position: 'after', calibrations: [50, 53, 50, 50] },
  ])('repeat a turn if the calibration $position it differs by more', async ({ calibrations }) => {
    const { figures, disturbed } = await measureRounds(createRun(calibrations), createTurns('ours', 'bare'))
    expect(figures[0]?.bare).toBe((figures[0]?.ours ?? 0) + 1)
    expect(figures[0]?.ours).toBeGreaterThan(1)
    expect(disturbed.size).toBe(0)
  })

  it('take the attempt with the nearest calibrations after ten repeats, and say so', async () => {
    const calibrations = [
      ...Array.from({ length: 5 }, () => 80),
      60,
      60,
      ...Array.from({ length: 5 }, () => 80),
    ]
    const { figures, disturbed } = await measureRounds(createRun(calibrations), createTurns('ours', 'bare'))
    expect(figures).toEqual([
      { ours: 6, bare: 12 },
      { ours: 14, bare: 13 },
    ])
    expect(disturbed).toEqual(new Map([['ours', [0]]]))
  })

  it('say so if the machine becomes slower during the run', async () => {
    const calibrations = [50, 50, ...Array.from({ length: 40 }, () => 60)]
    const { disturbed } = await measureRounds(
      createRun(calibrations),
      createTurns('ours', 'bare', 'express'),
      { rounds: 1 },
    )
    expect(disturbed).toEqual(new Map([['ours', [0]]]))
  })

  it('stop earlier if a measurement allows fewer repeats', async () => {
    const calibrations = Array.from({ length: 20 }, () => 80)
    const limits = { rounds: 1, repeats: 1 }
    const { figures, disturbed } = await measureRounds(createRun(calibrations), createTurns('ours'), limits)
    expect(figures).toEqual([{ ours: 1 }])
    expect(disturbed).toEqual(new Map([['ours', [0]]]))
  })

  it('keep their remarks when other figures are computed from theirs', () => {
    const disturbed = new Map([['ours', [0]]])
    expect(mapFigures({ figures: [{ ours: 2 }], disturbed }, figure => figure * 2)).toEqual({
      figures: [{ ours: 4 }],
      disturbed,
    })
  })
})
