import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { startServer } from 'entity-screening-sdk/mock-server/node'
import { expect, it } from 'vitest'
import { bundle } from '../../bundle.ts'
import { countEntities, makePortfolio } from '../portfolio-rows.ts'

/** Each takes a second or more: `npm run nightly` asks for 50. */
const kills = Number(process.env.IMPORT_KILLS ?? 2)
const rows = 20_000
const portfolio = makePortfolio(rows)

/** What a process does that is killed: an import with a journal, as its parameters say. */
const program = `
  import { EntityScreening } from './src/index.ts'
  import { importPortfolio } from './src/portfolio/index.ts'
  const [baseUrl, apiKey, file, journal] = process.argv.slice(2)
  const client = new EntityScreening({ apiKey, baseUrl, timeout: 1000, logLevel: 'off' })
  const report = await importPortfolio(client, { file }, { journal, batchSize: 100, concurrency: 4, recheckDelay: 20 })
  console.log(JSON.stringify(report))
`

it(`${rows.toLocaleString('en')} rows arrive once each although the import is killed at ${kills} random moments`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-import-'))
  const script = join(folder, 'import.mjs')
  await bundle(program, script)
  const file = join(folder, 'portfolio.csv')
  await writeFile(file, portfolio.csv)
  const server = createMockServer({ entityLimit: 100_000, clock: 'real' })
  const { url, close } = await startServer(server)

  let killed = 0
  for (let imports = 0; killed < kills; imports += 1) {
    const { apiKey } = server.teams.create()
    for (const kind of ['lost_response', 'truncated', 'status', 'reset'] as const) {
      server.faults.add({ kind, probability: 0.02 })
    }
    const journal = join(folder, `${imports}.journal`)
    for (;;) {
      server.requests.clear()
      const child = spawn(process.execPath, [script, url, apiKey, file, journal])
      let output = ''
      let complaint = ''
      child.stdout.on('data', chunk => (output += chunk))
      child.stderr.on('data', chunk => (complaint += chunk))
      // The moment is counted in requests, so that a slow machine gets as far between two kills as a fast one.
      const fatal = 1 + Math.random() * 30
      const isDue = () => killed < kills && server.requests.list().length >= fatal
      const timer = setInterval(() => isDue() && child.kill('SIGKILL'), 1)
      const [status] = await once(child, 'close')
      clearInterval(timer)
      if (status === null) {
        killed += 1
        continue
      }
      expect(complaint).toBe('')
      expect(JSON.parse(output)).toMatchObject({
        rows,
        created: portfolio.goodLines,
        invalid: portfolio.badLines.length,
        duplicates: portfolio.duplicateLines.length,
        remaining: 0,
        stopped: null,
      })
      break
    }
    server.faults.remove()
    const team = new EntityScreening({ apiKey, baseUrl: url })
    expect(countEntities(await team.entities.list())).toEqual(portfolio.expected)
    expect(await readFile(journal, 'utf8')).not.toContain(apiKey)
  }
  expect((await readdir(folder)).filter(name => name.includes('journal-'))).toEqual([])
  await close()
  await rm(folder, { recursive: true })
})
