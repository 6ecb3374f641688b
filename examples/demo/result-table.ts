import type { Entity, EntityScreening, Network } from 'entity-screening-sdk'
import { type Hit, listHits } from './hits.ts'
import { type Column, type Style, table } from './page.ts'

/** An entity with what screening found: in its own name, and around it. */
export interface Result {
  readonly entity: Entity
  readonly hits: readonly Hit[]
  readonly hasHitNearby: boolean
}

const levelStyles: Readonly<Record<string, Style>> = {
  high: 'red',
  medium: 'yellow',
  low: 'green',
}

const columns: readonly Column<Result>[] = [
  { title: 'Name', width: 31, text: ({ entity }) => entity.name },
  { title: 'Country', width: 7, text: ({ entity }) => entity.countryCode ?? '' },
  {
    title: 'Risk',
    width: 11,
    text: ({ entity }) => entity.riskLabel ?? '',
    style: ({ entity }) => levelStyles[entity.riskLevel ?? ''] ?? 'none',
  },
  {
    title: 'Score',
    width: 5,
    align: 'right',
    text: ({ entity }) => String(entity.riskScore ?? ''),
  },
  { title: 'Hits', width: 18, text: describeHits, style: hitStyle },
]

/** One after the other: a portfolio is no reason to crowd a service. */
export async function collectResults(client: EntityScreening): Promise<Result[]> {
  const results: Result[] = []
  for (const entity of await client.entities.list()) {
    results.push(toResult(entity, await client.entities.network(entity)))
  }
  return results.sort(compareResults)
}

export function showResults(results: readonly Result[]): void {
  table(columns, results)
}

/** How many entities have which risk: `3 High Risk, 40 Low Risk`. */
export function countByRisk(results: readonly Result[]): string {
  return countNames(results.map(({ entity }) => entity.riskLabel ?? 'no risk yet'))
}

/** How often each name occurs. */
export function countNames(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return Array.from(counts, ([name, count]) => `${count} ${name}`).join(', ')
}

function toResult(entity: Entity, { nodes, rootId }: Network): Result {
  const own = nodes.find(node => node.id === rootId)
  return {
    entity,
    hits: own === undefined ? [] : listHits(own),
    hasHitNearby: nodes.some(node => listHits(node).length > 0),
  }
}

function describeHits({ hits, hasHitNearby }: Result): string {
  if (hits.length > 0) return hits.join(', ')
  return hasHitNearby ? 'in its network' : 'none'
}

function hitStyle({ hits, hasHitNearby }: Result): Style {
  if (hits.length > 0) return 'bold'
  return hasHitNearby ? 'none' : 'dim'
}

/** What needs a look comes first, the gravest on top; all others by name. */
function compareResults(left: Result, right: Result): number {
  return (
    Number(needsLook(right)) - Number(needsLook(left)) ||
    (needsLook(left)
      ? (right.entity.riskScore ?? 0) - (left.entity.riskScore ?? 0)
      : 0) ||
    left.entity.name.localeCompare(right.entity.name, 'en')
  )
}

function needsLook({ entity, hasHitNearby }: Result): boolean {
  return hasHitNearby || entity.riskLevel !== 'low'
}
