import { copyFile, readFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin, transform } from 'esbuild'

const source = fileURLToPath(new URL('../mock-server/console', import.meta.url))

/** Resolves `*.css?inline`, which Vite knows by itself, to the minified text of the style sheet. */
const inlineStyles: Plugin = {
  name: 'inline styles',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\.css\?inline$/ }, ({ path, importer }) => ({
      path: resolve(dirname(importer), path.replace('?inline', '')),
      namespace: 'inline-style',
    }))
    onLoad({ filter: /./, namespace: 'inline-style' }, async ({ path }) => {
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'css', minify: true })
      return { contents: code, loader: 'text' }
    })
  },
}

/**
 * Leaves the control API to the package's other modules: its functions must be those of the server that the console shows, and a
 * page that shows a console has them already.
 */
const sharedControlApi: Plugin = {
  name: 'shared control API',
  setup({ onResolve }) {
    onResolve({ filter: /\/call-control-api\.ts$/ }, () => ({ path: '../control-api.js', external: true }))
  },
}

/** Builds the page that the Node server shows at `/__admin/`, and `mountConsole`, which shares its files. What is shown later is loaded later. */
export async function buildConsolePage(outdir: string): Promise<void> {
  // Chunks of an earlier build have other names.
  await rm(outdir, { recursive: true, force: true })
  await build({
    entryPoints: { console: join(source, 'page.ts'), mount: join(source, 'index.ts') },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    chunkNames: '[name]-[hash]',
    outdir,
    plugins: [inlineStyles, sharedControlApi],
  })
  await copyFile(join(source, 'page.html'), join(outdir, 'index.html'))
  await copyFile(join(source, 'icon.svg'), join(outdir, 'icon.svg'))
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await buildConsolePage(fileURLToPath(new URL('../dist/console', import.meta.url)))
