/** One goal, and whether this run reaches it. */
export interface Goal {
  readonly what: string
  readonly figure: string
  readonly wanted: string
  readonly isMet: boolean
}

export interface Table {
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** A part of the page. */
export interface Section {
  readonly heading: string
  /** Paragraphs of Markdown, and tables. */
  readonly parts: readonly (string | Table)[]
  readonly goals: readonly Goal[]
  /** What the README quotes of it, in a line. */
  readonly summary?: string
}

export function goal(what: string, figure: string, wanted: string, isMet: boolean): Goal {
  return { what, figure, wanted, isMet }
}

export function writeGoals(goals: readonly Goal[]): string {
  const rows = goals.map(({ what, figure, wanted, isMet }) => [
    what,
    figure,
    wanted,
    isMet ? 'met' : 'missed',
  ])
  return writeTable({ head: ['what', 'measured', 'target', ''], rows })
}

export function writeSection({ heading, parts }: Section): string {
  const texts = parts.map(part => (typeof part === 'string' ? part : writeTable(part)))
  return [`## ${heading}`, ...texts].join('\n\n')
}

function writeTable({ head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}
