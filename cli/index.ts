#!/usr/bin/env node
import module from 'node:module'

// The compile cache makes the next start of the same command faster. It holds the modules that are loaded after this call.
module.enableCompileCache?.()

const { run } = await (process.argv[2] === 'serve' ? import('./serve-program.ts') : import('./program.ts'))
await run()
