import ky from 'ky'
import createClient from 'openapi-fetch'
import * as z from 'zod'
import type { paths } from '../../test/openapi/service.d.ts'
import { createInput } from '../bodies.ts'
import { authorization, baseUrl, responding, rootId } from './own.ts'

/** Readers as an application has them without this package: a schema of each field, and a transformation. */
const itemSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  caseStatus: z.string(),
  registration: z.string(),
  countryCode: z.string(),
  riskLevel: z.string(),
  riskScore: z.number(),
  platformId: z.string(),
  lastUpdate: z.string(),
  dueDate: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
})

type Item = z.infer<typeof itemSchema>

const listSchema = z.array(itemSchema.transform(toEntity))

/** A list by ky, validated and transformed by zod. */
export function kyAndZod(text: string) {
  const fetch = responding(text)
  return async () => {
    const body = await ky.get(`${baseUrl}/v1/entities`, { headers: { authorization }, fetch }).json()
    return listSchema.parse(body)
  }
}

/** Calls by openapi-fetch, which checks nothing. */
export function byOpenapiFetch(text: string, status?: number) {
  const client = createClient<paths>({ baseUrl, headers: { authorization }, fetch: responding(text, status) })
  const path = { id: rootId }
  return {
    list: async () => (await client.GET('/v1/entities')).data,
    network: async () => (await client.GET('/v1/entities/{id}/network', { params: { path } })).data,
    health: async () => (await client.GET('/v1/health')).data,
    create: async () => (await client.POST('/v1/entities', { body: createInput })).data,
  }
}

/** Maps an item to our vocabulary, without a report of quirks and without `unknownFields`. */
export function toEntity(item: Item) {
  const registration = item.registration === '-' ? null : item.registration
  const isCountry = item.type === 'person' && registration !== null && /^[A-Z]{2}$/.test(registration)
  return {
    id: item.id,
    name: item.name,
    type: item.type,
    caseStatus: item.caseStatus,
    registration: isCountry ? null : registration,
    countryCode: isCountry ? registration : item.countryCode,
    riskLevel: item.riskLevel.replace(/ Risk$/, '').toLowerCase(),
    riskLabel: item.riskLevel,
    riskScore: item.riskScore,
    platformId: item.platformId,
    lastUpdate: toDate(item.lastUpdate),
    dueDate: toDate(item.dueDate),
    createdAt: item.createdAt,
    updatedAt: item.updatedAt,
  }
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function toDate(text: string): string | null {
  if (text === '-') return null
  const [, month = '', day = '', year = ''] = /^(\w{3}) (\d{1,2}), (\d{4})$/.exec(text) ?? []
  return `${year}-${String(months.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`
}
