import { describe, expect, it } from 'vitest'
import { runtimeNames } from './runtimes.ts'
import { describeRuntimes } from './use-runtimes.ts'

/** Responses that a cache may store, or may ask for again with a validator. */
const cacheable = {
  'a max-age': { listHeaders: { 'cache-control': 'public, max-age=60' } },
  'only an old Last-Modified': { listHeaders: { 'cache-control': 'public', 'last-modified': 'Mon, 05 Jan 2015 12:00:00 GMT' } },
  'an ETag and a 304 whatever the list is': {
    listHeaders: { 'cache-control': 'public, no-cache', etag: '"1"' },
    notModified: 'conditional',
  },
} as const

const reads = ({ requests }: { requests: readonly { method: string }[] }) =>
  requests.filter(({ method }) => method === 'GET')

/** The others have no cache: one kind shows that they send what they should. */
const withCache: readonly string[] = ['chromium', 'node with a cache']

describeRuntimes([...runtimeNames, 'node with a cache'], ({ name, run }) => {
  const kinds = Object.entries(cacheable).slice(0, withCache.includes(name) ? undefined : 1)

  describe.each(kinds)('of a list with %s', (_headers, options) => {
    it('reads what it has just created', async () => {
      const { result } = await run('reads', 'list, create, list', options)
      expect(result).toEqual([0, 1])
    })

    it('sees a screening end', async () => {
      const { result } = await run('reads', 'wait', options)
      expect(result).toBe('low')
    })

    it('streams what it has just created', async () => {
      const { result } = await run('reads', 'stream', options)
      expect(result).toEqual(['Nordwind GmbH'])
    })

    it('finds a creation whose response was lost', async () => {
      const { result } = await run('reads', 'reconcile', { ...options, fault: '500' })
      expect(result).toEqual({ lost: 'unknown', outcome: 'done' })
    })

    it('repeats a read after a 503 that may be stored', async () => {
      const { result, service } = await run('reads', 'repeat after a 503', {
        ...options,
        isOverloadedAtFirst: true,
      })
      expect(result).toBe(0)
      expect(reads(service)).toHaveLength(2)
    })
  })

  it('decides nothing by a list that was stored elsewhere, unless the header is known to be wrong', async () => {
    const { result } = await run('reads', 'stored list', { listHeaders: { age: '30' } })
    expect(result).toEqual(['unknown', 'done'])
  })

  it('does not call a 304 a redirect', async () => {
    const { result } = await run('reads', 'message of a 304', { notModified: 'always' })
    expect(result).toContain('304')
    expect(result).not.toContain('redirect')
  })

  if (name === 'chromium')
    it('reads from another origin without a preflight', async () => {
      const { service } = await run('reads', 'stream', { isCrossOrigin: true })
      const preflights = service.requests.filter(({ method }) => method === 'OPTIONS')
      expect(preflights.map(({ headers }) => headers['access-control-request-method'])).not.toContain('GET')
      expect(reads(service).length).toBeGreaterThan(1)
    })
  else
    it('tells every cache on the way to ask the service', async () => {
      const { service } = await run('writes', 'every operation')
      expect(reads(service).map(({ headers }) => headers['cache-control'])).toEqual(['no-cache', 'no-cache'])
    })
})
