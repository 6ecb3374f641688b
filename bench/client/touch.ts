/** The fields that an item on the wire and an entity have, with values of any kind. */
interface Item {
  readonly id?: unknown
  readonly name?: unknown
  readonly type?: unknown
  readonly caseStatus?: unknown
  readonly registration?: unknown
  readonly countryCode?: unknown
  readonly riskLevel?: unknown
  readonly riskScore?: unknown
  readonly platformId?: unknown
  readonly lastUpdate?: unknown
  readonly dueDate?: unknown
  readonly createdAt?: unknown
  readonly updatedAt?: unknown
}

/** Fields that only entities have. */
interface EntityItem extends Item {
  readonly riskLabel?: unknown
  readonly unknownFields?: unknown
}

/** Touches every field of the items of a list once, and returns how many have a value. */
export function touchItems(items: readonly Item[] = []): number {
  let count = 0
  for (const item of items) count += touchItem(item)
  return count
}

/** Does the same with entities. */
export function touchEntities(entities: readonly EntityItem[] = []): number {
  let count = 0
  for (const entity of entities)
    count += touchItem(entity) + hasValue(entity.riskLabel) + hasValue(entity.unknownFields)
  return count
}

function touchItem(item: Item): number {
  return (
    hasValue(item.id) +
    hasValue(item.name) +
    hasValue(item.type) +
    hasValue(item.caseStatus) +
    hasValue(item.registration) +
    hasValue(item.countryCode) +
    hasValue(item.riskLevel) +
    hasValue(item.riskScore) +
    hasValue(item.platformId) +
    hasValue(item.lastUpdate) +
    hasValue(item.dueDate) +
    hasValue(item.createdAt) +
    hasValue(item.updatedAt)
  )
}

function hasValue(value: unknown): 0 | 1 {
  return value === null || value === undefined ? 0 : 1
}
