import { readFile } from 'node:fs/promises'
import type { StartOptions } from '../../mock-server/adapters/start-options.ts'
import { createUnreadableError } from '../failure.ts'
import type { NamedFile } from './settings.ts'

/**
 * Reads the certificate and the private key for HTTPS. @throws FileError naming the flag or variable, if a file cannot be
 * read.
 */
export async function readTlsFiles({
  cert,
  key,
}: {
  readonly cert: NamedFile
  readonly key: NamedFile
}): Promise<NonNullable<StartOptions['tls']>> {
  return { cert: await readNamedFile(cert), key: await readNamedFile(key) }
}

function readNamedFile({ name, file }: NamedFile): Promise<Buffer> {
  return readFile(file).catch(error => {
    throw createUnreadableError(`${name} ${file}`, error)
  })
}
