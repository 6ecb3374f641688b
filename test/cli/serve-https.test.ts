import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selfSigned } from '../transport/self-signed.ts'
import { callCommand, callServe } from './call-command.ts'

const day = 86_400_000
const { cert, key } = selfSigned(new Date(Date.now() - day), new Date(Date.now() + day))
let folder = ''

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serve-https-'))
  await writeFile(join(folder, 'cert.pem'), cert)
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'other.pem'), selfSigned(new Date(), new Date()).key)
  await writeFile(join(folder, 'text.pem'), 'no certificate')
})
afterAll(() => rm(folder, { recursive: true }))

const file = (name: string) => join(folder, name)

it.each([
  [
    'flags',
    (): [string[], Record<string, string>] => [
      ['--tls-cert', file('cert.pem'), '--tls-key', file('key.pem')],
      {},
    ],
  ],
  [
    'variables',
    (): [string[], Record<string, string>] => [
      [],
      { ENTITY_SCREENING_TLS_CERT: file('cert.pem'), ENTITY_SCREENING_TLS_KEY: file('key.pem') },
    ],
  ],
])('serves HTTPS with the files that %s name', async (_, settings) => {
  const [flags, environment] = settings()
  const { url } = await callServe(['--host', 'localhost', ...flags], environment)
  expect(url).toMatch(/^https:\/\/localhost:\d+$/)
  const [response] = await once(get(`${url}/v1/health`, { ca: cert }), 'response')
  expect(response.statusCode).toBe(200)
  response.resume()
})

it.each([
  [
    ['--tls-cert', 'cert.pem', '--tls-key', 'cert.pem'],
    2,
    '--tls-cert and --tls-key must be different files',
  ],
  [['--tls-cert', 'cert.pem'], 2, '--tls-cert needs --tls-key, the private key of the certificate'],
  [['--tls-key', 'key.pem'], 2, '--tls-key needs --tls-cert, the certificate of the key'],
  [
    ['--tls-cert', 'none.pem', '--tls-key', 'key.pem'],
    1,
    /--tls-cert .*none\.pem cannot be read: there is no such file/,
  ],
  [
    ['--tls-cert', 'cert.pem', '--tls-key', 'none.pem'],
    1,
    /--tls-key .*none\.pem cannot be read: there is no such/,
  ],
  ...[
    ['text.pem', 'key.pem'],
    ['cert.pem', 'text.pem'],
    ['cert.pem', 'other.pem'],
  ].map(([cert, key]): [string[], number, RegExp] => [
    ['--tls-cert', `${cert}`, '--tls-key', `${key}`],
    1,
    /--tls-cert and --tls-key cannot be used: error:.*; they must be a certificate and its private key without a passphrase, in PEM/,
  ]),
])('refuses %j by the name of the flag', async (flags, status, sentence) => {
  const parameters = flags.map(flag => (flag.endsWith('.pem') ? file(flag) : flag))
  const outcome = await callCommand(['serve', '--port', '0', ...parameters])
  expect(outcome).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(sentence) })
})
