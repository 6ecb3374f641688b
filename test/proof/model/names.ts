/** A name, and what the mock server's guides promise of an entity that has it. */
export interface Name {
  readonly name: string
  /** What it has in common with the names that are the same. */
  readonly same: string
  /** The level that screening finds, where it ends. */
  readonly level: 'low' | 'medium' | 'high'
  /** The score of every screening, where the guides name one. */
  readonly score?: number
  /** Hits of the entity's own node. */
  readonly hits?: 'pep' | 'sanctions' | 'adverseMedia'
  /** Milliseconds until the results of a screening. */
  readonly takes: number
  /** The status with which it is refused. */
  readonly refusedWith?: number
}

const plain = { level: 'low', takes: 5000 } as const

export const names: readonly Name[] = [
  { name: 'Copperfield Bakery Ltd', same: 'bakery', ...plain },
  { name: 'COPPERFIELD  BAKERY LTD', same: 'bakery', ...plain },
  { name: 'Cópperfield Bakery Ltd', same: 'bakery', ...plain },
  { name: 'Brambleton Weavers', same: 'weavers', ...plain },
  { name: '[clean] Lanternfish', same: 'lanternfish', ...plain },
  {
    name: '[sanctioned] Vellichor',
    same: 'vellichor',
    ...plain,
    level: 'high',
    score: 95,
    hits: 'sanctions',
  },
  {
    name: '[adverse-media] Quarrel',
    same: 'quarrel',
    ...plain,
    level: 'medium',
    score: 60,
    hits: 'adverseMedia',
  },
  { name: '[slow] Tortoise', same: 'tortoise', level: 'low', takes: 600_000 },
  { name: '[stuck] Anchor', same: 'anchor', level: 'low', takes: Number.POSITIVE_INFINITY },
  { name: '[error-403] Barrier', same: 'barrier', ...plain, refusedWith: 403 },
  { name: '[error-500] Breakdown', same: 'breakdown', ...plain, refusedWith: 500 },
]
