import { entityTypes } from '../../src/contract/values.ts'
import type { Entity } from '../../src/model/entity.ts'
import { wholeList } from '../../src/resources/whole-list.ts'
import { connect } from '../connection/connect.ts'
import { exit } from '../definition/command.ts'
import { type CommandCall, defineCommand, noArguments } from '../definition/define.ts'
import { country, oneOf } from '../definition/values.ts'
import { entityColumns } from '../entities/columns.ts'
import { createLevelCheck, type LevelCheck } from '../entities/risk-levels.ts'
import { countOf } from '../output/count-of.ts'
import { writeRows } from '../output/rows.ts'

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

/** Lists as the response arrives: a team may have a million entities. */
export const list = defineCommand({
  name: 'list',
  usage: '[flags]',
  about: `Lists the team's entities as a table or, with --json, as an array with one entity a line. --type, --risk and --country choose among them.`,
  flags,
  examples: ['list --risk high', 'list --type person --country Germany --json > persons.json'],
  async run(call) {
    noArguments(call, 'list')
    const levels = createLevelCheck(call.flags.texts('risk'))
    const judge = createFilter(call, levels)
    const client = await connect(call)
    const { output, isJson, hint } = call
    const signal = AbortSignal.any([call.signal, output.unread])
    let unknown = 0
    const isWanted = (entity: Entity) => {
      const judged = judge(entity)
      if (judged === null) unknown += 1
      return judged === true
    }
    try {
      const entities = filter(wholeList(client.entities, { signal }), isWanted)
      const count = await writeRows(output, entities, isJson ? 'json' : entityColumns)
      if (!isJson) hint(countOf(count, 'entity', 'entities'))
      if (unknown > 0)
        output.note(
          `warning: left out ${countOf(unknown, 'entity', 'entities')} whose type, risk or country is not known`,
        )
      // Only a list that was read to its end shows which levels there are.
      if (!output.unread.aborted) for (const warning of levels.warnings()) output.note(warning)
    } catch (error) {
      if (!output.unread.aborted) throw error
    }
    return exit.done
  },
})

/** Whether an entity passes the filters; null if a filtered value is unknown. */
function createFilter({ flags }: ListCall, levels: LevelCheck): (entity: Entity) => boolean | null {
  const types = new Set<string>(flags.texts('type').map(given => oneOf('--type', given, entityTypes)))
  const countries = new Set(flags.texts('country').map(given => country('--country', given)))
  return entity => {
    levels.met(entity.riskLevel)
    const verdicts = [
      isAmong(types, entity.type),
      isAmong(levels.wanted, entity.riskLevel),
      isAmong(countries, entity.countryCode),
    ]
    if (verdicts.includes(false)) return false
    return verdicts.includes(null) ? null : true
  }
}

function isAmong(wanted: ReadonlySet<string | undefined>, value: string | null): boolean | null {
  if (wanted.size === 0) return true
  return value ? wanted.has(value) : null
}

async function* filter(
  entities: AsyncIterable<Entity>,
  isWanted: (entity: Entity) => boolean,
): AsyncIterable<Entity> {
  for await (const entity of entities) if (isWanted(entity)) yield entity
}
