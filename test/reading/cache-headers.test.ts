import { describe, expect, it } from 'vitest'
import { importPortfolio } from '../../src/portfolio/index.ts'
import { isStoredResponseHeader } from '../../src/reading/cache-headers.ts'
import { answering, respondingWith } from '../answering.ts'
import { listed } from './reading.ts'

const isStored = (name: string, value: string) => isStoredResponseHeader(name.toLowerCase(), value)

describe('a cache had stored the response', () => {
  it.each([
    ['any', 'Age', '30'],
    ['two caches', 'Age', '30, 0'],
    ['one that cannot be read', 'Age', 'a while'],
    ['any', 'Warning', '110 - "Response is Stale"'],
    ['any', 'Warning', '214 - "Transformed, 1", 112 - "Disconnected Operation"'],
    ['any, by RFC 9211', 'Cache-Status', 'ExampleCache; hit; ttl=30'],
    ['an edge before it', 'Cache-Status', '"Edge, west"; fwd=miss, OriginCache; hit'],
    ['nginx', 'X-Cache-Status', 'HIT'],
    ['nginx', 'X-Cache-Status', 'UPDATING'],
    ['nginx', 'X-Cache-Status', 'STALE'],
    ['nginx', 'X-Proxy-Cache', 'REVALIDATED'],
    ['Varnish', 'X-Varnish', '32770 5'],
    ['Varnish behind Varnish', 'X-Varnish', '98371, 32770 5'],
    ['Varnish', 'X-Cache', 'HIT'],
    ['Squid', 'X-Cache', 'HIT from proxy.example'],
    ['Squid', 'X-Cache', 'TCP_MEM_HIT from proxy.example'],
    ['Cloudflare', 'CF-Cache-Status', 'HIT'],
    ['Cloudflare', 'CF-Cache-Status', 'REVALIDATED'],
    ['Cloudflare', 'CF-Cache-Status', 'STALE'],
    ['CloudFront', 'X-Cache', 'Hit from cloudfront'],
    ['CloudFront', 'X-Cache', 'RefreshHit from cloudfront'],
    ['CloudFront', 'Server-Timing', 'cdn-upstream-layer;desc="EDGE",cdn-cache-hit,cdn-pop;desc="FRA56-P7"'],
    ['Fastly', 'X-Cache', 'MISS, HIT'],
    ['Akamai', 'X-Cache', 'TCP_REFRESH_HIT from a23-1-2-3 (AkamaiGHost)'],
    ['Akamai', 'X-Cache-Remote', 'TCP_HIT from a23-1-2-3'],
    ['Akamai', 'Akamai-Cache-Status', 'Hit from child'],
    ['Akamai', 'Server-Timing', 'cdn-cache; desc=HIT, edge; dur=1'],
    ['any', 'Server-Timing', 'db;dur=3, cache;dur=1;desc="hit-front"'],
    ['any', 'Server-Timing', 'cache;desc="stale"'],
    ['Vercel', 'X-Vercel-Cache', 'HIT'],
    ['Vercel', 'X-Vercel-Cache', 'PRERENDER'],
    ['Vercel', 'X-Vercel-Cache', 'STALE'],
    ['Netlify', 'Cache-Status', '"Netlify Edge"; hit'],
    ['Netlify', 'Cache-Status', '"Next.js"; hit; fwd=stale'],
    ['Next', 'X-Nextjs-Cache', 'HIT'],
    ['Next', 'X-Nextjs-Cache', 'STALE'],
    ['Rack', 'X-Rack-Cache', 'fresh'],
    ['Drupal', 'X-Drupal-Cache', 'HIT'],
    ['LiteSpeed', 'X-LiteSpeed-Cache', 'hit,litemage'],
    ['Varnish', 'X-Cached', 'HIT'],
    ['Tyk', 'x-tyk-cached-response', '1'],
    ['any', 'X-Cache-Hit', 'true'],
    ['any', 'X-Cache-Hit', 'HIT'],
    ['Go httpcache', 'X-From-Cache', '1'],
    ['Magento', 'X-Magento-Cache-Debug', 'HIT'],
  ])('%s: %s: %s', (_, name, value) => {
    expect(isStored(name, value)).toBe(true)
  })
})

describe('no cache had stored the response', () => {
  it.each([
    ['any', 'Age', '0'],
    ['any', 'Warning', '199 - "Miscellaneous"'],
    ['any', 'Warning', '214 - "Transformed, 110 bytes"'],
    ['any, by RFC 9211', 'Cache-Status', 'ExampleCache; fwd=uri-miss; stored; collapsed'],
    ['any, by RFC 9211', 'Cache-Status', 'ExampleCache; fwd=miss; key="/hits; hit"'],
    ['any', 'Cache-Control', 'max-age=30, stale-while-revalidate=60'],
    ['any', 'CDN-Cache-Control', 'max-age=60'],
    ['nginx', 'X-Cache-Status', 'MISS'],
    ['nginx', 'X-Cache-Status', 'EXPIRED'],
    ['nginx', 'X-Cache-Status', 'BYPASS'],
    ['Varnish', 'X-Varnish', '32770'],
    ['Varnish behind Varnish', 'X-Varnish', '98371, 32770'],
    ['Varnish', 'X-Varnish-Cache', 'MISS'],
    ['Squid', 'X-Cache', 'MISS from proxy.example'],
    ['Squid', 'X-Cache-Lookup', 'HIT from proxy.example:3128'],
    ['Cloudflare', 'CF-Cache-Status', 'DYNAMIC'],
    ['Cloudflare', 'CF-Cache-Status', 'BYPASS'],
    ['CloudFront', 'X-Cache', 'Miss from cloudfront'],
    ['CloudFront', 'Server-Timing', 'cdn-cache-miss,cdn-pop;desc="FRA56-P7"'],
    ['Fastly', 'X-Cache', 'MISS, MISS'],
    ['Fastly, of an object that is not to be stored', 'X-Cache-Hits', '0, 12'],
    ['any', 'X-Cache-Hit', 'false'],
    ['any', 'X-Cached', '0'],
    ['any', 'X-Cached', 'MISS'],
    ['any', 'X-Cached-At', 'Sat, 29 Nov 2025 10:00:00 GMT'],
    ['any', 'X-Cache-TTL', '300'],
    ['SiteGround', 'X-Cache-Enabled', 'True'],
    ['any', 'X-Cache-Hit-Ratio', '0.93'],
    ['Fastly', 'X-Served-By', 'cache-fra-etou8220101-FRA'],
    ['Akamai', 'X-Cache', 'TCP_MISS from a23-1-2-3 (AkamaiGHost)'],
    ['Akamai', 'X-Check-Cacheable', 'NO'],
    ['Akamai', 'X-Cache-Key', '/L/1/hit/v1/entities'],
    ['Akamai', 'Akamai-Cache-Status', 'Miss from child, Miss from parent'],
    ['Akamai', 'Server-Timing', 'cdn-cache; desc=MISS, edge; dur=12, origin; dur=108'],
    ['Vercel', 'X-Vercel-Cache', 'MISS'],
    ['Vercel', 'X-Vercel-Cache', 'BYPASS'],
    ['Netlify', 'Cache-Status', '"Netlify Edge"; fwd=miss'],
    ['Netlify', 'Netlify-Cache-Tag', 'hit'],
    ['Next', 'X-Nextjs-Cache', 'MISS'],
    ['Rack', 'X-Rack-Cache', 'miss, store'],
    ['Drupal', 'X-Drupal-Cache-Tags', 'hit'],
    ['any', 'X-Cache', 'white, no hit'],
  ])('%s: %s: %s', (_, name, value) => {
    expect(isStored(name, value)).toBe(false)
  })
})

describe('a list that nginx had stored, without Age', () => {
  const stored = { headers: { 'X-Cache-Status': 'HIT' } }
  const row = { type: 'organization', name: 'Nordwind GmbH', countryCode: 'DE' } as const

  it('does not show that a creation was not done, unless the caller vouches for it', async () => {
    const reconcile = (options: { ignoreResponseFields?: readonly string[] }) =>
      answering([], stored, options).client.entities.reconcile(row, { otherCreations: null, recheckDelay: 0 })
    expect(await reconcile({})).toMatchObject({ outcome: 'unknown' })
    expect(await reconcile({ ignoreResponseFields: ['x-cache-status'] })).toMatchObject({
      outcome: 'not_done',
    })
  })

  it('stops an import before a row is sent', async () => {
    const { client, sent } = answering([], stored)
    const report = await importPortfolio(client, [row], { giveUpAfter: 0 })
    expect(report).toMatchObject({ created: 0, remaining: 1 })
    expect(String(report.stopped?.error)).toContain(
      'x-cache-status (string) shows that a cache had stored the list',
    )
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('leaves a wait going until the list is new', async () => {
    const { client } = respondingWith(attempt =>
      Response.json([{ ...listed, id: 'e1', caseStatus: attempt < 3 ? 'NOT_STARTED' : 'IN_PROGRESS' }], {
        headers: attempt === 2 ? { 'X-Cache': 'Hit from cloudfront' } : {},
      }),
    )
    const seen: string[] = []
    const begun = ({ caseStatus }: { caseStatus: string }) => {
      seen.push(caseStatus)
      return caseStatus === 'IN_PROGRESS'
    }
    await client.entities.waitFor('e1', begun, { every: 1 })
    expect(seen).toEqual(['NOT_STARTED', 'IN_PROGRESS'])
  })
})
