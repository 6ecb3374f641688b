import type { NetworkIndex } from './index-network.ts'

/** The points, and all that they lead to. */
export function reach<Point>(from: Iterable<Point>, next: (point: Point) => Iterable<Point>): Set<Point> {
  const reached = new Set(from)
  for (const point of reached) for (const one of next(point)) reached.add(one)
  return reached
}

/** Whom a party holds shares or votes in, directly and through others. */
export function partiesBelow({ shares, votes }: NetworkIndex, id: string): Set<string> {
  const below = reach([id], owner =>
    [shares, votes].flatMap(({ ofOwner }) => (ofOwner.get(owner) ?? []).map(({ company }) => company)),
  )
  below.delete(id)
  return below
}
