import {
  findBeneficialOwners,
  toEvidence,
  toHtml,
  toMermaid,
  toSentences,
  toSvg,
} from 'entity-screening-sdk/network'
import { describe, expect, it } from 'vitest'
import { entity } from '../portfolio/monitoring/records.ts'
import { assessScreened } from './assess-screened.ts'
import { holds, networkOf, organizationNode, personNode, relate, votes } from './networks.ts'

/** A group with something of everything: loops, unknown shares, hits of each kind, roles, and a part that is not connected. */
const group = networkOf(
  [
    holds(['trust', 'holding', 0.3]),
    holds(['anna', 'holding', 0.2]),
    votes(['anna', 'holding', 0.4]),
    holds(['boris', 'holding', null]),
    holds(['holding', 'finance', 0.6]),
    holds(['finance', 'holding', 0.1]),
    holds(['carla', 'finance', 0.4]),
    holds(['finance', 'finance', 0.05]),
    holds(['holding', 'root', 0.75]),
    holds(['boris', 'root', 0.25]),
    relate('dora', 'root', 'RoleRelationship', { keyPosition: 'Managing Director', isExecutive: true }),
    relate('carla', 'root', 'RoleRelationship', { keyPosition: 'Adviser', roleType: 'advisor' }),
    relate('boris', 'anna', 'FamilyRelationship'),
    relate('root', 'supplier', 'SupplierRelationship'),
    holds(['stranger', 'island', 0.5]),
  ],
  {
    rootId: 'root',
    nodes: [
      organizationNode('root', { name: 'Tideglass Harbour Logistics & Warehousing GmbH', countryCode: 'DE' }),
      organizationNode('holding', {
        name: 'Tideglass Holding AG',
        countryCode: 'CH',
        registrationNumber: 'CHE-1',
      }),
      organizationNode('finance', { name: 'Tideglass Finance Ltd', countryCode: 'GB' }),
      organizationNode('trust', { name: 'Quill Family Trust', type: 'trust' }),
      organizationNode('supplier', { name: null }),
      organizationNode('island', { name: 'Island Ltd' }),
      personNode('anna', { name: 'Anna Quill', birthDate: '1960-01-02', countryCode: 'DE' }),
      personNode('boris', {
        name: 'Boris Vosskov',
        sanctions: [
          {
            name: 'Vosskov, Boris',
            sources: ['https://list.example/7'],
            isReadable: true,
            unknownFields: { program: 'Test' },
          },
        ],
      }),
      personNode('carla', {
        name: 'Carla Prober',
        pep: [
          {
            name: 'Carla Prober',
            position: 'Mayor',
            sources: ['Register'],
            isReadable: true,
            unknownFields: {},
          },
        ],
      }),
      personNode('dora', {
        name: 'Dora Lind',
        adverseMedia: [
          {
            name: null,
            sources: ['https://news.example/1'],
            isReadable: true,
            unknownFields: { headline: 'Fictional news' },
          },
        ],
      }),
      personNode('stranger', { name: 'A Stranger' }),
    ],
  },
)

/** More owners than a picture shows. */
const crowd = networkOf(
  Array.from({ length: 30 }, (_, at) => holds([`P${at}`, 'A', 0.03])),
  { rootId: 'A' },
)

const written = {
  'group.svg': () => toSvg(group),
  'crowd.svg': () => toSvg(crowd, { maxNodes: 12, screening: 'ended' }),
  'group.mmd': () => toMermaid(group),
  'group.html': () => toHtml(evidence),
  'group-bare.html': () =>
    toHtml({
      network: group,
      readAt: evidence.readAt,
      computedAt: evidence.computedAt,
      regimes: ['uk'],
      client: { baseUrl: 'https://a.example' },
    }),
  'group.txt': () =>
    [
      ...(['ofac', 'eu', 'uk'] as const).map(regime =>
        toSentences(assessScreened(group, { regime })).join('\n'),
      ),
      ...(['amlr', 'amld'] as const).map(rule =>
        toSentences(findBeneficialOwners(group, { rule })).join('\n'),
      ),
    ].join('\n\n'),
  'group-record.txt': async () => JSON.stringify((await toEvidence(evidence)).record, null, 2),
}

const evidence = {
  network: group,
  entity: entity({
    id: 'root',
    registration: 'HRB 7',
    riskLevel: 'high',
    riskLabel: 'High Risk',
    riskScore: 88,
  }),
  client: { baseUrl: 'https://screening.example', version: '1.2.3' },
  readAt: '2026-01-02T03:04:05Z',
  computedAt: '2026-01-02T04:00:00Z',
  decision: {
    conclusion: 'To be reviewed',
    by: 'K. Doe',
    reason: 'The share of a listed person is not known',
  },
  note: 'Case 7',
}

describe('the outputs for a network are those in the files: after `vitest -u`, review them', () => {
  it.each(Object.entries(written))('%s', async (name, write) => {
    await expect(await write()).toMatchFileSnapshot(`written-out/${name}`)
  })
})
