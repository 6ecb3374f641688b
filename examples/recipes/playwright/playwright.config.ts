// Starts the mock server and the application, each unless it runs already.
import { defineConfig } from '@playwright/test'

export default defineConfig({
  testDir: 'tests',
  use: { baseURL: 'http://127.0.0.1:5173' },
  workers: 1, // The tests share one mock server.
  webServer: [
    {
      command:
        'node_modules/.bin/entity-screening serve ' +
        '--port 4010 --key test-key --clock manual',
      url: 'http://127.0.0.1:4010',
      reuseExistingServer: !process.env.CI,
    },
    {
      command: 'node_modules/.bin/vite --host 127.0.0.1 --port 5173 --strictPort',
      url: 'http://127.0.0.1:5173',
      reuseExistingServer: !process.env.CI,
    },
  ],
})
