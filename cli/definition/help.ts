import { wrapLines } from '../output/text.ts'
import type { Flag, FlagTable } from './flags.ts'

/** The content of a command's help text. */
export interface HelpTopic {
  readonly name: string
  /** The arguments after the command's name. */
  readonly usage: string
  /** A description in a few sentences. */
  readonly about: string
  readonly flags: FlagTable
  /**
   * The meanings of exit statuses that differ from the common ones. The value undefined removes a common status that this
   * command never exits with.
   */
  readonly exits?: ExitTexts
  /** Example command lines, without the leading `entity-screening`. */
  readonly examples: readonly string[]
}

type ExitTexts = Readonly<Record<number, string | undefined>>

/** Ids for examples. They have the length of real ids, so that users do not try shortened ids, which find nothing. */
export const [exampleId, otherExampleId] = ['66f2c91be04d7a53c8150f3e', '66f2c91be04d7a53c8150f41']

const commonExits: ExitTexts = {
  0: 'done',
  1: 'failed: the service, the network or a file',
  2: 'wrong usage',
  130: 'stopped by SIGINT (143: by SIGTERM)',
}

/** The width of help texts, in columns: that of a narrow terminal. */
const helpWidth = 80

export function formatHelp(topic: HelpTopic, sharedFlags: FlagTable): string {
  const [ownText, sharedText] = [formatFlags(topic.flags), formatFlags(sharedFlags)]
  return [
    `Usage: entity-screening ${topic.name} ${topic.usage}\n`,
    `${paragraph(topic.about)}\n`,
    ...(ownText === '' ? [] : [`Flags:\n${ownText}`]),
    ...(sharedText === '' ? [] : [`Flags of every command:\n${sharedText}`]),
    formatExits({ ...commonExits, ...topic.exits }),
    `Examples:\n${topic.examples.map(example => `  entity-screening ${example}\n`).join('')}`,
  ].join('\n')
}

/** @param summaries - One line for each command. */
export function formatOverview(summaries: ReadonlyMap<string, string>): string {
  const width = Math.max(...Array.from(summaries.keys(), name => name.length))
  const lines = Array.from(summaries, ([name, summary]) => `  ${name.padEnd(width)}  ${summary}`)
  const exits = formatExits({
    ...commonExits,
    1: 'failed: the service, the network or a file; doctor: a check failed',
    3: 'done in part, or in doubt: the help of the command says more',
    4: "stopped at the team's entity limit",
    5: 'exposure --fail-on: the result is this, or worse',
  })
  return `Usage: entity-screening <command> [flags]

Commands:
${lines.join('\n')}

${paragraph(`entity-screening <command> --help shows the flags of a command, with examples.
entity-screening --version prints the version, and what it runs on.`)}

${paragraph(`The base URL of the service comes from --base-url or ENTITY_SCREENING_BASE_URL. The API key comes from ENTITY_SCREENING_API_KEY, or from a file named by --key-file or ENTITY_SCREENING_API_KEY_FILE.`)}

${exits}`
}

function paragraph(text: string): string {
  return wrapLines(text, helpWidth).join('\n')
}

function formatExits(texts: ExitTexts): string {
  const lines = Object.entries(texts).filter(([, text]) => text !== undefined)
  return `Exit statuses:\n${lines.map(([status, text]) => `  ${status.padEnd(3)}  ${text}\n`).join('')}`
}

/**
 * The maximum width of a flag that has its description on the same line. The description of a wider flag begins on the next
 * line.
 */
const maxSpellingWidth = 24

function formatFlags(table: FlagTable): string {
  const flags = Object.entries(table).map(([name, flag]): [string, Flag] => [
    `--${name}${flag.value === undefined ? '' : ` ${flag.value}`}`,
    flag,
  ])
  const lengths = flags.map(([spelling]) => spelling.length).filter(length => length <= maxSpellingWidth)
  const width = Math.max(0, ...lengths)
  const indent = ' '.repeat(width + 4)
  const lines = flags.flatMap(([spelling, { description }]) => {
    const [firstLine = '', ...otherLines] = wrapLines(description, helpWidth - indent.length).map(
      line => indent + line,
    )
    if (spelling.length > width) return [`  ${spelling}`, firstLine, ...otherLines]
    return [`  ${spelling.padEnd(width)}  ${firstLine.trimStart()}`, ...otherLines]
  })
  return lines.map(line => `${line}\n`).join('')
}
