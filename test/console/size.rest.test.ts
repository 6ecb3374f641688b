import { readdirSync, readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'

// With the phrases for unnamed owners, by which a network is drawn.
it('the page and all that it loads later is at most 127 KiB, gzipped', () => {
  const folder = new URL('../../dist/console/', import.meta.url)
  const sizes = readdirSync(folder).map(
    name => gzipSync(readFileSync(new URL(name, folder)), { level: 9 }).length,
  )
  expect(sizes.length).toBeGreaterThan(3)
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(127 * 1024)
})
