import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import type { Report } from 'entity-screening-sdk/mock-server/parity'
import { describe, expect, it } from 'vitest'
import { readHar } from '../../mock-server/parity/recording/read-har.ts'
import { createParityReport } from '../../mock-server/parity/report.ts'
import { type VerifyServiceOptions, verifyService } from '../../mock-server/parity/verify-service.ts'
import { createMemoryJournal } from './memory-journal.ts'
import { toArchive } from './recording/exchanges.ts'
import { startHarbour } from './services/harbour.ts'
import { startLedgerline } from './services/ledgerline.ts'
import { startNorthgate } from './services/northgate.ts'

const allProbes = { pause: 20, searches: true, wrongKey: true }

function listAnswers({ findings }: Report, verdict: 'same' | 'differs'): Record<string, unknown> {
  const chosen = findings.filter(finding => finding.verdict === verdict)
  return Object.fromEntries(chosen.map(({ id, answer }) => [id, answer]))
}

function listIrreproducible({ findings }: Report): string[] {
  return findings
    .filter(({ verdict, isReproducible }) => verdict === 'differs' && !isReproducible)
    .map(({ id }) => id)
}

async function verifyWith(
  service: { url: string; apiKey: string },
  options: Partial<VerifyServiceOptions> = {},
) {
  return verifyService({ baseUrl: service.url, apiKey: service.apiKey, ...allProbes, ...options })
}

/** The open points in which a mock server differs from its behaviour option. */
async function findDifferences(behaviour: Report['behaviour']): Promise<string[]> {
  const server = createMockServer({ behaviour, clock: 'stepping', keys: { key: 'team' } })
  await server.load({ entities: [{ type: 'organization', name: 'Halfmoon Minerals Oy', countryCode: 'FI' }] })
  const { url, close } = await startServer(server, { port: 0 })
  const write = { journal: createMemoryJournal(), teamSize: 1 }
  const report = await verifyWith({ url, apiKey: 'key' }, { pause: 2, write, against: behaviour })
  await close()
  return report.findings.filter(({ verdict }) => verdict === 'differs').map(({ id }) => id)
}

describe.concurrent('verify, with services that differ from the mock server,', () => {
  it('detects the order, the case statuses and the further risk level of harbour', {
    tags: 'long',
  }, async () => {
    const service = await startHarbour()
    const write = { journal: createMemoryJournal(), teamSize: service.entities().length }
    const report = await verifyWith(service, { write })
    expect(report.stopped).toBeNull()
    expect(listAnswers(report, 'differs')).toEqual({
      indexPath: '/',
      searchRequiresKey: false,
      listOrder: 'newest',
      caseStatuses: { low: 'CLEARED', medium: 'UNDER_REVIEW', high: 'UNDER_REVIEW' },
      duplicateOrganizations: 'conflict',
      searchCountry: 'code',
      entitySearchBody: 'bare',
      otherRiskLevels: ['Critical Risk'],
    })
    expect(listIrreproducible(report)).toEqual(['otherRiskLevels'])
    expect(await findDifferences(report.behaviour)).toEqual([])
    await service.close()
  })

  it('detects the envelope, the order and the percentages of ledgerline', { tags: 'long' }, async () => {
    const service = await startLedgerline()
    const write = { journal: createMemoryJournal(), teamSize: service.entities().length }
    const report = await verifyWith(service, { write, pause: 60 })
    expect(report.stopped).toBeNull()
    expect(listAnswers(report, 'differs')).toMatchObject({
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
    expect(listIrreproducible(report)).toEqual(
      expect.arrayContaining(['otherRiskLevels', 'otherRelationTypes', 'redirects']),
    )
    expect(await findDifferences(report.behaviour)).toEqual([])
    await service.close()
  })

  it('detects the identifiers of northgate, and writes nothing because its list has pages', {
    tags: 'long',
  }, async () => {
    const service = await startNorthgate({ rateLimit: null })
    const report = await verifyWith(service)
    expect(listAnswers(report, 'differs')).toMatchObject({
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
    expect(await findDifferences(report.behaviour)).toEqual([])
    const before = service.entities().length
    const write = { journal: createMemoryJournal(), teamSize: 5 }
    expect(await verifyWith(service, { write })).toMatchObject({
      isWriteRefused: true,
      stopped: 'nothing is written: the list of the team could not be read whole',
    })
    expect(service.entities()).toHaveLength(before)
    await service.close()
  })

  it('stops at the first 429 of northgate, and reports the answers so far', async () => {
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
  ])('judges a recording of %s as the service', { tags: 'long' }, async (_, start) => {
    const service = await start({})
    const { allExchanges } = await verifyWith(service, { wrongKey: false })
    // In a recording, every key counts as the caller's own.
    const exchanges = allExchanges.filter(({ key }) => key === 'own')
    const replayed = createParityReport(readHar(JSON.stringify(toArchive(exchanges, service.url))))
    const report = createParityReport(exchanges)
    for (const verdict of ['differs', 'same'] as const)
      expect(listAnswers(replayed, verdict)).toEqual(listAnswers(report, verdict))
    await service.close()
  })
})
