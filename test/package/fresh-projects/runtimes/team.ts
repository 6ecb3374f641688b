/** An entity as the list has it. */
interface EntityRecord {
  readonly id: string
  readonly name: string
  readonly [field: string]: unknown
}

/** What the service responds. */
interface Processed {
  readonly status: number
  readonly data: unknown
}

const createdAt = '2026-01-05T12:00:00.000Z'
const ids = /^\/v1\/entities\/([^/]+)/

/** The entities of one team, all created at the same time and screened at the second read of the list. */
export function createTeam() {
  const entities: Omit<EntityRecord, 'riskLevel' | 'riskScore'>[] = []
  const reads = new Map<string, number>()
  return { list, process, names: () => entities.map(({ name }) => name) }

  function list(): EntityRecord[] {
    return entities.map(entity => {
      const count = (reads.get(entity.id) ?? 0) + 1
      reads.set(entity.id, count)
      const isScreened = count > 1
      return {
        ...entity,
        caseStatus: isScreened ? 'IN_PROGRESS' : 'NOT_STARTED',
        riskLevel: isScreened ? 'Low Risk' : '-',
        riskScore: isScreened ? 10 : 0,
      }
    })
  }

  /** Processes all operations but the list. */
  function process(method: string, path: string, body: string): Processed {
    const input: Record<string, unknown> = body === '' ? {} : JSON.parse(body)
    const [, id = ''] = ids.exec(path) ?? []
    if (method === 'POST' && path === '/v1/entities') return success(201, create(input))
    if (method === 'POST' && path === '/v1/entities/bulk') return success(201, createAll(input))
    if (method === 'POST' && path === '/v1/entities/search') return success(200, list())
    if (method === 'POST' && path.endsWith('/documents'))
      return success(200, { documentId: 'document-1', message: 'Analysis started', run_id: 'run-1' })
    if (method === 'PUT') return success(200, list().find(entity => entity.id === id))
    if (path.endsWith('/network'))
      return success(200, { nodes: { [id]: createNode(id) }, relations: [] })
    return { status: 404, data: { statusCode: 404, success: false, error: 'Not found' } }
  }

  function createAll({ entities: rows }: Record<string, unknown>): object {
    const created = Array.isArray(rows) ? rows.map(create) : []
    return { successCount: created.length, errorCount: 0, errors: [] }
  }

  function create({ name, type, countryCode }: Record<string, unknown>): object {
    const id = `entity-${entities.length + 1}`
    const platformId = id.padEnd(32, '0').replaceAll(/[^0-9a-f]/g, '0')
    const common = { id, name: String(name), countryCode: countryCode ?? '-', platformId, createdAt, updatedAt: createdAt }
    const dates = { lastUpdate: 'Jan 5, 2026', dueDate: '-' }
    entities.push({ ...common, ...dates, type, registration: '-', caseStatus: 'NOT_STARTED' })
    return { ...common, caseStatus: 'NOT_STARTED', tags: [], teamId: 'team-1' }
  }
}

function success(status: number, data: unknown): Processed {
  return { status, data: { success: true, data } }
}

function createNode(id: string): object {
  return { id, name: id, type: 'organization', country_code: 'DE', pep: [], sanctions: [], adverse_media: [] }
}
