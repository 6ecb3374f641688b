import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { EntityScreening } from 'entity-screening-sdk'
import { importPortfolio, rescanAll } from 'entity-screening-sdk/portfolio'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { operations } from '../../../src/contract/operations.ts'
import { byRequest } from '../../by-request.ts'
import { ways } from '../../transport/every-operation/ways.ts'
import { everythingOf, expectNoKey, nastyKey, spellingsOf } from './exposure.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entity-screening-secrecy-'))
})
afterAll(() => rm(folder, { recursive: true }))

const sentence = spellingsOf(nastyKey).join(' ')
const rows = ['Ara', 'Bos', 'Cid'].map(name => ({ type: 'organization', name, countryCode: 'DE' }) as const)
const listed = ways.find(({ name }) => name === 'entities.list')?.good

/** A client of a service that behaves as it should but for one operation, and all that its log and hooks were told. */
function clientOf(operation: keyof typeof operations, status: number, body: unknown) {
  const told: string[] = []
  const write = (line: string) => void told.push(line)
  const tell = (context: object) => void told.push(everythingOf(context))
  const { method, path } = operations[operation]
  const place = new RegExp(`${path.replace('{id}', '[^/]+')}$`)
  const client = new EntityScreening({
    apiKey: nastyKey,
    baseUrl: 'http://in-process',
    maxRetries: 0,
    logger: { error: write, warn: write, info: write, debug: write },
    logLevel: 'debug',
    hooks: { beforeRequest: tell, afterResponse: tell },
    onQuirk: tell,
    fetch: byRequest(async request => {
      if (request.method === method && place.test(request.url)) {
        return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status })
      }
      return new Response(operation === 'rescanEntity' ? JSON.stringify(listed) : '[]')
    }),
  })
  return { client, told }
}

const error = (statusCode: number) => ({ statusCode, success: false, error: sentence })
const summary = (errors: unknown[]) => ({
  success: true,
  data: { successCount: 0, errorCount: errors.length, errors },
})

describe('an import', () => {
  it.each<[string, keyof typeof operations, number, unknown]>([
    [
      'rows that are refused',
      'createEntitiesBulk',
      201,
      summary([1, 2, 3].map(row => `Row ${row}: ${sentence}`)),
    ],
    [
      'rows that are refused by no number',
      'createEntitiesBulk',
      201,
      summary(rows.map(({ name }) => `${name} ${sentence}`)),
    ],
    [
      'rows that are refused by no text',
      'createEntitiesBulk',
      201,
      summary(rows.map(({ name }) => ({ name, [sentence]: sentence }))),
    ],
    ['requests that are refused', 'createEntitiesBulk', 400, error(400)],
    ['a key that is refused', 'createEntitiesBulk', 401, error(401)],
    ['a limit that is reached', 'createEntitiesBulk', 403, error(403)],
    ['a service that fails', 'createEntitiesBulk', 500, `<html>${sentence}</html>`],
    ['an answer that cannot be read', 'createEntitiesBulk', 201, `<html>${sentence}</html>`],
    ['a list that is refused', 'listEntities', 401, error(401)],
    ['a list that cannot be read', 'listEntities', 200, `[{"id":"e1"},${sentence}`],
  ])(
    'with %s has no key in journal, report, problems and progress',
    async (name, operation, status, body) => {
      const { client, told } = clientOf(operation, status, body)
      const journal = join(folder, `${name}.journal`)
      const shown: unknown[] = []
      const run = () =>
        importPortfolio(client, rows, {
          journal,
          recheckDelay: 1,
          giveUpAfter: 50,
          onProgress: progress => shown.push(progress),
          onProblem: problem => shown.push(problem),
        }).then(
          report => shown.push(report),
          failure => shown.push(failure),
        )
      await run()
      // Again, for it then tells what the journal says.
      await run()
      expect(everythingOf(shown)).toMatch(/\[redacted\]|cannot be read|in time/)
      expectNoKey(shown.map(everythingOf).join('\n'))
      expectNoKey(await readFile(journal, 'utf8'))
      expectNoKey(told.join('\n'))
    },
  )
})

describe('a rescanning', () => {
  it.each<[string, number, unknown]>([
    ['entities that are refused', 404, error(404)],
    ['a key that is refused', 401, error(401)],
    ['a service that asks to wait', 429, error(429)],
    ['a service that fails', 500, `<html>${sentence}</html>`],
    ['answers that cannot be read', 200, `<html>${sentence}</html>`],
  ])('with %s has no key in its report and progress', async (_, status, body) => {
    const { client, told } = clientOf('rescanEntity', status, body)
    const shown: unknown[] = []
    const report = await rescanAll(client, 'all', {
      giveUpAfter: 0,
      onProgress: progress => shown.push(progress),
    })
    expect(report.failed.length + report.remaining.length).toBe(1)
    expect(everythingOf([report, ...report.failed, report.stopped])).toMatch(/\[redacted\]|cannot be read/)
    expectNoKey([report, ...report.failed, report.stopped, ...shown].map(everythingOf).join('\n'))
    expectNoKey(told.join('\n'))
  })
})
