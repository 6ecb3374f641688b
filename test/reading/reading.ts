import type { ClientOptions, NetworkNode, QuirkReport } from 'entity-screening-sdk'
import { answering } from '../answering.ts'

/** The network around the only node `a`, and what reading it needed. */
export async function readNetwork(data: unknown, options: ClientOptions = {}) {
  const call = answering({ success: true, data }, {}, options).client.entities.network('a')
  const { data: network, quirks } = await call.withResponse()
  return { network, quirks }
}

/** A node that was read from these fields, and what reading it needed. */
export async function readNode(
  fields: unknown,
  options: ClientOptions = {},
): Promise<{ node: NetworkNode; quirks: readonly QuirkReport[]; overriddenFields: string[] }> {
  const { network, quirks } = await readNetwork({ nodes: { a: fields }, relations: [] }, options)
  const [node] = network.nodes
  if (node === undefined) throw new Error('no node came')
  return { node, quirks, overriddenFields: network.overriddenFields }
}

/** A node on which the screening has found nothing. */
export const clean = { id: 'a', name: 'A', pep: [], sanctions: [], adverse_media: [] }

export const hit = { name: 'Evil', sources: ['https://list.example'] }

/** An entity of a list, as the service sends it. */
export const listed = {
  id: 'e1',
  name: 'Nordwind GmbH',
  type: 'organization',
  caseStatus: 'IN_PROGRESS',
  registration: 'HRB 7',
  countryCode: 'DE',
  riskLevel: 'Low Risk',
  riskScore: 12,
  platformId: 'f0e1d2c3b4a5968778695a4b3c2d1e0f',
  lastUpdate: 'Jan 5, 2025',
  dueDate: '-',
  createdAt: '2025-01-01T00:00:00.000Z',
  updatedAt: '2025-01-05T10:00:00.000Z',
}
