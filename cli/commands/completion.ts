import { type Command, type CommandEntry, defineCommand } from '../definition/command.ts'
import { parseChoice } from '../definition/flags.ts'
import { exit } from '../failure.ts'

const shells = ['bash', 'zsh', 'fish'] as const

export const createCompletionCommand = (commands: ReadonlyMap<string, CommandEntry>): Command =>
  defineCommand({
    name: 'completion',
    usage: 'bash|zsh|fish',
    about: `Prints a script with which a shell completes commands, flags and their values. Load it in the start file of the shell.`,
    flags: {},
    shared: {},
    expects: 'bash, zsh or fish',
    words: shells,
    exits: { 130: undefined },
    examples: ['completion bash >> ~/.bashrc', 'completion zsh >> ~/.zshrc', 'completion fish | source'],
    async run({ argument, output }) {
      const shell = parseChoice('completion', argument, shells)
      const loaded = await Promise.all(
        Array.from(commands, async ([name, { load, summary }]) => ({ name, summary, command: await load() })),
      )
      await output.lines(shell === 'fish' ? fishLines(loaded) : bashLines(loaded, shell))
      return exit.done
    },
  })

interface LoadedCommand {
  readonly name: string
  readonly summary: string
  readonly command: Command
}

/**
 * Converts the allowed values of a flag from the form in the help text, `low|medium|high`, to words separated by spaces.
 * Returns an empty text for a flag that accepts any value.
 */
function listChoices(value = ''): string {
  return /^[a-z_]+(\|[a-z_]+)+$/.test(value) ? value.replaceAll('|', ' ') : ''
}

/** Returns the script for bash and zsh. If the script offers no words, the shell completes file names. */
function bashLines(entries: readonly LoadedCommand[], shell: 'bash' | 'zsh'): string[] {
  const names = entries.map(({ name }) => name).join(' ')
  const cases = entries.flatMap(({ name, command: { flags, words } }) => [
    ...Object.entries(flags).flatMap(([flag, { value }]) =>
      value === undefined ? [] : [`    "${name} --${flag}") words="${listChoices(value)}" ;;`],
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
  const zshSetup = shell === 'zsh' ? ['autoload -U +X compinit bashcompinit && compinit && bashcompinit'] : []
  return [...zshSetup, ...script.split('\n')]
}

function fishLines(entries: readonly LoadedCommand[]): string[] {
  const complete = 'complete -c entity-screening'
  const quoteForFish = (text: string) => `'${text.replace(/[\\']/g, '\\$&')}'`
  return entries.flatMap(({ name, summary, command: { flags, words } }) => {
    const forCommand = `${complete} -n '__fish_seen_subcommand_from ${name}'`
    return [
      `${complete} -n __fish_use_subcommand -f -a ${name} -d ${quoteForFish(summary)}`,
      ...(words.length > 0 ? [`${forCommand} -a ${quoteForFish(words.join(' '))}`] : []),
      ...Object.entries(flags).map(([flag, { value, description }]) => {
        const choices = listChoices(value)
        const choicesOption = choices === '' ? ' -r' : ` -x -a ${quoteForFish(choices)}`
        return `${forCommand} -l ${flag}${value === undefined ? '' : choicesOption} -d ${quoteForFish(description)}`
      }),
    ]
  })
}
