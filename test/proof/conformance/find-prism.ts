import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const usual = new URL('../../../bench/peers/node_modules/@stoplight/prism-cli', import.meta.url)

/** The program of Prism 5, which weighs too much for every contributor; null where it is not installed. */
export function findPrism(): string | null {
  const program = `${process.env.PRISM ?? fileURLToPath(usual)}/dist/index.js`
  return existsSync(program) ? program : null
}
