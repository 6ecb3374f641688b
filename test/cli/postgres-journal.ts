import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { postgresUrl } from '../find-postgres.ts'

/** Puts the driver where a user's own is. */
export async function installDriver(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules'))
  await symlink(
    fileURLToPath(new URL('../../node_modules/pg', import.meta.url)),
    join(folder, 'node_modules/pg'),
  )
}

/** The address of a journal in a schema of the test's own. */
export function newPostgresJournal(name: string): string {
  const url = new URL(postgresUrl ?? '')
  const schema = `test_cli_${crypto.randomUUID().slice(0, 8)}`
  onTestFinished(async () => {
    const client = new pg.Client({ connectionString: postgresUrl ?? '' })
    await client.connect()
    await client.query(`drop schema if exists ${schema} cascade`)
    await client.end()
  })
  url.searchParams.set('journal', name)
  url.searchParams.set('schema', schema)
  return url.href
}
