import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importPortfolio, partitionPortfolio } from 'entity-screening-sdk/portfolio'
import { expect, it, onTestFinished } from 'vitest'
import { createTeam, requireWholeness } from '../team.ts'

async function writeCustomers(count: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-shrinking-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'customers.csv')
  const lines = Array.from({ length: count }, (_, number) => `Company ${number + 1} of a long list,org,DE`)
  await writeFile(file, `${['name,type,country', ...lines].join('\n')}\n`)
  return file
}

it('an import of a file that becomes shorter while it is read fails, and imports no row that was cut', {
  tags: 'long',
}, async () => {
  const file = await writeCustomers(20_000)
  // In the middle of a row.
  const team = createTeam({}, server => async request => {
    if (request.method === 'GET') await truncate(file, 200_007)
    return server.fetch(request)
  })
  const report = await importPortfolio(team.client, { file })
  requireWholeness(report)
  expect(report).toMatchObject({
    hasUnreadRows: true,
    stopped: {
      cause: 'failed',
      error: {
        message: expect.stringMatching(/^it became shorter while it was read: 200007 of \d+ bytes are left$/),
      },
    },
  })
  expect(report.created + report.remaining).toBe(report.rows)
  for (const name of await team.names()) expect(name).toMatch(/ of a long list$/)
})

it('a file that is read to its end has no unread rows', { tags: 'long' }, async () => {
  const file = await writeCustomers(5000)
  const report = await importPortfolio(createTeam().client, { file })
  expect(report).toMatchObject({ created: 5000, hasUnreadRows: false, stopped: null })
  expect((await partitionPortfolio({ file }, 1))[0]).toMatchObject({ rows: 5000 })
})
