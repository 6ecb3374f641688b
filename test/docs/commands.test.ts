import { globSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openDecisions } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { commandEntries } from '../../cli/catalogue.ts'
import { readFlags } from '../../cli/definition/flags.ts'
import { prepareCommand } from '../cli/call-command.ts'
import { clientOf, startService } from '../cli/services.ts'

const root = new URL('../../', import.meta.url)
const command = prepareCommand()

/** The words of each command line in the code blocks for shells, up to a pipe. */
function commandLines(): [page: string, words: string[]][] {
  const pages = ['README.md', ...globSync('docs/{,recipes/,advanced/}*.md', { cwd: root })]
  return pages
    .filter(page => page.endsWith('.md'))
    .flatMap(page => {
      const text = readFileSync(new URL(page, root), 'utf8')
      const lines = Array.from(text.matchAll(/^```(?:sh|bash)\n(.*?)^```/gms), ([, block = '']) =>
        block.split('\n'),
      )
      return lines.flat().flatMap((line): [string, string[]][] => {
        const [, rest] = /^(?:npx (?:-p entity-screening-sdk )?)?entity-screening (.*)$/.exec(line) ?? []
        if (rest === undefined) return []
        const [before = ''] = rest.split(/ [|&] ?/)
        return [
          [
            page,
            Array.from(
              before.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g),
              found => found[1] ?? found[2] ?? found[3] ?? '',
            ),
          ],
        ]
      })
    })
}

/** What one run has no use for: a server that does not end, and a database. */
const isRunnable = (words: readonly string[]) =>
  words[0] !== 'serve' && !words.some(word => word === 'HIT' || word.startsWith('postgres://'))

/** Writes the files that the commands read, without those that begin with a prefix. */
async function writeFiles(
  folder: string,
  id: string,
  { without }: { without: string | null },
): Promise<void> {
  const header = 'Customer no,name,type,country'
  const row = '1002,"Doe, Kim",person,DE'
  const result = `line,outcome,reason,entity_ids,${header}\n2,created,,${id},${row}\n`
  const texts = {
    'customers.csv': `${header}\n${row}\n`,
    'november.csv': `${header}\n${row}\n`,
    'december.csv': `${header}\n${row}\n`,
    'december-import.csv': `${header}\n${row}\n`,
    'december-create.csv': `${header}\n${row}\n`,
    'december-in-doubt.csv': `decision,place,entity_ids,${header}\n`,
    'december-customers.csv': result,
    'january.csv': `${header}\n${row}\n`,
    'january-import.csv': `${header}\n${row}\n`,
    'november-results.csv': result,
    'december-results.csv': result,
    'december-2-results.csv': result,
    'january-results.csv': result,
    'results.csv': `entity_ids,customer_no\n${id},1001\n`,
  }
  for (const [file, text] of Object.entries(texts))
    if (without === null || !file.startsWith(without)) await writeFile(join(folder, file), text)
  const hit = { key: JSON.stringify([id, 'pep']), content: '{}', isReadable: true }
  const proposal = { hit, verdict: 'unsure', reason: 'To be checked', by: 'ada' } as const
  await openDecisions(join(folder, 'decisions.log')).propose(proposal)
}

describe('the commands in the documents', () => {
  it('are found', () => {
    const names = commandLines().map(([, [name = '']]) => name)
    for (const name of ['import', 'network', 'report', 'watch', 'doctor', 'serve', 'verify'])
      expect(names).toContain(name)
  })

  it.each(commandLines())('have flags that exist: %s, %j', async (_, [name = '', ...parameters]) => {
    const entry = commandEntries.get(name)
    expect(entry).toBeDefined()
    const flags = (await entry?.load())?.flags ?? {}
    expect(() => readFlags(name, flags, parameters)).not.toThrow()
  })

  it.each(commandLines().filter(([, words]) => isRunnable(words)))(
    'do what they say: %s, %j',
    { tags: 'long' },
    async (_, words) => {
      // A screening that takes seconds has ended when --wait looks for the first time.
      const { server, environment } = await startService({ clock: { speed: 100_000 } })
      const { id } = await clientOf(server).entities.create({ type: 'organization', name: 'Nordwind GmbH' })
      // A journal and a watch state belong to one service, and each command has a service of its own here.
      for (const file of globSync('!(package.json)', { cwd: command.folder }))
        await rm(join(command.folder, file), { recursive: true })
      const newFile = words[words.indexOf('--key') - 1]
      const isFirstComparison = words[0] === 'compare' && !words.includes('--replace')
      const results = words.includes('--results') ? (words[words.indexOf('--results') + 1] ?? null) : null
      const without = isFirstComparison ? `${newFile?.replace('.csv', '')}-` : results
      await writeFiles(command.folder, id, { without })
      const given = words.map(word => (word === 'ID' ? id : word))
      const line = words[0] === 'watch' && !words.includes('--once') ? [...given, '--for', '50ms'] : given
      const { status, stderr } = await command.run(line, {
        ...environment,
        ENTITY_SCREENING_VERIFY_PAUSE: '1',
        ENTITY_SCREENING_WEBHOOK_SECRET: `whsec_${btoa('x'.repeat(24))}`,
      })
      // 3 is a result, too: verify finds what differs, hits are in doubt.
      expect([0, 3], stderr).toContain(status)
    },
  )
})
