import { createServer, type IncomingMessage } from 'node:http'

type Fields = Record<string, unknown>
type Profile = { name: string; type: string; country: string; number: string; hits: Record<string, Fields[]> }
type Times = { createdAt: string; updatedAt: string; queuedAt: number; ratedFrom: number }
type Entity = Profile & Times & { id: string; platformId: string; documents: string[] }
type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
type Options = { port?: number; rateLimit?: { requests: number; seconds: number } | null }

const pep = [{ name: 'Nadia Ferreira-Lund', position: 'Mayor', sources: ['https://city.example/council'] }]
const sanctions = [{ name: 'Fictional Export List', country: 'XK' }]
const adverse_media = [{ headline: 'Port fees unpaid', source: 'https://press.example/port' }]
const profiles: Profile[] = [
  {
    name: 'Tern Island Cargo Inc',
    type: 'organization',
    country: 'US',
    number: 'C-7701',
    hits: { adverse_media },
  },
  { name: 'Nadia Ferreira-Lund', type: 'person', country: 'PT', number: '1970-05-19', hits: { pep } },
  { name: 'Aldersyde Textiles BV', type: 'organization', country: 'NL', number: '60114402', hits: {} },
  { name: 'Joost Vermeulen', type: 'person', country: 'NL', number: '1988-12-03', hits: {} },
  {
    name: 'Castellan Arms AG',
    type: 'organization',
    country: 'CH',
    number: '',
    hits: { sanctions, adverse_media },
  },
  { name: 'Yusuf Adeyemi', type: 'person', country: 'NG', number: '1955-08-30', hits: { sanctions } },
  { name: 'Farrow and Pike Ltd', type: 'organization', country: 'GB', number: '02217714', hits: {} },
]
const relations: [source: string, target: string, type: string, more: Fields][] = [
  ['Nadia Ferreira-Lund', 'Tern Island Cargo Inc', 'ShareholdingRelationship', { exact_share: '25%' }],
  ['Farrow and Pike Ltd', 'Tern Island Cargo Inc', 'CustomerRelationship', { exact_share: '' }],
  [
    'Joost Vermeulen',
    'Aldersyde Textiles BV',
    'RoleRelationship',
    { keyPosition: 'CFO', isExecutive: 'yes' },
  ],
  ['Yusuf Adeyemi', 'Castellan Arms AG', 'ShareholdingRelationship', { exact_share: '66.6%' }],
  ['Castellan Arms AG', 'Aldersyde Textiles BV', 'SupplierRelationship', {}],
]
const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const notFound = { status: 404, body: '<h1>404 Not Found</h1>', headers: { 'Content-Type': 'text/html' } }
const teamLimit = 1500

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '')
const plain = (name: string) => name.toLowerCase().replace(/[^\p{L}\d]/gu, '')
const scoreOf = ({ hits }: Profile) =>
  1.5 + (hits.pep ? 30 : 0) + (hits.sanctions ? 55 : 0) + (hits.adverse_media ? 10 : 0)
const levelOf = (score: number) => (score > 50 ? 'Severe' : score > 10 ? 'Elevated' : 'Low')
const isScreened = ({ queuedAt }: Entity) => performance.now() - queuedAt >= 2000

function refuse(status: number, message: string): never {
  throw new Error(message, { cause: status })
}

function check(isRight: boolean, message: string) {
  if (!isRight) refuse(422, `Validation failed: ${message}`)
}

function statusOf(entity: Entity) {
  if (isScreened(entity)) return scoreOf(entity) > 10 ? 'ESCALATED' : 'CLEARED'
  return performance.now() - entity.queuedAt < 500 ? 'QUEUED' : 'SCREENING'
}

function listItem(entity: Entity) {
  const { id, name, type, platformId, createdAt, updatedAt } = entity
  const risk = { riskLevel: levelOf(scoreOf(entity)), riskScore: scoreOf(entity) }
  return {
    id,
    name,
    type,
    caseStatus: statusOf(entity),
    registration: (type === 'organization' && entity.number) || undefined,
    countryCode: entity.country || undefined,
    ...(performance.now() >= entity.ratedFrom && risk),
    platformId,
    lastUpdate: updatedAt.slice(0, 10),
    createdAt,
    updatedAt,
  }
}

function network(root: Entity) {
  if (!isScreened(root)) return { nodes: {}, relations: [] }
  const touching = relations.filter(([from, to]) => from === root.name || to === root.name)
  const names: unknown[] = touching.flat()
  const idOf = (name: string) => (name === root.name ? root.platformId : plain(name))
  const others = profiles.filter(({ name }) => name !== root.name && names.includes(name))
  const nodes = [root, ...others].map(profile => {
    const { name, type, country, number, hits } = profile
    const texts = Object.entries(hits).map(([list, entries]) => [`${list}_json`, JSON.stringify(entries)])
    const own =
      type === 'person'
        ? { country, birthDate: number, ...Object.fromEntries(texts) }
        : { country_code: country, registrationNumber: number, ...hits }
    const score = { calculatedRiskScore: scoreOf(profile) / 100, confidence: 0.9 }
    return { id: idOf(name), name, fullName: name, nodeType: type, ...own, ...score }
  })
  return {
    nodes: Object.fromEntries(nodes.map(node => [node.id, node])),
    relations: touching.map(([from, to, type, details]) => ({
      source: idOf(from),
      target: idOf(to),
      type,
      details,
    })),
  }
}

function search(type: string, name: string, body: Fields): Answer {
  const [country, born] = [text(body.countryCode), text(body.birth_date)]
  check(name !== '', 'a name is mandatory')
  check(country.length !== 2, 'countryCode must be the English name of a country')
  check(/^(\d{4}-\d\d-\d\d)?$/.test(born), 'birth_date must be YYYY-MM-DD')
  const named = profiles.filter(profile => profile.type === type && plain(profile.name) === plain(name))
  const found = named.filter(({ country: code, number }) => {
    return ['', regions.of(code)].includes(country) && ['', number].includes(born)
  })
  const results = found.map(({ name, country, number }) => {
    const where = {
      country: regions.of(country),
      country_code: country,
      source_url: 'https://northgate.example',
    }
    const [first_name, last_name] = name.split(' ')
    if (type === 'person') return { first_name, last_name, birth_date: number, ...where }
    return { company_name: name, company_registration_number: number || undefined, ...where }
  })
  return { status: 200, body: { results } }
}

/**
 * Northgate, a vendor behind a gateway of its own. What is its own:
 * - Screening takes 2 s: QUEUED, from 0.5 s on SCREENING, then CLEARED, or ESCALATED where there are hits.
 * - Create and rescan answer QUEUED: NOT_STARTED and IN_PROGRESS do not occur.
 * - Risk levels are Low, Elevated and Severe; scores of entities go from 0 to 100, scores of nodes from 0 to 1.
 * - Risk is absent until the first screening is over, and kept by a rescan, which renews createdAt too.
 * - The list comes in pages of 5, ?page= from 1, by creation, with X-Total-Count and a relative Link rel="next".
 * - A page that is no number from 1 is 422; one beyond the end is an empty array.
 * - What is blank is absent: a registration, a country. dueDate is always absent. Persons have no registration.
 * - Timestamps end in +00:00 instead of Z; lastUpdate is "2025-03-03".
 * - A missing and a wrong key are 401 in plain text, with WWW-Authenticate. Everything needs the key.
 * - More than 20 requests within 5 s are 429 in plain text, with Retry-After; the option rateLimit changes that.
 * - Requests are counted before the key is looked at; those refused for their number are not counted.
 * - The health is 204 without a body. There is no index, and POST /v1/entities/search is not offered: 404.
 * - The prefix /api/v1 is served as /v1 is. An unknown path or method is 404 in HTML.
 * - A body that is not application/json is 415, JSON that cannot be read 400, every wrong field 422.
 * - Errors have a code besides, such as E422. The fields are looked at before the entity: 422 comes before 404.
 * - An organization or a person of the same name and type, case, blanks and punctuation aside, is 422, also of an earlier row.
 * - The result of create has neither tags nor teamId.
 * - A countryCode must be in capitals, a birthDate YYYY-MM-DD; texts are trimmed.
 * - A bulk with failed rows is 207, otherwise 201. Rows count from 0: "row 0: Validation failed: name is mandatory".
 * - A row needs a countryCode; first_name or last_name, even alone, go before name.
 * - An empty bulk and one of more than 1000 rows are 422; tags that are no text are a row error.
 * - A bulk that leads beyond 1500 entities is 403 as a whole, and so is a create.
 * - A document is 202; the same address again answers the same documentId. Any type and scheme is accepted.
 * - Another action than rescan is 422, "RESCAN" is the same as "rescan".
 * - The network is empty, without the root, until screening is over. The root node is keyed by the platformId.
 * - Organizations have real arrays and country_code, persons _json texts and country; empty lists are absent.
 * - Nodes have fullName, nodeType instead of type, birthDate, registrationNumber and an unknown field "confidence".
 * - Only direct relations are shown, of the seeded profiles by exactly their name, and the hits of these.
 * - Nodes have '' for an unknown country or number; details may be {}.
 * - Shares are texts as "25%", or ''; CustomerRelationship is beyond the list; isExecutive is a text.
 * - A search takes the whole name, case, blanks and punctuation aside, of the seven seeded profiles.
 * - Its countryCode is an English name: a code is 422. Fields without a value are absent from what is found.
 * - A search of persons does not know the legacy field name; birth_date must be YYYY-MM-DD, and be the same.
 * - Times count from 2025-03-03T00:00, an hour for each thing that happens.
 * - A row that is null is a row error in the words of the engine.
 */
export async function startNorthgate({ port = 0, rateLimit = { requests: 20, seconds: 5 } }: Options = {}) {
  const apiKey = 'northgate-key-1'
  const entities: Entity[] = []
  let arrivals: number[] = []
  let hours = 0

  const now = () => new Date(Date.UTC(2025, 2, 3, hours++)).toISOString().replace('Z', '+00:00')
  const find = (id: string) => entities.find(entity => entity.id === id) ?? refuse(404, 'Entity unknown')

  function create(body: Fields, queuedAt = performance.now()): Entity {
    const [name, type, country] = [text(body.name), text(body.type), text(body.countryCode)]
    check(name !== '', 'name is mandatory')
    check(['organization', 'person'].includes(type), 'type must be organization or person')
    check(/^([A-Z]{2})?$/.test(country), 'countryCode must be two capitals')
    check(/^(\d{4}-\d\d-\d\d)?$/.test(text(body.birthDate)), 'birthDate must be YYYY-MM-DD')
    const isTaken = entities.some(known => known.type === type && plain(known.name) === plain(name))
    check(!isTaken, `this ${type} is in the team`)
    if (entities.length >= teamLimit) refuse(403, 'Team is full')
    const hits = profiles.find(profile => profile.name === name)?.hits ?? {}
    const profile = {
      name,
      type,
      country,
      number: text(type === 'person' ? body.birthDate : body.registration),
      hits,
    }
    const count = entities.length + 1001
    const ids = { id: `ent_${count}`, platformId: count.toString(16).padStart(32, 'c4') }
    const createdAt = now()
    const times = { createdAt, updatedAt: createdAt, queuedAt, ratedFrom: queuedAt + 2000 }
    const entity = { ...profile, ...ids, ...times, documents: [] }
    entities.push(entity)
    return entity
  }

  function createAll({ entities: rows }: Fields): Answer {
    if (!Array.isArray(rows)) return refuse(422, 'Validation failed: entities must be an array')
    check(rows.length > 0 && rows.length <= 1000, 'entities must have 1 to 1000 rows')
    if (entities.length + rows.length > teamLimit) refuse(403, 'Team is full')
    const errors = rows.flatMap((row: Fields, at) => {
      try {
        check(text(row.countryCode) !== '', 'countryCode is mandatory')
        check(typeof (row.tags ?? '') === 'string', 'tags must be a text')
        const name = `${text(row.first_name)} ${text(row.last_name)}`.trim() || row.name
        create({ ...row, name, birthDate: row.birth_date })
        return []
      } catch (error) {
        return [`row ${at}: ${error instanceof Error ? error.message : error}`]
      }
    })
    const data = { successCount: rows.length - errors.length, errorCount: errors.length, errors }
    return { status: errors.length > 0 ? 207 : 201, body: { success: true, data } }
  }

  function attach({ document_url }: Fields, id: string): Answer {
    const url = text(document_url)
    check(URL.canParse(url), 'document_url must be an address')
    const { documents } = find(id)
    if (!documents.includes(url)) documents.push(url)
    const documentId = `${id}_doc_${documents.indexOf(url)}`
    return {
      status: 202,
      body: { success: true, data: { documentId, message: 'Queued', run_id: `run_${hours++}` } },
    }
  }

  function rescan({ action }: Fields, id: string): Answer {
    check(text(action).toLowerCase() === 'rescan', 'action must be rescan')
    const at = now()
    const entity = Object.assign(find(id), { createdAt: at, updatedAt: at, queuedAt: performance.now() })
    return { status: 200, body: { success: true, data: listItem(entity) } }
  }

  function pageOf(page: string): Answer {
    check(/^[1-9]\d*$/.test(page), 'page must be a number from 1')
    const end = Number(page) * 5
    const next = end < entities.length && { Link: `</v1/entities?page=${Number(page) + 1}>; rel="next"` }
    const headers = { 'X-Total-Count': `${entities.length}`, ...next }
    return { status: 200, body: entities.slice(end - 5, end).map(listItem), headers }
  }

  function created(entity: Entity): Answer {
    const { id, name, caseStatus, countryCode, platformId, createdAt, updatedAt } = listItem(entity)
    const data = { id, name, countryCode, caseStatus, platformId, createdAt, updatedAt }
    return { status: 201, body: { success: true, data } }
  }

  function operate(operation: string, body: Fields, id: string, page: string): Answer {
    const parts = text(body.first_name) && text(body.last_name) && `${body.first_name} ${body.last_name}`
    switch (operation) {
      case 'GET /v1/health':
        return { status: 204 }
      case 'GET /v1/entities':
        return pageOf(page)
      case 'POST /v1/entities':
        return created(create(body))
      case 'POST /v1/entities/bulk':
        return createAll(body)
      case 'PUT /v1/entities/:id':
        return rescan(body, id)
      case 'GET /v1/entities/:id/network':
        return { status: 200, body: { success: true, data: network(find(id)) } }
      case 'POST /v1/entities/:id/documents':
        return attach(body, id)
      case 'POST /api/search/organizations':
        return search('organization', text(body.company_name), body)
      case 'POST /api/search/persons':
        return search('person', text(body.full_name) || parts, body)
      default:
        return notFound
    }
  }

  function gateway({ headers }: IncomingMessage): Answer | undefined {
    const plainText = { 'Content-Type': 'text/plain' }
    if (rateLimit !== null) {
      const since = performance.now() - rateLimit.seconds * 1000
      arrivals = arrivals.filter(at => at > since)
      const wait = Math.ceil(((arrivals[0] ?? since) - since) / 1000)
      const tooMany = { status: 429, body: 'Slow down', headers: { ...plainText, 'Retry-After': `${wait}` } }
      if (arrivals.length >= rateLimit.requests) return tooMany
      arrivals.push(performance.now())
    }
    if (headers.authorization === `Bearer ${apiKey}`) return undefined
    return { status: 401, body: 'Unauthorized', headers: { ...plainText, 'WWW-Authenticate': 'Bearer' } }
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    const stopped = gateway(request)
    if (stopped) return stopped
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://northgate.example')
    const path = pathname.replace('/api/v1/', '/v1/')
    const [, id = ''] = /^\/v1\/entities\/(?!bulk$|search$)([^/]+)/.exec(path) ?? []
    let sent = ''
    for await (const chunk of request.setEncoding('utf8')) sent += chunk
    if (sent && !request.headers['content-type']?.startsWith('application/json'))
      refuse(415, 'Send application/json')
    const operation = `${request.method} ${path.replace(id && `/${id}`, id && '/:id')}`
    return operate(operation, Object(parsed(sent || '{}')), id, searchParams.get('page') ?? '1')
  }

  for (const { country, number, ...profile } of profiles) {
    const own = profile.type === 'person' ? { birthDate: number } : { registration: number }
    create({ ...profile, ...own, countryCode: country }, -2000)
  }

  const server = createServer(async (request, response) => {
    const { status, body, headers } = await answer(request).catch((error: Error): Answer => {
      const statusCode = typeof error.cause === 'number' ? error.cause : 500
      return {
        status: statusCode,
        body: { statusCode, success: false, error: error.message, code: `E${statusCode}` },
      }
    })
    response.writeHead(status, {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    })
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

function parsed(sent: string): unknown {
  try {
    return JSON.parse(sent)
  } catch {
    return refuse(400, 'Malformed JSON')
  }
}
