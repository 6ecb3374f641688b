import { describe, expect, it } from 'vitest'
import { prepareCommand } from './call-command.ts'
import { startWithTwo } from './services.ts'

const command = prepareCommand()

describe('rescan --wait', () => {
  it('ends when each entity shows a new result', async () => {
    const { environment, client } = await startWithTwo({ clock: 'stepping' })
    const { status, stdout } = await command.run(['rescan', '--all', '--wait', '1m'], environment)
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: '2 entities rescanned, 0 failed, 0 without a new result\n',
    })
    expect((await client.entities.list()).map(({ caseStatus }) => caseStatus)).not.toContain('NOT_STARTED')
  })
})
