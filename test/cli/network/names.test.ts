import { describe, expect, it } from 'vitest'
import { prepareCommand } from '../call-command.ts'
import { clientOf, startScreened, startService } from '../services.ts'

const command = prepareCommand()

const commands: [string, ...string[]][] = [['network'], ['hits'], ['owners', '--rule', 'amld'], ['exposure']]

describe('a command that reads an entity', () => {
  it.each(commands)('%s accepts the name that one entity has, and prints its ID', async (name, ...flags) => {
    const { environment, id } = await startScreened()
    const byId = await command.run([name, id, ...flags], environment)
    const byName = await command.run([name, 'HALFMOON minerals Oy', ...flags], environment)
    expect(byName.stdout).toBe(byId.stdout)
    expect(byName.status).toBe(byId.status)
    expect(byName.stderr).toBe(`Halfmoon Minerals Oy is ${id}\n${byId.stderr}`)
  })

  it.each(commands)(
    '%s refuses a name that two entities have, and lists their IDs',
    async (name, ...flags) => {
      const { server, environment } = await startService()
      const { entities } = clientOf(server)
      const twins = [1, 2].map(() => entities.create({ type: 'organization', name: 'Quiet Harbour Ltd' }))
      const ids = (await Promise.all(twins)).map(({ id }) => id)
      const { status, stdout, stderr } = await command.run([name, 'Quiet Harbour Ltd', ...flags], environment)
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
      expect(stderr).toContain('2 entities have the name "Quiet Harbour Ltd": give an ID, ')
      for (const id of ids) expect(stderr).toContain(id)
    },
  )

  it('prefers an ID to an equal name', async () => {
    const { server, environment } = await startService()
    const { entities } = clientOf(server)
    const { id } = await entities.create({ type: 'organization', name: 'Halfmoon Minerals Oy' })
    await entities.create({ type: 'organization', name: id })
    server.clock.settle()
    const { stdout, stderr } = await command.run(['network', id], environment)
    expect(stdout).toMatch(/^Network of Halfmoon Minerals Oy: /)
    expect(stderr).toBe('')
  })

  it('does not take a part of a name, or a name that is spelled otherwise', async () => {
    const { environment } = await startScreened()
    for (const name of ['Halfmoon', 'Hálfmoon Minerals Oy']) {
      const { status, stderr } = await command.run(['exposure', name], environment)
      expect(status).toBe(1)
      expect(stderr).toMatch(/^No entity has this ID or exact name\. /)
    }
  })
})
