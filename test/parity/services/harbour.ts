import { createServer, type IncomingMessage } from 'node:http'

type Fields = Record<string, unknown>
type Profile = { name: string; type: string; country: string; number: string; hits: Record<string, Fields[]> }
type Entity = Profile & { id: string; platformId: string; createdAt: Date; updatedAt: Date }

const pep = [{ name: 'Tomas Varga', position: 'Deputy minister', sources: ['https://gazette.example/7'] }]
const sanctions = [{ name: 'Fictional Sanctions List', program: 'FSL-7' }]
const adverse_media = [{ title: 'Smelter inquiry widens', url: 'https://news.example/smelter' }]
/** The number is a registration number or a birth date. */
const profiles: Profile[] = [
  { name: 'Saltmarsh Ltd', type: 'organization', country: 'GB', number: '04418872', hits: {} },
  { name: 'Tomas Varga', type: 'person', country: 'HU', number: '1959-04-17', hits: { pep } },
  { name: 'Orsino SpA', type: 'organization', country: 'IT', number: '', hits: { sanctions, adverse_media } },
  { name: 'Ruslan Tavdiev', type: 'person', country: 'KZ', number: '1964-09-09', hits: { sanctions } },
  { name: 'Kelpie SA', type: 'organization', country: 'LU', number: 'B118204', hits: {} },
  { name: 'Ingrid Solheim', type: 'person', country: 'NO', number: '1968-11-02', hits: {} },
]
const relations: [source: string, target: string, more: Fields][] = [
  ['Ingrid Solheim', 'Saltmarsh Ltd', { type: 'HasRole', label: 'Director', risk: 12 }],
  ['Kelpie SA', 'Saltmarsh Ltd', { type: 'ShareholdingRelationship', details: { exact_share: 0.75 } }],
  ['Saltmarsh Ltd', 'Kelpie SA', { type: 'ShareholdingRelationship', details: { exact_share: 0.1 } }],
  ['Tomas Varga', 'Kelpie SA', { type: 'ControlsRelationship', details: { uid: 'r-4' } }],
  ['Ruslan Tavdiev', 'Orsino SpA', { type: 'ShareholdingRelationship', details: { exact_share: 0.25 } }],
]
const keyless = ['GET /', 'GET /v1/health', 'POST /api/search/organizations', 'POST /api/search/persons']
const documentTypes =
  /^(identity_document|financial_statement|certificate|contract|ubo_declaration|business_license|risk_assessment|other)$/
const regions = new Intl.DisplayNames(['en'], { type: 'region' })

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const bothNames = (body: Fields) =>
  text(body.first_name) && text(body.last_name) && `${text(body.first_name)} ${text(body.last_name)}`
const display = (date: Date) => date.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const scoreOf = ({ hits }: Profile) =>
  5 + (hits.pep ? 30 : 0) + (hits.sanctions ? 60 : 0) + (hits.adverse_media ? 20 : 0)
const levelOf = (score: number) => ['Low', 'Medium', 'High', 'Critical'][Math.min(3, Math.floor(score / 28))]

function refuse(status: number, message: string): never {
  throw new Error(message, { cause: status })
}

function listItem(entity: Entity) {
  const { country, number, hits: _, ...shown } = entity
  const riskScore = scoreOf(entity)
  const due = display(new Date(entity.updatedAt.getTime() + 14 * 86_400_000))
  return {
    ...shown,
    caseStatus: riskScore > 5 ? 'UNDER_REVIEW' : 'CLEARED',
    registration: (entity.type === 'person' ? country : number) || '-',
    countryCode: country || '-',
    riskLevel: `${levelOf(riskScore)} Risk`,
    riskScore,
    lastUpdate: display(entity.updatedAt),
    dueDate: riskScore > 5 ? due : '-',
  }
}

function network(root: Entity) {
  const touching = relations.filter(([source, target]) => source === root.name || target === root.name)
  const names = touching.flat()
  const idOf = (name: string) => (name === root.name ? root.id : `node-${name.replace(/\W/g, '')}`)
  const members = [root, ...profiles.filter(({ name }) => name !== root.name && names.includes(name))]
  const nodes = members.map(profile => {
    const { name, type, country: country_code, number, hits } = profile
    const own = type === 'person' ? { birth_date: number } : { registration_number: number, berth: 'A4' }
    const lists = {
      pep: [],
      sanctions: [],
      adverse_media: [],
      ...hits,
      calculatedRiskScore: scoreOf(profile),
    }
    return { id: idOf(name), name, full_name: name, type, country_code, ...lists, ...own }
  })
  return {
    nodes: Object.fromEntries(nodes.map(node => [node.id, node])),
    relations: touching.map(([from, to, more]) => ({ source: idOf(from), target: idOf(to), ...more })),
  }
}

function search(type: string, name: string, code: unknown) {
  if (name === '') refuse(400, 'Missing required field: name')
  const inCountry = profiles.filter(({ country }) => code === undefined || country === code)
  const found = inCountry.filter(
    known => known.type === type && known.name.toLowerCase().includes(name.toLowerCase()),
  )
  return found.map(({ name, number, country }) => {
    const [first_name, last_name] = name.split(' ')
    const where = {
      country: regions.of(country),
      country_code: country,
      source_url: 'https://register.example',
    }
    return type === 'organization'
      ? { company_name: name, company_registration_number: number, industry: '', website_url: '', ...where }
      : {
          first_name,
          last_name,
          birth_date: number,
          nationality: '',
          national_id_number: '',
          profile_image_url: '',
          ...where,
        }
  })
}

async function bodyOf(request: IncomingMessage): Promise<Fields> {
  let sent = ''
  for await (const chunk of request.setEncoding('utf8')) sent += chunk
  try {
    return Object(JSON.parse(sent || '{}'))
  } catch {
    return refuse(400, 'Request body is not valid JSON')
  }
}

/**
 * Harbour Diligence, a vendor close to the specification. What is its own:
 * - Screening takes no time: create and rescan answer NOT_STARTED, every list shows the outcome.
 * - The outcome is CLEARED, or UNDER_REVIEW where there are hits. IN_PROGRESS does not occur.
 * - Risk levels are Low, Medium, High and Critical Risk; scores, of entities and of nodes, go from 0 to 100.
 * - A rescan keeps the risk, and renews updatedAt but not createdAt.
 * - An entity has the hits of the known profile of exactly its name; its due date is 14 days on where it has any.
 * - The list is a bare array, newest first. A blank registration, country or due date is '-'.
 * - In the record of a person, registration holds the country code.
 * - The scheme "Bearer" may be in any case, or left out. A missing and a wrong key are both 401.
 * - The index, at /, the health, as JSON, and the two searches of the web answer without a key.
 * - POST /v1/entities/search takes { query }, a part of the name in its case, and answers a bare array.
 * - Texts are trimmed, countryCode may be in lower case, birthDate and nationalId are not checked.
 * - An organization of the same name, in any case, is 409; in bulk also one of an earlier row. Persons may repeat.
 * - A row needs a countryCode; first_name with last_name goes before name.
 * - Rows count from 1: "Row 1: Organization already exists in this team". An empty bulk is accepted.
 * - A bulk of more than 1000 rows is 400. Its tags are taken and forgotten. There is no limit of entities.
 * - The key is looked at first, then the JSON (400), then the path and the entity (404), then the fields.
 * - A document must have an http or https address; an unknown type is 400.
 * - Nodes have real arrays, country_code, full_name, and organizations an unknown field "berth".
 * - The root node has the id of the entity. Only direct relations are shown, and none of an entity of another name.
 * - Shares are fractions; a relation may be of the type HasRole, with label and risk and without details.
 * - A search finds a part of the name, in any case. countryCode is a code in capitals; anything else finds nothing.
 * - The searches know the six seeded profiles only. What is unknown there and in nodes is ''.
 * - Other methods and paths are 404, a trailing slash too.
 * - The index has success, message, version and timestamp only.
 * - Times count from 2025-03-03T09:00Z, a minute for each thing that happens, a look at the index included.
 * - A row that is null is a row error in the words of the engine.
 */
export async function startHarbour({ port = 0 }: { port?: number } = {}) {
  const apiKey = 'harbour-key-1'
  const entities: Entity[] = []
  let minutes = 0

  const now = () => new Date(Date.UTC(2025, 2, 3, 9, minutes++))
  const ok = (data: unknown) => ({ success: true, data })
  const find = (id: string) => entities.find(entity => entity.id === id) ?? refuse(404, 'Entity not found')

  function create(body: Fields): Entity {
    const [name, type, country] = [text(body.name), text(body.type), text(body.countryCode).toUpperCase()]
    if (name === '') refuse(400, 'Missing required field: name')
    if (!['organization', 'person'].includes(type)) refuse(400, 'Field type must be organization or person')
    if (!/^([A-Z]{2})?$/.test(country)) refuse(400, 'Field countryCode must be a 2-letter code')
    const isTaken = entities.some(
      known => known.type === type && known.name.toLowerCase() === name.toLowerCase(),
    )
    if (isTaken && type === 'organization') refuse(409, 'Organization already exists in this team')
    const hits = profiles.find(profile => profile.name === name)?.hits ?? {}
    const number = text(type === 'person' ? body.birthDate : body.registration)
    const [count, createdAt] = [`${entities.length + 1}`, now()]
    const ids = { id: `harbour-${count.padStart(6, '0')}`, platformId: count.padStart(32, 'a0') }
    const entity = { ...ids, name, type, country, number, hits, createdAt, updatedAt: createdAt }
    entities.push(entity)
    return entity
  }

  function createAll({ entities: rows }: Fields) {
    if (!Array.isArray(rows) || rows.length > 1000)
      return refuse(400, 'Field entities must have 0 to 1000 rows')
    const errors = rows.flatMap((row: Fields, at) => {
      try {
        if (text(row.countryCode) === '') refuse(400, 'Missing required field: countryCode')
        create({ ...row, name: bothNames(row) || row.name, birthDate: row.birth_date })
        return []
      } catch (error) {
        return [`Row ${at + 1}: ${error instanceof Error ? error.message : error}`]
      }
    })
    return ok({ successCount: rows.length - errors.length, errorCount: errors.length, errors })
  }

  function attach({ document_url, title, type = 'other' }: Fields) {
    const url = text(document_url)
    if (!/^https?:\/\/./.test(url)) refuse(400, 'Field document_url must be an http or https address')
    if (!documentTypes.test(text(type))) refuse(400, 'Field type is not a type of document')
    const file = text(title) || url.split('/').at(-1)
    const id = now().getTime() / 60_000
    return ok({ documentId: `doc-${id}`, message: `Analysis of ${file} started`, run_id: `run-${id}` })
  }

  function rescan({ action }: Fields, entity: Entity) {
    if (action !== 'rescan') refuse(400, 'Field action must be rescan')
    entity.updatedAt = now()
    return ok({ ...listItem(entity), caseStatus: 'NOT_STARTED' })
  }

  function created({ id, name, country, platformId, createdAt, updatedAt }: Entity) {
    const dates = { createdAt, updatedAt, teamId: 'team-harbour' }
    return ok({
      id,
      name,
      countryCode: country || '-',
      caseStatus: 'NOT_STARTED',
      platformId,
      tags: [],
      ...dates,
    })
  }

  function operate(operation: string, body: Fields, id: string): [status: number, body: unknown] {
    switch (operation) {
      case 'GET /':
        return [200, { success: true, message: 'Harbour Diligence', version: 'v1', timestamp: now() }]
      case 'GET /v1/health':
        return [200, { status: 'ok', entities: entities.length }]
      case 'GET /v1/entities':
        return [200, entities.map(listItem).reverse()]
      case 'POST /v1/entities':
        return [201, created(create(body))]
      case 'POST /v1/entities/bulk':
        return [201, createAll(body)]
      case 'POST /v1/entities/search':
        return [200, entities.filter(({ name }) => name.includes(text(body.query))).map(listItem)]
      case 'PUT /v1/entities/:id':
        return [200, rescan(body, find(id))]
      case 'GET /v1/entities/:id/network':
        return [200, ok(network(find(id)))]
      case 'POST /v1/entities/:id/documents':
        return [200, find(id) && attach(body)]
      case 'POST /api/search/organizations':
        return [200, { results: search('organization', text(body.company_name), body.countryCode) }]
      case 'POST /api/search/persons':
        return [
          200,
          {
            results: search('person', text(body.full_name ?? body.name) || bothNames(body), body.countryCode),
          },
        ]
      default:
        return refuse(404, 'Not found')
    }
  }

  async function answer(request: IncomingMessage): Promise<[status: number, body: unknown]> {
    const [, id = ''] = /^\/v1\/entities\/(?!bulk|search)([^/?]+)/.exec(request.url ?? '') ?? []
    const operation = `${request.method} ${request.url?.split('?')[0]?.replace(id && `/${id}`, id && '/:id')}`
    const isKnown = request.headers.authorization?.replace(/^bearer /i, '') === apiKey
    if (!isKnown && !keyless.includes(operation)) refuse(401, 'Missing or invalid API key')
    return operate(operation, await bodyOf(request), id)
  }

  for (const { country, number, ...profile } of profiles)
    create({ ...profile, countryCode: country, registration: number, birthDate: number })

  const server = createServer(async (request, response) => {
    const [status, body] = await answer(request).catch((error: Error): [number, unknown] => {
      const statusCode = typeof error.cause === 'number' ? error.cause : 500
      return [statusCode, { statusCode, success: false, error: error.message }]
    })
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : port}`,
    apiKey,
    close: () => new Promise<void>(resolve => server.close(() => resolve()).closeAllConnections()),
    entities: () => entities.map(({ id, name }) => ({ id, name })),
  }
}
