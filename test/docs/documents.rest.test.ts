import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it } from 'vitest'
import { readItems } from '../../docs/tables/read-comments.ts'
import { bundle } from '../bundle.ts'

const root = new URL('../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const documents = [
  'README.md',
  ...['docs', 'docs/internals', 'docs/recipes', 'docs/advanced'].flatMap(folder =>
    readdirSync(new URL(folder, root)).flatMap(name => (name.endsWith('.md') ? [`${folder}/${name}`] : [])),
  ),
]

const run = promisify(execFile)
const tsx = fileURLToPath(new URL('node_modules/tsx/dist/cli.mjs', root))
const include = (...parameters: string[]) =>
  run(process.execPath, [tsx, 'docs/include-examples.ts', ...parameters], { cwd: root })

describe('the examples in the documents', () => {
  it('are the files of examples, and what they print', async () => {
    const { stdout } = await include('--check').catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  })

  it('are told apart from what they should be', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entity-screening-documents-'))
    const document = join(folder, 'old.md')
    const old = '<!-- examples/09-real-service.ts -->\n```ts\nold\n```\n'
    await writeFile(document, old)
    await expect(include('--check', document)).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('old.md is out of step'),
    })
    expect(await readFile(document, 'utf8')).toBe(old)
    await include(document)
    expect(await readFile(document, 'utf8')).toContain(read('examples/09-real-service.ts'))
    await rm(folder, { recursive: true })
  })

  it.each([...documents, 'packaging/site/index.md'])('%s has no other program', document => {
    const blocks = read(document).match(/^```(ts|tsx|js)$/gm) ?? []
    const marked = read(document).match(/^<!-- examples\/\S+( as \S+)? -->\n```(ts|tsx|js)$/gm) ?? []
    expect(marked).toHaveLength(blocks.length)
  })

  it('are each shown or named in a document, numbered without a gap', () => {
    const shown = documents.map(read).join('\n')
    const numbered = readdirSync(new URL('examples', root)).filter(name => /^\d/.test(name))
    expect(numbered.map(name => Number(name.slice(0, 2)))).toEqual(numbered.map((_, index) => index + 1))
    expect(numbered.filter(name => !shown.includes(`examples/${name}`))).toEqual([])
  })
})

describe('the README', () => {
  it('shows a client that lists entities with their risk', async () => {
    const server = createMockServer({ keys: { 'your-key': 'team' } })
    await server.load({
      entities: [{ id: 'nordwind', name: 'Nordwind GmbH', riskLevel: 'Low Risk', riskScore: 5 }],
    })
    await using running = await startServer(server)
    const folder = await mkdtemp(join(tmpdir(), 'entity-screening-readme-'))
    const program = join(folder, 'call-the-service.mjs')
    const example = read('examples/31-call-the-service.ts')
    await bundle(example.replace('https://screening.example', running.url), program)
    const { stdout } = await run(process.execPath, [program])
    await rm(folder, { recursive: true })
    expect(stdout).toBe('Nordwind GmbH low\n')
  })

  it('shows how to point at a service', async () => {
    const running = await startServer(createMockServer({ keys: { 'a-good-key': 'team' } }))
    const environment = { ENTITY_SCREENING_BASE_URL: running.url, ENTITY_SCREENING_API_KEY: 'a-good-key' }
    const folder = await mkdtemp(join(tmpdir(), 'entity-screening-readme-'))
    const program = join(folder, 'real-service.mjs')
    await bundle('examples/09-real-service.ts', program)
    const runExample = (more: Record<string, string> = {}) =>
      run(process.execPath, [program], { env: { ...process.env, ...environment, ...more } })
    const good = await runExample()
    expect(good.stdout).toBe('0 entities, 0 of high risk\n')
    const bad = runExample({ ENTITY_SCREENING_API_KEY: 'a-bad-key' })
    await expect(bad).rejects.toMatchObject({ code: 1, stderr: 'The service does not know this key.\n' })
    await running.close()
    await rm(folder, { recursive: true })
  })
})

it.each([...documents, 'CONTRIBUTING.md'])('the commands that %s names exist', document => {
  const { scripts } = JSON.parse(read('package.json'))
  for (const [, script = ''] of read(document).matchAll(/npm run (?:--silent )?([\w:]+)/g))
    expect(scripts).toHaveProperty([script])
})

describe('the comments on the codes of errors', () => {
  const rows = readItems('src/transport/errors/EntityScreeningError.ts', 'errorCodes').map(
    ({ item, comment }) => ({ code: item, name: comment.match(/\w+/)?.[0] ?? '' }),
  )

  it.each(rows)('name the class of $code: $name', ({ name, code }) => {
    const declared = /readonly code\b.*/.exec(read(`src/transport/errors/${name}.ts`))?.[0]
    expect(declared).toContain(`'${code}'`)
  })
})

it.each(documents)('the links of %s lead somewhere', document => {
  for (const [, target = '', anchor] of read(document).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)) {
    const file = new URL(target, new URL(document, root))
    expect(existsSync(file), `${target} in ${document}`).toBe(true)
    const headings = Array.from(readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm), ([, heading = '']) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    )
    if (anchor) expect(headings).toContain(anchor)
  }
})
