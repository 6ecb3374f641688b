import { behaviourFields } from '../mock-server/behaviour.ts'
import { type BehaviourRow, behaviours } from '../mock-server/parity/behaviours.ts'
import { reportOn } from '../mock-server/parity/report.ts'

// npx tsx docs/generate-behaviours.ts > docs/check-your-service.md

const introduction = `# Check the mock against your service

The specification leaves much open. Find out how your service behaves there, and let the mock server do the same:

\`\`\`sh
export ENTITY_SCREENING_BASE_URL=https://…
export ENTITY_SCREENING_API_KEY=…
npx -p entity-screening-sdk entity-screening verify --searches --out behaviour.json
npx -p entity-screening-sdk entity-screening serve --behaviour behaviour.json
\`\`\`

\`\`\`
VERDICT    QUESTION                                            SERVICE        MOCK SERVER
differs    Where is the service index?                         /              both
differs    Which case status follows when results are in?      low: CLEARED   low: IN_PROGRESS, …
same       In which unit are shares?                           fraction
not asked  Which status has invalid input?                     --write
\`\`\`

The exit status is 0 without a difference, 3 with one, and 1 if the run ended early without one. \`--json\` prints every finding. Lines below the
table name the places where the client read something other than specified.

## What it sends

By default it reads: health, index, the list and one network. It starts with the checks of [\`doctor\`](cli.md#doctor), which need
\`--send-key\` if the service has no index. It sends one request at a time, a second apart, without retries, and stops at the first 429 or
5xx. It judges the first 50 entities of a list, and never tries limits. An interrupt (Ctrl-C) ends it with what it has seen.

| flag | requests | mind that |
|---|---|---|
| none | 8 at most, all \`GET\` | |
| \`--searches\` | 3 more | searches may be billed and logged. It looks for an organization of your team |
| \`--wrong-key\` | 5 more: with a wrong key, without one, and for what does not exist | they may raise an alarm |
| \`--write\` | 30 more at most | no operation deletes: up to 8 entities with fixed names remain. A journal names each before it is sent, so that a second run creates none again. A team with other entities is refused, unless \`--team-size\` has its exact number |
| \`--for 10m\` | the list, every 30 seconds | case statuses change by themselves; only time shows which follow |

\`not seen\` means that no response shows it: the order of a list needs three entities, the spelling of shares a shareholding. One network is read: a service that mixes dialects shows one of them.

## Look on instead

\`observe(fetch, { baseUrl })\` of \`entity-screening-sdk/mock-server/parity\` wraps the \`fetch\` of an application in staging. It passes
everything on unchanged, sends nothing, and keeps what it saw in memory. \`await observer.report()\` has the \`findings\`, and the \`behaviour\` for
\`createMockServer\`: see \`examples/30-observe.ts\` in the repository.

## Record and replay

\`verify --record service.har\` writes the exchanges as an HTTP Archive. Scores, shares, statuses, risk labels and relation types stay. Names,
ids, texts and unknown fields get stand-ins of the same form, the same throughout the recording; their order is lost. A second check then
looks for every original, and refuses to write the file if one is left.

\`verify --replay service.har\` judges a recording without a network. \`await server.load(JSON.parse(text))\` and \`serve --data service.har\` give
the mock server the recorded entities and networks. It computes their risk from these networks: an entity without one becomes low.

## What can be found out

The mock server's answer comes first. Each row with other answers is a member of the option \`behaviour\` of \`createMockServer\`, which is
plain JSON. For the others, the option \`transform\` changes any response before it is sent.

`

const mock = new Map(reportOn([]).findings.map(finding => [finding.id, finding.mock]))

function row({ id, question }: BehaviourRow): string {
  const [first, ...others] = answersOf(id)
  const name = others.length > 0 ? `\`${id}\`` : ''
  return `| ${question} | ${name} | ${first} | ${others.join(', ')} |`
}

function answersOf(id: string): string[] {
  const field = Object.entries(behaviourFields).find(([name]) => name === id)?.[1]
  if (field === undefined) return [id === 'transitions' ? 'those of the behaviour' : code(mock.get(id))]
  const { innerType } = field.def
  if ('values' in innerType.def) return innerType.def.values.map(code)
  return [
    Object.values(Object(mock.get(id)))
      .map(code)
      .join(', '),
    'any texts, by level',
  ]
}

function code(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'none'
  return `\`${typeof value === 'string' && value !== '' ? value : JSON.stringify(value)}\``
}

const flagOf = {
  reading: 'no flag',
  searches: '`--searches`',
  wrong_key: '`--wrong-key`',
  write: '`--write`',
}

const flagsOf = ({ asks }: BehaviourRow) => asks.map(ask => flagOf[ask]).join(' and ')

const tables = Array.from(new Set(behaviours.map(flagsOf)), flags =>
  [
    `With ${flags}:\n`,
    '| question | `behaviour` | mock server | other answers |',
    '|---|---|---|---|',
    ...behaviours.filter(one => flagsOf(one) === flags).map(row),
    '',
  ].join('\n'),
)

const origin =
  'This page is generated from the data with `npx tsx docs/generate-behaviours.ts > docs/check-your-service.md`.'

process.stdout.write(`${introduction}${tables.join('\n')}\n${origin}\n`)
