import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { installCommand } from '../built-command.ts'

const command = installCommand()

describe('a proxy that refuses to connect', () => {
  it.each([
    [407, /^Put the user name and password of the proxy into HTTPS_PROXY\.$/],
    [403, /NO_PROXY\.$/],
    [502, /NO_PROXY\.$/],
  ])('is named by doctor, and nothing was sent: %i', async (status, advice) => {
    const proxy = createServer()
    proxy.on('connect', (_, socket) => void socket.end(`HTTP/1.1 ${status} No\r\n\r\n`))
    await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void proxy.close())
    const place = `127.0.0.1:${(proxy.address() as AddressInfo).port}`
    const environment = { NODE_USE_ENV_PROXY: '1', HTTPS_PROXY: `http://user:secret@${place}` }
    const line = ['doctor', '--json', '--base-url', 'https://service.example']
    const { stdout } = await command.runApart(line, environment)
    expect(stdout).not.toContain('secret@')
    expect(JSON.parse(stdout).checks.at(-1)).toEqual({
      check: 'connection',
      status: 'fail',
      says: `the proxy ${place} refuses the connection (${status}); nothing was sent to the service`,
      advice: expect.stringMatching(advice),
    })
  })
})
