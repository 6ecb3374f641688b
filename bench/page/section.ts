/** A row of the table of targets. */
export interface Goal {
  readonly name: string
  /** What two runs are compared by. */
  readonly value: number
  /** The measured value, with a remark if it did not settle. */
  readonly figure: string
  /** An empty string if it is only measured. */
  readonly target: string
  /** The best peer of the same kind with its figure, or an empty string. */
  readonly peer: string
  readonly verdict: Verdict
}

/** A row that did not settle is missed, whatever its figure is. */
export type Verdict = 'met' | 'missed' | 'did not settle' | 'measured'

/** A row whose figure does not depend on how fast the machine is. */
export type FixedGoal = Pick<Goal, 'name' | 'value'> & {
  readonly max: number
  readonly format: (value: number) => string
  readonly peer?: string
}

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A row of the page on speed, for users. The less, the better. */
export interface SpeedRow {
  readonly task: string
  readonly own: number
  /** Other programs that do the same work. */
  readonly alternatives: Readonly<Record<string, number>>
  /** Programs that do less, such as a client that checks nothing. */
  readonly unchecked?: Readonly<Record<string, number>>
  readonly format: (value: number) => string
}

/** A part of the page. */
export interface Section {
  readonly heading: string
  /** Paragraphs of Markdown, and tables. */
  readonly parts: readonly (string | Table)[]
  readonly goals: readonly Goal[]
  readonly speed?: readonly SpeedRow[]
}

export function judgeFixed({ name, value, max, format, peer = '' }: FixedGoal): Goal {
  const verdict = value <= max ? 'met' : 'missed'
  return { name, value, figure: format(value), target: `≤ ${format(max)}`, peer, verdict }
}

export function writeGoals(goals: readonly Goal[]): string {
  const rows = goals.map(({ name, figure, target, peer, verdict }) => [
    name,
    figure,
    target || '–',
    peer,
    verdict === 'did not settle' ? 'missed' : verdict,
  ])
  return writeTable({ head: ['what', 'measured', 'target', 'best peer', ''], rows })
}

export function writeSection({ heading, parts }: Section): string {
  const texts = parts.map(part => (typeof part === 'string' ? part : writeTable(part)))
  return [`## ${heading}`, ...texts].join('\n\n')
}

export function writeTable({ head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
