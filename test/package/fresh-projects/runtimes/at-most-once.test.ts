import { expect, it } from 'vitest'
import { runtimeNames } from './runtimes.ts'
import type { Fault, Service } from './service.ts'
import { describeRuntimes } from './use-runtimes.ts'

const faults: readonly Fault[] = ['no response', 'reset', '408']

const posts = ({ requests }: Service) => requests.filter(({ method }) => method === 'POST')

/** Chromium repeats a POST by itself on a reused connection: see repetitions.test.ts. */
const withoutPages = runtimeNames.filter(name => name !== 'chromium')

describeRuntimes(runtimeNames, ({ run }) => {
  it.each(faults)('creates at most once on a new connection: %s', async fault => {
    const { result, service } = await run('writes', 'client on a new connection', { fault })
    expect(posts(service)).toHaveLength(1)
    expect(result).toBe('unknown')
  })
})

describeRuntimes(withoutPages, ({ run }) => {
  it.each(faults)('creates at most once on a reused connection: %s', async fault => {
    const { result, service } = await run('writes', 'client on a reused connection', { fault })
    expect(posts(service)).toHaveLength(1)
    expect(result).toBe('unknown')
  })

  it.each(faults)('imports each row once: %s', async fault => {
    const { result, service } = await run('writes', 'import', { fault })
    expect(service.names().toSorted()).toEqual(['A', 'B', 'C'])
    expect(result).toEqual({ created: 3, stopped: null })
  })
})
