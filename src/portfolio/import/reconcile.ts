import { toRanges } from '../journal/entries.ts'
import type { PlacedRow } from '../rows/placed-row.ts'
import type { Look } from '../team/look.ts'
import { type Batch, move } from './batch.ts'
import { conclude, type Delivery } from './conclude.ts'

/**
 * Finds out by the team's list what became of rows of which no response says it. A row that is there is created. Before one
 * counts as absent, two whole lists in succession must lack it, as far apart as a request may take to be processed, and show
 * all else that is known to be there. One that does not holds back what is to be created; where it never does, the row stays in
 * doubt, and the import stops.
 *
 * @param created how many of them a response says were created, where one does: once as many are there, the others are not.
 * @returns those that are absent, and may be sent again.
 */
export async function reconcile(
  delivery: Delivery,
  batch: Batch,
  rows: readonly PlacedRow[],
  created?: number,
): Promise<readonly PlacedRow[]> {
  const held: (() => void)[] = []
  try {
    return await compare(delivery, batch, rows, created, () => held.push(delivery.gate.close()))
  } finally {
    for (const open of held) open()
  }
}

async function compare(
  delivery: Delivery,
  batch: Batch,
  rows: readonly PlacedRow[],
  created: number | undefined,
  hold: () => void,
): Promise<readonly PlacedRow[]> {
  const { looks } = delivery
  for (const { line } of rows) if (batch.states.get(line) === 'sending') move(batch, line, 'lose')
  const isThere = (look: Look, placed: PlacedRow) => look.count(placed) > (batch.before[placed.line] ?? 0)
  // What has come under the same name may be the row: once seen, that does not pass.
  const odd = new Set<PlacedRow>()
  let open = rows
  let isConfirmed = false
  let doubtfulSince: number | null = null
  while (open.length > 0) {
    const look = await looks.look(open)
    if (look === null) return []
    const there = open.filter(placed => isThere(look, placed))
    await conclude(delivery, batch, { created: there }, 'list')
    open = open.filter(placed => !there.includes(placed))
    if (open.length + (created ?? Number.NaN) === rows.length) {
      odd.clear()
      break
    }
    for (const placed of open) if (look.hasOdd(placed)) odd.add(placed)
    const flaw = flawOf(look)
    if (flaw !== null) {
      isConfirmed = false
      if (doubtfulSince === null) hold()
      doubtfulSince ??= performance.now()
      if (performance.now() - doubtfulSince >= looks.patience) return doubt(delivery, open, flaw)
    } else if (isConfirmed && there.length === 0) break
    else {
      isConfirmed = true
      doubtfulSince = null
    }
    if (open.length > 0) await looks.settle()
  }
  const absent = open.filter(placed => !odd.has(placed))
  for (const { line } of absent) move(batch, line, 'miss')
  if (odd.size > 0 && absent.length < open.length)
    doubt(
      delivery,
      open.filter(placed => odd.has(placed)),
      'it shows a new entity of that name with another type or country',
    )
  return absent
}

/** The team's list cannot be trusted to say of rows whether they exist. */
export class ListDoubtError extends Error {
  override readonly name = 'ListDoubtError'
}

/** Why a list says nothing of what it lacks; null where it does. */
function flawOf({ isStale, unfound, unreadable }: Look): string | null {
  if (unfound > 0)
    return `of the entities that this import has created it does not show ${unfound}, or not as they were sent`
  if (unreadable > 0) return `${unreadable} of its new entities cannot be read`
  return isStale ? 'it has fewer entities than there are' : null
}

/** Stops the import: what is sent now may be there already. */
function doubt(delivery: Delivery, rows: readonly PlacedRow[], why: string): [] {
  const ranges = toRanges(rows.map(({ line }) => line))
  const [first, last] = [ranges[0] ?? 0, ranges.at(-1) ?? 0]
  const which = first === last ? `line ${first}` : `${rows.length} rows from line ${first} to ${last}`
  delivery.stop(
    'failed',
    new ListDoubtError(
      `the team's list cannot say whether ${which} exist${first === last ? 's' : ''}: ${why}`,
    ),
  )
  return []
}
