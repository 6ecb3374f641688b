import { makeApi, Zodios } from '@zodios/core'
import axios from 'axios'
import { z } from 'zod'
import { client } from '../../node_modules/.cache/entity-screening-bench/hey-api/client.gen.ts'
import {
  createEntity,
  getHealth,
  getNetwork,
  listEntities,
} from '../../node_modules/.cache/entity-screening-bench/hey-api/index.ts'
import { createInput } from '../bodies.ts'
import { toEntity } from '../client/by-hand.ts'
import { authorization, baseUrl, responding, rootId } from '../client/own.ts'

const text = z.string()
const item = z.object({
  id: text,
  name: text,
  type: text,
  caseStatus: text,
  registration: text,
  countryCode: text,
  riskLevel: text,
  riskScore: z.number(),
  platformId: text,
  lastUpdate: text,
  dueDate: text,
  createdAt: text,
  updatedAt: text,
})
const api = makeApi([
  { method: 'get', path: '/v1/entities', alias: 'list', response: z.array(item.transform(toEntity)) },
  {
    method: 'get',
    path: '/v1/health',
    alias: 'health',
    response: z.object({ success: z.boolean(), status: text, version: text, timestamp: text }),
  },
])

/** Zodios: axios, and zod 3 with the transforms of the others. */
export function byZodios(body: string) {
  const bytes = new TextEncoder().encode(body)
  const axiosInstance = axios.create({
    adapter: async config => {
      const data = new TextDecoder().decode(bytes)
      return {
        data,
        status: 200,
        statusText: 'OK',
        headers: { 'content-type': 'application/json' },
        config,
        request: null,
      }
    },
  })
  const zodios = new Zodios(baseUrl, api, { axiosInstance, validate: true, transform: true })
  const headers = { authorization }
  return { list: () => zodios.list({ headers }), health: () => zodios.health({ headers }) }
}

/** The SDK that hey-api generates from the OpenAPI document; its zod plugin validates, and transforms nothing. */
export function byHeyApi(body: string, status?: number) {
  client.setConfig({ baseUrl, auth: authorization })
  const options = { fetch: responding(body, status), throwOnError: true } as const
  const path = { id: rootId }
  return {
    list: async () => (await listEntities(options)).data,
    network: async () => (await getNetwork({ ...options, path })).data,
    health: async () => (await getHealth(options)).data,
    create: async () => (await createEntity({ ...options, body: createInput })).data,
  }
}
