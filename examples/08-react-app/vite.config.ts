import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// While developing, msw's worker script is served from the package. Where an
// application has a public folder of its own, it
// goes there: `npx msw init public`.
const workerFolder = dirname(
  fileURLToPath(import.meta.resolve('msw/mockServiceWorker.js')),
)

export default defineConfig(({ command }) => ({
  root: import.meta.dirname,
  plugins: [react()],
  publicDir: command === 'serve' ? workerFolder : false,
  // In this repository the package is its own source; elsewhere this line does
  // nothing.
  resolve: { tsconfigPaths: true },
}))
