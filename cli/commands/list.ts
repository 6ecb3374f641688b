import { entityTypes } from '../../src/contract/values.ts'
import type { Entity } from '../../src/model/entity.ts'
import { wholeList } from '../../src/resources/whole-list.ts'
import { exit } from '../command.ts'
import { connect } from '../connection.ts'
import { countOf } from '../count-of.ts'
import { type CommandCall, defineCommand, noArguments } from '../define-command.ts'
import { entityColumns } from '../entity-columns.ts'
import { country, oneOf } from '../flags.ts'
import { createLevelCheck, type LevelCheck } from '../risk-levels.ts'
import { writeRows } from '../rows.ts'

const flags = {
  type: { value: 'TYPE', says: 'organization or person' },
  risk: {
    value: 'LEVEL',
    says: 'low, medium, high, or another level of the service; repeatable',
    repeatable: true,
  },
  country: { value: 'COUNTRY', says: 'code or name, such as DE or Germany; repeatable', repeatable: true },
}

type ListCall = CommandCall<keyof typeof flags>

/** Lists as the answer arrives: a team may have a million entities. */
export const list = defineCommand({
  name: 'list',
  usage: '[flags]',
  about: `Lists the team's entities as a table or, with --json, as an array with one entity a line. --type, --risk and --country choose among them.`,
  flags,
  examples: ['list --risk high', 'list --type person --country Germany --json > persons.json'],
  async run(call) {
    noArguments(call, 'list')
    const levels = createLevelCheck(call.flags.texts('risk'))
    const isWanted = createFilter(call, levels)
    const client = await connect(call)
    const { output, isJson, hint } = call
    const signal = AbortSignal.any([call.signal, output.unread])
    try {
      const entities = filter(wholeList(client.entities, { signal }), isWanted)
      const count = await writeRows(output, entities, isJson ? 'json' : entityColumns)
      if (!isJson) hint(countOf(count, 'entity', 'entities'))
      // Only a list that was read to its end shows which levels there are.
      if (!output.unread.aborted) for (const warning of levels.warnings()) output.note(warning)
    } catch (error) {
      if (!output.unread.aborted) throw error
    }
    return exit.done
  },
})

function createFilter({ flags }: ListCall, levels: LevelCheck): (entity: Entity) => boolean {
  const [type] = flags.texts('type').map(given => oneOf('--type', given, entityTypes))
  const { wanted } = levels
  const countries = new Set(flags.texts('country').map(given => country('--country', given)))
  return entity => {
    levels.met(entity.riskLevel)
    return (
      (type === undefined || entity.type === type) &&
      (wanted.size === 0 || (entity.riskLevel !== null && wanted.has(entity.riskLevel))) &&
      (countries.size === 0 || (entity.countryCode !== null && countries.has(entity.countryCode)))
    )
  }
}

async function* filter(
  entities: AsyncIterable<Entity>,
  isWanted: (entity: Entity) => boolean,
): AsyncIterable<Entity> {
  for await (const entity of entities) if (isWanted(entity)) yield entity
}
