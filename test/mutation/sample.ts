import { createHash } from 'node:crypto'
import type { Mutant } from './mutants.ts'

/** So many at random, and the same ones for the same seed and code. */
export function draw(mutants: readonly Mutant[], size: number, seed: string): readonly Mutant[] {
  const lot = (mutant: Mutant) => createHash('sha256').update(`${seed} ${mutant.id}`).digest('hex')
  return mutants
    .map(mutant => ({ mutant, lot: lot(mutant) }))
    .sort((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, size)
    .map(({ mutant }) => mutant)
}
