import { type Command, type CommandEntry, defineCommand } from '../definition/command.ts'
import { oneOf } from '../definition/flags.ts'
import { exit } from '../failure.ts'

const shells = ['bash', 'zsh', 'fish'] as const

export const completionOf = (commands: ReadonlyMap<string, CommandEntry>) =>
  defineCommand({
    name: 'completion',
    usage: 'bash|zsh|fish',
    about: `Prints a script with which a shell completes commands, flags and their values. Load it in the start file of the shell.`,
    flags: {},
    shared: {},
    takes: 'bash, zsh or fish',
    words: shells,
    exits: { 130: undefined },
    examples: ['completion bash >> ~/.bashrc', 'completion zsh >> ~/.zshrc', 'completion fish | source'],
    async run({ argument, output }) {
      const shell = oneOf('completion', argument, shells)
      const loaded = await Promise.all(
        Array.from(commands, async ([name, { load, summary }]) => ({ name, summary, ...(await load()) })),
      )
      await output.lines(shell === 'fish' ? fishLines(loaded) : bashLines(loaded, shell))
      return exit.done
    },
  })

interface Entry {
  readonly name: string
  readonly summary: string
  readonly command: Command
}

/** The values of a flag that has a few, as its help shows them. */
function choicesOf(value = ''): string {
  return /^[a-z_]+(\|[a-z_]+)+$/.test(value) ? value.replaceAll('|', ' ') : ''
}

/** Files are what a shell completes where the function knows nothing. */
function bashLines(entries: readonly Entry[], shell: 'bash' | 'zsh'): string[] {
  const names = entries.map(({ name }) => name).join(' ')
  const cases = entries.flatMap(({ name, command: { flags, words } }) => [
    ...Object.entries(flags).flatMap(([flag, { value }]) =>
      value === undefined ? [] : [`    "${name} --${flag}") words="${choicesOf(value)}" ;;`],
    ),
    `    "${name} "*) words="${[...words, ...Object.keys(flags).map(flag => `--${flag}`), '--help'].join(' ')}" ;;`,
  ])
  const script = `_entity_screening() {
  local current="\${COMP_WORDS[COMP_CWORD]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    words="${names} help --help --version"
  else case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD-1]}" in
    "help "*) words="${names}" ;;
${cases.join('\n')}
  esac; fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _entity_screening entity-screening`
  const before = shell === 'zsh' ? ['autoload -U +X compinit bashcompinit && compinit && bashcompinit'] : []
  return [...before, ...script.split('\n')]
}

function fishLines(entries: readonly Entry[]): string[] {
  const complete = 'complete -c entity-screening'
  const quoted = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
  return entries.flatMap(({ name, summary, command: { flags, words } }) => {
    const inside = `${complete} -n '__fish_seen_subcommand_from ${name}'`
    return [
      `${complete} -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
      ...(words.length > 0 ? [`${inside} -a ${quoted(words.join(' '))}`] : []),
      ...Object.entries(flags).map(([flag, { value, says }]) => {
        const choices = choicesOf(value)
        const given = choices === '' ? ' -r' : ` -x -a ${quoted(choices)}`
        return `${inside} -l ${flag}${value === undefined ? '' : given} -d ${quoted(says)}`
      }),
    ]
  })
}
