import { describe, expect, it } from 'vitest'
import { CallbackTimeoutError, createObservers, runCallback } from '../../src/pacing/run-callback.ts'
import { failureOf } from '../failure-of.ts'

const never = () => new Promise<never>(() => {})

describe('a function of the caller', () => {
  it('is called at once, and its result waited for', async () => {
    let isCalled = false
    const result = runCallback(
      'f',
      async () => {
        isCalled = true
        return 7
      },
      {},
    )
    expect(isCalled).toBe(true)
    expect(await result).toBe(7)
  })

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw undefined
      },
    ],
    ['rejects', () => Promise.reject()],
    [
      'returns a thenable that throws',
      () => ({
        get then() {
          throw undefined
        },
      }),
    ],
  ])('that %s rejects with that', async (_, callback) => {
    expect(await failureOf(runCallback('f', callback, {}))).toBeUndefined()
  })

  it('that hangs is given up after the signal', async () => {
    const controller = new AbortController()
    const result = runCallback('f', never, { signal: controller.signal, grace: 10 })
    controller.abort()
    expect(await failureOf(result)).toMatchObject({
      isAborted: true,
      message: 'f did not settle within 10 ms after the end',
    })
    const late = runCallback('f', never, { signal: AbortSignal.abort(), grace: 10 })
    expect(await failureOf(late)).toBeInstanceOf(CallbackTimeoutError)
  })

  it('that hangs is given up after giveUpAfter, five seconds at least', async () => {
    const begin = performance.now()
    const error = await failureOf(runCallback('f', never, { giveUpAfter: 1 }))
    expect(error).toMatchObject({ isAborted: false, message: 'f did not settle within 5000 ms' })
    expect(performance.now() - begin).toBeGreaterThan(4990)
  })

  it('that rejects after it was given up is handled', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => unhandled.push(reason)
    process.on('unhandledRejection', note)
    const late = () => new Promise((_, reject) => setTimeout(() => reject(new Error('late')), 20))
    await failureOf(runCallback('f', late, { signal: AbortSignal.abort(), grace: 1 }))
    await new Promise(resolve => setTimeout(resolve, 50))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
  })
})

describe('observers', () => {
  it('fail each for what they throw and reject with', async () => {
    const failures: unknown[] = []
    const { notify, settled } = createObservers({}, error => failures.push(error))
    notify('f', undefined, 1)
    notify('f', () => Promise.reject(1), 1)
    notify('f', () => Promise.reject(2), 1)
    notify(
      'f',
      () => {
        throw 3
      },
      1,
    )
    expect(failures).toEqual([3])
    await settled()
    expect(failures).toEqual([3, 1, 2])
  })

  it('may reject with what has no class', async () => {
    const { proxy, revoke } = Proxy.revocable({}, {})
    revoke()
    const failures: unknown[] = []
    const { notify, settled } = createObservers({}, () => failures.push('failed'))
    notify('f', () => Promise.reject(proxy), 1)
    await settled()
    expect(failures).toEqual(['failed'])
  })

  it('are not called any more once one has hung', async () => {
    const failures: unknown[] = []
    const { notify, settled } = createObservers({ signal: AbortSignal.abort(), grace: 5 }, error =>
      failures.push(error),
    )
    let calls = 0
    const hang = () => {
      calls += 1
      return never()
    }
    notify('f', hang, 1)
    await settled()
    notify('f', hang, 1)
    await settled()
    expect(calls).toBe(1)
    expect(failures).toHaveLength(1)
  })
})
