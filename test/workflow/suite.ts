import {
  BadRequestError,
  type ClientOptions,
  ConnectionError,
  EntityScreening,
  NotFoundError,
  ServerError,
} from 'entity-screening-sdk'
import type { MockServer } from 'entity-screening-sdk/mock-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

/** A way from a client to a mock server. */
export interface Transport {
  readonly server: MockServer
  readonly client: Omit<ClientOptions, 'apiKey'>
  readonly stop: () => Promise<void> | void
}

/** The service's whole workflow, told once and run over each transport. */
export function describeWorkflow(name: string, start: () => Promise<Transport>): void {
  describe(`the workflow ${name}`, () => {
    let transport: Transport

    beforeAll(async () => {
      transport = await start()
    })
    afterAll(() => transport.stop())

    function newTeam(options: Parameters<MockServer['teams']['create']>[0] = {}) {
      const { apiKey, id } = transport.server.teams.create(options)
      return { teamId: id, client: new EntityScreening({ ...transport.client, apiKey }) }
    }

    it('creates, screens, lists and shows the network of a risky organization', async () => {
      const { client, teamId } = newTeam()
      const created = await client.entities.create({
        type: 'organization',
        name: 'Halfmoon Minerals Oy',
        countryCode: 'Finland',
      })
      expect(created).toMatchObject({ name: 'Halfmoon Minerals Oy', countryCode: 'FI', teamId, tags: [] })
      expect(created.caseStatus).toBe('NOT_STARTED')

      const [before] = await client.entities.list()
      expect(before).toMatchObject({
        id: created.id,
        riskLevel: null,
        riskScore: null,
        caseStatus: 'NOT_STARTED',
      })

      transport.server.clock.settle()
      const after = await client.entities.get(created)
      expect(after).toMatchObject({ riskLevel: 'high', riskLabel: 'High Risk', caseStatus: 'IN_PROGRESS' })

      const network = await client.entities.network(created)
      expect(network.rootId).toBe(created.id)
      const owner = network.nodes.find(node => node.sanctions.length > 0)
      const share = network.relations.find(
        relation => relation.source === owner?.id && relation.target === created.id,
      )
      expect(share).toMatchObject({ type: 'ShareholdingRelationship', details: { exactShare: 0.5 } })
    })

    it('creates in bulk, and keeps the good rows beside the bad', async () => {
      const { client } = newTeam()
      const summary = await client.entities.createBulk([
        { type: 'organization', name: 'Acme Castings Ltd', countryCode: 'UK', tags: ['supplier', 'tier 1'] },
        { type: 'organization', name: 'ACME CASTINGS LTD', countryCode: 'GB' },
        { type: 'person', firstName: 'Ingrid', lastName: 'Solheim-Fjord', countryCode: 'Norway' },
      ])
      expect(summary).toMatchObject({ successCount: 2, errorCount: 1 })
      expect(summary.errors).toEqual([
        {
          row: 2,
          reason: 'organization "ACME CASTINGS LTD" already exists in the team',
          message: 'Row 2: organization "ACME CASTINGS LTD" already exists in the team',
        },
      ])
      transport.server.clock.settle()
      const levels = (await client.entities.list()).map(({ name, riskLevel }) => [name, riskLevel])
      expect(levels).toEqual([
        ['Acme Castings Ltd', 'low'],
        ['Ingrid Solheim-Fjord', 'medium'],
      ])
    })

    it('attaches a document, rescans and searches the team', async () => {
      const { client } = newTeam()
      const { id } = await client.entities.create({
        type: 'person',
        name: 'Barnaby Quillon',
        birthDate: '1975-04-03',
      })
      const document = await client.entities.attachDocument(id, {
        url: 'https://example.com/files/id%20card.pdf',
      })
      expect(document.message).toContain('id card.pdf')
      expect(document.runId).toMatch(/^run_/)

      transport.server.clock.settle()
      transport.server.clock.advance('1h')
      const rescanned = await client.entities.rescan(id)
      expect(rescanned).toMatchObject({ id, caseStatus: 'NOT_STARTED', riskLevel: 'medium' })
      expect(Date.parse(rescanned.updatedAt)).toBeGreaterThan(Date.parse(rescanned.createdAt))

      const found = await client.entities.search({ name: 'quillon', riskLevel: 'medium' })
      expect(found.map(entity => entity.id)).toEqual([id])
    })

    it('looks organizations and persons up', async () => {
      const { client } = newTeam()
      const [organization] = await client.search.organizations({
        companyName: 'tideglass',
        country: 'Germany',
      })
      expect(organization).toMatchObject({
        companyName: 'Tideglass Logistics GmbH',
        countryCode: 'DE',
        websiteUrl: null,
      })
      const persons = await client.search.persons({
        firstName: 'Ilse',
        lastName: 'Brandtmeier',
        birthDate: '9.4.1961',
      })
      expect(persons).toHaveLength(1)
      expect(persons[0]).toMatchObject({
        lastName: 'Brandtmeier',
        birthDate: '1961-04-09',
        profileImageUrl: null,
      })
    })

    it('tells health and index without a key', async () => {
      const client = new EntityScreening({ ...transport.client, apiKey: null })
      expect(await client.service.health()).toMatchObject({ success: true, status: 'ok' })
      expect(await client.service.index()).toMatchObject({
        version: 'v1',
        endpoints: { health: '/v1/health' },
      })
    })

    it('keeps teams apart', async () => {
      const owner = newTeam()
      const stranger = newTeam()
      const { id } = await owner.client.entities.create({
        type: 'organization',
        name: 'Larkspur Bearings AB',
      })
      expect(await stranger.client.entities.list()).toEqual([])
      await expect(stranger.client.entities.network(id)).rejects.toThrow(NotFoundError)
    })

    it('takes 1000 rows at once, and refuses those beyond the limit one by one', async () => {
      const { client } = newTeam({ entityLimit: 999 })
      const rows = Array.from({ length: 1000 }, (_, at) => {
        return { type: 'organization', name: `Company ${at} Ltd`, countryCode: 'GB' } as const
      })
      const summary = await client.entities.createBulk(rows)
      expect(summary).toMatchObject({ successCount: 999, errorCount: 1, errors: [{ row: 1000 }] })
      expect(await client.entities.list()).toHaveLength(999)
    })

    it('refuses a document that is not public', async () => {
      const { client } = newTeam()
      const { id } = await client.entities.create({ type: 'person', name: 'Ilse Brandt' })
      for (const url of [
        'http://127.0.0.1/a',
        'http://2130706433/a',
        'http://[::1]/a',
        'http://intranet/a',
      ]) {
        const attach = client.entities.attachDocument(id, { url })
        await expect(attach).rejects.toBeInstanceOf(BadRequestError)
        await expect(attach).rejects.toThrow('document_url must be publicly reachable')
      }
    })

    it('has reserved names with known outcomes', async () => {
      const { client } = newTeam()
      const names = ['[sanctioned] A', '[pep] B', '[adverse-media] C', '[clean] D', '[stuck] E']
      for (const name of names) await client.entities.create({ type: 'person', name })
      transport.server.clock.settle()
      const levels = (await client.entities.list()).map(({ riskLevel }) => riskLevel)
      expect(levels).toEqual(['high', 'medium', 'medium', 'low', null])
      const refused = client.entities.create({ type: 'person', name: '[error-500] F' })
      await expect(refused).rejects.toBeInstanceOf(ServerError)
      expect(await client.entities.list()).toHaveLength(names.length)
    })

    it('reads every oddity of a quirky network', async () => {
      const { client } = newTeam()
      const { id } = await client.entities.create({ type: 'organization', name: '[quirky] Acme GmbH' })
      transport.server.clock.settle()
      const { data, quirks } = await client.entities.network(id).withResponse()
      const codes = quirks.map(({ code }) => code)
      expect(codes).toEqual(
        expect.arrayContaining(['json_encoded', 'superseded_name', 'has_role', 'country_alias']),
      )
      expect(data.nodes.some(node => node.sanctions.length > 0 || node.pep.length > 0)).toBe(true)
    })

    it('fails on purpose, and may have done the work all the same', async () => {
      const { client, teamId } = newTeam()
      const organization = { type: 'organization', name: 'Larkspur Bearings AB' } as const
      transport.server.faults.add({ team: teamId, operation: 'createEntity', kind: 'reset', times: 1 })
      await expect(client.entities.create(organization, { maxRetries: 0 })).rejects.toBeInstanceOf(
        ConnectionError,
      )
      expect(await client.entities.list()).toEqual([])
      transport.server.faults.add({
        team: teamId,
        operation: 'createEntity',
        kind: 'lost_response',
        times: 1,
      })
      await expect(client.entities.create(organization)).rejects.toBeInstanceOf(ConnectionError)
      expect(await client.entities.list()).toHaveLength(1)
    })

    it('answers errors as the classes that the client has for them', async () => {
      const { client } = newTeam({ entityLimit: 1 })
      await client.entities.create({ type: 'organization', name: 'Old Foundry' })
      const full = client.entities.create({ type: 'organization', name: 'New Foundry' })
      await expect(full).rejects.toMatchObject({
        name: 'PermissionDeniedError',
        status: 403,
        isEntityLimit: true,
        reason: "The team's entity limit of 1 is reached.",
      })
      const strange = new EntityScreening({ ...transport.client, apiKey: 'no-such-key' })
      await expect(strange.entities.list()).rejects.toMatchObject({
        name: 'AuthenticationError',
        status: 401,
      })
      await expect(client.entities.rescan('__proto__')).rejects.toMatchObject({
        name: 'NotFoundError',
        status: 404,
      })
    })
  })
}
