import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { operations } from 'entity-screening-sdk/schemas'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { clientOf, closedAddress, startOther, startService } from '../services.ts'

/** Every command that talks to the service, with every trouble: what it ends with, and in whose words. */
const command = prepareCommand()
beforeAll(async () => {
  await writeFile(
    join(command.folder, 'two.csv'),
    'name,type,country\nHalfmoon Minerals Oy,organization,FI\n,organization,FI\n',
  )
  await writeFile(join(command.folder, 'wrong.csv'), 'name,type,country\n,organization,FI\n')
})

const lines = [
  ...[
    'list',
    'list --json',
    'network $ID',
    'network $ID --json',
    'owners $ID --rule amld',
    'exposure $ID --json',
    'report $ID --rule amld --html report.html',
    'search organizations A',
    'search persons B',
  ],
  ...['search entities', 'rescan $ID', 'rescan $ID --json', 'rescan --all', 'watch --for 1s', 'doctor'],
  ...[
    'import two.csv --give-up-after 100ms --recheck-delay 10ms',
    'import two.csv --json --give-up-after 100ms --recheck-delay 10ms',
  ],
]

async function startWithOne() {
  const { server, environment } = await startService()
  const { id } = await clientOf(server).entities.create({ type: 'organization', name: 'Quiet Harbour Ltd' })
  return { server, environment: { ...environment, ID: id } }
}

/** The output of a command contains no operation such as `getNetwork`, no method of the client, and no function. */
const internals = new RegExp(
  `\\b(?:${[...Object.keys(operations), 'importPortfolio', 'rescanAll', 'references', 'options'].join('|')}|(?:entities|search|service)\\.[a-z]\\w+: )`,
)

/** A line as a shell would split it. */
function wordsOf(line: string, { ID = '' }: Readonly<Record<string, string>>): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word.replace('$ID', ID))
}

describe('a command', () => {
  const run = async (line: string, environment: Readonly<Record<string, string>>) => {
    const outcome = await command.run(wordsOf(`${line} --retries 0`, environment), environment)
    expect(outcome.stdout + outcome.stderr).not.toMatch(internals)
    expect(outcome.stderr).not.toMatch(/^ +at /m)
    return outcome
  }

  describe.each(lines)('`%s`', line => {
    const says = new RegExp(
      /^(list|network|owners|exposure|report|search|watch)/.test(line)
        ? `^entity-screening ${/^\w+/.exec(line)?.[0]}: `
        : '',
    )

    it('ends with 1 if the key is wrong', async () => {
      const { environment } = await startWithOne()
      const { status, stdout, stderr } = await run(line, {
        ...environment,
        ENTITY_SCREENING_API_KEY: 'no-such-key',
      })
      expect([status, stderr]).toEqual([1, expect.stringMatching(says)])
      expect(stdout + stderr).toContain('401')
    })

    it('ends with 1 if the service is away', async () => {
      const { environment } = await startWithOne()
      const { status, stdout, stderr } = await run(line, {
        ...environment,
        ENTITY_SCREENING_BASE_URL: await closedAddress(),
      })
      expect([status, stderr]).toEqual([1, expect.stringMatching(says)])
      expect(stdout + stderr).toMatch(/connection (failed|refused)|ECONNREFUSED|connect/)
    })

    it.each([500, 403])('ends with 1 if the service responds with %i', async status => {
      const { server, environment } = await startWithOne()
      server.faults.add({ status })
      const outcome = await run(line, environment)
      expect([outcome.status, outcome.stderr]).toEqual([1, expect.stringMatching(says)])
      expect(outcome.stdout + outcome.stderr).toContain(String(status))
    })
  })

  it.each([
    ['network nope', 1, /^entity-screening network: 404 .+ \[not_found\]$/m],
    ['network ..', 2, /^entity-screening network: id must be .+ \[invalid_input\]$/m],
    ['owners nope --rule amld', 1, /^entity-screening owners: 404 .+ \[not_found\]$/m],
    ['report nope --rule amld --html report.html', 1, /^entity-screening report: 404 .+ \[not_found\]$/m],
    ['rescan nope', 1, /^nope: 404 /m],
    ['rescan nope $ID', 3, /^nope: 404 /m],
    ['rescan ..', 1, /^\.\.: id must be /m],
    ['watch nope --for 50ms', 3, /^nope is not in the list yet$/m],
    ['search persons " "', 2, /^entity-screening: NAME must not be blank$/m],
    ['search organizations " "', 2, /^entity-screening: NAME must not be blank$/m],
    ['search persons --first " " --last B', 2, /^entity-screening: --first must not be blank$/m],
    ['search organizations A --registration " "', 2, /^entity-screening: --registration must not be blank$/m],
    ['search entities --status " "', 2, /^entity-screening: --status must not be blank$/m],
    ['import two.csv', 3, /^line 3 \(name\): /m],
    ['import wrong.csv', 1, /^line 2 \(name\): /m],
  ])('`%s` ends with %i', async (line, status, sentence) => {
    const { environment } = await startWithOne()
    const outcome = await run(line, environment)
    expect([outcome.status, outcome.stderr]).toEqual([status, expect.stringMatching(sentence)])
  })

  it('prints `warning` for a response with drift, without the method', async () => {
    const url = await startOther((_, response) =>
      response.end('[{"id":7,"name":"Halfmoon","type":"organization"}]'),
    )
    const { stderr } = await run('list', { ENTITY_SCREENING_BASE_URL: url })
    expect(stderr).toMatch(/^warning: the response differs from the specification: /m)
  })
})
