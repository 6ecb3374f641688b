import { describe, expect, it } from 'vitest'
import { judgeDifference, judgeRatio } from '../../bench/page/comparison.ts'
import { formatInteger, formatTime, median } from '../../bench/page/figures.ts'
import { explainMissed } from '../../bench/page/reasons.ts'
import { compareRuns } from '../../bench/page/runs.ts'
import { judgeFixed, type Section, writeGoals } from '../../bench/page/section.ts'
import { writeSpeedPage } from '../../bench/page/write-speed-page.ts'

const rounds = (figures: readonly Record<string, number>[], settled = figures.length) => ({
  figures,
  settled,
  wanted: figures.length,
})
const ownFigures = [
  { ours: 2, bare: 1 },
  { ours: 4.2, bare: 2 },
  { ours: 1.9, bare: 1 },
]
const compare = (settled = 3) => ({
  base: 'bare',
  contenders: new Map([
    ['ours', rounds(ownFigures, settled)],
    ['fastify', rounds([{ fastify: 3, bare: 2 }])],
    ['express', rounds([{ express: 1.8, bare: 1 }])],
  ]),
})
const goal = { name: 'A create', own: 'ours', peers: ['express', 'fastify', 'not measured'] }

describe('a target of a benchmark', () => {
  it('is met if the median of the ratios is at most the maximum', () => {
    expect(judgeRatio(compare(), { ...goal, max: 2 })).toEqual({
      name: 'A create',
      value: 2,
      figure: '2.00 (1.90 to 2.10)',
      target: '≤ 2.00 × bare',
      peer: 'fastify 1.50',
      verdict: 'met',
    })
  })

  it('is missed if the median is higher, and the page has the reason', () => {
    const missed = judgeRatio(compare(), { ...goal, max: 1.99 })
    expect(missed.verdict).toBe('missed')
    const reasons = explainMissed([missed, judgeRatio(compare(), { ...goal, max: 2 })])
    expect(reasons).toMatch(/^- A create: .+$/)
    expect(reasons).not.toContain('disturbed')
  })

  it('is missed if too few rounds settled, and says how many', () => {
    const goals = [judgeRatio(compare(2), { ...goal, max: 2 })]
    expect(writeGoals(goals)).toContain(
      '| 2.00 (1.90 to 2.10), did not settle: 2 of 3 rounds | ≤ 2.00 × bare | fastify 1.50 | missed |',
    )
    expect(explainMissed(goals)).toBe('- A create: Other work of the machine disturbed too many rounds.')
  })

  it('says how many rounds the time of the section allowed', () => {
    const contenders = new Map([['ours', { figures: ownFigures, settled: 1, wanted: 10 }]])
    expect(judgeRatio({ base: 'bare', contenders }, { ...goal, max: 2 }).figure).toContain(
      ', did not settle: 1 of 10 rounds, of which 3 were measured',
    )
  })

  it('may be a difference of times; two runs are compared by the ratio', () => {
    const judge = (maxMs: number) => judgeDifference(compare(), { name: 'An import', own: 'ours', maxMs })
    expect(judge(1)).toMatchObject({ value: 2, target: '≤ bare + 1 ms', verdict: 'met' })
    expect(judge(0.9).verdict).toBe('missed')
  })

  it('may be a figure that needs no rounds', () => {
    const judge = (value: number) => judgeFixed({ name: 'Size', value, max: 50, format: formatInteger })
    expect([judge(50).verdict, judge(50.1).verdict]).toEqual(['met', 'missed'])
  })

  it('is a row without a verdict if it is only measured', () => {
    expect(writeGoals([judgeRatio(compare(), goal)])).toContain('| – | fastify 1.50 | measured |')
    expect(explainMissed([judgeRatio(compare(), goal)])).toBe('')
  })
})

it('the median of an even number of values is the mean of the two in the middle', () => {
  expect([median([4, 1, 2]), median([8, 1, 2, 4])]).toEqual([2, 3])
})

describe('the comparison of two runs', () => {
  const comparison = compareRuns(
    { 'A list': 1, 'A create': 2, 'A row that went': 3 },
    {
      'A list': 1.04,
      'A create': 1.88,
      'A new row': 3,
    },
  )

  it('counts the rows that agree within 5 %, of those that both runs have', () => {
    expect(comparison).toMatch(/\n\n1 of 2 rows agree within 5 %\.$/)
  })

  it('marks the rows that do not agree', () => {
    expect(comparison).toContain('| A list | 1 | 1.04 | 4.0 % |')
    expect(comparison).toContain('| A create | 2 | 1.88 | -6.0 % (!) |')
  })
})

describe('the page on speed', () => {
  const section = (task: string, own: number): Section => ({
    heading: '',
    parts: [],
    goals: [],
    speed: [{ task, own, alternatives: { slow: 3, quick: 2 }, unchecked: { bare: 1 }, format: formatTime }],
  })
  const page = writeSpeedPage([section('A call', 2.5), section('A list', 2)])

  it('has the tasks at which an alternative is better last, and names them', () => {
    expect(page.indexOf('| A list | 2.0 ms | quick 2.0 ms, slow 3.0 ms | bare 1.0 ms |')).toBeGreaterThan(0)
    expect(page.indexOf('| A call | 2.5 ms |')).toBeGreaterThan(page.indexOf('| A list |'))
    expect(page).toContain('An alternative is better at: A call.')
  })

  it('names none if there is none', () => {
    expect(writeSpeedPage([section('A list', 2)])).not.toContain('An alternative is better')
  })
})
