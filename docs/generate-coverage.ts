import { writeFileSync } from 'node:fs'
import { basename, relative } from 'node:path/posix'
import { pathToFileURL } from 'node:url'
import { type Coverage, type Document, findCoverage } from './find-coverage.ts'

const introduction = `# Coverage

This page lists each operation of the service, with its place in the client, the mock server, the tests and the documents. Its source is the
contract, \`src/contract/operations.ts\`, which both halves share.

## The contract

*Retried* says whether the client may send it again after it may have reached the service
(see [Errors and retries](../errors-and-retries.md)). The statuses are those of [openapi.json](../openapi.json); a fault or a
[scenario](../scenarios.md) can cause any other, such as 429 and 500.
`

const halves = `
## Where it is built

The methods belong to a client, as in \`client.entities.list()\`. The files of the mock server are in \`mock-server/operations\`.
`

const proofs = `
## Where it is tested and documented

Each file of the mock server has its own test in \`test/mock-server/operations\`, such as \`list-entities.test.ts\`. More tests are in
these folders of \`test\`.
`

const remarks = `
## How it is found

- **Client**: the methods in \`src/resources\` that pass the operation to the transport, and those that call such a method.
- **Server**: the file in \`mock-server/operations\` named after the operation.
- **Tests**: the test of that file, and every folder with a test that calls one of the client's methods, names the operation in quotes,
  or uses \`test/transport/every-operation/ways.ts\`, which holds every way to call an operation.
- **Documents**: the pages that contain the operation's name, its method and path, or one of the client's methods.

An operation that lacks one of these fails \`test/docs/coverage.rest.test.ts\`. This page is generated from contract, sources, tests and
documents with \`npx tsx docs/generate-coverage.ts\`.
`

/** The text of docs/internals/coverage.md. */
export function coveragePage(rows: readonly Coverage[] = findCoverage()): string {
  return [
    introduction,
    table(['operation', 'request', 'key', 'retried', 'statuses'], rows.map(contractCells)),
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
const link = ({ file, title }: Document) => `[${title}](${relative('docs/internals', file)})`

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  writeFileSync(new URL('internals/coverage.md', import.meta.url), coveragePage())
