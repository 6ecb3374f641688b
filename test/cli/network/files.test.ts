import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { toEvidence, toMermaid, toSvg, verifyEvidence } from 'entity-screening-sdk/network'
import { beforeEach, describe, expect, it } from 'vitest'
import { apiKey } from '../../answering.ts'
import { prepareCommand } from '../call-command.ts'
import { startOther, startScreened, startService } from '../services.ts'

const command = prepareCommand()
let folder: string
beforeEach(async () => {
  folder = join(command.folder, crypto.randomUUID())
  await mkdir(folder)
})

/** A service that sends the key back in the name of a party, as its root. */
function startEcho(name = `Echo ${apiKey} Ltd`): Promise<string> {
  const data = { nodes: { 7: { id: '7', name, type: 'organization' } }, relations: [] }
  return startOther((request, response) =>
    response.end(JSON.stringify(request.url === '/v1/entities' ? [] : { success: true, data })),
  )
}

describe('network', () => {
  it('writes a picture into a file that only its owner can read', async () => {
    const { environment, id, network } = await startScreened()
    const svg = join(folder, 'n.svg')
    const line = ['network', id, '--svg', svg, '--regime', 'eu']
    const { status, stdout, stderr } = await command.run(line, environment)
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: `written: ${svg}\n` })
    expect(await readFile(svg, 'utf8')).toBe(await toSvg(network, { regime: 'eu' }))
    if (process.platform !== 'win32') expect((await stat(svg)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['n.svg'])
  })

  it('prints a picture with --mermaid', async () => {
    const { environment, id, network } = await startScreened()
    const { status, stdout } = await command.run(['network', id, '--mermaid'], environment)
    expect({ status, stdout }).toEqual({ status: 0, stdout: toMermaid(network) })
  })

  it('also prints the network with --json if it writes a picture', async () => {
    const { environment, id, network } = await startScreened()
    const { stdout } = await command.run(
      ['network', id, '--json', '--svg', join(folder, 'n.svg')],
      environment,
    )
    expect(JSON.parse(stdout)).toEqual(network)
    expect(await readdir(folder)).toEqual(['n.svg'])
  })

  it.each([
    [['--json', '--mermaid'], '--json and --mermaid cannot both be printed'],
    [['--regime', 'eu'], '--regime needs --svg or --mermaid; see also exposure'],
    [['--mermaid', '--regime', 'un'], '--regime must be one of ofac, eu, uk, not "un"'],
    [['--svg='], '--svg must not be empty'],
    [['--svg', '-'], '--svg needs the name of a regular file, not "-"'],
    [['--svg', '/dev/stdout'], '--svg needs the name of a regular file, not "/dev/stdout"'],
  ])('refuses %j', async (flags, sentence) => {
    const { environment } = await startService()
    const { status, stdout, stderr } = await command.run(['network', '7', ...flags], environment)
    expect({ status, stdout, stderr }).toEqual({
      status: 2,
      stdout: '',
      stderr: `entity-screening: ${sentence}\n`,
    })
  })

  it('changes no file that it cannot replace as a whole', async () => {
    const { environment, id } = await startScreened()
    const draw = (file: string) => command.run(['network', id, '--svg', file], environment)
    expect(await draw(folder)).toMatchObject({
      status: 1,
      stderr: `entity-screening: ${folder} cannot be written: it is a folder\n`,
    })
    const nowhere = join(folder, 'nowhere', 'n.svg')
    expect(await draw(nowhere)).toMatchObject({
      status: 1,
      stderr: `entity-screening: ${nowhere} cannot be written: there is no such folder (ENOENT)\n`,
    })
    expect(await readdir(folder)).toEqual([])
  })

  it('never changes a file that exists, unless --replace allows it', async () => {
    const { environment, id } = await startScreened()
    const svg = join(folder, 'n.svg')
    await writeFile(svg, 'earlier')
    const { status, stderr } = await command.run(['network', id, '--svg', svg], environment)
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: `entity-screening: ${svg} exists already: --replace replaces it\n`,
    })
    expect(await readFile(svg, 'utf8')).toBe('earlier')
    expect((await command.run(['network', id, '--svg', svg, '--replace'], environment)).status).toBe(0)
    expect(await readFile(svg, 'utf8')).toMatch(/^<svg /)
  })

  it.skipIf(process.platform === 'win32')('replaces the file that a symbolic link leads to', async () => {
    const { environment, id } = await startScreened()
    await writeFile(join(folder, 'old.svg'), 'old', { mode: 0o644 })
    await symlink('old.svg', join(folder, 'link.svg'))
    const line = ['network', id, '--svg', join(folder, 'link.svg'), '--replace']
    expect((await command.run(line, environment)).status).toBe(0)
    expect(await readFile(join(folder, 'old.svg'), 'utf8')).toMatch(/^<svg /)
    expect((await stat(join(folder, 'old.svg'))).mode & 0o777).toBe(0o600)
  })
})

describe('report', () => {
  it('writes a page, and the record with the shown hash', { tags: 'long' }, async () => {
    const { environment, id, network, entity } = await startScreened()
    const [html, json] = [join(folder, 'r.html'), join(folder, 'r.json')]
    const line = ['report', id, '--html', html, '--json', json, '--rule', 'amld', '--note', 'Case 7']
    const { status, stdout, stderr } = await command.run(line, environment)
    const text = await readFile(json, 'utf8')
    const sha256 = createHash('sha256').update(text).digest('hex')
    expect({ status, stdout, stderr }).toEqual({
      status: 0,
      stdout: `SHA-256 of the record: ${sha256}\n`,
      stderr: `written: ${html}\nwritten: ${json}\n`,
    })
    const record = JSON.parse(text)
    const { version } = JSON.parse(await readFile('package.json', 'utf8'))
    expect(record).toMatchObject({
      client: { baseUrl: environment.ENTITY_SCREENING_BASE_URL, version },
      sanctions: [{ regime: 'ofac' }, { regime: 'eu' }, { regime: 'uk' }],
      owners: { rule: 'amld' },
      note: 'Case 7',
      entity,
      network,
    })
    const { client, readAt, computedAt, note } = record
    const again = { network, entity, ownerRule: 'amld', client, readAt, computedAt, note } as const
    expect((await toEvidence(again)).sha256).toBe(sha256)
    expect(await verifyEvidence(text)).toMatchObject({ status: 'valid', sha256 })
    const page = await readFile(html, 'utf8')
    for (const part of [sha256, 'Case 7', 'Beneficial owners (AMLD)', 'Sanctioned owners (UK)'])
      expect(page).toContain(part)
    if (process.platform !== 'win32')
      for (const file of [html, json]) expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('needs only an ID or a name: it names the file, and takes the rule in force', {
    tags: 'long',
  }, async () => {
    const { environment, id } = await startScreened()
    const file = `report-${id}-${new Date().toISOString().slice(0, 10)}.html`
    for (const argument of [id, 'halfmoon  minerals OY']) {
      const { status, stdout } = await command.run(['report', argument, '--quiet'], environment)
      expect(status).toBe(0)
      expect(stdout).toMatch(new RegExp(`^The page: ${file}\nSHA-256 of the record: [0-9a-f]{64}\n$`))
      const rule = new Date() < new Date('2027-07-10') ? 'AMLD' : 'AMLR'
      expect(await readFile(join(command.folder, file), 'utf8')).toContain(`Beneficial owners (${rule})`)
      await rm(join(command.folder, file))
    }
  })

  it('never changes a file that exists, unless --replace allows it', async () => {
    const { environment, id, server } = await startScreened()
    const [html, json] = [join(folder, 'filed.html'), join(folder, 'filed.json')]
    const report = (...flags: string[]) => command.run(['report', id, ...flags], environment)
    expect(await report('--html', html, '--json', json, '--note', 'Case 7')).toMatchObject({ status: 0 })
    const filed = await readFile(html, 'utf8')
    const requests = server.requests.list().length
    for (const flags of [
      ['--html', html],
      ['--json', json],
      ['--html', html, '--json', join(folder, 'new.json')],
    ]) {
      const { status, stdout, stderr } = await report(...flags)
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
      expect(stderr).toContain(`${flags[1]} exists already: --replace replaces it\n`)
    }
    expect(server.requests.list()).toHaveLength(requests)
    expect(await readFile(html, 'utf8')).toBe(filed)
    expect((await readdir(folder)).toSorted()).toEqual(['filed.html', 'filed.json'])
    expect(await report('--html', html, '--replace', '--note', 'Case 8')).toMatchObject({ status: 0 })
    expect(await readFile(html, 'utf8')).toContain('Case 8')
  })

  it('lets only one of several runs at the same time file a page', { tags: 'long' }, async () => {
    const { environment, id } = await startScreened()
    const html = join(folder, 'filed.html')
    const numbers = [1, 2, 3, 4]
    const outcomes = await Promise.all(
      numbers.map(number =>
        command.run(['report', id, '--html', html, '--note', `Case ${number}`], environment),
      ),
    )
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([0, 1, 1, 1])
    const winner = outcomes.findIndex(({ status }) => status === 0) + 1
    expect(await readFile(html, 'utf8')).toContain(`Case ${winner}`)
    for (const { status, stderr } of outcomes) if (status === 1) expect(stderr).toContain('exists already: ')
    expect(await readdir(folder)).toEqual(['filed.html'])
  })

  it('files no record if the page cannot be written', async () => {
    const { environment, id } = await startScreened()
    const html = join(folder, 'nowhere', 'r.html')
    const line = ['report', id, '--json', join(folder, 'r.json'), '--html', html]
    const { status, stderr } = await command.run(line, environment)
    expect(status).toBe(1)
    expect(stderr).toContain(`${html} cannot be written: there is no such folder`)
    expect(await readdir(folder)).toEqual([])
  })

  it('refuses a second page of the same day under its default name', async () => {
    const { environment, id } = await startScreened()
    const [first, second] = [
      await command.run(['report', id], environment),
      await command.run(['report', id], environment),
    ]
    expect([first.status, second.status]).toEqual([0, 1])
    expect(second.stderr).toMatch(/report-[0-9a-f]+-[\d-]+\.html exists already: /)
  })

  it('shows the decision about the entity', async () => {
    const { environment, id } = await startScreened()
    const html = join(folder, 'decided.html')
    const decision = ['--conclusion', 'Rejected', '--by', 'K. Doe', '--reason', 'Half is sanctioned']
    const { status } = await command.run(['report', id, '--html', html, ...decision], environment)
    expect(status).toBe(0)
    const page = await readFile(html, 'utf8')
    for (const text of ['Rejected', 'K. Doe', 'Half is sanctioned']) expect(page).toContain(text)
    const line = ['report', id, '--html', html, '--replace', ...decision, '--approved-by', 'S. Roe']
    await command.run(line, environment)
    expect(await readFile(html, 'utf8')).toContain('S. Roe')
    await command.run(['report', id, '--html', html, '--replace'], environment)
    expect(await readFile(html, 'utf8')).not.toContain('Rejected')
  })

  it('has no key in any file, even if the service echoes it', async () => {
    const url = await startEcho()
    const files = ['n.svg', 'r.html', 'r.json'].map(name => join(folder, name))
    const [svg = '', html = '', json = ''] = files
    const outcomes = [
      await command.run(['network', '7', '--base-url', url, '--svg', svg]),
      await command.run(['report', '7', '--rule', 'amld', '--base-url', url, '--html', html, '--json', json]),
    ]
    expect(outcomes.map(({ status }) => status)).toEqual([0, 0])
    for (const file of files) {
      const text = await readFile(file, 'utf8')
      expect(text).not.toContain(apiKey)
      expect(text).toContain('[redacted]')
    }
    const [, shown] = /<code>([0-9a-f]{64})<\/code>/.exec(await readFile(html, 'utf8')) ?? []
    expect(shown).toBe(
      createHash('sha256')
        .update(await readFile(json, 'utf8'))
        .digest('hex'),
    )
  })

  it.each([
    [['7', '--html', 'a', '--json', './a'], '--html and --json must be different files'],
    [['7', '--html', 'a', '--rule', 'aml'], '--rule must be one of amlr, amld, not "aml"'],
    [['--html', 'a', '--rule', 'amld'], 'report expects one ID or name, or --number'],
    [
      ['7', '--conclusion', 'Rejected', '--by', 'K. Doe'],
      'a decision about the entity needs --conclusion, --by and --reason',
    ],
    [['7', '--approved-by', 'S. Roe'], 'a decision about the entity needs --conclusion, --by and --reason'],
    [['7', '--json', '-'], '--json needs the name of a regular file, not "-"'],
  ])('refuses %j', async (parameters, sentence) => {
    const { environment } = await startService()
    const { status, stderr } = await command.run(['report', ...parameters], environment)
    expect({ status, stderr }).toEqual({ status: 2, stderr: `entity-screening: ${sentence}\n` })
  })
})
