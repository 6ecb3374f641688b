import { execFile } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { errorCodes, type QuirkCode, quirkCodes } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url)
const read = (file: string) => readFileSync(new URL(file, root), 'utf8')
const documents = [
  'README.md',
  ...readdirSync(new URL('docs', root)).flatMap(name => (name.endsWith('.md') ? [`docs/${name}`] : [])),
]

const run = promisify(execFile)
const tsx = fileURLToPath(new URL('node_modules/tsx/dist/cli.mjs', root))
const runExample = (file: string, environment: Record<string, string> = {}) =>
  run(process.execPath, [tsx, file], { cwd: root, env: { ...process.env, ...environment } })

describe('the README', () => {
  const examples = [...read('README.md').matchAll(/<!-- (examples\/\S+) -->\n```ts\n(.*?)\n```/gs)]

  it('shows examples as they are, and no other TypeScript', () => {
    expect(examples.map(([, file]) => file)).toEqual([
      'examples/first-screening.ts',
      'examples/mock-in-vitest.test.ts',
      'examples/real-service.ts',
    ])
    for (const [, file = '', code] of examples) expect(code).toBe(read(file).trimEnd())
    expect(read('README.md').match(/```ts/g)).toHaveLength(examples.length)
  })

  it('says what the first example prints', async () => {
    const { stdout } = await runExample('examples/first-screening.ts')
    expect(read('README.md')).toContain(`\`${stdout.trim()}\``)
  })

  it('shows how to point at a service', async () => {
    const running = await startServer(createMockServer({ keys: { 'a-good-key': 'team' } }))
    const environment = { ENTITY_SCREENING_BASE_URL: running.url, ENTITY_SCREENING_API_KEY: 'a-good-key' }
    const good = await runExample('examples/real-service.ts', environment)
    expect(good.stdout).toBe('0 entities, 0 of high risk\n')
    const bad = runExample('examples/real-service.ts', {
      ...environment,
      ENTITY_SCREENING_API_KEY: 'a-bad-key',
    })
    await expect(bad).rejects.toMatchObject({ code: 1, stderr: 'The service does not know this key.\n' })
    await running.close()
  })

  it('names commands that exist', () => {
    const { scripts } = JSON.parse(read('package.json'))
    for (const [, script = ''] of read('README.md').matchAll(/npm run (\w+)/g))
      expect(scripts).toHaveProperty(script)
  })
})

describe('docs/monitoring.md', () => {
  const text = read('docs/monitoring.md')

  it('shows its example as it is, and what it prints', async () => {
    const [, code] = /<!-- examples\/monitoring\.ts -->\n```ts\n(.*?)\n```/s.exec(text) ?? []
    expect(code).toBe(read('examples/monitoring.ts').trimEnd())
    const { stdout } = await runExample('examples/monitoring.ts')
    expect(text).toContain(`\`\`\`text\n${stdout}\`\`\``)
  })

  it('names every kind of change, and no other', () => {
    const declared = read('src/portfolio/diff-changes.ts').matchAll(/'(\w+_\w+|renamed)'/g)
    const named = text.slice(text.indexOf('## Compare')).matchAll(/^\|(.*?)\|/gm)
    const kinds = [...named].flatMap(([, cell = '']) => cell.match(/\w+_\w+|renamed/g) ?? [])
    expect(kinds.toSorted()).toEqual(Array.from(declared, ([, kind]) => kind).toSorted())
  })
})

describe('docs/errors-and-retries.md', () => {
  const text = read('docs/errors-and-retries.md')

  it('shows its examples as they are, and what they print', async () => {
    const examples = [...text.matchAll(/<!-- (examples\/\S+) -->\n```ts\n(.*?)\n```/gs)]
    expect(examples.map(([, file]) => file)).toEqual(['examples/reconcile.ts', 'examples/opentelemetry.ts'])
    for (const [, file = '', code] of examples) expect(code).toBe(read(file).trimEnd())
    const { stdout } = await runExample('examples/reconcile.ts')
    expect(text).toContain(`\`\`\`text\n${stdout}\`\`\``)
  })

  it('explains every code, and no other', () => {
    const codes = text
      .slice(text.indexOf('## Codes'), text.indexOf('## Was it done'))
      .matchAll(/^\| `(\w+)` \|/gm)
    expect(Array.from(codes, ([, code]) => code).filter(code => code !== 'code')).toEqual(errorCodes)
  })

  it('names every class of error', () => {
    const classes = readdirSync(new URL('src/transport/errors', root)).map(file => file.replace('.ts', ''))
    for (const name of classes) expect(text).toContain(`\`${name}\``)
  })
})

it.each(documents)('the links of %s lead somewhere', document => {
  for (const [, target = '', anchor] of read(document).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]+))?\)/g)) {
    const file = new URL(target || document, new URL(document, root))
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

it('docs/oddities.md describes every quirk once, in order, and no other', () => {
  const described = Array.from(
    read('docs/oddities.md').matchAll(/^\| `(\w+)` \|/gm),
    ([, code]) => code as QuirkCode,
  )
  expect(described).toEqual([...quirkCodes])
})
