import { parseArgs } from 'node:util'
import { startServer } from '../mock-server/adapters/node.ts'
import { createMockServer, dialects } from '../mock-server/index.ts'
import { isKey } from '../mock-server/state/teams.ts'
import { UsageError } from './usage.ts'

export const serveHelp = `entity-screening serve: the Entity Screening Service in memory, over HTTP

  --port N             port; 0 picks a free one            ENTITY_SCREENING_PORT          (4010)
  --host ADDRESS       address to listen on                ENTITY_SCREENING_HOST          (127.0.0.1)
  --key KEY[=TEAM]     an API key and its team; repeatable ENTITY_SCREENING_KEYS          (test-key=team-1)
  --seed N             the same seed gives the same data   ENTITY_SCREENING_SEED          (1)
  --clock MODE         real or manual                      ENTITY_SCREENING_CLOCK         (real)
  --dialect NAME       documented, sample or mixed         ENTITY_SCREENING_DIALECT       (documented)
  --entity-limit N     entities a team                     ENTITY_SCREENING_ENTITY_LIMIT  (10000)

ENTITY_SCREENING_KEYS may hold several, divided by commas.

Examples:
  entity-screening serve --port 4010 --key my-key=my-team
  entity-screening serve --clock manual    # curl -X POST http://127.0.0.1:4010/__admin/clock/settle
`

type Environment = Readonly<Record<string, string | undefined>>

/** Serves until it is told to stop. */
export async function serve(parameters: string[], environment: Environment): Promise<void> {
  const flags = parseFlags(parameters)
  const value = (flag: Exclude<keyof typeof flags, 'key'>) =>
    flags[flag] ?? (environment[`ENTITY_SCREENING_${flag.replace('-', '_').toUpperCase()}`] || undefined)
  const keys = flags.key ?? (environment.ENTITY_SCREENING_KEYS || 'test-key=team-1').split(',')
  const server = createMockServer({
    keys: Object.fromEntries(keys.map(parseKey)),
    seed: wholeNumber('--seed', value('seed')),
    clock: oneOf('--clock', value('clock') ?? 'real', ['real', 'manual']),
    dialect: oneOf('--dialect', value('dialect') ?? 'documented', dialects),
    entityLimit: wholeNumber('--entity-limit', value('entity-limit')),
  })
  const running = await startServer(server, {
    port: wholeNumber('--port', value('port')) ?? 4010,
    host: value('host'),
  }).catch((error: unknown) => {
    throw new Error(`cannot listen: ${error instanceof Error ? error.message : String(error)}`)
  })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void running.close())
  process.stdout.write(`listening on ${running.url}\n`)
}

function parseFlags(parameters: string[]) {
  try {
    return parseArgs({
      args: parameters,
      options: {
        port: { type: 'string' },
        host: { type: 'string' },
        key: { type: 'string', multiple: true },
        seed: { type: 'string' },
        clock: { type: 'string' },
        dialect: { type: 'string' },
        'entity-limit': { type: 'string' },
      },
    }).values
  } catch (error) {
    const problem = error instanceof Error ? error.message.replace(/\.$/, '') : String(error)
    throw new UsageError(`${problem}. See entity-screening serve --help.`)
  }
}

/** KEY=TEAM, or KEY alone for the team "team-1"; a key may itself end in "=", a team's name may not hold one. */
function parseKey(given: string): [string, string] {
  const at = given.lastIndexOf('=')
  const [key, team] =
    at > 0 && at < given.length - 1 ? [given.slice(0, at), given.slice(at + 1)] : [given, 'team-1']
  if (!isKey(key)) throw new UsageError('--key must be KEY or KEY=TEAM, the key without spaces')
  return [key, team]
}

function wholeNumber(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  const number = Number(given)
  if (!/^\d+$/.test(given) || !Number.isSafeInteger(number))
    throw new UsageError(`${flag} must be a whole number, not "${given}"`)
  if (flag === '--port' && number > 65_535) throw new UsageError('--port must be from 0 to 65535')
  return number
}

function oneOf<const Choice extends string>(flag: string, given: string, choices: readonly Choice[]): Choice {
  const found = choices.find(choice => choice === given)
  if (found === undefined)
    throw new UsageError(`${flag} must be one of ${choices.join(', ')}, not "${given}"`)
  return found
}
