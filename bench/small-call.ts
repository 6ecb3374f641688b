import ky from 'ky'
import { EntityScreening } from '../src/client.ts'
import { inTurns } from './turns.ts'

/** Run bundled, in a process of its own: `client.service.health()` against `ky.get(…).json()`, both answered in process. */
const apiKey = 'a-key-of-the-bench'
const baseUrl = 'http://in-process'
const body = '{"success":true,"status":"ok","version":"v1","timestamp":"2025-01-01T00:00:00.000Z"}'
const headers = { 'content-type': 'application/json' }
const fetch = async () => new Response(body, { headers })

const client = new EntityScreening({ apiKey, baseUrl, fetch })
const authorization = `Bearer ${apiKey}`

const results = await inTurns(
  {
    ours: () => client.service.health(),
    'bare ky': () => ky.get(`${baseUrl}/v1/health`, { headers: { authorization }, fetch }).json(),
  },
  6000,
)
process.stdout.write(JSON.stringify(results))
