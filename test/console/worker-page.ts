import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const apiKey = 'key-of-the-team-42'

/** Where the page has the service, which its worker answers. */
export const serviceAddress = 'https://screening.example'

const program = `
import { createMockServer } from 'entity-screening-sdk/mock-server'
import { createHandlers } from 'entity-screening-sdk/mock-server/msw'
import { setupWorker } from 'msw/browser'
import { mountConsole } from './dist/console/mount.js'

globalThis.mockServer = createMockServer({ keys: { '${apiKey}': 'team-1' } })
await setupWorker(...createHandlers(mockServer, { baseUrl: '${serviceAddress}' })).start({ quiet: true })
mountConsole(document.body, mockServer)
`

/** The console is as it is shipped. Its control API is that of the server in the page. */
const controlApi: Plugin = {
  name: 'control API',
  setup({ onResolve }) {
    onResolve({ filter: /\/control-api\.js$/ }, () => ({
      path: join(root, 'mock-server/admin/call-control-api.ts'),
    }))
  },
}

let built: Promise<string> | undefined

async function buildProgram(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: root },
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    plugins: [controlApi],
    logLevel: 'error',
  })
  return outputFiles[0]?.text ?? ''
}

const page =
  '<!doctype html><html lang="en"><title>An application</title><style>html, body { height: 100%; margin: 0 }</style><script type="module" src="/page.js"></script><body></body></html>'

/** Serves a page that has a mock server behind msw's worker, and its console. */
export async function serveWorkerPage(): Promise<{ url: string; close: () => Promise<void> }> {
  built ??= buildProgram()
  const program = await built
  const read = async (path: string) => {
    if (path === '/') return page
    if (path === '/page.js') return program
    if (path === '/mockServiceWorker.js') return readFile(`${root}/node_modules/msw/lib${path}`)
    throw new Error(`There is no ${path}`)
  }
  const site = createServer(({ url = '/' }, response) => {
    const type = url === '/' ? 'text/html' : 'text/javascript'
    read(url).then(
      text => response.setHeader('content-type', `${type}; charset=utf-8`).end(text),
      () => response.writeHead(404).end(),
    )
  })
  await new Promise<void>(resolve => site.listen(0, '127.0.0.1', resolve))
  const { port } = site.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/`,
    close: () =>
      new Promise(resolve => {
        site.close(() => resolve())
        site.closeAllConnections()
      }),
  }
}
