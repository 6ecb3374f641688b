import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { installCommand, killCommands, outcomeOf, runCommand } from './built-command.ts'
import { namesIn, waitForBulks, writePersons } from './import/imported.ts'
import { startService } from './services.ts'

const command = installCommand()
afterAll(killCommands)

it('the built command serves, reads what it serves, and ends at SIGTERM', async () => {
  const environment = { ENTITY_SCREENING_API_KEY: 'smoke-key' }
  const data = join(command.folder, 'list.json')
  await writeFile(data, JSON.stringify([{ id: 'acme', type: 'organization', name: 'Acme Castings Ltd' }]))
  const serve = runCommand(['serve', '--port', '0', '--key', 'smoke-key', '--data', data])
  const list = await command.runApart(['list', '--json', '--base-url', await serve.url], environment)
  expect(list).toMatchObject({ status: 0, stderr: '' })
  expect(JSON.parse(list.stdout)).toMatchObject([{ id: 'acme', name: 'Acme Castings Ltd' }])
  serve.kill('SIGTERM')
  expect(await serve.ended).toMatchObject({ status: 0 })
})

it('a killed import creates each row once when it runs again with its journal', async () => {
  const { server, environment } = await startService({ latency: 50, clock: 'real' })
  const file = await writePersons(command.folder, 10)
  const flags = ['--batch-size', '1', '--concurrency', '1', '--timeout', '300ms', '--recheck-delay', '50ms']
  const line = ['import', file, '--journal', `${file}.journal`, ...flags]
  const child = command.start(line, environment)
  const ended = outcomeOf(child)
  await waitForBulks(server, 3)
  child.kill('SIGKILL')
  expect(await ended).toMatchObject({ status: null })
  expect((await namesIn(server)).length).toBeLessThan(10)
  expect(await command.runApart(line, environment)).toMatchObject({ status: 0 })
  const names = await namesIn(server)
  expect([names.length, new Set(names).size]).toEqual([10, 10])
})
