import type { BulkEntityInput, Entity, EntityScreening } from 'entity-screening-sdk'
import { fileEvidence } from './evidence.ts'
import { networkInWords } from './network-in-words.ts'
import { gap, heading, labelled, paragraph } from './page.ts'
import { rowName } from './portfolio.ts'
import { showSummary } from './refusals.ts'
import {
  collectResults,
  countByRisk,
  countNames,
  showResults,
} from './result-table.ts'
import type { Stage } from './stage.ts'

/** Spellings of countries that say more than a code would. */
const tellingSpellings = [
  'Deutschland',
  'UK',
  'Schweiz',
  'Korea, South',
  "Côte d'Ivoire",
  'NGA',
  'U.S.A.',
]

const unbreakableSpace = '\u00a0'

export async function createPortfolio(
  { client }: Stage,
  rows: readonly BulkEntityInput[],
): Promise<void> {
  heading('1. One call creates a portfolio')
  const summary = await client.entities.createBulk(rows)
  const persons = rows.filter(row => row.type === 'person').length
  labelled(
    'file',
    `examples/data/portfolio.csv: ${rows.length - persons} organizations, ${persons} persons`,
  )
  showSummary('answer', summary)
  labelled('countries', await describeCountries(client, rows))
}

async function describeCountries(
  client: EntityScreening,
  rows: readonly BulkEntityInput[],
): Promise<string> {
  const codes = new Map(
    (await client.entities.list()).map(({ name, countryCode }) => [
      name,
      countryCode,
    ]),
  )
  const pairs = tellingSpellings.flatMap(spelling => {
    const row = rows.find(({ countryCode }) => countryCode === spelling)
    const code = row && codes.get(rowName(row))
    return code ? [`${spelling} → ${code}`.replaceAll(' ', unbreakableSpace)] : []
  })
  return `written as people write them, sent as codes: ${pairs.join('; ')}`
}

export async function screen({ client, server }: Stage): Promise<void> {
  heading('2. The service screens it')
  paragraph(
    "The server's clock moves only on request, so there is nothing to wait for.",
  )
  gap()
  labelled('created', describeProgress(await client.entities.list()))
  server.clock.advance('1s')
  labelled('after 1 s', describeProgress(await client.entities.list()))
  server.clock.settle()
  labelled('after 5 s', describeProgress(await client.entities.list()))
}

function describeProgress(entities: readonly Entity[]): string {
  const counts = countNames(entities.map(entity => entity.caseStatus))
  const rated = entities.filter(entity => entity.riskLevel !== null).length
  return `${counts}; ${rated === 0 ? 'no risk known yet' : `${rated} with a risk`}`
}

export async function showPortfolio({ client }: Stage): Promise<void> {
  heading('3. What came of it')
  paragraph(
    'All results are simulated, those of real companies too. All findings are fictional. "none" ' +
      'means that the simulation holds nothing: a clean result does not clear anyone.',
  )
  gap()
  const results = await collectResults(client)
  showResults(results)
  gap()
  labelled('in all', countByRisk(results))
  labelled(
    'namesakes',
    'two called Dragomir Vosskov; only the one born in 1958 is sanctioned',
  )
}

export async function explainNetwork(stage: Stage): Promise<void> {
  const { client } = stage
  const entity = await findByName(client, 'Tideglass Logistics GmbH')
  heading('4. Why Tideglass Logistics GmbH is a risk')
  paragraph(
    `It has no hit of its own, and yet it is ${entity.riskLabel}. Its network says why:`,
  )
  gap()
  const network = await client.entities.network(entity)
  const { owners, officers, hits } = networkInWords(network)
  for (const owner of owners) labelled('owner', owner)
  for (const officer of officers) labelled('officer', officer)
  for (const hit of hits) labelled('hit', hit, 'red')
  const { picture, report } = await fileEvidence(stage, network)
  labelled('picture', picture)
  labelled('report', `${report}: open it in a browser`)
}

export async function attachAndRescan({ client, server }: Stage): Promise<void> {
  heading('5. A document arrives, and the case is screened again')
  const entity = await findByName(client, 'Petrelwood Energy plc')
  const document = await client.entities.attachDocument(entity, {
    url: 'https://example.com/files/ownership-2024.pdf',
    type: 'ubo_declaration',
  })
  labelled('entity', `${entity.name} (${entity.countryCode})`)
  labelled('document', document.message ?? document.documentId)
  labelled('analysis', document.runId ?? 'no run')
  server.clock.advance('1h')
  labelled('before', describeCase(entity))
  labelled('rescan', describeCase(await client.entities.rescan(entity)))
  server.clock.settle()
  labelled('after', describeCase(await findByName(client, entity.name)))
}

function describeCase({ caseStatus, riskLabel, updatedAt }: Entity): string {
  return `${caseStatus}, ${riskLabel}, updated ${updatedAt.slice(0, 19).replace('T', ' ')}`
}

export async function lookUp({ client }: Stage): Promise<void> {
  heading('6. Looking organizations and persons up')
  labelled('look for', 'organizations called Tideglass')
  for (const {
    companyName,
    country,
    registrationNumber,
    industry,
  } of await client.search.organizations({
    companyName: 'Tideglass',
  })) {
    labelled(
      'found',
      joinKnown([companyName, country, registrationNumber, industry]),
    )
  }
  gap()
  labelled(
    'look for',
    'persons called Barnaby Quillon; their birth dates distinguish them',
  )
  for (const {
    firstName,
    lastName,
    birthDate,
    country,
  } of await client.search.persons({
    firstName: 'Barnaby',
    lastName: 'Quillon',
  })) {
    labelled(
      'found',
      joinKnown([
        `${firstName} ${lastName}`,
        birthDate && `born ${birthDate}`,
        country,
      ]),
    )
  }
}

function joinKnown(texts: readonly (string | null)[]): string {
  return texts.filter(text => text !== null && text !== '').join(', ')
}

async function findByName(client: EntityScreening, name: string): Promise<Entity> {
  const [entity] = await client.entities.search({ name })
  if (entity === undefined) throw new Error(`${name} is not among the entities`)
  return entity
}
