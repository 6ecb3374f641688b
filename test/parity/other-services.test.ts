import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import type { Report } from 'entity-screening-sdk/mock-server/parity'
import { describe, expect, it } from 'vitest'
import { readHar } from '../../mock-server/parity/recording/read-har.ts'
import { createRecorder } from '../../mock-server/parity/recording/recorder.ts'
import { reportOn } from '../../mock-server/parity/report.ts'
import { type VerifyOptions, verify } from '../../mock-server/parity/verify.ts'
import { emptyJournal } from './journal.ts'
import { startHarbour } from './services/harbour.ts'
import { startLedgerline } from './services/ledgerline.ts'
import { startNorthgate } from './services/northgate.ts'

const all = { pause: 20, searches: true, wrongKey: true }

function answers({ findings }: Report, verdict: 'same' | 'differs'): Record<string, unknown> {
  const chosen = findings.filter(finding => finding.verdict === verdict)
  return Object.fromEntries(chosen.map(({ id, answer }) => [id, answer]))
}

function irreproducible({ findings }: Report): string[] {
  return findings
    .filter(({ verdict, isReproducible }) => verdict === 'differs' && !isReproducible)
    .map(({ id }) => id)
}

async function verifyWith(service: { url: string; apiKey: string }, options: Partial<VerifyOptions> = {}) {
  return verify({ baseUrl: service.url, apiKey: service.apiKey, ...all, ...options })
}

/** What a mock server that behaves so is found to do that it should not. */
async function differencesUnder(behaviour: Report['behaviour']): Promise<string[]> {
  const server = createMockServer({ behaviour, clock: 'stepping', keys: { key: 'team' } })
  await server.load({ entities: [{ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' }] })
  const { url, close } = await startServer(server, { port: 0 })
  const write = { journal: emptyJournal(), teamSize: 1 }
  const report = await verifyWith({ url, apiKey: 'key' }, { pause: 2, write, against: behaviour })
  await close()
  return report.findings.filter(({ verdict }) => verdict === 'differs').map(({ id }) => id)
}

describe.concurrent('services that others wrote', () => {
  it('harbour: newest first, with a state and a level of its own', async () => {
    const service = await startHarbour()
    const write = { journal: emptyJournal(), teamSize: service.entities().length }
    const report = await verifyWith(service, { write })
    expect(report.stopped).toBeNull()
    expect(answers(report, 'differs')).toEqual({
      indexPath: '/',
      searchRequiresKey: false,
      listOrder: 'newest',
      caseStatuses: { low: 'CLEARED', medium: 'UNDER_REVIEW', high: 'UNDER_REVIEW' },
      duplicateOrganizations: 'conflict',
      searchCountry: 'code',
      entitySearchBody: 'bare',
      otherRiskLevels: ['Critical Risk'],
    })
    expect(irreproducible(report)).toEqual(['otherRiskLevels'])
    expect(await differencesUnder(report.behaviour)).toEqual([])
    await service.close()
  })

  it('ledgerline: wrapped, by name, in percent', async () => {
    const service = await startLedgerline()
    const write = { journal: emptyJournal(), teamSize: service.entities().length }
    const report = await verifyWith(service, { write, pause: 60 })
    expect(report.stopped).toBeNull()
    expect(answers(report, 'differs')).toMatchObject({
      healthBody: 'text',
      wrongKeyStatus: 403,
      errorMember: 'message',
      listBody: 'data',
      listOrder: 'name',
      noRiskLevel: '',
      riskScale: 1,
      riskAfterRescan: 'cleared',
      personRegistration: 'none',
      dialect: 'sample',
      shareUnit: 'percent',
      createdStatus: 200,
      firstRow: 2,
      emptyBulk: 'reject',
    })
    expect(report.findings.filter(({ whose }) => whose === 'service').map(({ id }) => id)).toEqual([
      'wrongKeyStatus',
      'errorMember',
      'listBody',
      'createdStatus',
    ])
    expect(irreproducible(report)).toEqual(
      expect.arrayContaining(['otherRiskLevels', 'otherRelationTypes', 'redirects']),
    )
    expect(await differencesUnder(report.behaviour)).toEqual([])
    await service.close()
  })

  it('northgate: in pages, under another identifier, and with a limit of requests', async () => {
    const service = await startNorthgate({ rateLimit: null })
    const report = await verifyWith(service)
    expect(answers(report, 'differs')).toMatchObject({
      healthBody: 'empty',
      healthRequiresKey: true,
      indexPath: 'none',
      apiV1Prefix: true,
      rootKey: 'platformId',
      shareUnit: 'text',
      searchCountry: 'name',
      entitySearchBody: 'none',
      personRegistration: 'none',
    })
    expect(await differencesUnder(report.behaviour)).toEqual([])
    const before = service.entities().length
    const write = { journal: emptyJournal(), teamSize: 5 }
    expect(await verifyWith(service, { write })).toMatchObject({
      isWriteRefused: true,
      stopped: 'nothing is written: the list of the team could not be read whole',
    })
    expect(service.entities()).toHaveLength(before)
    await service.close()
  })

  it('northgate: ends at the first 429, with what it has', async () => {
    const service = await startNorthgate({ rateLimit: { requests: 4, seconds: 60 } })
    const report = await verifyWith(service, { pause: 1 })
    expect(report.stopped).toMatch(/responded with 429$/)
    expect(report.exchanges).toBe(5)
    const verdicts = report.findings.map(({ verdict }) => verdict)
    expect(verdicts).toContain('could_not_check')
    expect(verdicts).toContain('not_asked')
    await service.close()
  })

  it.each([
    ['harbour', startHarbour],
    ['ledgerline', startLedgerline],
    ['northgate', startNorthgate],
  ])('%s: its recording has no value of it, and is judged as it was', async (_, start) => {
    const service = await start({})
    const { all: exchanges, ...report } = await verifyWith(service, { searches: false })
    const recorder = createRecorder({ keys: [service.apiKey], baseUrl: service.url })
    for (const exchange of exchanges) recorder.add(exchange)
    const text = recorder.toHar()
    for (const { id, name } of service.entities()) expect(text).not.toMatch(new RegExp(`${id}|${name}`))
    expect(text).not.toContain(service.apiKey)
    const replayed = reportOn(readHar(text), { isScrubbed: true })
    // Names have no order in a recording, and a label that is not known is no word of the specification.
    const shown = ({ listOrder: _, otherRiskLevels, ...answers }: Record<string, unknown>) => ({
      ...answers,
      otherRiskLevels: Array.isArray(otherRiskLevels) ? otherRiskLevels.length : null,
    })
    expect(shown(answers(replayed, 'differs'))).toEqual(shown(answers(report, 'differs')))
    expect(shown(answers(replayed, 'same'))).toEqual(shown(answers(report, 'same')))
    await service.close()
  })
})
