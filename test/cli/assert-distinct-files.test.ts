import { link, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { prepareCommand } from './call-command.ts'
import { startService } from './services.ts'

const command = prepareCommand()
const content = 'name,type,country\nNordwind GmbH,organization,DE\nKim Doe,alien,DE\n'

beforeAll(async () => {
  const inFolder = (file: string) => join(command.folder, file)
  await writeFile(inFolder('in.csv'), content)
  await symlink('in.csv', inFolder('soft.csv'))
  await symlink('soft.csv', inFolder('softer.csv'))
  await link(inFolder('in.csv'), inFolder('hard.csv'))
  await symlink('new.csv', inFolder('dangling.csv'))
  await symlink('circle.csv', inFolder('circle.csv'))
  await mkdir(inFolder('folder'))
  await symlink('folder', inFolder('way'))
})

describe('a command overwrites none of its own files', () => {
  it.each([
    ...['in.csv', 'soft.csv', 'softer.csv', 'hard.csv', 'way/../in.csv'].map(file => [
      ['import', 'in.csv', '--problems', file],
      'FILE and --problems',
    ]),
    [['import', 'soft.csv', '--problems', 'hard.csv'], 'FILE and --problems'],
    [['import', 'in.csv', '--journal', 'hard.csv'], 'FILE and --journal'],
    [['import', 'in.csv', '--journal', 'new.csv', '--problems', 'dangling.csv'], '--journal and --problems'],
    [
      ['import', 'in.csv', '--journal', 'folder/j.csv', '--problems', 'way/j.csv'],
      '--journal and --problems',
    ],
    [['import', '-', '--key-file', 'in.csv', '--problems', 'hard.csv'], '--key-file and --problems'],
    [['network', '7', '--svg', 'soft.csv', '--key-file', 'hard.csv'], '--key-file and --svg'],
    [['network', '7', '--svg', 'in.csv', '--key-file', 'hard.csv'], '--key-file and --svg'],
    [['report', '7', '--html', 'in.csv', '--json', 'hard.csv'], '--html and --json'],
    [['verify', '--replay', 'in.csv', '--out', 'soft.csv'], '--out and --replay'],
    [['verify', '--behaviour', 'in.csv', '--out', 'hard.csv'], '--behaviour and --out'],
    [['hits', '7', '--log', 'in.csv', '--key-file', 'hard.csv'], '--key-file and --log'],
    [['watch', '--state', 'in.csv', '--key-file', 'soft.csv'], '--key-file and --state'],
    [['serve', '--data', 'in.csv', '--state', 'soft.csv'], '--data and --state'],
  ] as [string[], string][])('%j', async (line, names) => {
    const { server, environment } = await startService()
    expect(await command.run(line, environment, content)).toEqual({
      status: 2,
      stdout: '',
      stderr: `entity-screening: ${names} must be different files\n`,
    })
    expect(await readFile(join(command.folder, 'in.csv'), 'utf8')).toBe(content)
    expect(server.requests.list()).toEqual([])
  })

  it('a circle of links is not a file', async () => {
    const { environment } = await startService()
    const outcome = await command.run(
      ['import', 'in.csv', '--problems', 'circle.csv', '--replace'],
      environment,
    )
    expect(outcome).toMatchObject({ status: 1, stderr: expect.stringContaining('too many symbolic links') })
  })
})

it.skipIf(process.platform === 'win32')(
  'the problems of an import can be read by their owner only',
  async () => {
    const { environment } = await startService()
    await writeFile(join(command.folder, 'old.csv'), 'what was there', { mode: 0o644 })
    for (const file of ['fresh.csv', 'old.csv']) {
      const line = ['import', 'in.csv', '--problems', file, '--replace']
      const { status } = await command.run(line, environment)
      expect(status).toBe(3)
      expect((await stat(join(command.folder, file))).mode & 0o777).toBe(0o600)
      expect(await readFile(join(command.folder, file), 'utf8')).toMatch(/^line,column,kind/)
    }
  },
)
