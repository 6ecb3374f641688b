import { describe, expect, it } from 'vitest'
import { type RuntimeName, runtimeNames } from './runtimes.ts'
import type { Service, ServiceOptions } from './service.ts'
import { describeRuntimes } from './use-runtimes.ts'

interface Kind {
  readonly title: string
  readonly options: ServiceOptions
}

/** Lists that a cache may store. */
const maxAge: Kind = {
  title: 'a max-age',
  options: { listHeaders: { 'cache-control': 'public, max-age=60' } },
}
const lastModified: Kind = {
  title: 'only an old Last-Modified',
  options: {
    listHeaders: { 'cache-control': 'public', 'last-modified': 'Mon, 05 Jan 2015 12:00:00 GMT' },
  },
}
const wrongValidator: Kind = {
  title: 'an ETag and a 304 although the list has changed',
  options: { listHeaders: { 'cache-control': 'public, no-cache', etag: '"1"' }, notModified: 'conditional' },
}

/** Only two of the runtimes have a cache. */
const kindsIn: Readonly<Partial<Record<RuntimeName, readonly Kind[]>>> = {
  chromium: [maxAge, lastModified, wrongValidator],
  'node with a cache': [maxAge, lastModified, wrongValidator],
}

const fresh = 'no-cache, no-store'
const reads = ({ requests }: Service) => requests.filter(({ method }) => method === 'GET')

describeRuntimes([...runtimeNames, 'node with a cache'], ({ name, run }) => {
  describe.each(kindsIn[name] ?? [maxAge])('of a list with $title', ({ options }) => {
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
    expect(result).toEqual(['unknown', 'not_done'])
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
      expect(reads(service).map(({ headers }) => headers['cache-control'])).toEqual([fresh, fresh])
    })
})
