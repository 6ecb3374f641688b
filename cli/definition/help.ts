import { wrap } from '../output/wrap.ts'
import { type ExitStatus, exit } from './command.ts'
import type { Flag, FlagTable } from './flags.ts'

/** What the help of a command is made of. */
export interface HelpTopic {
  readonly name: string
  /** What follows the name. */
  readonly usage: string
  /** What it does, in a few sentences. */
  readonly about: string
  readonly flags: FlagTable
  /** Exit statuses that not every command has, or that mean something of their own here. */
  readonly exits?: ExitTexts | undefined
  /** Command lines without `entity-screening`. */
  readonly examples: readonly string[]
}

export type ExitTexts = Readonly<Partial<Record<ExitStatus, string>>>

/** What every command that talks to the service can end with. */
export const commonExits: ExitTexts = {
  [exit.done]: 'done',
  [exit.failed]: 'failed: the service, the network or a file',
  [exit.usage]: 'wrong usage',
  [exit.interrupted]: 'stopped by SIGINT (143: by SIGTERM)',
}

/** Helps are as wide as the narrowest of common terminals. */
const columns = 80

export function formatHelp(topic: HelpTopic, sharedFlags: FlagTable, exits: ExitTexts): string {
  const { name, usage, about, flags, examples } = topic
  const [own, shared] = [formatFlags(flags), formatFlags(sharedFlags)]
  return [
    `Usage: entity-screening ${name} ${usage}\n`,
    `${paragraph(about)}\n`,
    ...(own === '' ? [] : [`Flags:\n${own}`]),
    ...(shared === '' ? [] : [`Flags of every command:\n${shared}`]),
    formatExits({ ...exits, ...topic.exits }),
    `Examples:\n${examples.map(example => `  entity-screening ${example}\n`).join('')}`,
  ].join('\n')
}

/** @param summaries one line about each command. */
export function formatOverview(summaries: ReadonlyMap<string, string>): string {
  const flags = paragraph(`entity-screening <command> --help shows the flags of a command, with examples.
entity-screening --version prints the version.`)
  const settings = paragraph(
    `The address of the service comes from --base-url or ENTITY_SCREENING_BASE_URL. The API key comes from ENTITY_SCREENING_API_KEY, or from a file named by --key-file or ENTITY_SCREENING_API_KEY_FILE.`,
  )
  const exits = formatExits({
    ...commonExits,
    [exit.failed]: 'failed: the service, the network or a file; doctor: a check failed',
    [exit.inPart]: 'done in part: some rows not created, or some entities not rescanned',
    [exit.entityLimit]: "stopped at the team's entity limit",
  })
  const width = Math.max(...Array.from(summaries.keys(), name => name.length))
  const lines = Array.from(summaries, ([name, summary]) => `  ${name.padEnd(width)}  ${summary}`)
  return `Usage: entity-screening <command> [flags]\n
Commands:\n${lines.join('\n')}\n\n${flags}\n\n${settings}\n\n${exits}`
}

function paragraph(text: string): string {
  return wrap(text, columns).join('\n')
}

function formatExits(texts: ExitTexts): string {
  const statuses = Object.values(exit).filter(status => texts[status] !== undefined)
  return `Exit statuses:\n${statuses.map(status => `  ${String(status).padEnd(3)}  ${texts[status]}\n`).join('')}`
}

/** The widest spelling that has its explanation beside it, and not below. */
const widestSpelling = 24

function formatFlags(table: FlagTable): string {
  const flags = Object.entries(table).map(([name, flag]): [string, Flag] => [
    `--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`,
    flag,
  ])
  const lengths = flags.map(([spelling]) => spelling.length).filter(length => length <= widestSpelling)
  const width = Math.max(0, ...lengths)
  const indent = ' '.repeat(width + 4)
  return flags
    .flatMap(([spelling, { says }]) => {
      const lines = wrap(says, columns - indent.length).map(line => indent + line)
      if (spelling.length > width) return [`  ${spelling}`, ...lines]
      const [first = '', ...rest] = lines
      return [`  ${spelling.padEnd(width)}  ${first.trimStart()}`, ...rest]
    })
    .map(line => `${line}\n`)
    .join('')
}
