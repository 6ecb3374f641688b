import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import ts from 'typescript'
import { handlers } from '../mock-server/operations/index.ts'
import { type Operation, type OperationName, operations } from '../src/contract/operations.ts'

/** The places of one operation of the contract. Files are paths in the repository. */
export interface Coverage {
  readonly name: OperationName
  readonly operation: Operation
  /** The methods of the client that call it, directly or through another, such as `entities.list`. */
  readonly methods: readonly string[]
  /** The file of the mock server's behaviour. */
  readonly behaviour: string | undefined
  /** The statuses that the OpenAPI document names for it. */
  readonly statuses: readonly string[]
  /** The test of the behaviour. */
  readonly behaviourTest: string | undefined
  /** The folders in test/ whose tests call one of the methods, name the operation, or go through every way to call one. */
  readonly testFolders: readonly string[]
  readonly documents: readonly Document[]
}

export interface Document {
  readonly file: string
  readonly title: string
}

const root = new URL('../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const existing = (file: string) => (existsSync(new URL(file, root)) ? file : undefined)
const isOperation = (text: string): text is OperationName => Object.hasOwn(operations, text)
const filesIn = (folder: string, ending: RegExp) =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: 'utf8' })
    .map(file => `${folder}/${file.replaceAll('\\', '/')}`)
    .filter(file => ending.test(file))
    .toSorted()

/** Reads contract, sources, tests and documents. */
export function findCoverage(): Coverage[] {
  const methodsOf = findMethods()
  const everyWay = namesIn(ways)
  const tests = filesIn('test', /\.test(-d)?\.tsx?$/).map(file => ({ file, names: namesIn(file) }))
  const documents = ['README.md', ...filesIn('docs', /^docs\/[^/]+\.md$/)].map(file => ({
    file,
    text: read(file),
  }))
  const statuses = findStatuses()
  return Object.keys(operations)
    .filter(isOperation)
    .map(name => {
      const methods = methodsOf.get(name) ?? []
      const file = name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
      const behaviourTest = existing(`test/mock-server/operations/${file}.test.ts`)
      const ofAll = everyWay.has(name) ? [ways] : []
      const touching = tests.filter(({ names }) =>
        [name, ...methods, ...ofAll].some(known => names.has(known)),
      )
      return {
        name,
        operation: operations[name],
        methods,
        behaviour: name in handlers ? existing(`mock-server/operations/${file}.ts`) : undefined,
        statuses: statuses.get(name) ?? [],
        behaviourTest,
        testFolders: [...new Set(touching.map(test => test.file.split('/')[1] ?? ''))],
        documents: documents
          .filter(({ text }) => speaksOf(text, name, methods))
          .map(({ file, text }) => ({ file, title: titleOf(file, text) })),
      }
    })
}

/** Names what an operation lacks. */
export function gapsOf({ methods, behaviour, behaviourTest, testFolders, documents }: Coverage): string[] {
  return [
    methods.length === 0 && 'no method of the client',
    behaviour === undefined && 'no behaviour',
    behaviourTest === undefined && 'no test of its behaviour',
    testFolders.length === 0 && 'no test of its methods',
    documents.length === 0 && 'no document',
  ].filter(gap => gap !== false)
}

/** The table of all ways to call an operation. A test that uses it tests every operation. */
const ways = 'test/transport/every-operation/ways.ts'

/** Finds, for each operation, the methods of the client that pass it to the transport. */
function findMethods(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  const resources = propertiesOf(parse('src/client.ts'))
  for (const file of filesIn('src/resources', /\.ts$/)) {
    for (const resource of parse(file).statements.filter(ts.isClassDeclaration)) {
      const property = resources.get(resource.name?.text ?? '')
      if (property === undefined) continue
      for (const [method, called] of operationsOf(resource)) {
        for (const operation of method.startsWith('#') ? [] : called)
          found.set(operation, [...(found.get(operation) ?? []), `${property}.${method}`])
      }
    }
  }
  return found
}

/** The properties of the classes of a file, by their types: where on the client a resource is. */
function propertiesOf(file: ts.SourceFile): Map<string, string> {
  const members = file.statements.filter(ts.isClassDeclaration).flatMap(({ members }) => [...members])
  return new Map(
    members
      .filter(ts.isPropertyDeclaration)
      .map(({ type, name }) => [type?.getText(file) ?? '', name.getText(file)]),
  )
}

/** The operations that each method of a class calls, those included that its other methods call for it. */
function operationsOf(resource: ts.ClassDeclaration): Map<string, Set<string>> {
  const called = new Map<string, Set<string>>()
  const passedTo = new Map<string, Set<string>>()
  for (const member of resource.members.filter(ts.isMethodDeclaration)) {
    const name = member.name.getText()
    const own = called.get(name) ?? new Set()
    const others = passedTo.get(name) ?? new Set()
    visit(member, node => {
      // The operation's file in src/operations, or its name where a method loads another module.
      const isName = ts.isIdentifier(node) || ts.isStringLiteral(node)
      if (isName && isOperation(node.text)) own.add(node.text)
      if (ts.isPropertyAccessExpression(node) && node.expression.kind === ts.SyntaxKind.ThisKeyword)
        others.add(node.name.text)
    })
    called.set(name, own)
    passedTo.set(name, others)
  }
  // One pass per method is enough for the longest chain.
  for (const _ of called) {
    for (const [name, own] of called)
      for (const other of passedTo.get(name) ?? [])
        for (const operation of called.get(other) ?? []) own.add(operation)
  }
  return called
}

/** What a test names in its code: operations in quotes, methods such as `entities.list`, and the table of ways. */
function namesIn(file: string): Set<string> {
  const names = new Set<string>()
  visit(parse(file), node => {
    if (ts.isStringLiteral(node) && isOperation(node.text)) names.add(node.text)
    if (ts.isStringLiteral(node) && join(dirname(file), node.text) === ways) names.add(ways)
    if (ts.isPropertyAccessExpression(node) && ts.isPropertyAccessExpression(node.expression))
      names.add(`${node.expression.name.text}.${node.name.text}`)
  })
  return names
}

function parse(file: string): ts.SourceFile {
  return ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
}

function visit(node: ts.Node, see: (node: ts.Node) => void): void {
  see(node)
  node.forEachChild(child => visit(child, see))
}

/** The statuses that the OpenAPI document names, by operation. */
function findStatuses(): Map<string, string[]> {
  const { paths }: OpenApi = JSON.parse(read('docs/openapi.json'))
  const described = Object.values(paths).flatMap(path => Object.values(path))
  return new Map(
    described.map(({ operationId = '', responses = {} }) => [
      operationId,
      Object.keys(responses).filter(status => status !== 'default'),
    ]),
  )
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>
}

interface OpenApiOperation {
  readonly operationId?: string
  readonly responses?: Readonly<Record<string, unknown>>
}

/** Whether a document has an operation's name, its method and path, or a method of the client that calls it. */
function speaksOf(text: string, name: OperationName, methods: readonly string[]): boolean {
  const { method, path } = operations[name]
  return [name, `${method} ${path}`, ...methods].some(words =>
    new RegExp(`(?<!\\w)${words.replaceAll(/[.{}]/g, '\\$&')}(?![\\w/])`).test(text),
  )
}

function titleOf(file: string, text: string): string {
  return file === 'README.md' ? 'README' : (/^# (.+)$/m.exec(text)?.[1] ?? file)
}
