import { type Scenario, scenarios } from '../mock-server/screening/scenarios/catalogue.ts'

// npx tsx docs/generate-scenarios.ts > docs/scenarios.md

const introduction = `# Scenarios

A name with one of these prefixes chooses the outcome of its screening in the mock server, whatever the rest of the name is:
\`${scenarios[0]?.example}\`. Case does not matter. A scenario takes precedence over the fictional universe, and no identifier
changes its outcome. An entity of the other type than the scenario's is clean.

\`createMockServer({ scenarios: false })\` turns scenarios off. The list is exported as data:
\`import { scenarios } from 'entity-screening-sdk/mock-server'\`.
`

const remarks = `## Notes

- **Errors.** Nothing is created. In a bulk creation, one such name refuses all rows. An invalid body is refused first.
  A client that retries after 429 and 503 gets the same response at each attempt.
- **Slow and stuck.** \`NOT_STARTED\` and \`IN_PROGRESS\` come at the usual times; only the results take longer. Settling the clock
  waits for a slow screening, but not for a stuck one.
- **Changing** depends on the number of screenings, so each rescan leads to the next outcome once its results are in.
- **Quirky** applies to the responses to create, list, search, rescan and network for an entity of this name, to a refused row of a
  bulk creation, and to the two web searches for a name with this prefix. Each of them has its own quirks. Only
  \`country_in_registration\` and \`row_error\`, which other persons and other refused rows have, are in none.
- The findings of such an entity have \`match: { "score": 1, "reasons": ["reserved_name"] }\`.

This page is generated from the data with \`npx tsx docs/generate-scenarios.ts > docs/scenarios.md\`.
`

function row({ prefix, type, summary }: Scenario): string {
  return `| \`${prefix}\` | ${type ?? 'either'} | ${summary} |`
}

const table = ['| prefix | type | outcome |', '|---|---|---|', ...scenarios.map(row)].join('\n')

process.stdout.write([introduction, table, '', remarks].join('\n'))
