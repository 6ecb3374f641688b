import { isBlockedPort } from '../../src/shared/blocked-ports.ts'
import { assertOptionsObject } from '../parse-argument.ts'

/**
 * The options of Node's `https.createServer`, of which the certificate and its private key are named here.
 *
 * @example
 * import { readFile } from 'node:fs/promises'
 *
 * const tls = { cert: await readFile('localhost.pem'), key: await readFile('localhost-key.pem') }
 * const { url } = await startServer(server, { tls })
 */
export interface TlsOptions {
  /** The certificate in PEM, followed by the other certificates of its chain. */
  cert: string | Uint8Array
  /** The private key of the certificate, in PEM. */
  key: string | Uint8Array
  /** Any other option of `https.createServer`, such as the `passphrase` of the key. */
  [option: string]: unknown
}

/**
 * The options of a server over HTTP.
 *
 * @example
 * const { url, close } = await startServer(server, { port: 0, host: 'localhost' })
 * await close()
 */
export interface StartOptions {
  /**
   * The TCP port; 0 picks a free port.
   *
   * @default 0
   */
  port?: number | undefined
  /**
   * The address or host name to listen on. The default accepts only connections from this machine.
   *
   * @default '127.0.0.1'
   */
  host?: string | undefined
  /**
   * The certificate and its private key, to use HTTPS instead of HTTP.
   *
   * @default none: HTTP
   */
  tls?: TlsOptions | undefined
}

/** Checks the options without a schema, which would load zod. @throws TypeError naming the wrong option. */
export function readStartOptions(options: StartOptions) {
  assertOptionsObject(options, 'startServer')
  const { port, host, tls, ...others } = options
  const [other] = Object.keys(others)
  if (other !== undefined)
    throw new TypeError(`startServer: ${other} is not an option here: port, host and tls are`)
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new TypeError('startServer: port must be a whole number from 0 to 65535')
  if (port !== undefined && isBlockedPort(port))
    throw new TypeError(`startServer: port must be another: browsers and fetch do not connect to ${port}`)
  // With an empty host, Node would listen on all addresses.
  if (host !== undefined && (typeof host !== 'string' || host === ''))
    throw new TypeError(
      'startServer: host must be an address or a host name, such as 127.0.0.1; 0.0.0.0 stands for all addresses',
    )
  if (tls !== undefined && (typeof tls !== 'object' || tls === null))
    throw new TypeError('startServer: tls must be an object with cert and key, as node:https takes it')
  return { port, host, tls }
}
