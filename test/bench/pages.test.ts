import { describe, expect, it } from 'vitest'
import { judgeRatio } from '../../bench/page/comparison.ts'
import { formatTime } from '../../bench/page/figures.ts'
import { explainMissed } from '../../bench/page/reasons.ts'
import type { Section } from '../../bench/page/section.ts'
import { writeSpeedPage } from '../../bench/page/write-speed-page.ts'

const figures = [
  { ours: 2, bare: 1, fastify: 1.5, express: 1.8 },
  { ours: 4.2, bare: 2, fastify: 3, express: 3.6 },
  { ours: 1.9, bare: 1, fastify: 1.5, express: 1.8 },
]
const goal = { name: 'A create', own: 'ours', max: 2, peers: ['express', 'fastify', 'not measured'] }

describe('a target of a benchmark', () => {
  const judge = (max: number, disturbed: ReadonlyMap<string, readonly number[]> = new Map()) =>
    judgeRatio({ rounds: { figures, disturbed }, base: 'bare' }, { ...goal, max })

  it('is met if the median of the ratios is at most the maximum', () => {
    expect(judge(2)).toEqual({
      name: 'A create',
      figure: '2.00 (1.90 to 2.10)',
      target: '≤ 2.00 × bare',
      peer: 'fastify 1.50',
      isMet: true,
    })
  })

  it('is missed if the median is higher, and the page has the reason', () => {
    const missed = judge(1.99)
    expect(missed.isMet).toBe(false)
    expect(explainMissed([missed, judge(2)])).toMatch(/^- A create: .+$/)
  })

  it('has a remark about the rounds in which it or the base did not settle', () => {
    const remarkOf = (disturbed: Record<string, number[]>) =>
      judge(2, new Map(Object.entries(disturbed))).figure.replace('2.00 (1.90 to 2.10)', '')
    expect(remarkOf({ bare: [0] })).toBe(', did not settle in 1 of 3 rounds')
    expect(remarkOf({ ours: [2], bare: [0, 2] })).toBe(', did not settle in 2 of 3 rounds')
    expect(remarkOf({ express: [0] })).toBe('')
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

  it('has a task under Better if no alternative is faster', () => {
    expect(page.slice(page.indexOf('## Better than the alternatives'), page.indexOf('## Worse'))).toContain(
      '| A list | 2.0 ms | quick 2.0 ms, slow 3.0 ms | bare 1.0 ms |',
    )
  })

  it('has a task under Worse if an alternative is faster', () => {
    expect(page.slice(page.indexOf('## Worse than an alternative'))).toContain('| A call | 2.5 ms |')
  })

  it('has no heading without tasks', () => {
    expect(writeSpeedPage([section('A list', 2)])).not.toContain('## Worse than an alternative')
  })
})
