import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandEntries } from '../../cli/catalogue.ts'
import { prepareCommand } from './call-command.ts'

const command = prepareCommand()

async function scriptFor(shell: string): Promise<string> {
  const { status, stdout, stderr } = await command.run(['completion', shell], {})
  expect([status, stderr]).toEqual([0, ''])
  const file = join(command.folder, `completion.${shell}`)
  await writeFile(file, stdout)
  return file
}

function isThere(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const run = (shell: string, parameters: readonly string[]) =>
  execFileSync(shell, parameters, { encoding: 'utf8' })

/** What is typed, and what the shell may offer for it. */
const typed: readonly (readonly [line: readonly string[], offered: readonly string[]])[] = [
  [['sea'], ['search']],
  [['dec'], ['decide', 'decisions']],
  [
    ['search', ''],
    ['organizations', 'persons', 'entities'],
  ],
  [
    ['list', '--c'],
    ['--country', '--csv'],
  ],
  [
    ['exposure', '7', '--fail-on', ''],
    ['blocked', 'possible', 'incomplete'],
  ],
  [['report', '--rule', 'amlr'], ['amlr']],
  [
    ['completion', ''],
    ['bash', 'zsh', 'fish'],
  ],
  [['import', 'st'], ['status']],
]

describe('completion', () => {
  it('for bash has every flag of every command', async () => {
    const file = await scriptFor('bash')
    for (const [name, { load }] of commandEntries) {
      const { flags } = await load()
      const wanted = ['--help', ...Object.keys(flags).map(flag => `--${flag}`)]
      expect(
        offeredBy(file, [name, '--'])
          .filter(word => word.startsWith('--'))
          .sort(),
      ).toEqual(wanted.sort())
    }
  })

  it.each(typed)('for bash offers, for %j, %j', async (line, offered) => {
    const words = offeredBy(await scriptFor('bash'), line)
    expect(words.filter(word => !word.startsWith('--') || line.at(-1)?.startsWith('--'))).toEqual(
      expect.arrayContaining([...offered]),
    )
    if (line.at(-1) !== '') expect(words).toHaveLength(offered.length)
  })

  it.runIf(isThere('fish')).each(typed)('for fish offers, for %j, %j', async (line, offered) => {
    const last = line
      .map(word => word || "''")
      .join(' ')
      .replace(/''$/, '')
    const script = `source ${await scriptFor('fish')}; complete -C 'entity-screening ${last}'`
    const words = run('fish', ['-c', script]).split('\n')
    expect(words.map(word => word.split('\t')[0])).toEqual(expect.arrayContaining([...offered]))
  })

  it.runIf(isThere('zsh'))('for zsh loads', async () => {
    const script = `source ${await scriptFor('zsh')} && print -r -- $_comps[entity-screening]`
    expect(run('zsh', ['-fc', script])).toContain('_entity_screening')
  })
})

/** What a real bash makes of a line. */
function offeredBy(file: string, line: readonly string[]): string[] {
  const script = `source '${file}'
COMP_WORDS=(entity-screening "$@"); COMP_CWORD=$#
_entity_screening; printf '%s\\n' "\${COMPREPLY[@]}"`
  const said = run('bash', ['-c', script, 'bash', ...line])
  return said.trim().split('\n')
}
