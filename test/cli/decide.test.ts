import { writeFile } from 'node:fs/promises'
import { Readable, Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { commandEntries } from '../../cli/catalogue.ts'
import { main } from '../../cli/main.ts'
import { createOutput } from '../../cli/output/output.ts'
import { apiKey } from '../answering.ts'
import { prepareCommand, withKey } from './call-command.ts'
import { clientOf, startService } from './services.ts'

const command = prepareCommand()

const proposal = ['--by', 'ada', '--verdict', 'true_match', '--reason', 'Same birth date']

/** Two screened persons with a hit each, and a file with their customer numbers. */
async function startWithHits() {
  const { server, environment } = await startService()
  const { entities } = clientOf(server)
  const ilse = await entities.create({ type: 'person', name: '[pep] Ilse Brandt' })
  const kim = await entities.create({ type: 'person', name: '[pep] Kim Doe' })
  server.clock.settle()
  await writeFile('customers.csv', `no,entity_ids\n1001,${ilse.id}\n1002,${kim.id}\n`)
  const { stdout } = await command.run(['hits', ilse.id], environment)
  const [, hit = ''] = /([0-9a-f]{12}) {2}PEP/.exec(stdout) ?? []
  const log = ['--log', `${crypto.randomUUID()}.log`]
  const decide = (...line: string[]) => command.run(['decide', ...line, ...log], environment)
  return { decide, environment, log, hit, ids: [ilse.id, kim.id] as const }
}

const numbered = (number: string) => [
  '--reference',
  'customers.csv',
  '--number',
  number,
  '--number-column',
  'no',
]

describe('decide', () => {
  it('takes an exact name or a customer number in place of an ID, and names the entity', async () => {
    const { decide, hit, ids } = await startWithHits()
    const proposed = await decide('[PEP] ilse brandt', hit, ...proposal)
    expect(proposed.stdout).toMatch(`Proposed: ${hit} of [pep] Ilse Brandt, ${ids[0]} is true match. `)
    expect(proposed.stderr).toContain(`[pep] Ilse Brandt is ${ids[0]}\n`)
    const [, name = ''] = /--approve ([0-9a-f]{12})/.exec(proposed.stdout) ?? []
    const approved = await decide(hit, ...numbered('1001'), '--by', 'bo', '--approve', name, '--json')
    expect(approved.stderr).toBe(`1001 is [pep] Ilse Brandt, ${ids[0]}\n`)
    expect(JSON.parse(approved.stdout)).toMatchObject({
      action: 'approve',
      entity: ids[0],
      name: '[pep] Ilse Brandt',
    })
  })

  it('unsure leaves the hit undecided, although it is approved', async () => {
    const { decide, environment, log, hit, ids } = await startWithHits()
    const flags = ['--verdict', 'unsure', '--reason', 'Waiting for the passport', '--by', 'ada']
    const proposed = await decide(ids[0], hit, ...flags)
    const [, name = ''] = /--approve ([0-9a-f]{12})/.exec(proposed.stdout) ?? []
    expect(await decide(ids[0], hit, '--by', 'bo', '--approve', name)).toMatchObject({ status: 0 })
    const hits = await command.run(['hits', ids[0], ...log], environment)
    expect(hits).toMatchObject({ status: 3, stdout: expect.stringContaining('unsure') })
    expect(hits.stderr).toContain('1 hit, 1 not decided')
    const listed = await command.run(['decisions', 'list', ...log], environment)
    expect(listed).toMatchObject({ status: 3, stderr: expect.stringContaining('1 hit, 1 not decided') })
    expect(await decide(ids[0], hit, ...proposal)).toMatchObject({ status: 0 })
  })

  it('names the open proposal, and the order of ID and HIT', async () => {
    const { decide, hit, ids } = await startWithHits()
    const approve = (...line: string[]) => decide(...line, '--by', 'bo', '--approve', 'abcdefgh')
    expect((await decide(ids[0], hit, ...proposal)).status).toBe(0)
    expect(await approve(ids[0], hit)).toMatchObject({
      status: 2,
      stderr: expect.stringMatching(/has no open proposal "abcdefgh", but [0-9a-f]{12}\n$/),
    })
    expect(await approve(hit, ids[0])).toMatchObject({
      status: 2,
      stderr: `entity-screening: decide expects ID before HIT: decide ${ids[0]} ${hit}\n`,
    })
  })

  it('a second proposal is refused with what can be done about the first one', async () => {
    const { decide, hit, ids } = await startWithHits()
    await decide(ids[0], hit, ...proposal)
    const { status, stderr } = await decide(ids[0], hit, ...proposal)
    expect(status).toBe(1)
    expect(stderr).toMatch(
      /ada has proposed true_match already: another person approves it with --approve [0-9a-f]{12}, or --withdraw takes it back\n$/,
    )
  })

  it.each(['--withdraw', '--erase'])('%s is refused if the hit is of another entity', async action => {
    const { decide, hit, ids } = await startWithHits()
    await decide(ids[0], hit, ...proposal)
    const flags = [action, '--by', 'bo', '--reason', 'Asked for']
    for (const wrong of [[ids[1]], ['[pep] Kim Doe'], ['Nobody']])
      expect(await decide(...wrong, hit, ...flags)).toMatchObject({
        status: 2,
        stdout: '',
        stderr: expect.stringContaining(`"${hit}" is a hit of ${ids[0]}, not of ${wrong[0]}`),
      })
    expect(await decide(hit, ...numbered('1002'), ...flags)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(`"${hit}" is a hit of ${ids[0]}, not of ${ids[1]}`),
    })
    const done = await decide(hit, ...numbered('1001'), ...flags)
    expect(done).toMatchObject({ status: 0, stdout: expect.stringContaining(`${hit} of ${ids[0]}`) })
  })

  it.each(['--withdraw', '--erase'])(
    '%s needs the service only for a name',
    { tags: 'long' },
    async action => {
      const { decide, environment, hit, ids, log } = await startWithHits()
      await decide(ids[0], hit, ...proposal)
      const line = (entity: string) => [
        'decide',
        entity,
        hit,
        ...log,
        action,
        '--by',
        'bo',
        '--reason',
        'Asked for',
      ]
      expect(await command.run(line('[pep] Ilse Brandt'))).toMatchObject({
        status: 2,
        stderr: expect.stringContaining(`is a hit of ${ids[0]}, not of [pep] Ilse Brandt`),
      })
      const byName = await command.run(line('[pep] Ilse Brandt'), environment)
      expect(byName.stdout).toContain(`${hit} of [pep] Ilse Brandt, ${ids[0]}`)
      await decide(ids[0], hit, ...proposal)
      expect(await command.run(line(ids[0]))).toMatchObject({ status: 0 })
    },
  )

  it.each([
    [['a'], 'decide expects ID and HIT'],
    [['a', 'b', 'c'], 'decide expects ID and HIT'],
  ])('is refused with %j', async (positionals, sentence) => {
    const { decide } = await startWithHits()
    expect(await decide(...positionals, ...proposal)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining(sentence),
    })
  })
})

/** Returns what `hits` writes to stderr while stdout is a terminal. */
async function hitsInTerminal(
  line: readonly string[],
  environment: Record<string, string>,
  columns = 200,
): Promise<{ stderr: string; stdout: string }> {
  let [shown, errors] = ['', '']
  const stdout = Object.assign(
    new Writable({
      write(chunk, _, done) {
        shown += String(chunk)
        done()
      },
    }),
    { isTTY: true, columns },
  )
  const stderr = new Writable({
    write(chunk, _, done) {
      errors += String(chunk)
      done()
    },
  })
  const output = createOutput(stdout, stderr, { NO_COLOR: '1' })
  const signal = new AbortController().signal
  const context = { environment: withKey(environment), stdin: Readable.from([]), output, signal }
  await main(['hits', ...line], context, commandEntries)
  return { stdout: shown, stderr: errors }
}

it('hits shows the whole ID of each entity in a narrow terminal', async () => {
  const { environment, ids } = await startWithHits()
  const { stdout } = await hitsInTerminal(['--all'], environment, 80)
  for (const id of ids) expect(stdout).toContain(id)
})

it('hits names the columns that a narrow terminal lacks', async () => {
  const { environment, ids } = await startWithHits()
  const narrow = await hitsInTerminal([ids[0]], environment, 60)
  expect(narrow.stdout).not.toContain('BORN')
  expect(narrow.stderr).toContain(
    'not shown, because the terminal is too narrow: BORN, COUNTRY, SOURCES; --json has them\n',
  )
  const wide = await hitsInTerminal([ids[0]], environment, 250)
  expect(wide.stdout).toContain('BORN')
  expect(wide.stderr).not.toContain('not shown, because')
})

describe('hits in a terminal ends with the line that decides', () => {
  it('about the first hit without a decision, and approves a proposal', async () => {
    const { decide, environment, hit, ids, log } = await startWithHits()
    const [, file = ''] = log
    const lastLine = async (...line: string[]) =>
      (await hitsInTerminal(line, environment)).stderr.trimEnd().split('\n').at(-1)
    expect(await lastLine(ids[0])).toBe(
      `entity-screening decide ${ids[0]} ${hit} --log decisions.log --by "$USER"`,
    )
    const { stdout } = await decide(ids[0], hit, ...proposal)
    const [, name = ''] = /--approve ([0-9a-f]{12})/.exec(stdout) ?? []
    const approval = `entity-screening decide ${ids[0]} ${hit} --log ${file} --by "$USER" --approve ${name}`
    expect(await lastLine(ids[0], ...log)).toBe(approval)
    const asProposer = await hitsInTerminal([ids[0], ...log], { ...environment, USER: 'Ada' })
    expect(asProposer.stderr).toContain(
      `Somebody other than ada approves it: entity-screening decide ${ids[0]} ${hit} --log ${file} --approve ${name} --by\n`,
    )
    await decide(ids[0], hit, '--by', 'bo', '--approve', name)
    expect(await lastLine('--all', ...log)).toMatch(`entity-screening decide ${ids[1]} `)
    expect(await lastLine(ids[0], ...log)).toMatch(/^1 hit, 0 not decided/)
    expect(await lastLine(ids[0], '--csv')).toMatch(/^1 hit, /)
  })

  it('in quotes, if the log has an odd name', async () => {
    const { environment, hit, ids } = await startWithHits()
    const odd = "a log'; $(id).log"
    await command.run(['decide', ids[0], hit, '--log', odd, ...proposal], environment)
    const { stderr } = await hitsInTerminal([ids[0], '--log', odd], environment)
    expect(stderr).toContain(`decide ${ids[0]} ${hit} --log 'a log'\\''; $(id).log' --by "$USER" --approve `)
  })

  it('with the flags of the connection', async () => {
    const { environment, hit, ids } = await startWithHits()
    const url = environment.ENTITY_SCREENING_BASE_URL
    await writeFile('hits key', apiKey, { mode: 0o600 })
    const { stderr } = await hitsInTerminal(
      [ids[0], '--base-url', url, '--key-file', 'hits key'],
      environment,
    )
    expect(stderr).toContain(
      `decide ${ids[0]} ${hit} --log decisions.log --by "$USER" --base-url ${url} --key-file 'hits key'\n`,
    )
  })
})
