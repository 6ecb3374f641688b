import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toHtml } from 'entity-screening-sdk/network'
import { type Browser, chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { findBrowser } from '../../find-browser.ts'
import { holds, networkOf, organizationNode, personNode, relate } from '../networks.ts'

/** The browser as readers have it: the one of other tests is started without what protects them. */
let browser: Browser
beforeAll(async () => {
  browser = await chromium.launch({
    ...(await findBrowser()),
    args: ['--no-sandbox', '--no-zygote', '--disable-gpu'],
  })
})
afterAll(() => browser.close())

const hostile = [
  '<script>globalThis.ran = 1</script>',
  '"><img src=/stolen onerror="globalThis.ran = 1">',
  "</pre></details></svg><svg onload='globalThis.ran = 1'>",
  '</style><style>@import "/stolen";</style>',
  '</title><iframe src="/stolen"></iframe>',
  ']]><!--',
  '\u202e\u2066right to left\u0000\ud800',
]

/** Opens a page of a server, and says what it asked for besides. */
async function open(text: string) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.setHeader('content-type', 'text/html; charset=utf-8').end(text)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close().closeAllConnections())
  const page = await browser.newPage()
  onTestFinished(() => page.close())
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
  return { page, asked, ran: () => page.evaluate('globalThis.ran') }
}

async function reportOf(name: string): Promise<string> {
  const relations = [relate('X', 'T', 'RoleRelationship', { keyPosition: name }), holds(['X', 'T', 0.5])]
  const sources = [name, `javascript:globalThis.ran = 1//${name}`, `https://list.example/${name}`]
  const nodes = [
    organizationNode('T', { name }),
    personNode('X', {
      name,
      sanctions: [{ name, sources, isReadable: true, unknownFields: { [name]: name } }],
      risks: [name],
    }),
  ]
  const network = networkOf(relations, { nodes, rootId: 'T', unknownFields: { [name]: name } })
  return toHtml({
    network,
    regimes: ['eu'],
    ownerRule: 'amld',
    client: { baseUrl: 'https://screening.example' },
    readAt: '2026-01-02T03:04:05Z',
    computedAt: '2026-01-02T03:04:05Z',
    exemptCompanies: [{ id: 'T', reason: name }],
    decision: { conclusion: name, by: name, reason: name, approvedBy: `${name} 2` },
    note: name,
  })
}

describe('a report in a browser', () => {
  it.each(hostile)('runs and loads nothing of %j', async name => {
    const { page, asked, ran } = await open(await reportOf(name))
    expect(await ran()).toBeUndefined()
    expect(asked.filter(path => path !== '/' && path !== '/favicon.ico')).toEqual([])
    expect(await page.locator('script, iframe, img, object, embed, link, [onload], [onerror]').count()).toBe(
      0,
    )
    expect(await page.locator('main > h2').allTextContents()).toEqual([
      'Conclusion',
      'Subject',
      'Note',
      'Hits',
      'Picture',
      'Holdings',
      'Sanctioned owners (EU)',
      'Beneficial owners (AMLD)',
      'What is unknown or doubtful',
      'Record',
    ])
    for (const link of await page.locator('a').all()) {
      expect(await link.getAttribute('href')).toMatch(/^https?:/)
      expect(await link.getAttribute('rel')).toBe('noreferrer')
    }
  })

  it('has a policy that would stop any script', async () => {
    const text = await reportOf('Plain Ltd')
    const planted = text.replace('<main>', '<main><script>globalThis.ran = 1</script><img src="/stolen">')
    const { asked, ran } = await open(planted)
    expect(await ran()).toBeUndefined()
    expect(asked).not.toContain('/stolen')
    const { ran: without } = await open(planted.replace(/<meta http-equiv[^>]*>/, ''))
    expect(await without()).toBe(1)
  })

  it('has a hash that the browser computes from the shown record', async () => {
    const { page } = await open(await reportOf('Zoë "北风" <&> \u202e \u{1f511}'))
    const computed = await page.evaluate(`(async () => {
      const text = document.querySelector('pre').textContent
      const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
      return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('')
    })()`)
    expect(await page.locator('code').first().textContent()).toBe(computed)
  })
})
