import { randomUUID } from 'node:crypto'

export interface Entity {
  readonly id: string
  readonly [field: string]: unknown
}

/** What a mock written by hand does about a create: it keeps an entity, and responds with it under a new id. */
export function create(entities: Entity[], example: { data: Entity }, body: Record<string, unknown>) {
  const id = randomUUID().replaceAll('-', '').slice(0, 24)
  const now = new Date().toISOString()
  const data = {
    ...example.data,
    id,
    name: body.name,
    countryCode: body.countryCode,
    createdAt: now,
    updatedAt: now,
  }
  entities.push({ ...data, type: body.type })
  return { success: true, data }
}
