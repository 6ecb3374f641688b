import { commandEntries } from '../../cli/catalogue.ts'
import { formatOverview } from '../../cli/definition/help.ts'
import { scenarios } from '../../mock-server/screening/scenarios/catalogue.ts'
import { read, titleOf } from '../../packaging/site/guides.ts'
import { slugify } from '../../packaging/site/text.ts'
import { methodNames } from '../../src/contract/method-names.ts'
import { importFields, spellings } from '../../src/portfolio/source/columns.ts'
import { getOrInsertList } from '../../src/shared/get-or-insert.ts'
import { entityChanges, networkChanges } from './kinds-of-change.ts'
import { type Message, messages } from './messages.ts'
import { type MemberComment, readItems, readMembers, readPicked } from './read-comments.ts'

type Table = readonly (readonly string[])[]

const code = (text: string) => (text === '' ? '' : `\`${text.replaceAll('`', '')}\``)

/** The tables of the pages by name: each with its head in the first row. */
export const tables = new Map<string, () => Table | Promise<Table>>([
  ['client-options', tabulateClientOptions],
  ['mock-server-options', () => tabulateOptions('mock-server/options.ts', 'MockServerOptions')],
  ['proxy-options', () => tabulateOptions('src/proxy/options.ts', 'ProxyOptions')],
  [
    'import-options',
    () => tabulateOptions('src/portfolio/import-options.ts', 'ReadingOptions', 'ImportOptions'),
  ],
  ['import-counts', tabulateImportCounts],
  ['columns', tabulateColumns],
  ['quirks', tabulateQuirks],
  ['error-codes', tabulateErrorCodes],
  ['repetitions', tabulateRepetitions],
  ['scenarios', tabulateScenarios],
  ['operations', tabulateOperations],
  ['commands', tabulateCommands],
  ['exit-statuses', tabulateExitStatuses],
  ['entity-changes', () => tabulateChanges('of a list', entityChanges)],
  ['network-changes', () => tabulateChanges('of a network', networkChanges)],
  ...Object.entries(messages).map(
    ([name, rows]) => [`messages-${name}`, () => tabulateMessages(rows)] as const,
  ),
])

function tabulateClientOptions(): Table {
  const file = 'src/transport/options/options.ts'
  const perCall = new Set(readPicked(file, 'RequestOptions'))
  const rows = readMembers(file, 'ClientOptions', { wait: 'WaitDefaults' }).map(option => {
    const [group = ''] = option.name.split('.')
    const [name = '', byDefault = '', meaning = ''] = cellsOf(option)
    return [name, byDefault, perCall.has(group) ? '✓' : '', meaning]
  })
  return [['option', 'default', 'per call', 'meaning'], ...rows]
}

function tabulateOptions(file: string, ...names: readonly string[]): Table {
  const options = names.flatMap(name => readMembers(file, name))
  return [['option', 'default', 'meaning'], ...options.map(cellsOf)]
}

function tabulateImportCounts(): Table {
  const counts = readMembers('src/portfolio/import-report.ts', 'ImportCounts')
  const rows = counts.filter(({ name }) => name !== 'rows')
  return [['count', 'rows'], ...rows.map(({ name, meaning }) => [code(name), lowerFirst(meaning)])]
}

function tabulateColumns(): Table {
  const rows = importFields.map(field => [code(field), spellings[field].split(/,\s*/).slice(0, 4).join(', ')])
  return [['field', 'columns, among others'], ...rows]
}

function tabulateQuirks(): Table {
  const rows = readItems('src/reading/quirk-codes.ts', 'quirkCodes').map(({ item, comment }) => {
    const [wire = '', model = ''] = parseComment(/^On the wire: (.*)\. In the model: (.*)\.$/, comment)
    return [code(item), wire, linkPages(model)]
  })
  return [['code', 'on the wire', 'in the model'], ...rows]
}

function tabulateErrorCodes(): Table {
  const file = 'src/transport/errors/EntityScreeningError.ts'
  const rows = readItems(file, 'errorCodes').map(({ item, comment }) => {
    const [name = '', status = '', meaning = '', advice = ''] = parseComment(
      /^(`\w+`)(?:, (.+?))?: (.*?)\. What to do: (.*)\.$/,
      comment,
    )
    return [name, code(item), status, linkPages(meaning), linkPages(advice)]
  })
  return [['class', '`code`', 'status', 'meaning', 'what to do'], ...rows]
}

/** The table that test/package/fresh-projects/runtimes/repetitions.test.ts measured last. */
function tabulateRepetitions(): Table {
  const lines = read('test/package/fresh-projects/runtimes/repetitions.md').trim().split('\n')
  return lines.toSpliced(1, 1).map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  )
}

function tabulateScenarios(): Table {
  const rows = scenarios.map(({ prefix, type, summary }) => [
    code(prefix),
    type ?? 'either',
    linkPages(summary),
  ])
  return [['prefix', 'type', 'outcome'], ...rows]
}

function tabulateOperations(): Table {
  const rows = Object.entries(methodNames).map(([operation, method]) => [code(operation), code(method)])
  return [['`operation`', "the client's method"], ...rows]
}

function tabulateCommands(): Table {
  const rows = Array.from(commandEntries, ([name, { summary }]) => [code(name), summary])
  return [['command', 'effect'], ...rows]
}

/** The statuses of the overview; those that commands explain, by command. */
async function tabulateExitStatuses(): Promise<Table> {
  const helps = await Promise.all(
    Array.from(commandEntries, async ([name, { load }]) => ({ name, exits: readExits((await load()).help) })),
  )
  const rows = Array.from(readExits(formatOverview(new Map([['', '']]))), ([status, meaning]) => {
    const own = helps.flatMap(({ name, exits }) => {
      const explanation = exits.get(status)
      return /^[345]$/.test(status) && explanation ? [[`${status}, ${code(name)}`, explanation]] : []
    })
    return own.length > 0 ? own : [[status, meaning]]
  }).flat()
  return [['status', 'meaning'], ...rows]
}

function readExits(help: string): Map<string, string> {
  const [, exits = ''] = help.split('\nExit statuses:\n')
  return new Map(
    Array.from(exits.matchAll(/^ {2}(\d+) +(.*)$/gm), ([, status = '', text = '']) => [
      status,
      text.replaceAll(/--[a-z-]+/g, '`$&`'),
    ]),
  )
}

function tabulateChanges(head: string, meanings: Readonly<Record<string, string>>): Table {
  const rows = new Map<string, string[]>()
  for (const [kind, meaning] of Object.entries(meanings)) getOrInsertList(rows, meaning).push(code(kind))
  return [[head, 'meaning'], ...Array.from(rows, ([meaning, kinds]) => [kinds.join(', '), meaning])]
}

function tabulateMessages(rows: readonly Message[]): Table {
  return [['message', 'what to do'], ...rows.map(([message, advice]) => [code(message), advice])]
}

function cellsOf({ name, byDefault, meaning }: MemberComment): string[] {
  const isName = /^[A-Z_]+$|^[\d'{[]|^(?:true|false|console)/.test(byDefault)
  return [code(name), isName ? code(byDefault) : byDefault, linkPages(lowerFirst(meaning))]
}

/** The parts of a comment that every item of a list has in the same form. */
function parseComment(form: RegExp, comment: string): string[] {
  const match = form.exec(comment)
  if (match === null) throw new Error(`"${comment}" must have the form ${form}`)
  return match.slice(1)
}

function lowerFirst(text: string): string {
  return text.replace(/^[A-Z](?![A-Z])/, letter => letter.toLowerCase())
}

/** Comments name a page or a section by its path: `validation` (docs/quirks.md#validation), or the path alone. */
function linkPages(text: string): string {
  return text
    .replaceAll(/(`[^`]+`) \(docs\/([^)]+)\)/g, '[$1]($2)')
    .replaceAll(/docs\/([\w/-]+\.md)(#[\w-]+)?/g, (_, file: string, anchor = '') => {
      const headings = Array.from(read(`docs/${file}`).matchAll(/^#+ (.+)$/gm), ([, heading = '']) => heading)
      const section = headings.find(heading => anchor === `#${slugify(heading)}`)
      return `[${section ?? titleOf(`docs/${file}`)}](${file}${anchor})`
    })
}
