import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'

const repository = fileURLToPath(new URL('..', import.meta.url))

/** Leaves the program of `serve` to {@link buildServeProgram}. */
export const separateServeProgram: Plugin = {
  name: 'separate serve program',
  setup({ onResolve }) {
    onResolve({ filter: /\/serve-program\.ts$/ }, () => ({ path: './serve.js', external: true }))
  },
}

/**
 * Builds the program of `serve` as one file with all that it needs, zod included: Node takes more time to find, read and link many
 * modules than to run this one. The program exports no schema, so its zod is shared with nobody.
 */
export async function buildServeProgram(outdir: string): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'))
  const { outputFiles, metafile } = await build({
    entryPoints: { serve: 'cli/serve-program.ts' },
    absWorkingDir: repository,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'es2022',
    define: { ENTITY_SCREENING_SDK_VERSION: JSON.stringify(version) },
    outdir,
    write: false,
    metafile: true,
  })
  const licenses = packageFoldersIn(metafile).map(readLicense)
  for (const { path, text } of outputFiles) writeFileSync(path, [text, ...licenses].join('\n'))
}

/** The folders of the packages in a bundle. */
function packageFoldersIn({ outputs }: Metafile): string[] {
  const paths = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs))
  return [...new Set(paths.flatMap(path => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []))]
}

/** The licence of a package as a comment: a copy of the package must contain it. */
function readLicense(folder: string): string {
  const path = join(repository, folder)
  const { name } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'))
  const file = readdirSync(path).find(file => /^licen[cs]e/i.test(file))
  if (file === undefined) throw new Error(`${name} has no licence: the program of serve cannot contain it`)
  return `/*\n${name}\n\n${readFileSync(join(path, file), 'utf8').trim()}\n*/`
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await buildServeProgram(fileURLToPath(new URL('../dist', import.meta.url)))
