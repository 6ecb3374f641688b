// Plays the route of your server that adds the key: /screening leads to the mock
// server.
import { defineConfig } from 'vite'

export default defineConfig({
  server: {
    proxy: {
      '/screening': {
        target: 'http://127.0.0.1:4010',
        changeOrigin: true,
        rewrite: path => path.replace(/^\/screening/, ''),
        headers: { authorization: 'Bearer test-key' },
      },
    },
  },
})
