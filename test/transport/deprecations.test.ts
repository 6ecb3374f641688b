import { readFileSync } from 'node:fs'
import type { ClientOptions } from 'entity-screening-sdk'
import { expect, it } from 'vitest'
import { deprecations } from '../../src/transport/deprecations.ts'
import { answering } from '../answering.ts'

function listening(options: ClientOptions = {}) {
  const heard: string[] = []
  const ignore = () => {}
  const logger = { error: ignore, warn: (line: string) => void heard.push(line), info: ignore, debug: ignore }
  const { client, sent } = answering({ results: [] }, {}, { logger, logLevel: 'warn', ...options })
  return { client, sent, heard }
}

it('what is deprecated goes on working, and the log is told once, by clients derived from this one too', async () => {
  const { client, sent, heard } = listening()
  await client.search.persons({ fullName: 'Ilse Brandt' })
  expect(heard).toEqual([])
  await client.search.persons({ name: 'Ilse Brandt' })
  await client.search.persons({ name: 'Ilse Brandt' })
  await client.with({ timeout: 1000 }).search.persons({ name: 'Ilse Brandt' })
  expect(sent.map(({ body }) => body)).toEqual([
    { full_name: 'Ilse Brandt' },
    ...Array.from({ length: 3 }, () => ({ name: 'Ilse Brandt' })),
  ])
  expect(heard).toEqual([`entity-screening deprecated (person_name): ${deprecations.person_name}`])
})

it('each logger is told, and none that wants no warnings', async () => {
  const [first, second, silent] = [listening(), listening(), listening({ logLevel: 'error' })]
  for (const { client } of [first, second, silent]) await client.search.persons({ name: 'Ilse Brandt' })
  expect([first, second, silent].map(({ heard }) => heard.length)).toEqual([1, 1, 0])
})

it('docs/migration-and-versioning.md lists what is deprecated, and nothing else', () => {
  const page = readFileSync(new URL('../../docs/migration-and-versioning.md', import.meta.url), 'utf8')
  const [, section = ''] = page.split('\n## What is deprecated\n')
  const listed = Array.from(section.split('\n## ')[0]?.matchAll(/^\| `(\w+)` \|/gm) ?? [], ([, code]) => code)
  expect(listed.filter(code => code !== 'code')).toEqual(Object.keys(deprecations))
})
