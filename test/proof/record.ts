import { appendFileSync } from 'node:fs'

/** Keeps the figures of a run for docs/internals/reliability.md: a line of JSON in the file that PROOF_FIGURES names, if one is named. */
export function record(figures: object): void {
  const { PROOF_FIGURES } = process.env
  if (PROOF_FIGURES !== undefined) appendFileSync(PROOF_FIGURES, `${JSON.stringify(figures)}\n`)
}
