import { entityTypes, riskLevels } from '../../src/contract/values.ts'
import type { Entity } from '../../src/model/entity.ts'
import { streamCompleteList } from '../../src/resources/stream-entities.ts'
import { countOf } from '../../src/shared/text/count-of.ts'
import { didYouMean } from '../../src/shared/text/did-you-mean.ts'
import { normalizeRiskLabel } from '../../src/shared/text/normalize-risk-label.ts'
import { connectClient } from '../connection/connect.ts'
import { type CommandCall, defineCommand } from '../definition/command.ts'
import { parseChoice, parseCountry } from '../definition/flags.ts'
import { entityColumns, entityFields } from '../entities/columns.ts'
import { exit, UsageError } from '../failure.ts'
import { writeRows } from '../output/rows.ts'

const flags = {
  type: {
    value: 'organization|person',
    description: 'only entities of this type; repeatable',
    repeatable: true,
  },
  risk: {
    value: 'LEVEL',
    description: 'low, medium, high, or another level of the service; repeatable',
    repeatable: true,
  },
  country: {
    value: 'COUNTRY',
    description: 'code or name, such as DE or Germany; repeatable',
    repeatable: true,
  },
  csv: { description: 'print CSV' },
}

/** Prints rows while the response arrives, because a team may have a million entities. */
export const listCommand = defineCommand({
  name: 'list',
  usage: '[flags]',
  about: `Lists the team's entities as a table, as CSV, or, with --json, as an array with one entity a line. --type, --risk and --country choose among them.`,
  flags,
  examples: ['list --risk high', 'list --csv > entities.csv', 'list --type person --country Germany --json'],
  async run(call) {
    const matches = createFilter(call)
    const client = await connectClient(call)
    const { output, format, hint } = call
    const signal = AbortSignal.any([call.signal, output.unread])
    let unknownCount = 0
    const otherLevels = findOtherLevels(call.flags.texts('risk'))
    async function* filterEntities(): AsyncGenerator<Entity> {
      for await (const entity of streamCompleteList(client.entities, { signal })) {
        const isMatch = matches(entity)
        otherLevels.delete(entity.riskLevel ?? '')
        if (isMatch === null) unknownCount += 1
        if (isMatch) yield entity
      }
    }
    try {
      const count = await writeRows(
        output,
        filterEntities(),
        format === 'csv' ? entityFields : entityColumns,
        format,
      )
      if (!output.unread.aborted) assertLevelsExist(otherLevels)
      if (format === 'table') hint(countOf(count, 'entity', 'entities'))
      if (unknownCount > 0)
        output.note(
          `warning: left out ${countOf(unknownCount, 'entity', 'entities')} whose type, risk or country is not known`,
        )
    } catch (error) {
      if (!output.unread.aborted) throw error
      return exit.done
    }
    return exit.done
  },
})

/** Finds the risk levels that the package does not know. They are misspelled, unless an entity of the team has them. */
function findOtherLevels(risks: readonly string[]): Set<string> {
  const knownLevels: ReadonlySet<string> = new Set(riskLevels)
  return new Set(risks.map(normalizeRiskLabel).filter(level => !knownLevels.has(level)))
}

/** @throws UsageError if no entity of the team has one of the levels. */
function assertLevelsExist([level]: ReadonlySet<string>): void {
  if (level === undefined) return
  throw new UsageError(
    `--risk must be ${riskLevels.join(', ')}, or a level that an entity has, not "${level}"${didYouMean(level, riskLevels)}`,
  )
}

/** Creates a filter for entities. The filter returns null if it cannot decide, because a field is missing or unreadable. */
function createFilter({ flags: filters }: CommandCall<keyof typeof flags>) {
  const types = new Set<string>(filters.texts('type').map(type => parseChoice('--type', type, entityTypes)))
  const levels = new Set(filters.texts('risk').map(normalizeRiskLabel))
  const countries = new Set(filters.texts('country').map(name => parseCountry('--country', name)))
  return ({ type, riskLevel, countryCode }: Entity): boolean | null => {
    const verdicts = [
      checkAllowed(types, type),
      checkAllowed(levels, riskLevel),
      checkAllowed(countries, countryCode),
    ]
    if (verdicts.includes(false)) return false
    return verdicts.includes(null) ? null : true
  }
}

function checkAllowed(allowed: ReadonlySet<string | undefined>, value: string | null): boolean | null {
  if (allowed.size === 0) return true
  return value ? allowed.has(value) : null
}
