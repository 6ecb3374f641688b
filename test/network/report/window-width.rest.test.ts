import { toHtml } from 'entity-screening-sdk/network'
import { chromium } from 'playwright'
import { expect, it, onTestFinished } from 'vitest'
import { findBrowser } from '../../find-browser.ts'
import { holds, networkOf, organizationNode, personNode } from '../networks.ts'

const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerk'.repeat(3)

it.each([390, 641, 1280])(
  'a report fits a window of %i pixels, with all columns and long words',
  async width => {
    const browser = await chromium.launch(await findBrowser())
    onTestFinished(() => browser.close())
    const entry = {
      name: longWord,
      sources: [`https://list.example/${longWord}`],
      isReadable: true,
      unknownFields: { program: longWord, list: longWord, date: '2026-01-01' },
    }
    const nodes = [
      organizationNode('T', { name: longWord }),
      personNode('X', { name: longWord, sanctions: [entry], risks: [longWord] }),
    ]
    const network = networkOf([holds(['X', 'T', 0.5])], { nodes, rootId: 'T' })
    const page = await browser.newPage({ viewport: { width, height: 800 } })
    await page.setContent(
      await toHtml({
        network,
        regimes: ['ofac', 'eu'],
        ownerRule: 'amld',
        client: { baseUrl: 'https://screening.example' },
        readAt: '2026-01-02T03:04:05Z',
        computedAt: '2026-01-02T04:00:00Z',
      }),
    )
    expect(await page.locator('td').count()).toBeGreaterThan(10)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  },
)
