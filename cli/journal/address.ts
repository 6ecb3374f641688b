import { checkName } from '../../src/portfolio/journal/names.ts'
import { UsageError } from '../usage.ts'

/** A journal in Postgres, as `--journal` names it. */
export interface PostgresAddress {
  /** For the driver, without what is said of the journal. */
  readonly connection: string
  /** Where it is, without a user and a password. */
  readonly place: string
  readonly journal: string
  readonly schema: string | undefined
  readonly password: string
}

const example = 'postgres://user@host:5432/db?journal=NAME'

/** Whether a text is an address in Postgres; anything else is the name of a file. */
export function isPostgres(text: string): boolean {
  return /^postgres(ql)?:\/\//i.test(text)
}

/** @throws UsageError that does not repeat the address: a password may be in it. */
export function readPostgresAddress(text: string, partition: string | undefined): PostgresAddress {
  const url = parseUrl(text)
  const { searchParams, host, pathname } = url
  const name = searchParams.get('journal')
  if (!name) throw new UsageError(`--journal must name the journal in Postgres, as in ${example}`)
  const journal = partition === undefined ? name : `${name} ${partition}`
  const schema = searchParams.get('schema') ?? undefined
  const password = searchParams.get('password') ?? decoded(url.password)
  searchParams.delete('journal')
  searchParams.delete('schema')
  const place = `${host || searchParams.get('host') || 'localhost'}${decoded(pathname)}`
  return { connection: url.href, place, journal: checked(journal), schema, password }
}

function parseUrl(text: string): URL {
  try {
    return new URL(text)
  } catch {
    throw new UsageError(`--journal must be a file, or an address such as ${example}`)
  }
}

function checked(journal: string): string {
  try {
    checkName(journal)
    return journal
  } catch (error) {
    throw new UsageError(`--journal: its ${error instanceof Error ? error.message : String(error)}`)
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
