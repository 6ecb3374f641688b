import { writeFileSync } from 'node:fs'
import { basename, relative } from 'node:path/posix'
import { pathToFileURL } from 'node:url'
import { type Coverage, type Document, findCoverage } from './find-coverage.ts'

const introduction = `# Coverage

Each operation of the service, and where it is in the client, in the mock server, in the tests and in the documents. All of it
comes from the contract, \`src/contract/operations.ts\`, which both halves are made of.

## The contract

*Repeated* says whether the client may send it again after it may have reached the service
(see [Errors and retries](errors-and-retries.md)). The answers are those that [openapi.json](openapi.json) names; a fault or a
[reserved test name](scenarios.md) can bring about any other, such as 429 and 500.
`

const halves = `
## Where it is built

The methods are those of a client, as in \`client.entities.list()\`; the files of the server are in \`mock-server/operations\`.
`

const proofs = `
## Where it is tested and documented

Each file of the server has its own test in \`test/mock-server/operations\`, such as \`list-entities.test.ts\`. More tests are in these
folders of \`test\`.
`

const remarks = `
## How it is found

- **Client**: the methods in \`src/resources\` that pass the operation to the transport, and those that call such a method.
- **Server**: the file in \`mock-server/operations\` that is called like the operation.
- **Tests**: the test of that file; and every folder with a test that calls one of the client's methods, has the operation's name
  in quotes, or goes through \`test/transport/every-operation/ways.ts\`, which holds every way to call an operation.
- **Documents**: the pages that have the operation's name, its method and path, or one of the client's methods.

An operation that lacks one of these fails \`test/docs/coverage.test.ts\`. This page is made of contract, sources, tests and documents
by \`npx tsx docs/generate-coverage.ts\`.
`

/** The page docs/coverage.md, as it has to be. */
export function coveragePage(rows: readonly Coverage[] = findCoverage()): string {
  return [
    introduction,
    table(['operation', 'request', 'key', 'repeated', 'answers'], rows.map(contractCells)),
    halves,
    table(['operation', 'client', 'server'], rows.map(builtCells)),
    proofs,
    table(['operation', 'tests', 'documents'], rows.map(provedCells)),
    remarks,
  ].join('\n')
}

function contractCells({ name, operation, statuses }: Coverage): string[] {
  const { method, path, otherPaths = [], needsKey, repeatable } = operation
  return [
    code(name),
    [path, ...otherPaths].map(served => code(`${method} ${served}`)).join(', '),
    needsKey ? 'yes' : 'no',
    repeatable ? 'yes' : 'no',
    statuses.join(', '),
  ]
}

function builtCells({ name, methods, behaviour }: Coverage): string[] {
  return [code(name), methods.map(code).join(', '), code(basename(behaviour ?? ''))]
}

function provedCells({ name, testFolders, documents }: Coverage): string[] {
  return [code(name), testFolders.join(', '), documents.map(link).join(', ')]
}

function table(head: readonly string[], rows: readonly string[][]): string {
  const lines = [head, ...rows].map(cells => `| ${cells.join(' | ')} |`)
  return lines.toSpliced(1, 0, `|${'---|'.repeat(head.length)}`).join('\n')
}

const code = (text: string) => `\`${text}\``
const link = ({ file, title }: Document) => `[${title}](${relative('docs', file)})`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('coverage.md', import.meta.url), coveragePage())
