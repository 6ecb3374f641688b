import { readFileSync } from 'node:fs'
import { defineConfig, type Options } from 'tsup'
import { markPure } from './packaging/mark-pure.ts'
import { requireChunks } from './packaging/require-chunks.ts'

const library = {
  index: 'src/index.ts',
  schemas: 'src/schemas.ts',
  network: 'src/network/index.ts',
  portfolio: 'src/portfolio/index.ts',
  'portfolio/postgres': 'src/portfolio/postgres.ts',
  opentelemetry: 'src/opentelemetry/index.ts',
  'react-query': 'src/react-query/index.ts',
  'mock-server': 'mock-server/index.ts',
  'mock-server/msw': 'mock-server/adapters/msw.ts',
  'mock-server/node': 'mock-server/adapters/node.ts',
  'mock-server/parity': 'mock-server/parity/index.ts',
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

const shared: Options = {
  target: 'es2022',
  treeshake: true,
  define: { ENTITY_SCREENING_SDK_VERSION: JSON.stringify(version) },
  external: ['msw', '@opentelemetry/api', '@tanstack/react-query'],
}

export default defineConfig([
  {
    ...shared,
    entry: { ...library, cli: 'cli/index.ts' },
    format: 'esm',
    plugins: [markPure()],
    // packaging/console-page.ts builds the console: here only its types.
    dts: { entry: { ...library, 'mock-server/console': 'mock-server/console/index.ts' } },
  },
  // ky is ESM only: inlined here, so that require() works wherever CommonJS still runs, Jest included. The shim tells a module
  // where it is.
  {
    ...shared,
    entry: library,
    format: 'cjs',
    splitting: true,
    minifyWhitespace: true,
    plugins: [requireChunks()],
    noExternal: ['ky'],
    shims: true,
    dts: { entry: library },
  },
])
