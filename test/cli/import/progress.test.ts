import { PassThrough, Writable } from 'node:stream'
import { describe, expect, it, vi } from 'vitest'
import { createImportProgress, createSpeedometer, describeProgress } from '../../../cli/import/progress.ts'
import { createOutput } from '../../../cli/output/output.ts'
import { createProgress } from '../../../cli/output/progress.ts'

/** What stands in the status line of a terminal of so many columns. */
function statusLine(columns: number, fraction: number | null, text: string): string {
  let said = ''
  const screen = Object.assign(
    new Writable({
      write(chunk, _, done) {
        said += String(chunk)
        done()
      },
    }),
    { isTTY: true, columns },
  )
  const output = createOutput(screen, screen)
  vi.useFakeTimers({ toFake: ['performance'] })
  const progress = createProgress({
    output,
    hint: () => {},
    flags: { has: () => false, text: () => undefined, texts: () => [] },
  })
  vi.advanceTimersByTime(1000)
  progress.show(fraction, text)
  vi.useRealTimers()
  return said
}

const figures = (text: string) => text.match(/\d[\d,]*\d|\d/g) ?? []

describe('the progress of an import', () => {
  const far = { settled: 1_999_999, pausedFor: 30_000, failure: null }
  const text = describeProgress(far, { perSecond: 25_012.3, secondsLeft: 7_500 })

  it('has every known figure', () => {
    expect(text).toBe('1,999,999 rows, 25,012/s, 2 h 5 min left, waiting 30 s for the service')
    expect(
      describeProgress(
        { settled: 7, pausedFor: null, failure: null },
        { perSecond: null, secondsLeft: null },
      ),
    ).toBe('7 rows')
  })

  it.each([200, 140, 120, 100, 80, 60, 40, 20])('has no truncated figure in %i columns', columns => {
    const shown = statusLine(columns, 0.1619, text)
    expect(shown.length).toBeLessThan(columns)
    const whole = new Set(['16', ...figures(text)])
    expect(figures(shown).filter(figure => !whole.has(figure))).toEqual([])
    expect(shown).not.toMatch(/\d$/)
    if (columns >= 100) expect(new Set(figures(shown))).toEqual(whole)
  })

  it('has the cause of a pause, and no percentage before the first row', () => {
    const lines: string[] = []
    vi.useFakeTimers({ toFake: ['performance'] })
    const progress = createImportProgress({
      output: createOutput(new PassThrough(), new PassThrough()),
      hint: line => lines.push(line),
      flags: { has: () => false, text: () => undefined, texts: () => [] },
    })
    const counts = { rows: 0, created: 0, createdEarlier: 0, planned: 0, plannedRepeats: 0, withOmissions: 0 }
    const others = { invalid: 0, refused: 0, duplicates: 0, possibleDuplicates: 0, remaining: 0, settled: 0 }
    const failure = new Error('connect ECONNREFUSED 127.0.0.1:4011')
    const pause = { pausedFor: 26_000, nextReadIn: null, inDoubt: 0, failure }
    const now = { ...counts, ...others, ...pause, read: { bytes: 80, of: 80 } }
    vi.advanceTimersByTime(20_000)
    progress.show(now)
    vi.advanceTimersByTime(20_000)
    progress.show({ ...now, rows: 2, read: { bytes: 40, of: 80 } })
    vi.useRealTimers()
    const text = `0 rows, waiting 26 s for the service, which failed: ${failure.message}`
    expect(lines).toEqual([text, `50 % ${text}`])
  })

  it('has no speed before the first request, despite earlier runs', () => {
    const speed = createSpeedometer()
    for (let at = 0; at < 10; at += 1)
      expect(speed(0, at / 20, at * 1000)).toEqual({ perSecond: null, secondsLeft: null })
    speed(100, 0.46, 10_000)
    expect(speed(1100, 0.56, 20_000)).toEqual({ perSecond: 100, secondsLeft: expect.closeTo(44) })
  })

  it('is recent: a pause counts while it lasts, and shortly after', () => {
    const speed = createSpeedometer()
    for (let second = 0; second <= 10; second += 1) speed(1 + second * 1000, second / 100, second * 1000)
    expect(speed(10_001, 0.1, 39_000).perSecond).toBeLessThan(400)
    for (let second = 41; second <= 80; second += 1)
      speed(10_001 + (second - 40) * 500, 0.1 + (second - 40) / 200, second * 1000)
    expect(speed(30_001, 0.3, 80_000).perSecond).toBeCloseTo(500)
  })
})
