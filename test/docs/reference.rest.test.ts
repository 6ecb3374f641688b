import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Fault } from 'entity-screening-sdk/mock-server'
import { operations } from 'entity-screening-sdk/schemas'
import {
  Application,
  Comment,
  type DeclarationReflection,
  type DocumentationEntryPoint,
  ReflectionKind,
  type ReflectionType,
  type SignatureReflection,
  TSConfigReader,
} from 'typedoc'
import { beforeAll, describe, expect, it } from 'vitest'
import { errorCodes } from '../../src/transport/errors/EntityScreeningError.ts'
import { type Example, findTypeErrors, type Ran, runExamples } from './comment-examples.ts'
import { findRefusals } from './optional-properties.ts'

/**
 * The rule. Every entry point, every export, and every member of an exported interface or class says what it is. Functions,
 * classes, constants and schemas have an example; so have the methods of classes and interfaces, and every interface that
 * callers fill in, which is told by an optional member. What the specification describes names its section, and what is thrown
 * has its code.
 */
const root = new URL('../../', import.meta.url)

/** One thing that the reference has a comment for. */
interface Item {
  /** Such as `Entities.list`. */
  readonly name: string
  readonly kind: ReflectionKind
  /** Where it is declared. */
  readonly file: string
  readonly comment: Comment | undefined
  readonly isFilledIn: boolean
  /** The name of the interface or class that it is a member of. */
  readonly owner: string | null
}

let entryPoints: readonly DocumentationEntryPoint[] = []
const items: Item[] = []
const exports = new Map<string, string>()
let examples: Example[] = []

beforeAll(async () => {
  const app = await Application.bootstrap(
    {
      entryPoints: JSON.parse(readFileSync(new URL('typedoc.json', root), 'utf8')).entryPoints,
      basePath: fileURLToPath(root),
      tsconfig: fileURLToPath(new URL('tsconfig.json', root)),
      excludeInternal: true,
      excludePrivate: true,
      disableGit: true,
      sourceLinkTemplate: '{path}',
      logLevel: 'Error',
      // The compiler has its own check.
      skipErrorChecking: true,
    },
    [new TSConfigReader()],
  )
  entryPoints = app.getEntryPoints() ?? []
  for (const entry of app.converter.convert(entryPoints).children ?? []) {
    collect(entry, entry.name, null)
    for (const exported of entry.children ?? []) {
      if (!exports.has(exported.name)) exports.set(exported.name, entry.name)
      if (!exported.isReference()) collect(exported, exported.name, null)
    }
  }
  examples = examplesOf(items)
})

/** They share one. */
function programOf([entry]: readonly DocumentationEntryPoint[]) {
  if (entry === undefined) throw new Error('there is no entry point')
  return entry.program
}

function collect(reflection: DeclarationReflection, name: string, owner: string | null): void {
  const { kind, signatures, children = [] } = reflection
  const isFilledIn =
    reflection.kindOf(ReflectionKind.Interface) &&
    (name.endsWith('Options') || children.some(child => child.flags.isOptional && !child.inheritedFrom))
  const [source] = (signatures?.[0] ?? reflection).sources ?? []
  const documented: readonly (DeclarationReflection | SignatureReflection)[] = signatures ?? [reflection]
  for (const { comment } of documented)
    items.push({ name, kind, file: source?.fileName ?? '', comment, isFilledIn, owner })
  for (const member of membersOf(reflection)) collect(member, `${name}.${member.name}`, owner ?? name)
}

/** What an interface or class declares itself, also within a member; a type's members are the type's own matter. */
function membersOf({ kind, children = [], type }: DeclarationReflection): readonly DeclarationReflection[] {
  if (kind === ReflectionKind.Property) return isLiteral(type) ? (type.declaration.children ?? []) : []
  const isOurs = kind === ReflectionKind.Interface || kind === ReflectionKind.Class
  return isOurs ? children.filter(child => child.inheritedFrom === undefined) : []
}

function isLiteral(type: DeclarationReflection['type']): type is ReflectionType {
  return type?.type === 'reflection'
}

function textOf(comment: Comment | undefined): string {
  return Comment.combineDisplayParts(comment?.summary).replaceAll(/\s+/g, ' ').trim()
}

function blocksOf({ comment }: Item, tag: `@${string}`): string[] {
  const blocks = comment?.blockTags.filter(block => block.tag === tag) ?? []
  return blocks.map(block => Comment.combineDisplayParts(block.content))
}

/** Overloads may share their comment. */
function examplesOf(all: readonly Item[]): Example[] {
  const codes = new Map<string, Set<string>>()
  for (const item of all) {
    const known = codes.get(item.name) ?? new Set()
    codes.set(item.name, known)
    for (const block of blocksOf(item, '@example'))
      known.add(block.replace(/^```\w*\n/, '').replace(/\n```$/, ''))
  }
  return [...codes].flatMap(([owner, known]) =>
    Array.from(known, (code, index) => ({ name: index === 0 ? owner : `${owner} ${index + 1}`, code })),
  )
}

const namesOf = (given: readonly Item[]) => [...new Set(given.map(({ name }) => name))]

/** What callers make, or what only stands for the members of something else: one example shows it whole. */
const shownWhole = ['Decisions', 'Journal', 'JournalStore', 'LeasedJournal', 'Logger', 'ScreeningQueries']

const hasExample = (item: Item) => blocksOf(item, '@example').length > 0

function needsExample({ kind, isFilledIn, owner }: Item): boolean {
  const always = ReflectionKind.Function | ReflectionKind.Class | ReflectionKind.Variable
  if ((kind & always) !== 0 || isFilledIn) return true
  return kind === ReflectionKind.Method && !shownWhole.includes(owner ?? '')
}

describe('the reference', () => {
  it('says of every entry point, of every export, and of each of its members, what it is', () => {
    expect(items.length).toBeGreaterThan(700)
    expect(namesOf(items.filter(({ comment }) => textOf(comment) === ''))).toEqual([])
  })

  it('has an example where the rule asks for one', () => {
    const without = items.filter(
      item => (needsExample(item) || shownWhole.includes(item.name)) && !hasExample(item),
    )
    expect(namesOf(without)).toEqual([])
  })
})

/** The headings of the specification, beside those of the operations. */
const headings = [
  ...Object.values(operations).map(({ section }) => section),
  'What the service does',
  'Entity',
  'Network',
  'Organization search result',
  'Person search result',
  'Document',
  'Bulk summary',
  'States and transitions',
  'Endpoints',
  'Authentication',
  'Events',
  'Errors',
  'Limits',
  'Versioning',
]

/** The package's own words, within the files that hold the specification's. */
const ownWords = ['Country', 'Issue']

const sectionsIn = (text: string) =>
  Array.from(text.matchAll(/[(;] ?specification: ((?:[^();]|\([^()]*\))+)/g), ([, section = '']) => section)

it('every optional property of what callers give takes undefined', () => {
  const files = entryPoints.map(({ sourceFile }) => sourceFile)
  expect(findRefusals(programOf(entryPoints), files)).toEqual([])
})

describe('the comments of the contract', () => {
  it('name the section of the specification', () => {
    const contract = items.filter(
      ({ name, owner, file }) =>
        owner === null && file.startsWith('src/contract/') && !ownWords.includes(name),
    )
    expect(contract.length).toBeGreaterThan(3)
    expect(namesOf(contract.filter(({ comment }) => sectionsIn(textOf(comment)).length === 0))).toEqual([])
  })

  it('is named by headings that there are', () => {
    const named = items.flatMap(({ name, comment }) =>
      sectionsIn(textOf(comment)).map(section => [name, section]),
    )
    const isThere = (section: string) =>
      headings.some(heading => section.replace(/^Resources, /, '').startsWith(heading))
    expect(named.filter(([, section = '']) => !isThere(section))).toEqual([])
  })
})

describe('what is thrown', () => {
  it('is said of each call', () => {
    const calls = items.filter(({ kind, owner }) => {
      return kind === ReflectionKind.Method && /^(Entities|Search|Service)$/.test(owner ?? '')
    })
    expect(namesOf(calls.filter(item => blocksOf(item, '@throws').length === 0))).toEqual([])
  })

  it('is a class by its name, with its code where it is one of the package', () => {
    const thrown = items.flatMap(item => blocksOf(item, '@throws').map(text => [item.name, text] as const))
    const isSound = (text: string) => {
      const [, name = '', code = ''] = /^(?:{@link )?(\w+)}? \(`(\w+)`\) /.exec(text) ?? []
      if (!exports.has(name)) return /^(Error|TypeError|RangeError|DOMException) /.test(text)
      return errorCodes.some(known => known === code)
    }
    expect(thrown.filter(([, text]) => !isSound(text))).toEqual([])
  })
})

/** What happens to the example of an error, so that its way to handle it is what runs. */
const faults: Readonly<Record<string, Fault>> = {
  ApiError: { status: 405 },
  AuthenticationError: { status: 401 },
  BadRequestError: { status: 400 },
  ConnectionError: { kind: 'reset' },
  EntityScreeningError: { status: 500 },
  PermissionDeniedError: { status: 403 },
  RateLimitError: { kind: 'rate_limit', retryAfter: 0 },
  ResponseValidationError: { kind: 'malformed_json' },
  ServerError: { operation: 'createEntity', status: 500 },
  TimeoutError: { kind: 'no_response' },
}

/** Compiled, but not run here, and why. */
const notRun: Readonly<Record<string, string>> = {
  Journal: 'needs a browser: localStorage',
  'MountedConsole.unmount': 'needs a page: test/browser/console.rest.test.ts',
  PersistOptions: 'needs a browser: IndexedDB',
  'Persistence.clear': 'needs a browser: IndexedDB',
  'Persistence.close': 'needs a browser: IndexedDB',
  PostgresJournalsOptions: 'needs a Postgres',
  TlsOptions: 'needs a certificate: test/mock-server/adapters/tls.test.ts',
  postgresJournals: 'needs a Postgres',
  mountConsole: 'needs a page: test/browser/console.rest.test.ts',
  persist: 'needs a browser: IndexedDB, and a service worker',
}

describe('the examples in comments', () => {
  let ran: readonly Ran[] = []

  it('compile', () => {
    expect(examples.length).toBeGreaterThan(160)
    expect(findTypeErrors(examples, exports, programOf(entryPoints))).toEqual([])
  })

  it('run against the mock server', async () => {
    const names = examples.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...Object.keys(notRun), ...Object.keys(faults)]))
    const run = examples.filter(({ name }) => notRun[name] === undefined)
    ran = await runExamples(run, exports, faults)
    expect(ran).toHaveLength(run.length)
    expect(ran.filter(({ error }) => error !== null)).toEqual([])
  })

  it('print what they say that they print', () => {
    const said = examples.flatMap(({ name, code }) =>
      Array.from(code.matchAll(/console\.log\(.*\) \/\/ (.+)$/gm), ([, text = '']) => ({ name, text })),
    )
    expect(said.length).toBeGreaterThan(10)
    const printedBy = (name: string) => ran.find(example => example.name === name)?.printed ?? []
    const isPrinted = (text: string) => (line: string) =>
      text.endsWith('…') ? line.startsWith(text.slice(0, -1)) : line === text
    expect(said.filter(({ name, text }) => !printedBy(name).some(isPrinted(text)))).toEqual([])
  })

  it('handle the errors that they speak of', () => {
    const errors = ran.filter(({ name }) => /^\w+Error$/.test(name))
    expect(errors.length).toBeGreaterThan(12)
    expect(errors.filter(({ printed }) => printed.length === 0)).toEqual([])
  })
})
