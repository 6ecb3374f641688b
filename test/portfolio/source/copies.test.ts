import { type ImportOptions, importPortfolio, partitionPortfolio } from 'entity-screening-sdk/portfolio'
import { describe, expect, it } from 'vitest'
import { createItemCopier } from '../../../src/portfolio/source/copy-source.ts'
import { createTeam, importInto, organization } from '../team.ts'

const names = Array.from({ length: 100 }, (_, number) => `Company ${number + 1}`)

/** One object for all rows, as database cursors have it. */
function* reuseRow() {
  const row = { type: 'organization', name: '', countryCode: 'DE' }
  for (const name of names) {
    row.name = name
    yield row
  }
}

async function* reuseRowLater() {
  for (const row of reuseRow()) {
    await new Promise(resolve => setImmediate(resolve))
    yield row
  }
}

/** Fields as getters of a prototype, as Sequelize and Mongoose have them. */
class Customer {
  readonly #name: string
  reads = 0

  constructor(name: string) {
    this.#name = name
  }

  get type() {
    return 'organization'
  }

  get name() {
    this.reads += 1
    return this.reads === 1 ? this.#name : `${this.#name}, read again`
  }

  get Country_Code() {
    return 'DE'
  }

  get secret(): string {
    throw new Error('nobody reads this')
  }

  label() {
    return 'a method'
  }
}

describe('an import copies what it is given', () => {
  it.each([
    ['a generator that reuses its row', () => reuseRow()],
    ['an async generator that reuses its row', () => reuseRowLater()],
  ])('from %s', async (_, source) => {
    const team = createTeam()
    expect(await importInto(team, source())).toMatchObject({ created: 100, duplicates: 0, stopped: null })
    expect(await team.names()).toEqual(names)
  })

  it('from a generator that reuses its list of tags', async () => {
    const sent: unknown[] = []
    const team = createTeam({}, server => async request => {
      if (request.url.endsWith('/bulk')) sent.push(await request.clone().json())
      return server.fetch(request)
    })
    function* source() {
      const tags: string[] = []
      for (const name of ['A', 'B']) {
        tags.splice(0, 1, name.toLowerCase())
        yield { ...organization(name), tags }
      }
    }
    await importInto(team, source())
    expect(sent).toMatchObject([{ entities: [{ tags: 'a' }, { tags: 'b' }] }])
  })

  it('from a generator that reuses its buffer', async () => {
    function* source() {
      const buffer = new Uint8Array(32)
      for (const line of ['name,type,country\n', 'A,org,DE\n', 'B,org,DE\n']) {
        const { written } = new TextEncoder().encodeInto(line, buffer)
        yield buffer.subarray(0, written)
      }
    }
    const team = createTeam()
    expect(await importInto(team, source())).toMatchObject({ created: 2, stopped: null })
    expect(await team.names()).toEqual(['A', 'B'])
  })

  it('before the call returns: rows, bytes, options and their lists', async () => {
    const row = { type: 'organization', name: 'A', countryCode: 'DE', tags: ['one'] }
    const rows = [row]
    const tags = ['all']
    const defaults = { tags }
    const options: ImportOptions = { defaults, batchSize: 1 }
    const bytes = new TextEncoder().encode('name,type,country\nB,org,DE\n')
    const sent: unknown[] = []
    const team = createTeam({}, server => async request => {
      if (request.url.endsWith('/bulk')) sent.push(await request.clone().json())
      return server.fetch(request)
    })
    const imports = [
      importPortfolio(team.client, rows, options),
      importPortfolio(team.client, bytes, options),
    ]
    Object.assign(row, { name: 'Changed', countryCode: 'Nowhere' })
    row.tags.push('late')
    rows.push({ ...row, name: 'Late' })
    tags.push('late')
    Object.assign(defaults, { countryCode: 'Nowhere' })
    Object.assign(options, { batchSize: 0, dryRun: true, stranger: 1 })
    bytes.fill(0)
    for (const report of await Promise.all(imports)) expect(report).toMatchObject({ created: 1, rows: 1 })
    expect((await team.names()).toSorted()).toEqual(['A', 'B'])
    const entities = sent.flatMap(body => Object(body).entities)
    expect(entities.map(({ tags }) => tags).toSorted()).toEqual(['all', 'one,all'])
  })

  it('of rows whose fields are getters of a prototype, each read once', async () => {
    const team = createTeam()
    const rows = ['A', 'B'].map(name => new Customer(name))
    expect(await importInto(team, rows)).toMatchObject({
      created: 2,
      unusedColumns: ['reads'],
      stopped: null,
    })
    expect(await team.names()).toEqual(['A', 'B'])
    expect(rows.map(({ reads }) => reads)).toEqual([1, 1])
  })

  it('of rows that inherit from each other, own fields before inherited ones', async () => {
    const team = createTeam()
    const base = organization('Base')
    const rows = [base, Object.assign(Object.create(base), { name: 'Derived' })]
    await importInto(team, rows)
    expect(await team.names()).toEqual(['Base', 'Derived'])
  })

  it('of columns that the caller names', async () => {
    class Row {
      get Handle() {
        return 'A'
      }
    }
    const team = createTeam()
    const defaults = { type: 'organization', countryCode: 'DE' }
    await importInto(team, [new Row()], { columns: { name: 'handle' }, defaults })
    expect(await team.names()).toEqual(['A'])
  })

  it('of a row that is a proxy', async () => {
    const team = createTeam()
    await importInto(team, [new Proxy(organization('A'), {})])
    expect(await team.names()).toEqual(['A'])
  })

  it('and rejects with the error of a getter', async () => {
    const broken = new Error('broken')
    const row = {
      ...organization('B'),
      get tags(): string[] {
        throw broken
      },
    }
    const options = {
      get batchSize(): number {
        throw broken
      },
    }
    const { client } = createTeam()
    await expect(importPortfolio(client, [row])).rejects.toBe(broken)
    await expect(importPortfolio(client, [], options)).rejects.toBe(broken)
    async function* stream() {
      yield organization('A')
      yield row
    }
    const report = await importInto(createTeam(), stream())
    expect(report.stopped).toMatchObject({ cause: 'failed', error: broken })
  })

  it('and so does a partition', async () => {
    const rows = names.map(name => organization(name))
    const counting = partitionPortfolio(rows, 3)
    rows.splice(0)
    const counts = await counting
    expect(counts.reduce((sum, part) => sum + part.rows, 0)).toBe(100)
    const reused = await partitionPortfolio(reuseRow(), 3)
    expect(reused).toEqual(counts)
  })
})

it('a copied row is copied again without harm', () => {
  const copy = createItemCopier({})
  const row = copy(new Customer('A'))
  expect(row).toEqual({ reads: 0, type: 'organization', name: 'A', Country_Code: 'DE' })
  expect(copy(row)).toEqual(row)
  expect(copy(null)).toBeNull()
})
