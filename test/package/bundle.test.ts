import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { expect, it } from 'vitest'

it('a bundle of the client loads the parser of streams only when a list is streamed', async () => {
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../../src/index.ts', import.meta.url))],
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    outdir: 'bundle',
    write: false,
    metafile: true,
  })
  const chunks = Object.entries(metafile.outputs)
  const withParser = chunks.filter(([, { inputs }]) =>
    Object.keys(inputs).some(path => path.endsWith('item-parser.ts')),
  )
  const importedAs = chunks.flatMap(([, { imports }]) =>
    imports.filter(({ path }) => withParser.some(([name]) => name === path)).map(({ kind }) => kind),
  )
  expect(withParser).toHaveLength(1)
  expect(withParser.map(([, { entryPoint }]) => entryPoint)).toEqual(['src/transport/stream/stream.ts'])
  expect(importedAs).toEqual(['dynamic-import'])
})
