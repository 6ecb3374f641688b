#!/usr/bin/env node
import module from 'node:module'

// The compile cache makes the next start of the same command faster. It holds the modules that are loaded after this call.
module.enableCompileCache?.()

async function start(): Promise<void> {
  try {
    const { run } = await (process.argv[2] === 'serve'
      ? import('./serve-program.ts')
      : import('./program.ts'))
    await run()
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error
    // npm, pnpm and Bun install zod, a peer dependency; Yarn does not.
    console.error(`entity-screening: ${error.message}: install it, or this package again`)
    process.exitCode = 1
  }
}

void start()
