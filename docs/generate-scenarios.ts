import { type Scenario, scenarios } from '../mock-server/screening/scenarios/catalogue.ts'

// npx tsx docs/generate-scenarios.ts > docs/scenarios.md

const introduction = `# Scenarios

Reserved test names: an entity whose name begins with one of these prefixes gets a known outcome from the mock server, whatever the rest of its
name is: \`${scenarios[0]?.example}\`. Case does not count. They come first: such an entity is never looked for in the fictional
universe, and no identifier changes its outcome. One whose scenario is for the other type is clean.

\`createMockServer({ scenarios: false })\` makes them names like all others. The list is exported as data:
\`import { scenarios } from 'entity-screening-sdk/mock-server'\`.
`

const remarks = `## Notes

- **Errors.** One row with such a name is enough for a bulk creation to be answered with its status; none of its rows is created.
  A call with a body that is itself invalid is refused for that first. A client that repeats on 429 and 503 meets the same
  answer at each try.
- **Slow and stuck.** \`NOT_STARTED\` and \`IN_PROGRESS\` come at the usual times; only the results take longer. Settling the clock
  goes to the end of a slow screening, and does not wait for a stuck one.
- **Changing** goes by the number of the screening, so that each rescan leads to the next outcome once its results are in.
- **Quirky** answers are those to create, list, search, rescan and network, for an entity of this name; a refused row of a bulk
  creation; and what the two web searches find for the rest of a name that begins with the prefix.
- What is held against such an entity carries \`match: { "score": 1, "reasons": ["reserved_name"] }\`.

This page is made of the data by \`npx tsx docs/generate-scenarios.ts > docs/scenarios.md\`.
`

function row({ prefix, type, summary }: Scenario): string {
  return `| \`${prefix}\` | ${type ?? 'either'} | ${summary} |`
}

const table = ['| prefix | type | what comes of it |', '|---|---|---|', ...scenarios.map(row)].join('\n')

process.stdout.write([introduction, table, '', remarks].join('\n'))
