import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type Goal, writeTable } from './section.ts'

const figuresSchema = z.record(z.string(), z.number())
/** The figures of a run by the names of their rows. */
export type RunFigures = z.infer<typeof figuresSchema>

const folder = 'bench/runs'
const tolerance = 0.05

/** Writes the figures of a whole run beside those of earlier runs; git ignores them. */
export function writeRun(goals: readonly Goal[]): void {
  const figures: RunFigures = Object.fromEntries(goals.map(({ name, value }) => [name, value]))
  const time = new Date().toISOString().replaceAll(':', '-')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `${time}.json`), `${JSON.stringify(figures, null, 2)}\n`)
}

/** @throws Error if there are no two runs. */
export function readLastRuns(): readonly [RunFigures, RunFigures] {
  mkdirSync(folder, { recursive: true })
  const [earlier, later] = readdirSync(folder).toSorted().slice(-2)
  if (earlier === undefined || later === undefined) throw new Error(`${folder} has fewer than two runs`)
  const readRun = (file: string) =>
    z.parse(figuresSchema, JSON.parse(readFileSync(join(folder, file), 'utf8')))
  return [readRun(earlier), readRun(later)]
}

/** Compares the rows that two runs have, and counts those that agree. */
export function compareRuns(earlier: RunFigures, later: RunFigures): string {
  const rows = Object.entries(later).flatMap(([name, value]) => {
    const before = earlier[name]
    return before === undefined ? [] : [{ name, before, value, difference: value / before - 1 }]
  })
  const agreeing = rows.filter(({ difference }) => Math.abs(difference) <= tolerance)
  const table = writeTable({
    head: ['what', 'before', 'after', 'difference'],
    rows: rows.map(({ name, before, value, difference }) => [
      name,
      formatFigure(before),
      formatFigure(value),
      `${(100 * difference).toFixed(1)} %${Math.abs(difference) > tolerance ? ' (!)' : ''}`,
    ]),
  })
  return `${table}\n\n${agreeing.length} of ${rows.length} rows agree within ${100 * tolerance} %.`
}

function formatFigure(value: number): string {
  return String(Number(value.toPrecision(4)))
}
