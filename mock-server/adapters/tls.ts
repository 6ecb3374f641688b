import { messageOf } from '../../src/shared/errors.ts'

/**
 * A certificate and its private key, both in PEM, as text or as the bytes of a file.
 *
 * @example
 * import { readFile } from 'node:fs/promises'
 *
 * const tls = { cert: await readFile('localhost.pem'), key: await readFile('localhost-key.pem') }
 * const { url } = await startServer(server, { tls })
 */
export type TlsOptions = {
  /** The certificate, followed by the other certificates of its chain. */
  readonly cert: string | Uint8Array
  /** The private key of the certificate, without a passphrase. */
  readonly key: string | Uint8Array
}

/** How error messages name the certificate and the key. */
interface TlsNames {
  readonly cert: string
  readonly key: string
}

/**
 * Returns the certificate and the key as strings.
 *
 * @throws TypeError naming the certificate or the key, if Node cannot use it.
 */
export function readTls(tls: TlsOptions, names: TlsNames): { readonly cert: string; readonly key: string } {
  const { X509Certificate, createPrivateKey } = process.getBuiltinModule('node:crypto')
  const cert = decodePem(tls.cert)
  const key = decodePem(tls.key)
  const certificate = parsePem(cert, `${names.cert} must be a certificate`, pem => new X509Certificate(pem))
  const privateKey = parsePem(
    key,
    `${names.key} must be a private key without a passphrase`,
    createPrivateKey,
  )
  if (!certificate.checkPrivateKey(privateKey))
    throw new TypeError(`${names.key} must be the private key of ${names.cert}`)
  return { cert, key }
}

function decodePem(pem: unknown): string {
  if (typeof pem === 'string') return pem
  return pem instanceof Uint8Array ? new TextDecoder().decode(pem) : ''
}

function parsePem<Parsed>(text: string, sentence: string, parse: (text: string) => Parsed): Parsed {
  if (!text.includes('-----BEGIN ')) {
    const isPath = /^.*\.(pem|crt|cer|key)$/i.test(text)
    throw new TypeError(`${sentence}, in PEM${isPath ? ', not the path of a file' : ''}`)
  }
  try {
    return parse(text)
  } catch (error) {
    throw new TypeError(`${sentence}, in PEM: ${messageOf(error)}`, { cause: error })
  }
}
