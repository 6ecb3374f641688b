import { randomUUID } from 'node:crypto'

export interface Entity {
  readonly id: string
  readonly [field: string]: unknown
}

/** Creates an entity as a mock written by hand does: stores it, and responds with it under a new id. */
export function createEntity(entities: Entity[], example: { data: Entity }, body: Record<string, unknown>) {
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
