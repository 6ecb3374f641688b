import type { Exchange, Report } from '../../mock-server/parity/index.ts'
import { readByClient } from '../../mock-server/parity/recording/read-by-client.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import type { CommandCall } from '../definition/command.ts'
import { type Diagnosis, formatDiagnosis, listDrifts } from '../doctor/diagnosis.ts'
import { describeFailure, type ExitStatus, exit } from '../failure.ts'
import { writeFiles } from '../output/replace-file.ts'
import { writeRows } from '../output/rows.ts'
import { columns } from './columns.ts'

interface ReportContext {
  readonly exchanges: readonly Exchange[]
  /** The `doctor` check that prevented the verification. */
  readonly failed?: Diagnosis | null
}

export async function writeReport(
  call: CommandCall<'out' | 'behaviour' | 'replace'>,
  report: Report,
  { exchanges, failed }: ReportContext,
): Promise<ExitStatus> {
  const { output, isJson, hint, flags } = call
  const out = flags.text('out')
  // If a `doctor` check failed, no behaviour file is written, because it could describe another server and overwrite the file of
  // the service.
  if (out !== undefined && failed === undefined)
    await writeFiles([{ file: out, text: `${JSON.stringify(report.behaviour, null, 2)}\n` }], {
      replaces: flags.has('replace'),
    })
  const { findings, behaviour, renames, stopped } = report
  const drift = await listDriftLines(exchanges)
  const withVerdict = (...verdicts: readonly Report['findings'][number]['verdict'][]) =>
    findings.filter(({ verdict }) => verdicts.includes(verdict))
  const [different, same] = [withVerdict('differs'), withVerdict('same')]
  const answers = different.length + same.length
  if (isJson) await output.json({ findings, behaviour, renames, stopped, drift, ...(failed && { failed }) })
  else {
    if (failed) await output.lines(formatDiagnosis(failed))
    // If nothing was sent, nothing was checked, so no table is written.
    if (exchanges.length === 0) return exit.failed
    await writeRows(
      output,
      [...different, ...same, ...withVerdict('not_seen', 'not_asked', 'could_not_check')],
      columns,
    )
    for (const { field, instead } of renames)
      await output.line(`Probably renamed: no entity has ${field}, and each has ${instead.join(' and ')}`)
    for (const line of drift) await output.line(`Not as specified: ${line}`)
  }
  if (stopped !== null) output.note(`stopped early: ${stopped}`)
  hint(`${countOf(answers, 'answer', 'answers')}, ${different.length} of them different.`)
  const inexpressible = different.filter(({ isReproducible }) => !isReproducible).map(({ id }) => id)
  if (inexpressible.length > 0)
    hint(`A behaviour file cannot express ${inexpressible.join(', ')}; the option transform can.`)
  if (call.signal.aborted) return exit.interrupted
  // A verification that stopped early may have missed differences, so it fails even if it found none.
  if (answers === 0 || (stopped !== null && different.length === 0)) return exit.failed
  // A deviation from the specification that the client reports (drift) also counts as a difference, except with `--behaviour`,
  // because the behaviour file may describe it.
  const isDrift = drift.length > 0 && !flags.has('behaviour')
  return different.length > 0 || isDrift ? exit.inPart : exit.done
}

/** Reads responses with the client. Returns each difference between a response and the specification once. */
async function listDriftLines(exchanges: readonly Exchange[]): Promise<string[]> {
  const lines = new Set<string>()
  for (const exchange of exchanges.filter(({ status }) => status < 300)) {
    const reading = await readByClient(exchange)
    const error = reading?.error ? [describeFailure(reading.error)] : []
    for (const place of [...error, ...listDrifts(reading?.quirks ?? [])])
      lines.add(`${exchange.operation}: ${place}`)
  }
  return [...lines]
}
