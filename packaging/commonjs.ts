import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Writes `cjs` into `dist`, or into the folder that is given: each ES module that `require` leads to, translated by itself under
 * the same name, and its declarations as they are. Where each file stands beside its twin, the package's compression holds the
 * two nearly once.
 */
const repository = fileURLToPath(new URL('..', import.meta.url))
const dist = resolve(process.argv[2] ?? join(repository, 'dist'))
const translated = join(dist, 'cjs')

const { exports } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
const required = Object.values<{ require?: { default: string; types: string } }>(exports)
  .flatMap(({ require }) => require ?? [])
  .map(paths => ({ module: inDist(paths.default), types: inDist(paths.types) }))
const modules = reach(required.map(({ module }) => module))
// A test builds without them.
const declarations = reach(required.map(({ types }) => types).filter(path => existsSync(join(dist, path))))

function inDist(path: string): string {
  return path.replace('./dist/cjs/', '')
}

/** These files and all that they load, by paths from `dist`. */
function reach(entries: readonly string[]): Set<string> {
  const found = new Set(entries)
  for (const path of found) {
    const text = readFileSync(join(dist, path), 'utf8')
    for (const [, loaded = ''] of text.matchAll(/(?:from|import)\s*\(?\s*['"](\.[^'"]+\.js)['"]/g)) {
      const module = join(dirname(path), loaded)
      found.add(path.endsWith('.d.ts') ? module.replace(/\.js$/, '.d.ts') : module)
    }
  }
  return found
}

// What tsup.config.ts cuts off has names that nobody imports: most of these files only lead on to another.
for (const name of readdirSync(join(dist, 'parts'))) {
  const path = join('parts', name)
  if (!modules.has(path) && !declarations.has(path)) rmSync(join(dist, path))
}

for (const path of declarations) {
  mkdirSync(dirname(join(translated, path)), { recursive: true })
  copyFileSync(join(dist, path), join(translated, path))
}

const options = {
  format: 'cjs',
  platform: 'node',
  target: 'es2022',
  bundle: true,
} as const

await build({
  ...options,
  outdir: translated,
  entryPoints: Array.from(modules, path => ({ in: join(dist, path), out: path.replace(/\.js$/, '') })),
  // Jest runs no `import()`.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'moduleUrl' },
  inject: [join(repository, 'packaging', 'module-url.js')],
  plugins: [
    {
      name: 'one by one',
      setup({ onResolve }) {
        onResolve({ filter: /./ }, ({ kind, path, importer }) => {
          if (kind === 'entry-point' || path.endsWith('module-url.js')) return
          if (path !== 'ky') return { path, external: true }
          const place = join(relative(dirname(importer), dist), 'ky.js')
          return { path: place.startsWith('.') ? place : `./${place}`, external: true }
        })
      },
    },
  ],
})

// ky is ESM only: it is translated too, so that `require` works wherever CommonJS still runs.
await build({
  ...options,
  stdin: {
    contents: "const ky = require('ky')\nmodule.exports = Object.assign(ky.default, ky)",
    resolveDir: repository,
    sourcefile: 'ky.cjs',
  },
  outfile: join(translated, 'ky.js'),
})

writeFileSync(
  join(translated, 'package.json'),
  `${JSON.stringify({ type: 'commonjs', sideEffects: false }, null, 2)}\n`,
)
