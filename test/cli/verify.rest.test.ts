import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { locateJournal } from '../../cli/journal/locate-journal.ts'
import { installCommand } from './built-command.ts'
import { clientOf, startVerified as service } from './services.ts'

const command = installCommand()

// The long run kills more often than a contributor's machine.
const kills = Number(process.env.IMPORT_KILLS ?? 8)

it('verify keeps a journal for one process', async () => {
  const other = await service()
  const both = ['verify', '--write', '--journal', 'shared.journal']
  const slow = { ...other.environment, ENTITY_SCREENING_VERIFY_PAUSE: '40' }
  const statuses = await Promise.all([command.runApart(both, slow), command.runApart(both, slow)])
  expect(statuses.map(({ status }) => status).sort()).toEqual([0, 1])
  expect((await clientOf(other.server).entities.list()).length).toBeLessThanOrEqual(8)
})

it(`verify, killed ${kills} times, leaves only entities that its journal names, and creates none twice`, async () => {
  const { server, environment } = await service({ clock: 'real' })
  const run = ['verify', '--write', '--journal', 'killed.journal']
  const slow = { ...environment, ENTITY_SCREENING_VERIFY_PAUSE: '15' }
  const names = async () => (await clientOf(server).entities.list()).map(({ name }) => name)
  const noted = async () =>
    (await locateJournal('--journal', join(command.folder, 'killed.journal')).inspect())?.lines.join() ?? ''
  for (let at = 0; at < kills; at += 1) {
    const child = command.start(run, slow)
    await wait(250 + ((at * 97) % 500))
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
    const journal = await noted()
    for (const name of await names()) expect(journal).toContain(name)
  }
  const size = (await names()).length
  expect((await command.runApart([...run, '--team-size', String(size)], environment)).status).not.toBe(1)
  expect((await names()).length).toBeLessThanOrEqual(8)
})
