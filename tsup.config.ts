import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'
import { separateServeProgram } from './packaging/build-serve.ts'
import { dropComments } from './packaging/drop-comments.ts'
import { joinChunks } from './packaging/join-chunks.ts'
import { markPure } from './packaging/mark-pure.ts'

const library = {
  index: 'src/index.ts',
  schemas: 'src/schemas.ts',
  network: 'src/network/index.ts',
  portfolio: 'src/portfolio/index.ts',
  'portfolio/postgres': 'src/portfolio/postgres.ts',
  opentelemetry: 'src/opentelemetry/index.ts',
  proxy: 'src/proxy/index.ts',
  'react-query': 'src/react-query/index.ts',
  'mock-server': 'mock-server/index.ts',
  'mock-server/msw': 'mock-server/adapters/msw.ts',
  'mock-server/node': 'mock-server/adapters/node.ts',
  'mock-server/parity': 'mock-server/parity/index.ts',
}

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

export default defineConfig({
  // The scenarios have a module of their own: webpack keeps whatever an unused function beside them imports later.
  // The console imports the control API: packaging/console-page.ts.
  entry: {
    ...library,
    cli: 'cli/index.ts',
    scenarios: 'mock-server/screening/scenarios/catalogue.ts',
    'control-api': 'mock-server/admin/call-control-api.ts',
  },
  format: 'esm',
  target: 'es2022',
  treeshake: true,
  define: { ENTITY_SCREENING_SDK_VERSION: JSON.stringify(version) },
  external: ['msw', '@opentelemetry/api', '@tanstack/react-query'],
  plugins: [dropComments(), markPure(), joinChunks('index', Object.keys(library))],
  esbuildPlugins: [separateServeProgram],
  // packaging/console-page.ts builds the console: here only its types.
  dts: { entry: { ...library, 'mock-server/console': 'mock-server/console/index.ts' } },
})
