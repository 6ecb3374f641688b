import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginAge, createLease, type LeaseHold } from '../../../src/portfolio/journal/create-lease.ts'
import type { SqlRow } from '../../../src/store/sql.ts'

const ttl = 12_000

describe('a lease of 12 seconds', () => {
  let renew = vi.fn<() => Promise<SqlRow[]>>()
  let lease: LeaseHold | undefined
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearInterval', 'Date', 'performance'] })
    renew = vi.fn(async () => [{}])
  })
  afterEach(() => {
    lease?.end()
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  function take(age = beginAge()): LeaseHold {
    lease = createLease('journal "customers"', ttl, age, renew)
    return lease
  }

  it('is renewed every four seconds', async () => {
    const { leaseLost } = take()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(renew).toHaveBeenCalledTimes(30)
    expect(leaseLost.aborted).toBe(false)
  })

  it('is lost at once where another process has taken it over', async () => {
    renew.mockResolvedValue([])
    const { check, leaseLost } = take()
    await vi.advanceTimersByTimeAsync(4000)
    expect(leaseLost.reason.message).toBe('journal "customers" is lost: another process has taken it over')
    expect(check).toThrow(leaseLost.reason)
  })

  it('is lost two seconds before it can end, where it cannot be renewed', async () => {
    renew.mockRejectedValue(new Error('no connection'))
    const { leaseLost, check } = take()
    await vi.advanceTimersByTimeAsync(9999)
    check()
    await vi.advanceTimersByTimeAsync(1)
    expect(leaseLost.aborted).toBe(true)
    expect(leaseLost.reason.message).toBe(
      'journal "customers" is lost: its lease was not renewed for 10000 ms and may have ended',
    )
    expect(check).toThrow(leaseLost.reason)
    const calls = renew.mock.calls.length
    expect(calls).toBeGreaterThan(3)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(renew).toHaveBeenCalledTimes(calls)
  })

  it('goes on where it can be renewed again in time', async () => {
    renew.mockRejectedValueOnce(new Error('no connection')).mockRejectedValueOnce(new Error('no connection'))
    const { leaseLost } = take()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(leaseLost.aborted).toBe(false)
  })

  it('counts from before a renewal is begun, not from its answer', async () => {
    renew.mockImplementation(() => new Promise(resolve => setTimeout(resolve, 5900, [{}])))
    const { leaseLost } = take()
    // Begun after 4 s and answered after 9.9 s: what is sure ends after 14 s.
    await vi.advanceTimersByTimeAsync(9950)
    expect(leaseLost.aborted).toBe(false)
    renew.mockImplementation(() => new Promise(() => {}))
    await vi.advanceTimersByTimeAsync(4049)
    expect(leaseLost.aborted).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    expect(leaseLost.aborted).toBe(true)
  })

  it('counts from before it is taken', async () => {
    const age = beginAge()
    await vi.advanceTimersByTimeAsync(11_000)
    expect(take(age).check).toThrow('its lease was not renewed for 11000 ms')
  })

  it('is lost to a process that wakes from a pause, before any timer runs', async () => {
    const { check, leaseLost } = take()
    const now = performance.now()
    vi.spyOn(performance, 'now').mockReturnValue(now + 10_001)
    expect(check).toThrow('is lost')
    expect(leaseLost.aborted).toBe(true)
  })

  it('is lost after a sleep of the machine, in which only the time of day goes on', async () => {
    const { check } = take()
    vi.setSystemTime(Date.now() + 10_001)
    expect(check).toThrow('is lost')
  })

  it('is lost in time where the clock is set back', async () => {
    renew.mockRejectedValue(new Error('no connection'))
    const { check } = take()
    vi.setSystemTime(Date.now() - 3_600_000)
    await vi.advanceTimersByTimeAsync(9999)
    check()
    await vi.advanceTimersByTimeAsync(1)
    expect(check).toThrow('is lost')
  })

  it('stays lost, for the first cause', async () => {
    const { lose, leaseLost, check } = take()
    const first = new Error('first')
    expect(lose(first)).toBe(first)
    expect(lose(new Error('second'))).toBe(first)
    await vi.advanceTimersByTimeAsync(60_000)
    expect(check).toThrow(first)
    expect(leaseLost.reason).toBe(first)
    expect(renew).not.toHaveBeenCalled()
  })
})
