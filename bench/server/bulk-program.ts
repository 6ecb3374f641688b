import { serveTurns } from '../measure/serve-turns.ts'
import { createTurns } from '../measure/turns.ts'
import { createEmptyServer, sendInProcess } from './in-process.ts'

/** Measures bulk requests without HTTP, JSON of their bodies, and a store without checks. */
const requests = 50
const rows = 1_000

interface Row {
  readonly name: string
}

/** The body of a bulk request, with names that no other has. */
function writeBulk(request: number): string {
  const entities = Array.from({ length: rows }, (_, row) => {
    const number = request * rows + row
    return {
      type: 'organization',
      name: `Bulk company ${number} GmbH`,
      countryCode: 'DE',
      registration: `HRB ${number}`,
    }
  })
  return JSON.stringify({ entities })
}

async function sendAll(): Promise<string[]> {
  const server = createEmptyServer()
  const responses: string[] = []
  for (const body of bodies) responses.push(await sendInProcess(server, '/v1/entities/bulk', body))
  return responses
}

/** Parses the rows, stores them by name, and responds: what any bulk endpoint does. */
function storeRows(store: Map<string, object>, body: string): string {
  const { entities }: { readonly entities: readonly Row[] } = JSON.parse(body)
  for (const row of entities) {
    const id = crypto.randomUUID()
    store.set(row.name, { ...row, id, createdAt: new Date().toISOString() })
  }
  return JSON.stringify({
    success: true,
    data: { successCount: entities.length, errorCount: 0, errors: [] },
  })
}

const bodies = Array.from({ length: requests }, (_, request) => writeBulk(request))
const responses = await sendAll()
for (const response of responses) {
  if (JSON.parse(response).data.successCount !== rows) throw new Error(response)
}
serveTurns(
  await createTurns(
    {
      'entity-screening': sendAll,
      'JSON of its bodies': () => {
        for (const text of [...bodies, ...responses]) JSON.stringify(JSON.parse(text))
      },
      'a store without checks': () => {
        const store = new Map<string, object>()
        for (const body of bodies) storeRows(store, body)
      },
    },
    500,
  ),
)
