import type { Look } from '../team/look.ts'
import type { Importing } from './importing.ts'
import { conclude, move, rowsThatAre, type SentRow } from './sent-rows.ts'

/** Whether a response says what became of the rows that are absent; `isSteady` where the last look has shown no more of them. */
type Settles = (absent: readonly SentRow[], isSteady: boolean) => boolean

/**
 * Finds out by the team's list what became of rows of which no response says it. A row that is there is created. Before one
 * counts as absent, two whole lists in succession must lack it, as far apart as a request may take to be processed, and show
 * all else that is known to be there. One that does not holds back what is to be created; where it never does, the row stays in
 * doubt, and the import stops.
 *
 * @param created how many of them a response says were created, at least: a list that shows fewer is not to be trusted.
 * @returns those that are absent: they may be sent again, unless a response says what became of them.
 */
export async function reconcile(
  run: Importing,
  rows: readonly SentRow[],
  created = 0,
  settles: Settles = () => false,
): Promise<readonly SentRow[]> {
  let open: (() => void) | undefined
  const hold = () => {
    open ??= run.gate.close()
  }
  try {
    return await compare(run, rows, { created, settles, hold })
  } finally {
    open?.()
  }
}

async function compare(
  run: Importing,
  rows: readonly SentRow[],
  { created, settles, hold }: { created: number; settles: Settles; hold: () => void },
): Promise<readonly SentRow[]> {
  const { looks } = run
  for (const row of rowsThatAre(rows, 'sending')) move(row, 'lose')
  // What has come under the same name may be the row: once seen, that does not pass.
  const odd = new Set<SentRow>()
  let open = rows
  let isConfirmed = false
  let doubtfulSince: number | null = null
  while (open.length > 0) {
    const look = await looks.look(open)
    if (look === null) return []
    const there = open.filter(row => look.count(row) > row.before)
    await conclude(run, { created: there })
    open = rowsThatAre(open, 'in_doubt')
    if (settles(open, there.length === 0)) {
      odd.clear()
      break
    }
    for (const row of open) if (look.hasOdd(row)) odd.add(row)
    const flaw = flawOf(look, created, rows.length - open.length)
    if (flaw !== null) {
      isConfirmed = false
      hold()
      doubtfulSince ??= performance.now()
      if (performance.now() - doubtfulSince >= run.patience) return doubt(run, open, flaw)
    } else if (isConfirmed && there.length === 0) break
    else {
      isConfirmed = true
      doubtfulSince = null
    }
    if (open.length > 0) await looks.wait(run.settleTime)
  }
  const absent = open.filter(row => !odd.has(row))
  for (const row of absent) move(row, 'miss')
  const unclear = open.filter(row => odd.has(row))
  doubt(run, unclear, 'it shows a new entity of that name with another type or country')
  return absent
}

/** The team's list cannot be trusted to say of rows whether they exist. */
export class ListDoubtError extends Error {
  override readonly name = 'ListDoubtError'
}

/** Why a list says nothing of what it lacks; null where it does. */
function flawOf({ isStale, unfound, unreadable }: Look, created: number, shown: number): string | null {
  if (shown < created)
    return `of the entities that the service says it has created it does not show ${created - shown}, or not as they were sent`
  if (unfound > 0)
    return `of the entities that this import has created it does not show ${unfound}, or not as they were sent`
  if (unreadable > 0) return `${unreadable} of its new entities cannot be read`
  return isStale ? 'it has fewer entities than there are' : null
}

/** Stops the import: what is sent now may be there already. */
function doubt({ stop }: Importing, rows: readonly SentRow[], why: string): [] {
  if (rows.length === 0) return []
  const lines = rows.map(({ line }) => line)
  const [first, last] = [Math.min(...lines), Math.max(...lines)]
  const which =
    first === last ? `line ${first} exists` : `${rows.length} rows from line ${first} to ${last} exist`
  stop('failed', new ListDoubtError(`the team's list cannot say whether ${which}: ${why}`))
  return []
}
