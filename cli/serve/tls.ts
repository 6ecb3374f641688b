import { readFile } from 'node:fs/promises'
import { readTls, type TlsOptions } from '../../mock-server/adapters/tls.ts'
import { createUnreadableError, describeFailure, FileError } from '../failure.ts'
import type { NamedFile } from './settings.ts'

/**
 * Reads the certificate and the private key for HTTPS. @throws FileError if a file is unreadable or invalid. The message names
 * the flag or variable.
 */
export async function readTlsFiles({
  cert,
  key,
}: {
  readonly cert: NamedFile
  readonly key: NamedFile
}): Promise<TlsOptions> {
  const files = { cert: await readPem(cert), key: await readPem(key) }
  try {
    return readTls(files, { cert: cert.name, key: key.name })
  } catch (error) {
    throw new FileError(describeFailure(error), { cause: error })
  }
}

function readPem({ name, file }: NamedFile): Promise<string> {
  return readFile(file, 'utf8').catch(error => {
    throw createUnreadableError(`${name} ${file}`, error)
  })
}
