import { pathToFileURL } from 'node:url'
import { type Scenario, scenarios } from '../mock-server/screening/scenarios/catalogue.ts'

// npx tsx docs/generate-scenarios.ts > docs/scenarios.md

const introduction = `# Scenarios

To test an outcome, start a name with one of these prefixes, such as \`${scenarios[0]?.example}\`. The mock server then ignores the rest of
the name, all identifiers and its fictional universe. Case does not matter. An entity of a type that the scenario does not have is clean.
Any other prefix in brackets causes a warning, once: those of ten prefixes, and after these, of the first that resembles each scenario. A server
compares 100 different prefixes. A blank before a prefix counts as another prefix.

\`createMockServer({ scenarios: false })\` turns scenarios off. The list is exported as data:
\`import { scenarios } from 'entity-screening-sdk/mock-server'\`.
`

const remarks = `## Notes

- **Errors** create nothing. In a bulk creation, one such name refuses all rows. The server checks the body first. A client that retries
  after 429 and 503 gets the same response at each attempt.
- **Slow and stuck**: \`NOT_STARTED\` and \`IN_PROGRESS\` come at the usual times; only the results take longer. Settling the clock waits for
  a slow screening, but not for a stuck one.
- **Changing** depends on the number of screenings, so each rescan leads to the next outcome.
- **Quirky** applies to the responses to create, list, search, rescan and network for an entity of this name, to a refused row of a
  bulk creation, and to the two web searches for a name with this prefix. Each response has other quirks. Only
  \`country_in_registration\` and \`row_error\`, which other persons and other refused rows have, are in none.
- The findings have \`match: { "score": 1, "reasons": ["reserved_name"] }\`.
`

function row({ prefix, type, summary }: Scenario): string {
  return `| \`${prefix}\` | ${type ?? 'either'} | ${summary} |`
}

const table = ['| prefix | type | outcome |', '|---|---|---|', ...scenarios.map(row)].join('\n')

export const scenariosPage = [introduction, table, '', remarks].join('\n')

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.stdout.write(scenariosPage)
