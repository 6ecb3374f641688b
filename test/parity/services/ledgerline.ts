import { createServer, type IncomingMessage } from 'node:http'

type Fields = Record<string, unknown>
type Profile = { name: string; type: string; country: string; number: string; hits: Fields }
type Times = { createdAt: string; updatedAt: string; screenedFrom: number }
type Entity = Profile & Times & { id: string; platformId: string; tags: string }
type Answer = { status: number; body?: unknown; headers?: Record<string, string> }

const pep_json = JSON.stringify([{ name: 'Odile Marchetti', position: 'Senator', sources: [] }])
const sanctions_json = JSON.stringify([{ authority: 'Bureau of Fictional Measures', since: '2021-05-01' }])
const profiles: Profile[] = [
  { name: 'Winterbourne Freight AB', type: 'organization', country: 'SE', number: '5560123', hits: {} },
  { name: 'Odile Marchetti', type: 'person', country: 'FR', number: '19610714', hits: { pep_json } },
  { name: 'Ashgrove Capital LLP', type: 'organization', country: 'GB', number: '331904', hits: {} },
  { name: 'Pilar Etxeberria', type: 'person', country: 'ES', number: '19800229', hits: {} },
  { name: 'Mirador Oil SL', type: 'organization', country: 'ES', number: '8841', hits: { sanctions_json } },
  {
    name: 'Zoltan Krause',
    type: 'person',
    country: 'AT',
    number: '19720105',
    hits: { sanctions_json },
  },
]
/** Shares in percent; a name without a profile is a node that is not there. */
const relations: [source: string, target: string, type: string, share: number][] = [
  ['Odile Marchetti', 'Ashgrove Capital LLP', 'BeneficialOwnerRelationship', 62.5],
  ['Ashgrove Capital LLP', 'Winterbourne Freight AB', 'ShareholdingRelationship', 25],
  ['Pilar Etxeberria', 'Mirador Oil SL', 'RoleRelationship', 0],
  ['Zoltan Krause', 'Mirador Oil SL', 'VotingRightsRelationship', 100],
  ['Zoltan Krause', 'Pilar Etxeberria', 'FamilyRelationship', 0],
  ['Mirador Oil SL', 'Sandpiper Trust', 'InvestmentRelationship', 5],
]
const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const teamLimit = 60

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const sameText = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()
const isScreened = ({ screenedFrom }: Entity) => performance.now() - screenedFrom >= 300
const scoreOf = ({ hits }: Profile) => 0.05 + (hits.pep_json ? 0.3 : 0) + (hits.sanctions_json ? 0.6 : 0)
const levelOf = (score: number) => (score > 0.6 ? 'severe risk' : score > 0.3 ? 'elevated risk' : 'low risk')

function refuse(status: number, message: string): never {
  throw new Error(message, { cause: status })
}

function statusOf(entity: Entity) {
  if (isScreened(entity)) return scoreOf(entity) > 0.3 ? 'MANUAL_CHECK' : 'DONE'
  return performance.now() - entity.screenedFrom < 100 ? 'NOT_STARTED' : 'IN_PROGRESS'
}

function listItem(entity: Entity) {
  const { hits: _, country, number, screenedFrom, ...shown } = entity
  const day = new Date(entity.updatedAt)
  return {
    ...shown,
    caseStatus: statusOf(entity),
    registration: entity.type === 'person' ? '' : number,
    countryCode: country,
    riskLevel: isScreened(entity) ? levelOf(scoreOf(entity)) : '',
    riskScore: isScreened(entity) ? scoreOf(entity) : null,
    lastUpdate: day.toLocaleDateString('en-GB', { dateStyle: 'medium', timeZone: 'UTC' }),
    dueDate: null,
  }
}

function network(root: Entity) {
  const touching = isScreened(root)
    ? relations.filter(([from, to]) => from === root.name || to === root.name)
    : []
  const names = touching.flat()
  const idOf = (name: string) => (name === root.name ? root.id : name.toUpperCase().replace(' ', '_'))
  const nodes = [root, ...profiles.filter(({ name }) => name !== root.name && names.includes(name))].map(
    profile => {
      const { name, type, country, number, hits } = profile
      const lists = { pep_json: '', sanctions_json: '', adverse_media_json: '', ...hits }
      const own = type === 'person' ? { birth_date: null } : { registration_number: number, industry: null }
      return { id: idOf(name), name, type, country, ...lists, ...own, calculatedRiskScore: scoreOf(profile) }
    },
  )
  return {
    nodes: Object.fromEntries(nodes.map(node => [node.id, node])),
    relations: touching.map(([from, to, type, share]) => {
      const details = share === 0 ? null : { exact_share: share, description: '' }
      return { source: idOf(from), target: idOf(to), type, details }
    }),
  }
}

function search(type: string, name: string, country: string) {
  if (name === '') refuse(400, 'Please give a name to search for')
  const known = profiles.filter(profile => profile.type === type)
  const inCountry = known.filter(({ country: code }) => ['', code, regions.of(code)].includes(country))
  const words = (profile: Profile) => profile.name.split(' ').concat(profile.name)
  const found = inCountry.filter(profile =>
    words(profile).some(word => sameText(word.slice(0, name.length), name)),
  )
  const results = found.map(({ name, number, country }) => {
    const where = { country: regions.of(country), country_code: country, source_url: null }
    const [first_name, last_name] = name.split(' ')
    if (type === 'person')
      return { first_name, last_name, birth_date: Number(number), nationality: null, ...where }
    return { company_name: name, company_registration_number: Number(number), industry: null, ...where }
  })
  return { success: true, results, total: results.length }
}

/**
 * Ledgerline, a vendor whose product grew out of spreadsheets. What is its own:
 * - Screening takes 300 ms: NOT_STARTED, from 100 ms on IN_PROGRESS, then DONE, or MANUAL_CHECK where there are hits.
 * - Risk levels are "low risk", "elevated risk" and "severe risk"; scores, of entities and nodes, go from 0 to 1.
 * - Until screening is over riskLevel is '' and riskScore null: a rescan clears them.
 * - A rescan while screening runs is 409. A body without an action rescans too; another action is 400.
 * - The list is wrapped in { success, data }, ordered by name, and its records have tags, as one text.
 * - A blank text is '', a blank date null; dueDate is always null. The registration of a person is ''.
 * - Timestamps are without milliseconds, lastUpdate is "3 Mar 2025", platformId is a UUID in capitals with hyphens.
 * - A missing key is 401, a wrong one 403. The key may come without "Bearer", or as X-Api-Key.
 * - The health is the plain text OK, without a key and with any method.
 * - The index is at /v1/, to which /v1 redirects with 301.
 * - The index and the two searches of the web need the key.
 * - POST /v1/entities/search takes { name }, required, any part in any case, and answers { success, data }.
 * - Errors have message instead of error. JSON that cannot be read is 500, also where no body is needed.
 * - The fields of a rescan or document are looked at before the entity: 400 comes before 404.
 * - Creating one answers 200, with every field of the list; tags are a text. The same organization again is accepted.
 * - Nothing is trimmed, countryCode is kept as sent, type may be in any case and is kept in small letters.
 * - The team has at most 60 entities: 403, and a row error in bulk.
 * - In bulk a row of exactly the name of an organization from before the call is a row error, not one of the call.
 * - Rows count from 2, as in a sheet: "Row 2: duplicate of Mirador Oil SL". countryCode is optional in a row.
 * - An empty bulk is 400, one of more than 1000 rows 413. first_name and last_name are used where name is blank.
 * - A document may have any address; an unknown type is taken as other. run_id is a number.
 * - The network is the root alone until screening is over. Lists are _json texts; a list without entries is ''.
 * - Nodes have country, no full_name, and null for what is unknown. One relation leads to a node that is not there.
 * - Shares are percents; details may be null. Types beyond the list are BeneficialOwnerRelationship, FamilyRelationship.
 * - Only direct relations are shown, of the seeded profiles by exactly their name, and the hits of these.
 * - Ids of other nodes are names in capitals, with blanks; the birth_date of a node is always null.
 * - A search finds the beginning of a word of the name, in any case. Its answer has success and total besides.
 * - Found numbers and birth dates (19610714) are JSON numbers, blanks are null, fields without a value are absent.
 * - The searches know the six seeded profiles only.
 * - countryCode of a search is a code or an English name. last_name alone, or first_name alone, is enough.
 * - The index has success, message, version and timestamp only. Other methods and paths are 404, after the key.
 * - Times count from 2025-03-03T09:00Z, a second for each thing that happens, a look at the index included.
 * - A row that is null is a row error in the words of the engine.
 */
export async function startLedgerline({ port = 0 }: { port?: number } = {}) {
  const apiKey = 'ledgerline-key-1'
  const entities: Entity[] = []
  let seconds = 0

  const now = () => new Date(Date.UTC(2025, 2, 3, 9, 0, seconds++)).toISOString().replace('.000', '')
  const ok = (data: unknown): Answer => ({ status: 200, body: { success: true, data } })
  const find = (id: string) => entities.find(entity => entity.id === id) ?? refuse(404, `No entity ${id}`)
  const byName = (one: Entity, other: Entity) => one.name.localeCompare(other.name)

  function create(body: Fields, screenedFrom = performance.now()): Entity {
    const [name, type, country] = [text(body.name), text(body.type).toLowerCase(), text(body.countryCode)]
    if (name === '') refuse(400, 'Please give a name')
    if (type !== 'organization' && type !== 'person')
      refuse(400, `${type || 'Nothing'} is not a type of entity`)
    if (entities.length >= teamLimit) refuse(403, `A team has at most ${teamLimit} entities`)
    const hits = profiles.find(profile => profile.name === name)?.hits ?? {}
    const count = `${entities.length + 1}`
    const ids = {
      id: `LL-${count.padStart(5, '0')}`,
      platformId: `1ED6E500-0000-4000-8000-${count.padStart(12, '0')}`,
    }
    const createdAt = now()
    const times = { createdAt, updatedAt: createdAt, screenedFrom }
    const entity = {
      ...ids,
      ...times,
      name,
      type,
      country,
      number: text(body.registration),
      hits,
      tags: text(body.tags),
    }
    entities.push(entity)
    return entity
  }

  function createAll({ entities: rows }: Fields): Answer {
    if (!Array.isArray(rows) || rows.length === 0) return refuse(400, 'The sheet is empty')
    if (rows.length > 1000) refuse(413, 'The sheet has more than 1000 rows')
    const before = entities.filter(({ type }) => type === 'organization').map(({ name }) => name)
    const errors = rows.flatMap((row: Fields, at) => {
      try {
        if (before.includes(text(row.name))) refuse(409, `duplicate of ${row.name}`)
        create({ ...row, name: text(row.name) || `${text(row.first_name)} ${text(row.last_name)}`.trim() })
        return []
      } catch (error) {
        return [`Row ${at + 2}: ${error instanceof Error ? error.message : error}`]
      }
    })
    const body = { successCount: rows.length - errors.length, errorCount: errors.length, errors }
    return { status: 201, body: { success: true, data: body } }
  }

  function attach({ document_url }: Fields, id: string): Answer {
    if (text(document_url) === '') refuse(400, 'Please give a document_url')
    find(id)
    return ok({ documentId: `LL-DOC-${++seconds}`, message: 'Received', run_id: seconds })
  }

  function rescan({ action = 'rescan' }: Fields, id: string): Answer {
    if (action !== 'rescan') refuse(400, `${action} is not an action`)
    const entity = find(id)
    if (!isScreened(entity)) refuse(409, `${id} is being screened`)
    Object.assign(entity, { updatedAt: now(), screenedFrom: performance.now() })
    return ok(listItem(entity))
  }

  function searchTeam({ name }: Fields): Answer {
    if (text(name) === '') refuse(400, 'Please give a name')
    return ok(
      entities.filter(entity => entity.name.toLowerCase().includes(text(name).toLowerCase())).map(listItem),
    )
  }

  function operate(operation: string, body: Fields, id: string): Answer {
    const country = text(body.countryCode)
    switch (operation) {
      case 'GET /v1':
        return { status: 301, headers: { Location: '/v1/' } }
      case 'GET /v1/':
        return {
          status: 200,
          body: { success: true, message: 'Ledgerline', version: 'v1', timestamp: now() },
        }
      case 'GET /v1/entities':
        return ok(entities.toSorted(byName).map(listItem))
      case 'POST /v1/entities':
        return ok({ ...listItem(create(body)), teamId: 'ledgerline-team' })
      case 'POST /v1/entities/bulk':
        return createAll(body)
      case 'POST /v1/entities/search':
        return searchTeam(body)
      case 'PUT /v1/entities/:id':
        return rescan(body, id)
      case 'GET /v1/entities/:id/network':
        return ok(network(find(id)))
      case 'POST /v1/entities/:id/documents':
        return attach(body, id)
      case 'POST /api/search/organizations':
        return { status: 200, body: search('organization', text(body.company_name), country) }
      case 'POST /api/search/persons': {
        const parts = `${text(body.first_name)} ${text(body.last_name)}`.trim()
        return {
          status: 200,
          body: search('person', text(body.full_name) || text(body.name) || parts, country),
        }
      }
      default:
        return refuse(404, `No operation ${operation}`)
    }
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const [path = ''] = request.url?.split('?') ?? []
    if (path === '/v1/health') return { status: 200, body: 'OK', headers: { 'Content-Type': 'text/plain' } }
    const key = request.headers.authorization?.replace('Bearer ', '') ?? request.headers['x-api-key']
    if (key === undefined) refuse(401, 'Who are you?')
    if (key !== apiKey) refuse(403, 'This key is not one of ours')
    const [, id = ''] = /^\/v1\/entities\/(?!bulk$|search$)([^/]+)/.exec(path) ?? []
    const operation = `${request.method} ${path.replace(id && `/${id}`, id && '/:id')}`
    let sent = ''
    for await (const chunk of request.setEncoding('utf8')) sent += chunk
    return operate(operation, Object(JSON.parse(sent || '{}')), id)
  }

  for (const { country, number, ...profile } of profiles)
    create({ ...profile, countryCode: country, registration: number }, -1000)

  const server = createServer(async (request, response) => {
    const { status, body, headers } = await answer(request).catch((error: Error): Answer => {
      const statusCode = typeof error.cause === 'number' ? error.cause : 500
      return { status: statusCode, body: { statusCode, success: false, message: error.message } }
    })
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
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
