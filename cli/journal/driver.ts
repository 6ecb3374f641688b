import { createRequire } from 'node:module'
import { join } from 'node:path'
import type pg from 'pg'
import { FileError } from '../usage.ts'

/** node-postgres, an optional install: only journals in Postgres need it. */
export type Driver = Pick<typeof pg, 'Pool'>

/** The driver beside this package, or in the working directory. */
export function loadDriver(): Driver {
  for (const place of [import.meta.url, join(process.cwd(), 'package.json')]) {
    const load = createRequire(place)
    const file = resolve(load)
    if (file === null) continue
    const driver: unknown = load(file)
    if (isDriver(driver)) return driver
  }
  throw new FileError(
    'a journal in Postgres needs the package pg (node-postgres), which is not installed here: run npm install pg',
  )
}

function resolve(load: NodeJS.Require): string | null {
  try {
    return load.resolve('pg')
  } catch {
    return null
  }
}

function isDriver(driver: unknown): driver is Driver {
  return typeof driver === 'object' && driver !== null && typeof Reflect.get(driver, 'Pool') === 'function'
}
