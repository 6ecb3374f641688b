import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin as EsbuildPlugin } from 'esbuild'
import type { Options } from 'tsup'

type Plugin = NonNullable<Options['plugins']>[number]

/** The joined module that contains a chunk, by the name of the chunk. */
type JoinedNames = ReadonlyMap<string, string>

/** Chunks that only the client loads. */
const clientModule = 'client.js'
/** Chunks of the client that other entry points load too. */
const sharedModule = 'shared.js'

/**
 * Joins the chunks that the entry point of the client loads into two modules. esbuild makes a chunk for each set of entry points
 * that load it, and Node spends more time on finding and linking 40 files than on running them.
 */
export function joinChunks(clientEntry: string, entries: readonly string[]): Plugin {
  return {
    name: 'join chunks',
    async buildEnd() {
      const folder = this.options.outDir
      const otherEntries = entries.filter(entry => entry !== clientEntry)
      const otherChunks = await Promise.all(otherEntries.map(entry => findChunks(folder, entry)))
      const shared = new Set(otherChunks.flat())
      const clientChunks = await findChunks(folder, clientEntry)
      const joinedNames = new Map(
        clientChunks.map(chunk => [chunk, shared.has(chunk) ? sharedModule : clientModule]),
      )
      await writeJoined(folder, clientModule, joinedNames)
      await writeJoined(folder, sharedModule, joinedNames)
      await Promise.all(clientChunks.map(chunk => rm(join(folder, chunk))))
      await redirectImports(folder, joinedNames)
    },
  }
}

/** The chunks that an entry point loads by `import` statements. All chunks are directly in the folder. */
async function findChunks(folder: string, entry: string): Promise<string[]> {
  const files = new Set([`${entry}.js`])
  for (const file of files) {
    const code = await readFile(join(folder, file), 'utf8')
    for (const [, chunk = ''] of code.matchAll(/\b(?:from|import) '[./]+\/(chunk-\w+\.js)'/g))
      files.add(chunk)
  }
  return [...files].slice(1)
}

async function writeJoined(folder: string, name: string, joinedNames: JoinedNames): Promise<void> {
  const chunks = [...joinedNames.keys()].filter(chunk => joinedNames.get(chunk) === name)
  const otherModules: EsbuildPlugin = {
    name: 'other modules',
    setup({ onResolve }) {
      onResolve({ filter: /./ }, ({ path }) => {
        const joinedName = joinedNames.get(path.replace('./', ''))
        if (joinedName === name) return
        return { path: joinedName === undefined ? path : `./${joinedName}`, external: true }
      })
    },
  }
  await build({
    stdin: { contents: chunks.map(chunk => `export * from './${chunk}'`).join('\n'), resolveDir: folder },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    charset: 'utf8',
    outfile: join(folder, name),
    plugins: [otherModules],
  })
}

/** Makes the other modules import the joined ones. No chunk is imported for an effect. */
async function redirectImports(folder: string, joinedNames: JoinedNames): Promise<void> {
  const files = await readdir(folder, { recursive: true })
  for (const file of files.filter(name => name.endsWith('.js'))) {
    const code = await readFile(join(folder, file), 'utf8')
    const redirected = code
      .replace(/^import '[./]+\/chunk-\w+\.js';\n/gm, '')
      .replace(/(?<= from '[./]+\/)chunk-\w+\.js(?=')/g, chunk => joinedNames.get(chunk) ?? chunk)
    if (redirected !== code) await writeFile(join(folder, file), redirected)
  }
}
