import { expect, it } from 'vitest'
import { never, refuseUnhandledRejections, watch } from './changing-team.ts'

refuseUnhandledRejections()

it('a watch gives onChange five seconds after an abort', async () => {
  const controller = new AbortController()
  const onChange = () => {
    controller.abort()
    return never()
  }
  const begin = performance.now()
  const report = await watch({ onChange, signal: controller.signal })
  expect(report).toMatchObject({ stopped: { cause: 'aborted' }, undelivered: 1 })
  expect(performance.now() - begin).toBeGreaterThan(4900)
})
