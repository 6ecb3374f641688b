import { execFile, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fitColumn, textWidth, truncate, wrap } from '../../examples/demo/text-width.ts'
import { findCountryCode } from '../../src/shared/countries/names.ts'
import { bundle } from '../bundle.ts'

const root = new URL('../../', import.meta.url)
/** As `npm run demo` has it. */
const demoCommand = [
  process.execPath,
  pathOf('node_modules/tsx/dist/cli.mjs'),
  '--tsconfig',
  pathOf('tsconfig.json'),
  pathOf('examples/demo.ts'),
]

const escapeCharacter = '\u001b'
const stackLine = /^\s*at /m

interface Run {
  readonly status: number | null
  readonly output: string
  readonly complaint: string
  readonly seconds: number
}

function pathOf(path: string): string {
  return fileURLToPath(new URL(path, root))
}

/** Runs a command to its end, with nothing said about colours but what the test says. */
function run(command: readonly string[], environment: NodeJS.ProcessEnv = {}, cwd = fileURLToPath(root)) {
  const [file = '', ...parameters] = command
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...inherited } = process.env
  const startedAt = performance.now()
  return new Promise<Run>(resolve => {
    const child = execFile(
      file,
      parameters,
      { cwd, env: { ...inherited, ...environment }, timeout: 30_000 },
      (_, output, complaint) => {
        const seconds = (performance.now() - startedAt) / 1000
        resolve({ status: child.exitCode, output, complaint, seconds })
      },
    )
    child.stdin?.end()
  })
}

/** The columns that a line takes, counted in another way than the demo does. */
function columnsOf(line: string): number {
  return [...line.normalize('NFC')].reduce(
    (columns, character) =>
      columns +
      (/\p{M}/u.test(character) ? 0 : /[\p{sc=Han}\p{sc=Hangul}\p{scx=Kana}]/u.test(character) ? 2 : 1),
    0,
  )
}

function widestLine(output: string): number {
  return Math.max(...output.split('\n').map(columnsOf))
}

type Cells = Partial<Record<string, string>>

const { data: portfolio, errors } = Papa.parse<Cells>(
  readFileSync(new URL('examples/data/portfolio.csv', root), 'utf8'),
  {
    header: true,
    skipEmptyLines: 'greedy',
  },
)

function isFictional({ tags = '' }: Cells): boolean {
  return tags.split(',').includes('fictional')
}

function nameOf({ name, first_name, last_name }: Cells): string {
  return name || `${first_name} ${last_name}`
}

/** The port is free, and so another one each time; its length moves the line break. */
function withoutPort(output: string): string {
  return output.replace(/127\.0\.0\.1:\d+/, 'the server').replaceAll(/\s+/g, ' ')
}

describe('the demo', () => {
  let plain: Run
  let folder: string
  /** In one file, in a folder like that of the repository, it starts in a fraction of the time. */
  let bundled: string[]

  beforeAll(async () => {
    plain = await run(demoCommand)
    folder = await mkdtemp(join(tmpdir(), 'entity-screening-demo-'))
    const file = join(folder, 'examples/demo/demo.mjs')
    await bundle('examples/demo.ts', file)
    await cp(pathOf('examples/data'), join(folder, 'examples/data'), { recursive: true })
    bundled = [process.execPath, file]
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('ends by itself, soon and without complaint', () => {
    expect(plain).toMatchObject({ status: 0, complaint: '' })
    expect(plain.seconds).toBeLessThan(30)
  })

  it('fits a terminal of 80 columns', () => {
    expect(widestLine(plain.output)).toBeLessThanOrEqual(80)
  })

  it('puts no escape sequences into a pipe, even where colours are forced', async () => {
    expect(plain.output).not.toContain(escapeCharacter)
    expect((await run(bundled, { FORCE_COLOR: '1' })).output).not.toContain(escapeCharacter)
  })

  it('shows neither stacks nor values that nobody meant to show', () => {
    expect(plain.output).not.toMatch(stackLine)
    expect(plain.output).not.toMatch(/\b(undefined|null|NaN)\b|\[object|Invalid Date/)
  })

  it.each([
    ['sanctions', /^Dragomir Vosskov +RU +High Risk +95 +sanctions$/m],
    ['a namesake', /^Dragomir Vosskov +BG +Low Risk +\d+ +none$/m],
    ['PEP', /^Ingrid Solheim-Fjord +NO +Medium Risk +50 +PEP$/m],
    ['adverse media', /^Barnaby Quillon +US +Medium Risk +60 +adverse media$/m],
    ['two kinds of hit', /^Octave de Montclair-Lys +FR +Medium Risk +65 +PEP, adverse media$/m],
    ['a hit in the network', /^Tideglass Logistics GmbH +DE +High Risk +81 +in its network$/m],
    ['no hit', /^Nestlé S\.A\. +CH +Low Risk +\d+ +none$/m],
    ['a name that is too long', /^Compagnie Générale des Établis… {2}FR +Low Risk +\d+ +none$/m],
    ['a name in wide characters', /^株式会社日立製作所 {15}JP +Low Risk +\d+ +none$/m],
  ])('shows %s in the table', (_, row) => {
    expect(plain.output).toMatch(row)
  })

  it('gives every company of the real world low risk and no hit', () => {
    const fictional = new Set(portfolio.filter(isFictional).map(nameOf))
    const risky = plain.output.split('\n').filter(line => /(High|Medium) Risk +\d|in its network$/.test(line))
    expect(risky.length).toBeGreaterThan(0)
    expect(risky.map(line => line.slice(0, 31).trim()).filter(name => !fictional.has(name))).toEqual([])
  })

  it('tells a network in sentences', () => {
    for (const sentence of [
      'Umbra Lake Investments Ltd (CY) owns 80% of Tideglass Holding B.V.',
      'Casimir Hartogsveld is Managing Director of Tideglass Logistics GmbH',
      'Dragomir Vosskov is sanctioned: Fictional Asset Freeze Programme',
    ]) {
      expect(plain.output).toContain(sentence)
    }
  })

  it('draws the network, and writes a report to file', async () => {
    for (const [label, start] of [
      ['picture', '<svg '],
      ['report', '<!doctype html>'],
    ]) {
      const [, file = ''] = new RegExp(`^${label} +([^\\s:]+)`, 'm').exec(plain.output) ?? []
      expect(await readFile(file, 'utf8')).toMatch(new RegExp(`^${start}`))
    }
  })

  it('attaches a document, screens again and looks profiles up', () => {
    expect(plain.output).toMatch(/^document +Document "ownership-2024\.pdf" attached/m)
    expect(plain.output).toMatch(/^before +IN_PROGRESS.*\nrescan +NOT_STARTED.*\nafter +IN_PROGRESS/m)
    expect(plain.output).toMatch(/^found +Tideglass Holding B\.V\., Netherlands/m)
    expect(plain.output).toMatch(/^found +Barnaby Quillon, born 1938-02-11/m)
  })

  it('shows a bad row and a refused key as a user sees them', () => {
    const text = plain.output.replaceAll(/\s+/g, ' ')
    for (const sentence of [
      '1 created, 1 refused Row 1: organization "TIDEGLASS LOGISTICS GMBH" already exists in the team',
      'InputValidationError, before anything is sent entities.createBulk: rows[0].countryCode "Korea" could be KP or KR: give the ISO code',
      'AuthenticationError, from the service entities.list: 401 The API key is not valid.',
    ]) {
      expect(text).toContain(sentence)
    }
  })

  it('says that its results are simulated and that a clean result does not clear anyone', () => {
    const text = plain.output.replaceAll(/\s+/g, ' ')
    expect(text).toContain('screening results are simulated')
    expect(text).toContain('a clean result does not clear anyone')
  })

  it('finds its file wherever it is run', async () => {
    expect(await run(demoCommand, {}, tmpdir())).toMatchObject({ status: 0, complaint: '' })
  })

  it('says a failure in one sentence, with status 1', async () => {
    const brokenFetch =
      'data:text/javascript,globalThis.fetch = async () => { throw new TypeError("cut off") }'
    const failed = await run([process.execPath, '--import', brokenFetch, ...bundled.slice(1)])
    expect(failed.status).toBe(1)
    expect(failed.complaint).toMatch(/^The demo stopped: entities.createBulk: .+\n$/)
    expect(failed.output).not.toMatch(stackLine)
  })

  describe('on a terminal', () => {
    const isMissing = !String(spawnSync('script', ['--version']).stdout).includes('util-linux')
    const reason = 'a pseudo terminal needs the command script of util-linux'
    const quoted = (command: readonly string[]) =>
      command.map(part => `'${part.replaceAll("'", "'\\''")}'`).join(' ')
    const onTerminal = () => ['script', '--quiet', '--return', '--command', quoted(bundled), '/dev/null']

    it('has colours, and otherwise the same text', async ({ skip }) => {
      skip(isMissing, reason)
      const { status, output } = await run(onTerminal(), { TERM: 'xterm-256color' }, folder)
      expect(status).toBe(0)
      expect(output).toContain(`${escapeCharacter}[31mHigh Risk`)
      expect(withoutPort(stripVTControlCharacters(output).replaceAll('\r', ''))).toBe(
        withoutPort(plain.output),
      )
    })

    it.for([{ NO_COLOR: '1', FORCE_COLOR: '1' }, { NO_COLOR: '1' }, { TERM: 'dumb' }])(
      'has none with %o',
      async (environment, { skip }) => {
        skip(isMissing, reason)
        const { status, output } = await run(onTerminal(), { TERM: 'xterm-256color', ...environment })
        expect(status).toBe(0)
        expect(output).not.toContain(escapeCharacter)
      },
    )
  })
})

describe('the portfolio', () => {
  const organizations = portfolio.filter(({ type }) => type === 'organization')
  const persons = portfolio.filter(({ type }) => type === 'person')

  it('can be read without errors', () => {
    expect(errors).toEqual([])
    expect(organizations.length + persons.length).toBe(portfolio.length)
  })

  it('has 60 real organizations of 30 countries or more, and 10 invented persons or more', () => {
    const real = organizations.filter(row => !isFictional(row))
    expect(real.length).toBeGreaterThanOrEqual(60)
    expect(new Set(real.map(({ country = '' }) => findCountryCode(country))).size).toBeGreaterThanOrEqual(30)
    expect(persons.length).toBeGreaterThanOrEqual(10)
    expect(persons.filter(row => !isFictional(row))).toEqual([])
  })

  it('says nothing of a real organization but name, country and trade', () => {
    const said = organizations.filter(row => !isFictional(row) && (row.registration || row.birth_date))
    expect(said).toEqual([])
  })

  it('has no country that cannot be resolved', () => {
    expect(portfolio.filter(({ country = '' }) => findCountryCode(country) === undefined)).toEqual([])
  })
})

describe('the width of text', () => {
  it.each([
    ['Škoda', 5],
    ['S\u030ckoda', 5],
    ['株式会社', 8],
    ['네이버', 6],
    ['네이버'.normalize('NFD'), 6],
    ['', 0],
  ])('counts columns, not characters: %s', (text, columns) => {
    expect(textWidth(text)).toBe(columns)
  })

  it('cuts before a letter that does not fit whole, and never from its accent', () => {
    expect(truncate('株式会社', 6)).toBe('株式…')
    expect(truncate('株式会社', 7)).toBe('株式会…')
    expect(truncate('S\u030ckoda Auto', 2)).toBe('S\u030c…')
    expect(truncate('Koç', 3)).toBe('Koç')
  })

  it('fills a column exactly, on either side', () => {
    expect(fitColumn('Koç', 5)).toBe('Koç  ')
    expect(fitColumn('95', 4, 'right')).toBe('  95')
    expect(textWidth(fitColumn('株式会社', 6))).toBe(6)
  })

  it('breaks lines at spaces, and a word only where it is longer than a line', () => {
    expect(wrap('one two three', 7)).toEqual(['one two', 'three'])
    expect(wrap('abcdefgh ij', 5)).toEqual(['abcde', 'fgh', 'ij'])
    expect(wrap('', 5)).toEqual([''])
  })
})
