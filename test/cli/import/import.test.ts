import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Environment, prepareCommand } from '../call-command.ts'
import { closedAddress, startService } from '../services.ts'
import { namesIn, writeOrganizations } from './imported.ts'

const command = prepareCommand()

const portfolio = `Name,Entity type,Country,Birth date,=Notes
Halfmoon Minerals Oy,organization,Finland,NULL,"first
note"
Nordwind Turbinen GmbH,organization,DE,NULL,
"Vosskov, Dragomir",person,RU,1958-03-12,
Nowhere Ltd,organization,Nowhereland,,
Halfmoon Minerals Oy,organization,FI,,
`

describe('import', () => {
  it('names the flag that chooses between two columns for one field', async () => {
    const { environment } = await startService()
    const file = join(command.folder, 'rivals.csv')
    await writeFile(
      file,
      'Type,Name,Country code,Country\ncompany,Acme GmbH,DE,France\ncompany,Birch AG,DE,DE\n',
    )
    const { status, stderr } = await command.run(['import', file], environment)
    expect(status).toBe(2)
    expect(stderr).toContain('--columns countryCode=HEADER matches several columns: name the one that counts')
    const chosen = ['import', file, '--columns', 'countryCode=Country code']
    expect(await command.run(chosen, environment)).toMatchObject({ status: 0 })
  })

  it('creates the good rows, reports the others with their lines, and ends with 3', async () => {
    const { server, environment } = await startService()
    const [file, problems] = [join(command.folder, 'portfolio.csv'), join(command.folder, 'problems.csv')]
    await writeFile(file, portfolio)
    const { status, stdout, stderr } = await command.run(
      ['import', file, '--problems', problems],
      environment,
    )
    expect(status).toBe(3)
    expect(stdout).toBe(
      [
        '5  rows',
        '3  created',
        '1  repeating an earlier row',
        '1  invalid, not sent',
        'Unused columns: =Notes',
        '',
      ].join('\n'),
    )
    expect(stderr).toMatch(/^line 6 \(Country\): must be a country: /m)
    expect(stderr).toMatch(/^line 7: repeats line 2$/m)
    expect(stderr).not.toContain('--journal')
    const written = (await readFile(problems, 'utf8')).trimEnd().split('\n')
    expect(written).toHaveLength(3)
    expect(written[0]).toBe('line,column,kind,reason,sameAs')
    expect(written).toContainEqual(expect.stringMatching(/^6,Country,invalid,/))
    expect(written).toContain('7,,duplicate,repeats line 2,2')
    expect((await namesIn(server)).toSorted()).toEqual([
      'Dragomir Vosskov',
      'Halfmoon Minerals Oy',
      'Nordwind Turbinen GmbH',
    ])
  })

  it('reads dates by --dates, and names the flag if it is missing', async () => {
    const { environment } = await startService()
    const csv = 'first name,last name,type,country,dob\nIlse,Brandt,person,DE,09/04/1961\n'
    const missing = await command.run(['import', '-'], environment, csv)
    expect(missing).toMatchObject({ status: 1, stderr: expect.stringContaining('set --dates to dmy or mdy') })
    const run = await command.run(['import', '-', '--dates', 'dmy'], environment, csv)
    expect(run).toMatchObject({ status: 0, stdout: '1  rows\n1  created\n' })
  })

  it('reads full names by --name-order, and names the flag if it is missing', async () => {
    const { server, environment } = await startService()
    const csv = 'Full name,type,country\nYamada Taro,person,JP\n'
    const missing = await command.run(['import', '-'], environment, csv)
    expect(missing).toMatchObject({ status: 2, stdout: '' })
    expect(missing.stderr).toContain(
      '--name-order must be first_last (Ilse Brandt) or last_first (Brandt Ilse)',
    )
    expect(missing.stderr).toContain('the column "Full name" has full names, such as on line 2')
    expect(missing.stderr).not.toContain('Yamada')
    const run = await command.run(['import', '-', '--name-order', 'last_first'], environment, csv)
    expect(run).toMatchObject({ status: 0, stdout: '1  rows\n1  created\n' })
    expect(await namesIn(server)).toEqual(['Taro Yamada'])
  })

  it('names the flag that ignores a column of full names that differ from the others', async () => {
    const { server, environment } = await startService()
    const csv = 'name,first name,last name,type,country\nHalfmoon,Taro,Yamada,person,JP\n'
    const { status, stderr } = await command.run(['import', '-'], environment, csv)
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr:
        'line 2 (name): differs from the first and last name: pass --columns name=, or correct the row\n',
    })
    const run = await command.run(['import', '-', '--columns', 'name='], environment, csv)
    expect(run).toMatchObject({ status: 0 })
    expect(await namesIn(server)).toEqual(['Taro Yamada'])
  })

  it('names --name-order for a row that needs it in a file with two columns for names', async () => {
    const { environment } = await startService()
    const csv = 'name,first name,last name,type,country\nYamada Taro,,,person,JP\n,Taro,Yamada,person,JP\n'
    const { status, stderr } = await command.run(['import', '-'], environment, csv)
    expect({ status, stderr }).toEqual({
      status: 3,
      stderr:
        'line 2 (name): can be split in two ways: set --name-order to first_last or last_first, or use two columns, or write "Brandt, Ilse"\n',
    })
  })

  it.each([
    ['A,organization,Atlantis\nB,organization,Atlantis\n', 3],
    ['A,organization,Atlantis\nGood GmbH,organization,DE\n', 3],
    ['Good GmbH,organization,DE\n', 0],
  ])('of %j as a dry run ends with %i', async (rows, status) => {
    const { environment } = await startService()
    const run = await command.run(['import', '-', '--dry-run'], environment, `name,type,country\n${rows}`)
    expect(run.status).toBe(status)
  })

  it('fails for a file without rows, unless that is allowed', async () => {
    const { environment } = await startService()
    const file = join(command.folder, 'none.csv')
    for (const text of ['name,type,country\n', 'name,type,country\n\n,,\n']) {
      await writeFile(file, text)
      const { status, stdout, stderr } = await command.run(['import', file], environment)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '0  rows\n0  created\n' })
      expect(stderr).toContain('the file has no rows; --allow-empty accepts that\n')
      expect((await command.run(['import', file, '--allow-empty'], environment)).status).toBe(0)
      const part = await command.run(['import', file, '--partition', '1/2'], environment)
      expect(part.status).toBe(0)
    }
  })

  it('reads stdin, with its columns and defaults, and reports as JSON', async () => {
    const { server, environment } = await startService()
    const flags = [
      '--type',
      'organization',
      '--country',
      'Germany',
      '--columns',
      'name=Account',
      '--columns',
      'tags=',
      '--columns',
      'registration=',
    ]
    const run = () =>
      command.run(
        ['import', '-', ...flags, '--json', '--quiet'],
        environment,
        'Account;Tags;Notes\nNordwind;a;b\n',
      )
    const { status, stdout, stderr } = await run()
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
    expect(JSON.parse(stdout)).toMatchObject({
      rows: 1,
      created: 1,
      problems: [],
      unusedColumns: ['Tags', 'Notes'],
      stopped: null,
    })
    const again = await run()
    // What is there already is no failure.
    expect(again.status).toBe(0)
    expect(JSON.parse(again.stdout)).toMatchObject({
      created: 0,
      duplicates: 1,
      problems: [{ line: 2, kind: 'duplicate' }],
    })
    expect(await namesIn(server)).toEqual(['Nordwind'])
  })

  it('ends with 4 at the entity limit, and reports the remaining rows', async () => {
    const { server, environment } = await startService({ entityLimit: 30 })
    const file = await writeOrganizations(command.folder, 100)
    const flags = ['--batch-size', '10', '--concurrency', '1']
    const { status, stdout } = await command.run(['import', file, ...flags], environment)
    expect(status).toBe(4)
    expect(stdout).toMatch(/^ 70 {2}left$/m)
    expect(stdout).toMatch(/^Stopped at the team's entity limit: .+[^.]\.$/m)
    expect(stdout).toMatch(
      /^Have the limit raised, then run the same command again: it compares .* With --journal FILE /m,
    )
    expect(stdout).toMatch(/^Left: lines 32-101$/m)
    expect(await namesIn(server)).toHaveLength(30)
  })

  it('ends with 1 if the service is away, or does not know the key', async () => {
    const { environment } = await startService()
    const flags = ['--give-up-after', '300ms', '--retries', '0', '--recheck-delay', '1ms']
    const file = await writeOrganizations(command.folder, 100)
    const nobody = await command.run(['import', file, ...flags, '--base-url', await closedAddress()])
    expect(nobody).toMatchObject({ status: 1, stdout: expect.stringContaining('ECONNREFUSED') })
    expect(nobody.stdout).toMatch(
      /^Run entity-screening doctor to find out why\. Once the service responds, run the same command again\.$/m,
    )
    const wrongKey = { ...environment, ENTITY_SCREENING_API_KEY: 'another-key' }
    expect((await command.run(['import', file, ...flags], wrongKey)).stdout).toMatch(
      /^Correct the key or its permissions, then run the same command again\.$/m,
    )
    const unknown = await command.run(['import', file, ...flags, '--json'], {
      ...environment,
      ENTITY_SCREENING_API_KEY: 'another-key',
    })
    expect(unknown.status).toBe(1)
    expect(JSON.parse(unknown.stdout)).toMatchObject({
      created: 0,
      remaining: 100,
      stopped: { cause: 'failed', error: { name: 'AuthenticationError' } },
    })
  })

  it('lists all flags that fix a header, at once', async () => {
    const { server, environment } = await startService()
    const run = (header: string, ...flags: string[]) =>
      command.run(['import', '-', ...flags], environment, `${header}\nNordwind,7\n`)
    expect(await run('Account,Amount', '--columns', 'tags=Labels')).toEqual({
      status: 2,
      stdout: '',
      stderr:
        'entity-screening: stdin has no column for the name (--columns name=HEADER; for persons, --columns firstName=HEADER ' +
        'and lastName=HEADER will do), the type (--type TYPE, or --columns type=HEADER) and the country ' +
        '(--country COUNTRY, or --columns countryCode=HEADER); --columns tags=HEADER names a column that is not there; ' +
        'the header line has no column that is known (it was read as 2 columns): if a title stands above the header, set --header-line\n',
    })
    const { stderr } = await run('Name,Amount', '--type', 'organization')
    expect(stderr).toBe(
      'entity-screening: stdin has no column for the country (--country COUNTRY, or --columns countryCode=HEADER); ' +
        'the header has "Name", "Amount"\n',
    )
    expect(server.requests.list()).toEqual([])
  })

  it('names a journal of another file', { tags: 'long' }, async () => {
    const { environment } = await startService()
    const journal = join(command.folder, 'other.journal')
    const line = ['import', '-', '--type', 'organization', '--journal', journal]
    await command.run(line, environment, 'name,country\nNordwind,DE\n')
    const { status, stderr } = await command.run(line, environment, 'name,country\nHalfmoon,FI\n')
    expect(status).toBe(2)
    expect(stderr).toContain(`entity-screening: ${journal}: belongs to another source`)
    expect(stderr).toContain('its first import: a created entity cannot get another field.')
    expect(stderr).toContain('For a corrected or a new extract, run compare')
  })

  it('says what to do about the journal of a team without its entities, or of another service', async () => {
    const [first, restarted] = [await startService(), await startService()]
    const journal = join(command.folder, 'restarted.journal')
    const line = ['import', '-', '--type', 'organization', '--journal', journal]
    const run = (environment: Environment) => command.run(line, environment, 'name,country\nNordwind,DE\n')
    await run(first.environment)
    expect((await run(restarted.environment)).stderr).toContain(
      `, not to an import into ${restarted.url}. Check --base-url and --partition, or start with another journal\n`,
    )
    first.server.reset()
    const { status, stderr } = await run(first.environment)
    expect(status).toBe(2)
    expect(stderr).toContain('If the team has lost its entities, as a mock server does at its end without')
  })

  it('shows in which unused column a person differs from an earlier row', async () => {
    const { environment } = await startService()
    const rows = ['Olga', 'Anna', 'Olga'].map(text => `person,Ivan,Rosenthal,DE,${text}`)
    const csv = ['type,first name,last name,country,mother', ...rows, ''].join('\n')
    const { status, stdout, stderr } = await command.run(['import', '-'], environment, csv)
    expect(status).toBe(3)
    expect(stdout).toContain(
      '1  repeating an earlier row\n1  possibly repeating an earlier row, not created\n',
    )
    expect(stderr).toContain(
      'line 3: differs from line 2 only in columns that are not used: mother\nline 4: repeats line 2\n',
    )
    const create = ['import', '-', '--on-possible-duplicate', 'create', '--country', 'AT']
    const created = await command.run(create, environment, csv.replaceAll('DE', ''))
    expect(created).toMatchObject({ status: 0, stdout: expect.stringContaining('2  created\n') })
  })

  it('creates rows without the fields that cannot be read, and ends with 3', async () => {
    const { environment } = await startService()
    const file = join(command.folder, 'omitted.jsonl')
    const csv =
      'type,name,country,dob\nperson,"Brandt, Ilse",DE,09/04/1961\nperson,"Lee, Amber",GB,1999-03-12\n'
    const line = ['import', '-', '--omit-unreadable', '--problems', file]
    const { status, stdout, stderr } = await command.run(line, environment, csv)
    expect(status).toBe(3)
    expect(stdout).toBe('2  rows\n2  created\n1  of them without a field that cannot be read\n')
    expect(stderr).toContain('line 2 (dob): left out: must be a date in a certain order: set --dates to dmy')
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({
      line: 2,
      column: 'dob',
      kind: 'omitted',
    })
    const dated = ['import', '-', '--omit-unreadable', '--dates', 'dmy', '--dry-run', '--country', 'AT']
    expect(await command.run(dated, environment, csv.replace(/DE|GB/g, ''))).toMatchObject({ status: 0 })
  })

  it('skips a title above the header', async () => {
    const { server, environment } = await startService()
    const title = 'Customers\n\nname,type,country\nHalfmoon,organization,FI\n,organization,FI\n'
    const { status, stderr } = await command.run(['import', '-', '--header-line', '3'], environment, title)
    expect(status).toBe(3)
    expect(stderr).toContain('line 5 (name): ')
    expect(await namesIn(server)).toEqual(['Halfmoon'])
    const blank = await command.run(['import', '-', '--header-line', '2'], environment, title)
    expect(blank).toMatchObject({ status: 2, stdout: '' })
    expect(blank.stderr).toBe(
      'entity-screening: --header-line must be the line of the header: line 2 has no column names\n',
    )
    for (const text of ['0', 'three'])
      expect((await command.run(['import', '-', '--header-line', text], environment, title)).status).toBe(2)
  })

  it('refuses a file that is not UTF-8 before a row is sent', { tags: 'long' }, async () => {
    const { server, environment } = await startService()
    const [file, other] = [join(command.folder, 'late.csv'), join(command.folder, 'latin-1.csv')]
    const good = await readFile(await writeOrganizations(command.folder, 4000))
    await writeFile(file, Buffer.concat([good, Buffer.from('M\xfcller,organization,DE\n', 'latin1')]))
    const late = await command.run(['import', file, '--journal', `${file}.journal`], environment)
    expect(late).toMatchObject({ status: 1, stdout: '' })
    expect(late.stderr).toContain('late.csv cannot be read: ')
    expect(await namesIn(server)).toEqual([])
    await writeFile(other, Buffer.from('name\nM\xfcller\n', 'latin1'))
    const early = await command.run(['import', other], environment)
    expect(early).toMatchObject({ status: 1, stdout: '' })
    expect(early.stderr).toMatch(
      /latin-1\.csv cannot be read: line 2 \(name\) is not UTF-8: it could be .*Set --encoding to the right one, or save it as CSV UTF-8\n$/,
    )
    // "CSV (MS-DOS)", code page 850.
    await writeFile(
      other,
      Buffer.from('name,type,country\nB\x84ckerei Sch\x84fer KG,organization,DE\n', 'latin1'),
    )
    const flags = ['--encoding', 'windows-1252', '--journal', `${other}.journal`]
    expect(await command.run(['import', other, ...flags], environment)).toMatchObject({
      status: 1,
      stdout: '',
      stderr: expect.stringMatching(
        /cannot be read: line 2 \(name\) is not likely to be windows-1252\. Save the file as CSV UTF-8\n$/,
      ),
    })
    expect(await namesIn(server)).toEqual([])
  })

  it('reports twenty rows of each kind, and five existing ones', async () => {
    const { environment } = await startService()
    const wrong = 'Nordwind,organization,Nowhereland\n'.repeat(30)
    const input = `name,type,country\n${'Nordwind,organization,DE\n'.repeat(31)}${wrong}`
    const { status, stderr } = await command.run(['import', '-'], environment, input)
    expect(status).toBe(3)
    expect(stderr.match(/must be a country/g)).toHaveLength(20)
    expect(stderr.match(/repeats line 2$/gm)).toHaveLength(5)
    expect(stderr).toMatch(/^and 35 more, not shown; --problems FILE writes them all$/m)
  })

  it.each([
    [['nowhere.csv'], 'nowhere.csv cannot be read: there is no such file (ENOENT)'],
    [['.'], '. cannot be read: it is a folder'],
    [
      ['package.json', '--problems', '/no/such/folder/a.csv'],
      '/no/such/folder/a.csv cannot be written: there is no such folder (ENOENT)',
    ],
    [['-', '--journal', '/no/such/folder/j'], '--journal: no such folder: /no/such/folder'],
  ])('fails with 1, as in the help, if a file of %j cannot be used', async (parameters, sentence) => {
    const { server, environment } = await startService()
    const { status, stdout, stderr } = await command.run(['import', ...parameters], environment)
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(`entity-screening: ${sentence}`)
    expect(server.requests.list()).toEqual([])
  })

  it.each([
    [['package.json', '--problems', './package.json'], 'FILE and --problems must be different files'],
    [['-', '--journal', 'a', '--problems', 'a'], '--journal and --problems must be different files'],
    [['-', '--key-file', '/dev/stdin'], 'FILE and --key-file must be different files'],
    [['/dev/stdin', '--key-file', '/dev/fd/0'], 'FILE and --key-file must be different files'],
    [
      ['package.json', '--key-file', 'key.csv', '--problems', 'key.csv'],
      '--key-file and --problems must be different files',
    ],
    [['package.json', '--journal', ''], '--journal must not be empty'],
    [
      ['package.json', '--problems', 'problems.txt'],
      '--problems must name a file that ends in .csv or .jsonl',
    ],
  ])('writes nothing if the files of %j are wrong', async (parameters, sentence) => {
    const { server, environment } = await startService()
    const { status, stdout, stderr } = await command.run(['import', ...parameters], environment)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toContain(`entity-screening: ${sentence}`)
    expect(server.requests.list()).toEqual([])
    expect(await readFile(join(command.folder, 'package.json'), 'utf8')).toContain('entity-screening-sdk')
  })
})
