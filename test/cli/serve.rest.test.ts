import { afterAll, describe, expect, it } from 'vitest'
import { killCommands, runCommand } from './built-command.ts'

afterAll(killCommands)

describe('a signal', () => {
  const instructions = expect.stringMatching(/\nCtrl-C stops the server\.\n$/)

  it.each(['SIGTERM', 'SIGINT'] as const)('of %s stops the command cleanly', async signal => {
    const command = runCommand(['serve', '--port', '0'])
    await command.url
    command.kill(signal)
    expect(await command.ended).toMatchObject({ status: 0, stderr: instructions })
  })

  it('of both kinds, one upon the other, stops it as cleanly as one', async () => {
    const command = runCommand(['serve', '--port', '0'])
    await command.url
    // A process that is stopped gets both at once when it goes on.
    for (const signal of ['SIGSTOP', 'SIGINT', 'SIGTERM', 'SIGCONT'] as const) command.kill(signal)
    expect(await command.ended).toMatchObject({ status: 0, stderr: instructions })
  })
})
