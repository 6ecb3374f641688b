import { readFileSync, writeFileSync } from 'node:fs'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['plugins']>[number]

/** Lets CommonJS load by `require` what it loads on demand: Jest runs no `import()`. */
export function requireChunks(): Plugin {
  return {
    name: 'require chunks',
    buildEnd({ writtenFiles }) {
      for (const { name } of writtenFiles.filter(file => file.name.endsWith('.cjs'))) {
        const code = readFileSync(name, 'utf8')
        const loaded = code.replace(
          /\bimport\((["'])([^"']+)\1\)/g,
          'Promise.resolve().then(() => require("$2"))',
        )
        writeFileSync(name, loaded)
      }
    },
  }
}
