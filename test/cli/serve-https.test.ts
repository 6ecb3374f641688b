import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selfSigned } from '../transport/self-signed.ts'
import { callCommand, killCommands, runCommand } from './built-command.ts'

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
afterAll(async () => {
  killCommands()
  await rm(folder, { recursive: true })
})

const file = (name: string) => join(folder, name)

it.each([
  [
    'flags',
    (): [string[], Record<string, string>] => [
      ['--cert', file('cert.pem'), '--key-file', file('key.pem')],
      {},
    ],
  ],
  [
    'variables',
    (): [string[], Record<string, string>] => [
      [],
      { ENTITY_SCREENING_CERT: file('cert.pem'), ENTITY_SCREENING_KEY_FILE: file('key.pem') },
    ],
  ],
])('serves HTTPS with the files that %s name', async (_, settings) => {
  const [flags, environment] = settings()
  const url = await runCommand(['serve', '--port', '0', '--host', 'localhost', ...flags], environment).url
  expect(url).toMatch(/^https:\/\/localhost:\d+$/)
  const [response] = await once(get(`${url}/v1/health`, { ca: cert }), 'response')
  expect(response.statusCode).toBe(200)
  response.resume()
})

it.each([
  [['--cert', 'cert.pem', '--key-file', 'cert.pem'], 2, '--cert and --key-file must be different files'],
  [['--cert', 'cert.pem'], 2, '--cert needs --key-file, the private key of the certificate'],
  [['--key-file', 'key.pem'], 2, '--key-file needs --cert, the certificate of the key'],
  [
    ['--cert', 'none.pem', '--key-file', 'key.pem'],
    1,
    /--cert .*none\.pem cannot be read: there is no such file/,
  ],
  [
    ['--cert', 'cert.pem', '--key-file', 'none.pem'],
    1,
    /--key-file .*none\.pem cannot be read: there is no such/,
  ],
  [['--cert', 'text.pem', '--key-file', 'key.pem'], 1, '--cert must be a certificate, in PEM'],
  [
    ['--cert', 'cert.pem', '--key-file', 'text.pem'],
    1,
    '--key-file must be a private key without a passphrase, in PEM',
  ],
  [['--cert', 'cert.pem', '--key-file', 'other.pem'], 1, '--key-file must be the private key of --cert'],
])('refuses %j by the name of the flag', async (flags, status, sentence) => {
  const parameters = flags.map(flag => (flag.endsWith('.pem') ? file(flag) : flag))
  const outcome = await callCommand(['serve', '--port', '0', ...parameters])
  expect(outcome).toMatchObject({ status, stdout: '', stderr: expect.stringMatching(sentence) })
})
