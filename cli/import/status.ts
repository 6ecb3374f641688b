import { countLines, readImportHistory } from '../../src/portfolio/journal/import-history.ts'
import type { RowState } from '../../src/portfolio/rows/row-state.ts'
import { defineCommand, localFlags } from '../definition/command.ts'
import { exit, FileError, UsageError } from '../failure.ts'
import { locateJournal } from '../journal/locate-journal.ts'
import { writeCounts } from './report.ts'
import { journalFlags, parsePartition } from './settings.ts'

/** Counts the rows that a journal records, by outcome. @throws TypeError if the journal is not one of an import. */
async function readEarlierRuns(lines: Iterable<string> | AsyncIterable<string>) {
  const history = await readImportHistory(lines)
  const { origin, lastAnnouncement, announced, lastEnd, entries } = history
  const count = (state: RowState) => countLines(history, state)
  const inDoubt = count('announced') + count('in_doubt')
  const notCreated = count('remaining')
  return {
    service: origin?.service ?? null,
    /** The part of the rows, such as `2/8`; null if the import was not divided. */
    partition: origin?.partition ?? null,
    /** The last time that the journal recorded rows as about to be sent, as an ISO date; null if it never did. */
    lastSentAt: lastAnnouncement === null ? null : new Date(lastAnnouncement).toISOString(),
    /** Rows that were sent or about to be sent. Each is also counted in one of the next four fields. */
    announced,
    created: count('created'),
    refused: count('refused'),
    /** Rows that may have been sent, with an unknown outcome. */
    inDoubt,
    /** Rows that were about to be sent, but were certainly not created. */
    notCreated,
    /**
     * Rows that the next run must send or check: those of the last run's report, or those that the journal shows, if these are
     * more. This number includes rows with an unknown outcome and rows that were never about to be sent.
     */
    remaining: Math.max(lastEnd?.remaining ?? 0, notCreated + inDoubt),
    /** Whether there may be more remaining rows, because the last run was killed, or ended before it had read all rows. */
    hasUnreadRows: lastEnd?.hasUnreadRows ?? entries > 0,
  }
}

type EarlierRuns = Awaited<ReturnType<typeof readEarlierRuns>>

export const importStatusCommand = defineCommand({
  name: 'import status',
  usage: '--journal FILE|postgres://... [flags]',
  about: `Shows what the journal of an import has recorded: how many rows were sent, their outcome, and whether a process holds the journal. It sends no request, and leaves the journal as it is.`,
  flags: {
    journal: { value: 'FILE|postgres://...', description: 'the journal that was given to import' },
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
    parsePartition(partition)
    const location = locateJournal('--journal', journal, partition)
    const title = location.title.replace(/^journal /, '')
    try {
      const snapshot = await location.inspect()
      if (snapshot === null) throw new FileError(`there is no journal ${title}`)
      const { isHeld, lines } = snapshot
      const earlierRuns = await readEarlierRuns(lines).catch(error => {
        if (!(error instanceof TypeError)) throw error
        throw new FileError(`${location.title} ${error.message}`)
      })
      if (isJson) {
        await output.json({ journal: location.title, isHeld, ...earlierRuns })
        return exit.done
      }
      const { service, partition, lastSentAt } = earlierRuns
      await output.lines([
        `Journal: ${title}`,
        service === null ? 'Nothing is recorded yet' : `Service: ${service}`,
        ...(partition === null ? [] : [`Partition: ${partition}`]),
        ...(lastSentAt === null ? [] : [`Rows last sent: ${lastSentAt}`]),
        isHeld ? 'A process holds it' : 'No process holds it',
      ])
      await writeCounts(output, listCounts(earlierRuns, isHeld))
      if (earlierRuns.hasUnreadRows && !isHeld)
        await output.lines(['The last run did not read the file to its end: there may be more rows'])
      return exit.done
    } finally {
      await location.end()
    }
  },
})

/** Lists the counts with labels. The counts between the first and the last add up to the first. */
function listCounts(earlierRuns: EarlierRuns, isHeld: boolean): [number, string][] {
  const { announced, created, refused, inDoubt, notCreated, remaining: remainingRows } = earlierRuns
  const neverAnnounced = remainingRows - inDoubt - notCreated
  const firstTimeText =
    neverAnnounced > 0 ? `, ${neverAnnounced.toLocaleString('en')} of them for the first time` : ''
  return [
    [announced, 'rows sent or about to be sent'],
    [created, 'created'],
    [refused, 'refused by the service'],
    [inDoubt, isHeld ? 'in flight, or in doubt' : 'in doubt: the next run first looks for them in the list'],
    [notCreated, 'not created'],
    [isHeld ? 0 : remainingRows, `left: the next run sends them${firstTimeText}`],
  ]
}
