import { access, readFile } from 'node:fs/promises'
import { jsonReply, type Reply } from '../message/reply.ts'

/** The security policy of the console page. The page loads only its own files, and cannot be shown in a frame. */
const contentSecurityPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' blob:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const types: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
}

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-cache',
}

export async function readConsoleFile(name: string): Promise<Reply> {
  const folder = await findFolder()
  if (folder === null) return textReply(503, 'The console is not built: npm run build builds it.')
  if (name === 'openapi.json') {
    const document = JSON.parse(await readFile(new URL('../../docs/openapi.json', folder), 'utf8'))
    // In the OpenAPI document, `servers` contains the origin from which the document is loaded.
    return jsonReply(200, { ...document, servers: [{ ...document.servers[0], url: '/' }] })
  }
  const [extension = ''] = /[^.]*$/.exec(name) ?? []
  const type = types[extension]
  const body = await readFile(new URL(name, folder), 'utf8').catch(() => null)
  if (type === undefined || body === null) return textReply(404, 'The console has no such file.')
  return { status: 200, headers: { ...headers, 'content-type': type }, body }
}

function textReply(status: number, body: string): Reply {
  return { status, headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' }, body }
}

/** Finds the folder of the console's files, whose path differs between the source and the build. */
async function findFolder(): Promise<URL | null> {
  for (const path of ['./console/', '../console/', '../../console/', '../../dist/console/']) {
    // If a user bundles this module, `import.meta.url` may not be a valid URL.
    if (!URL.canParse(path, import.meta.url)) return null
    const folder = new URL(path, import.meta.url)
    const isThere = await access(new URL('console.js', folder)).then(
      () => true,
      () => false,
    )
    if (isThere) return folder
  }
  return null
}
