import type { Options } from 'tsup'
import ts from 'typescript'

type Plugin = NonNullable<Options['plugins']>[number]

/** Leaves doc comments to the declarations, where editors look for them: in the code they would be a twentieth of the package. */
export function dropComments(): Plugin {
  return {
    name: 'drop comments',
    renderChunk(code, { path }) {
      if (!path.endsWith('.js')) return
      const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
      return {
        code: [...docComments(file)].reduceRight(
          (kept, [start, end]) => kept.slice(0, start) + kept.slice(end),
          code,
        ),
      }
    },
  }
}

/** Where they stand, each with the white space before it. */
function docComments(file: ts.SourceFile): Map<number, number> {
  const { text } = file
  const found = new Map<number, number>()
  function look(node: ts.Node): void {
    for (const { pos, end } of ts.getLeadingCommentRanges(text, node.getFullStart()) ?? []) {
      if (text.startsWith('/**', pos)) found.set(text.slice(0, pos).trimEnd().length, end)
    }
    ts.forEachChild(node, look)
  }
  look(file)
  return found
}
