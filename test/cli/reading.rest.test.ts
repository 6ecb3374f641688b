import { once } from 'node:events'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { BulkEntityInput } from '../../src/model/bulk.ts'
import { installCommand, outcomeOf } from './built-command.ts'
import { clientOf, startService } from './services.ts'

const command = installCommand()

function manyPersons(row: number): BulkEntityInput {
  return { type: 'person', firstName: 'Ilse', lastName: `Brandt ${row}`, countryCode: 'DE' }
}

describe('list', () => {
  it('ends quietly if its reader has gone, and immediately at a second signal', async () => {
    const { server, environment } = await startService({ entityLimit: 5000 })
    const rows = Array.from({ length: 1000 }, (_, row) => manyPersons(row))
    for (let batch = 0; batch < 5; batch += 1) await clientOf(server).entities.createBulk(rows)

    const left = command.start(['list', '--json'], environment)
    const ended = outcomeOf(left)
    await once(left.stdout, 'data')
    left.stdout.destroy()
    expect(await ended).toMatchObject({ status: 0, stderr: '' })

    const stuck = command.start(['list', '--json'], environment)
    await once(stuck.stdout, 'readable')
    // Until its output has filled what is between the processes, a signal ends it at once.
    await new Promise(resolve => setTimeout(resolve, 1500))
    stuck.kill('SIGINT')
    await new Promise(resolve => setTimeout(resolve, 700))
    expect(stuck.exitCode).toBeNull()
    // Two signals are one to a process that had no turn between them.
    const again = setInterval(() => stuck.kill('SIGINT'), 1000)
    onTestFinished(() => clearInterval(again))
    stuck.kill('SIGINT')
    expect(await once(stuck, 'exit')).toEqual([130, null])
  })
})
