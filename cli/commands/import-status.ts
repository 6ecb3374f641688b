import type { JournalGlance } from '../../src/portfolio/journal/journal.ts'
import { exit } from '../command.ts'
import { defineCommand, noArguments } from '../define-command.ts'
import { type EarlierRuns, readEarlierRuns } from '../import/earlier.ts'
import { writeCounts } from '../import/report.ts'
import { journalFlags, partitionOf } from '../import/settings.ts'
import { type JournalPlace, openJournal } from '../journal/open-journal.ts'
import { FileError, UsageError } from '../usage.ts'

export const importStatus = defineCommand({
  name: 'import status',
  usage: '--journal FILE|postgres://... [flags]',
  about: `Says what the journal of an import knows: how many rows were sent, and what became of them; and who has it. It asks the service nothing, and takes the journal from nobody.`,
  flags: {
    journal: { value: 'FILE|postgres://...', says: 'the journal, as import was given it' },
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
      const glance = await place.peek()
      if (glance === null) throw new FileError(`there is no ${nameOf(place)}`)
      const earlier = await readAll(place, glance)
      const { heldUntil } = glance
      if (call.isJson) await call.output.json({ journal: place.title, heldUntil, ...earlier })
      else {
        await call.output.lines(describe(place, glance, earlier))
        await writeCounts(call.output, countsOf(earlier, heldUntil !== null), 2)
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

function describe(place: JournalPlace, { heldUntil }: JournalGlance, earlier: EarlierRuns): string[] {
  const { service, partition, lastSentAt } = earlier
  return [
    `Journal: ${place.title.replace(/^journal /, '')}`,
    ...(service === null ? ['Nothing is recorded yet'] : [`Service: ${service}`]),
    ...(partition === null ? [] : [`Partition: ${partition}`]),
    ...(lastSentAt === null ? [] : [`Rows last sent: ${lastSentAt}`]),
    heldUntil === null
      ? 'No process has it'
      : `A process has it until ${heldUntil}, or longer if it renews that`,
  ]
}

function countsOf(
  { announced, created, refused, duplicates, inDoubt, left }: EarlierRuns,
  isHeld: boolean,
): [number, string][] {
  return [
    [announced, 'rows sent, or about to be'],
    [created, 'created'],
    [refused, 'refused by the service'],
    [duplicates, 'there already'],
    [inDoubt, isHeld ? 'under way, or in doubt' : "in doubt: the next run looks for them in the team's list"],
    [left, 'left: the next run sends them'],
  ]
}
