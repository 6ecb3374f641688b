import { createClient } from '@hey-api/openapi-ts'

/** Generates a client from the published OpenAPI document, which validates each response by zod. */
const [path = ''] = process.argv.slice(2)
await createClient({
  input: './docs/openapi.json',
  output: { path },
  plugins: ['@hey-api/client-fetch', 'zod', { name: '@hey-api/sdk', validator: true }],
})
