/** An entity as the team keeps it. */
interface StoredEntity {
  readonly id: string
  readonly name: string
  readonly fields: object
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
  const entities: StoredEntity[] = []
  const reads = new Map<string, number>()
  return { list, process, names: () => entities.map(({ name }) => name) }

  function list() {
    return entities.map(({ id, name, fields }) => {
      const count = (reads.get(id) ?? 0) + 1
      reads.set(id, count)
      const isScreened = count > 1
      return {
        ...fields,
        id,
        name,
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
    if (method === 'PUT')
      return success(
        200,
        list().find(entity => entity.id === id),
      )
    if (path.endsWith('/network')) return success(200, { nodes: { [id]: createNode(id) }, relations: [] })
    return { status: 404, data: { statusCode: 404, success: false, error: 'Not found' } }
  }

  function createAll({ entities: rows }: Record<string, unknown>): object {
    const created = Array.isArray(rows) ? rows.map(create) : []
    return { successCount: created.length, errorCount: 0, errors: [] }
  }

  function create({ name: title, type, countryCode = '-' }: Record<string, unknown>): object {
    const [id, name] = [`entity-${entities.length + 1}`, String(title)]
    const platformId = String(entities.length + 1).padStart(32, '0')
    const common = { countryCode, caseStatus: 'NOT_STARTED', platformId, createdAt, updatedAt: createdAt }
    const fields = { ...common, type, registration: '-', lastUpdate: 'Jan 5, 2026', dueDate: '-' }
    entities.push({ id, name, fields })
    return { id, name, ...common, tags: [], teamId: 'team-1' }
  }
}

function success(status: number, data: unknown): Processed {
  return { status, data: { success: true, data } }
}

function createNode(id: string): object {
  return { id, name: id, type: 'organization', country_code: 'DE', pep: [], sanctions: [], adverse_media: [] }
}
