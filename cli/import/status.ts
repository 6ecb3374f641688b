import type { JournalGlance } from '../../src/portfolio/journal/journal.ts'
import { exit } from '../definition/command.ts'
import { defineCommand, noArguments } from '../definition/define.ts'
import { type JournalPlace, openJournal } from '../journal/open-journal.ts'
import { FileError, UsageError } from '../usage.ts'
import { type EarlierRuns, readEarlierRuns } from './earlier.ts'
import { writeCounts } from './report.ts'
import { journalFlags, partitionOf } from './settings.ts'

export const importStatus = defineCommand({
  name: 'import status',
  usage: '--journal FILE|postgres://... [flags]',
  about: `Shows what the journal of an import has recorded: how many rows were sent, their outcome, and whether a process holds the journal. It sends no request, and leaves the journal as it is.`,
  flags: {
    journal: { value: 'FILE|postgres://...', says: 'the journal that was given to import' },
    partition: journalFlags.partition,
  },
  isLocal: true,
  exits: { [exit.failed]: 'failed: there is no such journal, or it cannot be read' },
  examples: [
    'import status --journal customers.journal',
    "import status --journal 'postgres://host/db?journal=NAME'",
  ],
  async run(call) {
    noArguments(call, 'import status')
    const [journal, partition] = [call.flags.text('journal'), call.flags.text('partition')]
    if (journal === undefined) throw new UsageError('import status expects --journal')
    partitionOf(partition)
    const place = openJournal(journal, partition)
    try {
      const glance = await place.inspect()
      if (glance === null) throw new FileError(`there is no ${nameOf(place)}`)
      const earlier = await readAll(place, glance)
      const { heldUntil, isHeld } = glance
      if (call.isJson) await call.output.json({ journal: place.title, isHeld, heldUntil, ...earlier })
      else {
        await call.output.lines(describe(place, glance, earlier))
        await writeCounts(call.output, countsOf(earlier, isHeld), 2)
      }
      return exit.done
    } finally {
      await place.end()
    }
  },
})

async function readAll(place: JournalPlace, { lines }: JournalGlance): Promise<EarlierRuns> {
  try {
    return await readEarlierRuns(lines)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    throw new FileError(`${place.title} ${error.message}`)
  }
}

function nameOf({ title }: JournalPlace): string {
  return title.startsWith('journal ') ? title : `journal ${title}`
}

function describe(place: JournalPlace, { isHeld, heldUntil }: JournalGlance, earlier: EarlierRuns): string[] {
  const { service, partition, lastSentAt } = earlier
  return [
    `Journal: ${place.title.replace(/^journal /, '')}`,
    ...(service === null ? ['Nothing is recorded yet'] : [`Service: ${service}`]),
    ...(partition === null ? [] : [`Partition: ${partition}`]),
    ...(lastSentAt === null ? [] : [`Rows last sent: ${lastSentAt}`]),
    isHeld ? `A process holds it${heldUntil === null ? '' : untilOf(heldUntil)}` : 'No process holds it',
  ]
}

function untilOf(heldUntil: string): string {
  return ` until ${heldUntil}, or longer if it renews its lease`
}

function countsOf(
  { announced, created, refused, duplicates, inDoubt, left }: EarlierRuns,
  isHeld: boolean,
): [number, string][] {
  return [
    [announced, 'rows sent or about to be sent'],
    [created, 'created'],
    [refused, 'refused by the service'],
    [duplicates, 'already in the team'],
    [inDoubt, isHeld ? 'in flight, or in doubt' : "in doubt: the next run looks for them in the team's list"],
    [left, 'left: the next run sends them'],
  ]
}
