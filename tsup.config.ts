import { defineConfig, type Options } from 'tsup'

const library = {
  index: 'src/index.ts',
  schemas: 'src/schemas.ts',
  'mock-server': 'mock-server/index.ts',
  'mock-server/msw': 'mock-server/adapters/msw.ts',
  'mock-server/node': 'mock-server/adapters/node.ts',
}

const shared: Options = {
  target: 'es2022',
  sourcemap: true,
  treeshake: true,
  dts: { entry: library },
  external: ['msw'],
}

export default defineConfig([
  { ...shared, entry: { ...library, cli: 'cli/index.ts' }, format: 'esm' },
  // ky is ESM only: inlined here, so that require() works wherever CommonJS still runs, Jest included.
  { ...shared, entry: library, format: 'cjs', noExternal: ['ky'] },
])
