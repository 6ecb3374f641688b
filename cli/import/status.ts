import { readHistory } from '../../src/portfolio/journal/history.ts'
import { defineCommand, localFlags } from '../definition/command.ts'
import { exit, FileError, UsageError } from '../failure.ts'
import { openJournal } from '../journal/open-journal.ts'
import { writeCounts } from './report.ts'
import { journalFlags, partitionOf } from './settings.ts'

/** What a journal knows of the rows that were announced in it. @throws TypeError where it is not the journal of an import. */
async function readEarlierRuns(lines: Iterable<string> | AsyncIterable<string>) {
  const { origin, lastAt, size, count, left } = await readHistory(lines)
  const inDoubt = count('sending') + count('in_doubt')
  const notCreated = count('left')
  return {
    service: origin?.service ?? null,
    /** Such as `2/8`; null where the rows are not divided. */
    partition: origin?.partition ?? null,
    /** When rows were last announced: an ISO date, or null. */
    lastSentAt: lastAt === null ? null : new Date(lastAt).toISOString(),
    /** Rows that were about to be sent; each of them is one of those below. */
    announced: size,
    created: count('created'),
    refused: count('refused'),
    /** Rows that were sent, without an answer to what became of them. */
    inDoubt,
    /** Rows that were announced, and certainly not created. */
    notCreated,
    /** Rows that wait for a later run, as the report of the last run counts them: with those in doubt, and those that were never announced. */
    left: left ?? notCreated + inDoubt,
    /** True after a run that was killed: it may not have announced all rows that are left. */
    isKilled: left === null && notCreated + inDoubt > 0,
  }
}

type EarlierRuns = Awaited<ReturnType<typeof readEarlierRuns>>

export const command = defineCommand({
  name: 'import status',
  usage: '--journal FILE|postgres://... [flags]',
  about: `Shows what the journal of an import has recorded: how many rows were sent, their outcome, and whether a process holds the journal. It sends no request, and leaves the journal as it is.`,
  flags: {
    journal: { value: 'FILE|postgres://...', says: 'the journal that was given to import' },
    partition: journalFlags.partition,
  },
  shared: localFlags,
  exits: { [exit.failed]: 'failed: there is no such journal, or it cannot be read' },
  examples: [
    'import status --journal customers.journal',
    "import status --journal 'postgres://host/db?journal=NAME'",
  ],
  async run({ flags, isJson, output }) {
    const [journal, partition] = [flags.text('journal'), flags.text('partition')]
    if (journal === undefined) throw new UsageError('import status expects --journal')
    partitionOf(partition)
    const place = openJournal(journal, partition)
    const title = place.title.replace(/^journal /, '')
    try {
      const glance = await place.inspect()
      if (glance === null) throw new FileError(`there is no journal ${title}`)
      const { isHeld, lines } = glance
      const earlier = await readEarlierRuns(lines).catch(error => {
        if (!(error instanceof TypeError)) throw error
        throw new FileError(`${place.title} ${error.message}`)
      })
      if (isJson) {
        await output.json({ journal: place.title, isHeld, ...earlier })
        return exit.done
      }
      const { service, partition, lastSentAt } = earlier
      await output.lines([
        `Journal: ${title}`,
        service === null ? 'Nothing is recorded yet' : `Service: ${service}`,
        ...(partition === null ? [] : [`Partition: ${partition}`]),
        ...(lastSentAt === null ? [] : [`Rows last sent: ${lastSentAt}`]),
        isHeld ? 'A process holds it' : 'No process holds it',
      ])
      await writeCounts(output, countsOf(earlier, isHeld))
      return exit.done
    } finally {
      await place.end()
    }
  },
})

/** Those between the first and the last add up to the first. */
function countsOf(earlier: EarlierRuns, isHeld: boolean): [number, string][] {
  const { announced, created, refused, inDoubt, notCreated, left, isKilled } = earlier
  const more = left - inDoubt - notCreated
  const first = more > 0 ? `, ${more.toLocaleString('en')} of them for the first time` : ''
  const others = isKilled ? ', and those that the killed run had not reached' : ''
  return [
    [announced, 'rows sent or about to be sent'],
    [created, 'created'],
    [refused, 'refused by the service'],
    [inDoubt, isHeld ? 'in flight, or in doubt' : 'in doubt: the next run first looks for them in the list'],
    [notCreated, 'not created'],
    [isHeld ? 0 : left, `left: the next run sends them${first}${others}`],
  ]
}
