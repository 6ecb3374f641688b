import { defineConfig, type Options } from 'tsup'
import { inlineStyles } from './packaging/console-page.ts'
import { markPure } from './packaging/mark-pure.ts'

const library = {
  index: 'src/index.ts',
  schemas: 'src/schemas.ts',
  network: 'src/network/index.ts',
  portfolio: 'src/portfolio/index.ts',
  'portfolio/postgres': 'src/portfolio/postgres.ts',
  'react-query': 'src/react-query/index.ts',
  'mock-server': 'mock-server/index.ts',
  'mock-server/console': 'mock-server/console/index.ts',
  'mock-server/msw': 'mock-server/adapters/msw.ts',
  'mock-server/node': 'mock-server/adapters/node.ts',
}

const shared: Options = {
  target: 'es2022',
  treeshake: true,
  dts: { entry: library },
  external: ['msw', '@tanstack/react-query'],
  esbuildPlugins: [inlineStyles],
}

export default defineConfig([
  { ...shared, entry: { ...library, cli: 'cli/index.ts' }, format: 'esm', plugins: [markPure()] },
  // ky is ESM only: inlined here, so that require() works wherever CommonJS still runs, Jest included. The shim tells a module
  // where it is.
  { ...shared, entry: library, format: 'cjs', noExternal: ['ky'], shims: true },
])
