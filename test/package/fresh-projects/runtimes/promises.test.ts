import { expect, it } from 'vitest'
import { bun, runtimeNames } from './runtimes.ts'
import { startService } from './service.ts'
import { describeRuntimes } from './use-runtimes.ts'

/** Bun looks at the native state of a promise. */
const bunTest = (baseUrl: string) => `
  import { expect, test } from 'bun:test'
  import { EntityScreening } from 'entity-screening-sdk'
  const client = new EntityScreening({ apiKey: 'key-of-the-runtimes', baseUrl: '${baseUrl}', maxRetries: 0 })
  test('a list resolves', () => expect(client.entities.list()).resolves.toEqual([]))
  test('a missing entity rejects', () => expect(client.entities.network('.')).rejects.toThrow())
  test('a failed call rejects', async () => {
    const unreachable = client.withOptions({ baseUrl: 'http://127.0.0.1:4' })
    await expect(unreachable.entities.list()).rejects.toThrow()
  })
`

describeRuntimes(runtimeNames, ({ name, project, run }) => {
  it('returns a promise that is native, and continues as a plain one', async () => {
    const { result } = await run('promises', 'instance of Promise')
    expect(result).toEqual([true, true, 0])
  })

  it('has a fake of a call for tests', async () => {
    const { result } = await run('promises', 'fake')
    expect(result).toEqual([true, true, true])
  })

  if (name === 'bun')
    it('returns what the matchers of Bun wait for', async () => {
      const service = await startService()
      await project().write('promise.test.mjs', bunTest(service.url))
      const { status, stderr } = await project().run(bun, ['test', './promise.test.mjs'])
      await service.close()
      expect(stderr).toContain('3 pass')
      expect(status).toBe(0)
    })
})
