// A web handler that screens a customer. It waits for the result for a limited
// time, and then says where to ask later.
import {
  type Entity,
  EntityScreening,
  WaitTimeoutError,
} from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'

// Your client is new EntityScreening(): this one uses a mock server that is ten
// times faster than real time.
const server = createMockServer({ clock: { speed: 10 } })
const client = new EntityScreening({ ...server.connect(), wait: { every: 200 } })

// Yours: some seconds, fewer than your callers and the proxies before you wait.
const timeout = 2_000

/** POST /customers */
async function postCustomer(request: Request): Promise<Response> {
  const { name } = await request.json()
  const created = await client.entities.create({ type: 'organization', name })
  try {
    const { signal } = request // Ends the wait if the caller leaves.
    return Response.json(
      toBody(await client.entities.waitForScreening(created, { timeout, signal })),
    )
  } catch (error) {
    if (!WaitTimeoutError.is(error)) throw error
    const location = `/customers/${created.id}`
    return Response.json({ id: created.id }, { status: 202, headers: { location } })
  }
}

/** GET /customers/{id}: never waits. */
async function getCustomer(id: string): Promise<Response> {
  const entity = (await client.entities.list()).find(entity => entity.id === id)
  return entity
    ? Response.json(toBody(entity))
    : Response.json({ error: 'not found' }, { status: 404 })
}

function toBody({ id, riskLevel }: Entity) {
  return { id, risk: riskLevel ?? 'screening' }
}

for (const name of ['[sanctioned] Acme GmbH', '[slow] Beta GmbH']) {
  const body = JSON.stringify({ name })
  const response = await postCustomer(
    new Request('http://localhost/customers', { method: 'POST', body }),
  )
  console.log(name, response.status)
  const [entity] = (await client.entities.list()).slice(-1)
  if (entity) console.log(await (await getCustomer(entity.id)).json())
}
