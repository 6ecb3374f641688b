import { DatabaseSync } from 'node:sqlite'
import type { IdempotencyStore } from 'entity-screening-sdk/proxy'

/** A store in SQLite, which several processes could share. */
export function createSqliteStore(): IdempotencyStore {
  const database = new DatabaseSync(':memory:')
  database.exec('create table keys (key text primary key, fingerprint text not null, response text)')
  const insert = database.prepare('insert into keys (key, fingerprint) values (?, ?) on conflict do nothing')
  const select = database.prepare('select fingerprint, response from keys where key = ?')
  const update = database.prepare('update keys set response = ? where key = ?')
  const free = database.prepare('delete from keys where key = ?')
  return {
    async claim(key, fingerprint) {
      if (insert.run(key, fingerprint).changes === 1) return null
      const { fingerprint: known, response } = select.get(key) ?? {}
      return { fingerprint: String(known), response: JSON.parse(String(response)) }
    },
    async finish(key, response) {
      if (response === null) free.run(key)
      else update.run(JSON.stringify(response), key)
    },
  }
}
