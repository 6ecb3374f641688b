import pg from 'pg'

const given = process.env.TEST_POSTGRES_URL

/**
 * Where tests find a Postgres; null where there is none, or an empty TEST_POSTGRES_URL asks for none: what needs several
 * processes is skipped then.
 */
export const postgresUrl = given === '' ? null : await find(given ?? 'postgres://root@127.0.0.1:5432/test')

export const noPostgres = 'no Postgres at TEST_POSTGRES_URL or postgres://root@127.0.0.1:5432/test'

async function find(url: string): Promise<string | null> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    await client.end()
    return url
  } catch (error) {
    // One that was named must be there.
    if (given !== undefined) throw error
    return null
  }
}
