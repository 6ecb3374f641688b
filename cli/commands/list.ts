import { entityTypes } from '../../src/contract/values.ts'
import type { Entity } from '../../src/model/entity.ts'
import { wholeList } from '../../src/resources/team.ts'
import { normalizeRiskLabel } from '../../src/shared/text/normalize-risk-label.ts'
import { connect } from '../connection/connect.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { country, oneOf } from '../definition/flags.ts'
import { entityColumns, entityFields, misspellings } from '../entities/columns.ts'
import { exit } from '../failure.ts'
import { writeRows } from '../output/rows.ts'
import { countOf } from '../output/text.ts'

const flags = {
  type: { value: 'organization|person', says: 'only entities of this type; repeatable', repeatable: true },
  risk: {
    value: 'LEVEL',
    says: 'low, medium, high, or another level of the service; repeatable',
    repeatable: true,
  },
  country: { value: 'COUNTRY', says: 'code or name, such as DE or Germany; repeatable', repeatable: true },
  csv: { says: 'print CSV' },
}

/** Lists as the response arrives: a team may have a million entities. */
export const command = defineCommand({
  name: 'list',
  usage: '[flags]',
  about: `Lists the team's entities as a table, as CSV, or, with --json, as an array with one entity a line. --type, --risk and --country choose among them.`,
  flags,
  examples: ['list --risk high', 'list --csv > entities.csv', 'list --type person --country Germany --json'],
  async run(call) {
    const judge = createFilter(call)
    const client = await connect(call)
    const { output, format, hint } = call
    const signal = AbortSignal.any([call.signal, output.unread])
    let unknown = 0
    async function* wanted(): AsyncGenerator<Entity> {
      for await (const entity of wholeList(client.entities, { signal })) {
        const judged = judge(entity)
        if (judged === null) unknown += 1
        if (judged) yield entity
      }
    }
    try {
      const count = await writeRows(output, wanted(), format === 'csv' ? entityFields : entityColumns, format)
      if (format === 'table') hint(countOf(count, 'entity', 'entities'))
      if (unknown > 0)
        output.note(
          `warning: left out ${countOf(unknown, 'entity', 'entities')} whose type, risk or country is not known`,
        )
      if (count === 0) for (const warning of misspellings(call.flags.texts('risk'))) output.note(warning)
    } catch (error) {
      if (!output.unread.aborted) throw error
    }
    return exit.done
  },
})

/** Whether an entity passes the filters; null if a filtered value is unknown. */
function createFilter({ flags: given }: CommandCall<keyof typeof flags>) {
  const types = new Set<string>(given.texts('type').map(type => oneOf('--type', type, entityTypes)))
  const levels = new Set(given.texts('risk').map(normalizeRiskLabel))
  const countries = new Set(given.texts('country').map(name => country('--country', name)))
  return ({ type, riskLevel, countryCode }: Entity): boolean | null => {
    const verdicts = [isAmong(types, type), isAmong(levels, riskLevel), isAmong(countries, countryCode)]
    if (verdicts.includes(false)) return false
    return verdicts.includes(null) ? null : true
  }
}

function isAmong(wanted: ReadonlySet<string | undefined>, value: string | null): boolean | null {
  if (wanted.size === 0) return true
  return value ? wanted.has(value) : null
}
