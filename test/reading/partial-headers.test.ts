import { describe, expect, it } from 'vitest'
import { isPartialHeader } from '../../src/reading/partial-headers.ts'
import { answering } from '../answering.ts'
import { listed } from './reading.ts'

/** Whether a client that gets so many entities with this header takes the list for complete. */
async function isComplete(name: string, value: string, count = 3): Promise<boolean> {
  const entities = Array.from({ length: count }, (_, index) => ({ ...listed, id: `e${index}` }))
  const { quirks } = await answering(entities, { headers: { [name]: value } })
    .client.entities.list()
    .withResponse()
  const found = quirks.filter(({ code }) => code === 'incomplete').map(({ path }) => path.join())
  expect(found).toEqual(found.length === 0 ? [] : [name.toLowerCase()])
  return found.length === 0
}

describe('a list of three is not complete', () => {
  it.each([
    ['X-Remaining', '7'],
    ['X-Count', '250'],
    ['X-Result-Count', '250'],
    ['X-Results', '250'],
    ['X-Item-Count', '250'],
    ['X-Items-Available', '250'],
    ['X-Records-Found', '250'],
    ['X-Record-Count', '4'],
    ['X-Row-Count', '250'],
    ['X-Rows', '250'],
    ['X-Entries', '250'],
    ['X-Available', '250'],
    ['X-Total', '250'],
    ['X-Total', 'abc'],
    ['X-Total', '3 of 250'],
    ['X-Total-Count', '"250"'],
    ['X-Total-Count', '1,003'],
    ['X-Total-Count', '3, 250'],
    ['X-Total-Count', 'Infinity'],
    ['X-TotalCount', '250'],
    ['X-TotalResults', '250'],
    ['X-Pagination-Total-Count', '250'],
    ['X-Ms-Item-Count', '250'],
    ['Content-Range', 'items 0-2/50'],
    ['X-Content-Range', 'items 0-2/3'],
    ['Items-Range', '0-2'],
    ['Next-Range', 'id 4..'],
    ['X-Complete', 'false'],
    ['X-Result-Complete', 'no'],
    ['X-Incomplete', 'true'],
    ['X-Cursor', 'abc'],
    ['X-Next-Cursor', 'abc'],
    ['X-Bookmark', 'g1AAAACheJzLYWBgYMpgTmHgSy4uTS7KT'],
    ['X-Ms-Continuation', 'abc'],
    ['X-Ms-Continuationtoken', 'abc'],
    ['X-Ms-Continuation-NextRowKey', 'abc'],
    ['X-Skip', '3'],
    ['X-Truncated', 'true'],
    ['X-Partial', '1'],
    ['X-More', 'true'],
    ['X-Has-More', 'yes'],
    ['X-HasMore', 'true'],
    ['X-No-More', 'false'],
    ['X-Next', '/v1/entities?page=2'],
    ['X-Next-Page', '2'],
    ['X-After', 'e3'],
    ['X-Page-Count', '2'],
    ['X-Pages-Total', '2'],
    ['X-WP-TotalPages', '2'],
    ['X-Page', '2'],
    ['X-Pagination', '{"HasNext":true}'],
    ['Link', '</v1/entities?page=2>; rel="more"'],
    ['Link', '</v1/entities?page=2>;rel=next'],
    ['Link', '</v1/entities>; rel="self", </v1/entities?page=2>; rel=more'],
  ])('with %s: %s', async (name, value) => {
    expect(await isComplete(name, value)).toBe(false)
  })
})

/** The header of one gateway or cloud after the other, each as it sends it. */
const gateways: Record<string, readonly (readonly [name: string, value: string])[]> = {
  'Istio and Envoy': [
    ['x-envoy-upstream-service-time', '12'],
    ['x-envoy-attempt-count', '1'],
    ['x-envoy-decorator-operation', 'screening.default.svc.cluster.local:80/*'],
    ['x-envoy-ratelimited', 'true'],
    ['x-envoy-overloaded', 'true'],
    ['x-envoy-is-timeout-retry', 'true'],
    ['x-envoy-expected-rq-timeout-ms', '15000'],
    ['x-envoy-peer-metadata-id', 'sidecar~10.0.0.7~app-5'],
  ],
  Kong: [
    ['X-Kong-Upstream-Latency', '26'],
    ['X-Kong-Proxy-Latency', '2'],
    ['X-Kong-Response-Latency', '2'],
    ['X-Kong-Total-Latency', '31'],
    ['X-Kong-Third-Party-Latency', '4'],
    ['X-Kong-Upstream-Status', '200'],
    ['X-Kong-Request-Id', 'd2ca1b0a5b3d6a4a2f7f0c2e1b2f3a4c'],
    ['X-RateLimit-Remaining-Minute', '4999'],
    ['X-RateLimit-Limit-Minute', '5000'],
    ['RateLimit-Reset', '47'],
    ['X-Cache-Key', '9f86d081884c7d65'],
  ],
  Akamai: [
    ['X-Akamai-Request-ID', '1a2b3c4d'],
    ['X-Akamai-Transformed', '9 12345 0 pmb=mTOE,1'],
    ['X-Akamai-Session-Info', 'name=TOTAL_COUNT; value=7'],
    ['X-Check-Cacheable', 'NO'],
    ['X-Cache-Remote', 'TCP_MISS from a23-1-2-3'],
    ['X-True-Cache-Key', '/L/screening.example/v1/entities'],
    ['Akamai-Cache-Status', 'Miss from child, Miss from parent'],
    ['Server-Timing', 'cdn-cache; desc=MISS, edge; dur=12, origin; dur=108, total;dur=120'],
  ],
  Cloudflare: [
    ['CF-Ray', '8f1a2b3c4d5e6f70-FRA'],
    ['CF-Cache-Status', 'DYNAMIC'],
    ['cf-mitigated', 'challenge'],
    ['Report-To', '{"endpoints":[{"url":"https://a.example"}],"group":"cf-nel","max_age":604800}'],
    ['NEL', '{"success_fraction":0,"report_to":"cf-nel","max_age":604800}'],
    ['alt-svc', 'h3=":443"; ma=86400'],
    ['Speculation-Rules', '"/cdn-cgi/speculation"'],
  ],
  AWS: [
    ['x-amzn-RequestId', 'c6af9ac6-7b61-11e6-9a41-93e8deadbeef'],
    ['x-amz-apigw-id', 'AbCdEfGhIjKlMnO='],
    ['X-Amzn-Trace-Id', 'Root=1-67891233-abcdef012345678912345678;Sampled=1'],
    ['x-amzn-Remapped-Content-Length', '2048'],
    ['x-amzn-Remapped-Date', 'Sun, 05 Jan 2025 10:00:00 GMT'],
    ['X-Amz-Cf-Pop', 'FRA56-P7'],
    ['X-Amz-Cf-Id', 'nZqXr3v7'],
    ['x-amz-id-2', 'eftixk72aD6Ap51TnqcoF8eFidJG9Z'],
    ['x-amzn-ErrorType', 'None'],
    ['Apigw-Requestid', 'JKJaXmPLvHcESHA='],
  ],
  Azure: [
    ['x-azure-ref', '20250105T100000Z-r1'],
    ['x-fd-int-roxy-purgeid', '0'],
    ['x-ms-request-id', '7'],
    ['x-ms-request-charge', '12.5'],
    ['x-ms-ratelimit-remaining-subscription-reads', '11999'],
    ['x-ms-resource-quota', 'documentSize=10240;documentsCount=-1'],
    ['x-ms-retry-after-ms', '120'],
    ['x-ms-region', 'West Europe'],
    ['Ocp-Apim-Trace-Location', 'https://apim.example/trace'],
    ['Request-Context', 'appId=cid-v1:5'],
    ['api-supported-versions', '1.0, 2.0'],
  ],
  Google: [
    ['X-Cloud-Trace-Context', '105445aa7843bc8bf206b12000100000/1;o=1'],
    ['X-GUploader-UploadID', 'AFiumC5'],
    ['x-goog-generation', '1735689600000000'],
    ['x-goog-metageneration', '2'],
    ['x-goog-stored-content-length', '2048'],
    ['Via', '1.1 google'],
  ],
  'nginx and Apache': [
    ['X-Accel-Buffering', 'no'],
    ['X-Accel-Expires', '60'],
    ['X-Accel-Limit-Rate', '1048576'],
    ['X-Cache-Status', 'MISS'],
    ['X-Page-Speed', '1.13.35.2-0'],
    ['X-Mod-Pagespeed', '1.13.35.2-0'],
    ['Accept-Ranges', 'bytes'],
    ['Keep-Alive', 'timeout=5, max=100'],
  ],
  'Apigee, Tyk and others': [
    ['X-Apigee-Message-ID', 'rrt-7'],
    ['X-Apigee-fault-code', 'policies.ratelimit.QuotaViolation'],
    ['X-Tyk-Trace-Id', '5ce8b3'],
    ['X-Quota-Remaining', '9999'],
    ['X-Rate-Limit-Remaining', '4999'],
    ['X-Gravitee-Transaction-Id', '7'],
    ['X-Retry-In', '1m2s'],
    ['X-Requests-Remaining', '499'],
    ['X-Credits-Remaining', '120'],
    ['Sforce-Limit-Info', 'api-usage=25/5000'],
  ],
  'Heroku, Vercel and Netlify': [
    ['RateLimit-Remaining', '4500'],
    ['Reporting-Endpoints', 'heroku-nel=https://nel.example'],
    ['X-Vercel-Id', 'fra1::iad1::abc-1735689600000-7'],
    ['X-Vercel-Cache', 'MISS'],
    ['X-Matched-Path', '/api/v1/entities'],
    ['X-Nextjs-Cache', 'MISS'],
    ['X-NF-Request-ID', '01JG'],
  ],
  'Fastly and Varnish': [
    ['X-Served-By', 'cache-fra-etou8220101-FRA'],
    ['X-Cache', 'MISS, MISS'],
    ['X-Cache-Hits', '0, 12'],
    ['X-Timer', 'S1735689600.123456,VS0,VE112'],
    ['Fastly-Restarts', '1'],
    ['X-Varnish', '32770'],
    ['X-Varnish-Age', '12'],
  ],
  'GitHub, Stripe and others': [
    ['X-RateLimit-Remaining', '4998'],
    ['X-RateLimit-Used', '2'],
    ['X-RateLimit-Resource', 'core'],
    ['X-GitHub-Media-Type', 'github.v3; format=json'],
    ['X-OAuth-Scopes', 'repo'],
    ['Stripe-Should-Retry', 'true'],
    ['X-Shopify-Shop-Api-Call-Limit', '32/40'],
    ['X-HubSpot-RateLimit-Max', '100'],
    ['Retry-After', '30'],
    ['X-Poll-Interval', '60'],
  ],
  'tracing and frameworks': [
    ['X-Request-Id', '7'],
    ['X-Correlation-Id', '9999'],
    ['traceparent', '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01'],
    ['X-B3-Sampled', '1'],
    ['X-Datadog-Trace-Id', '4815162342'],
    ['X-Runtime', '0.120'],
    ['X-Response-Time', '120ms'],
    ['X-Total-Time', '120'],
    ['X-Powered-By', 'PHP/8.3'],
    ['X-DNS-Prefetch-Control', 'off'],
    ['X-Download-Options', 'noopen'],
    ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'],
    ['Access-Control-Expose-Headers', 'X-Total-Count, Link, X-Next-Page'],
    ['Access-Control-Max-Age', '600'],
    ['Content-Length', '2048'],
    ['Vary', 'Range'],
    ['Expires', '0'],
    ['Warning', '214 - "Transformation Applied"'],
  ],
}

describe('even an empty list is complete behind', () => {
  it.each(Object.entries(gateways))('%s', async (_, headers) => {
    const dividing = headers.filter(([name, value]) => isPartialHeader(name.toLowerCase(), value, 0))
    expect(dividing).toEqual([])
    const { quirks } = await answering([], {
      headers: headers.map(([name, value]): [string, string] => [name, value]),
    })
      .client.entities.list()
      .withResponse()
    expect(quirks).toEqual([])
  })

  it('more than a hundred headers in all', () => {
    expect(Object.values(gateways).flat().length).toBeGreaterThan(100)
  })
})

describe('a list of three is complete', () => {
  it.each([
    ['X-Total-Count', '3'],
    ['X-Total-Count', '3, 3'],
    ['X-Total-Count', ''],
    ['X-Total-Count', 'none'],
    ['X-Result-Count', '0'],
    ['X-Count', '-1'],
    ['X-Result', 'OK'],
    ['X-Item-Id', '991'],
    ['X-Has-More', 'false'],
    ['X-Next-Page', ''],
    ['X-Next-Page', '0'],
    ['X-Next-Cursor', '-'],
    ['X-Skip', '0'],
    ['X-After', ''],
    ['X-Page', '1'],
    ['X-Page-Count', '1'],
    ['X-Page-Size', '50'],
    ['X-Per-Page', '50'],
    ['X-Items-Per-Page', '50'],
    ['X-Pagination-Per-Page', '50'],
    ['X-Pagination-Limit', '50'],
    ['X-Homepage', 'https://screening.example'],
    ['X-Complete', 'true'],
    ['X-Complete', ''],
    ['X-Truncated', 'no'],
    ['X-Counter', '250'],
    ['X-Next-Attempt-Limit', '5'],
    ['Link', '</v1/entities?rel=next>; rel="self", </docs>; rel="help"'],
    ['Age', '0'],
    ['Age', ''],
  ])('with %s: %s', async (name, value) => {
    expect(await isComplete(name, value)).toBe(true)
  })
})
