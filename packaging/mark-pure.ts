import type { Options } from 'tsup'
import ts from 'typescript'

type Plugin = NonNullable<Options['plugins']>[number]

/**
 * Tells bundlers that what a module computes at its top level can be left out where nobody uses it: each such value is computed
 * in a function that is called at once and marked as pure. Without the mark, an application that imports one constant would
 * load every schema, table and fictional party that stands beside it, for a bundler cannot know that `z.object()` only makes one.
 * Nothing here has an effect at its top level but to make its own value.
 */
export function markPure(): Plugin {
  return {
    name: 'mark pure',
    renderChunk(code, { path }) {
      if (!path.endsWith('.js')) return
      // The map stays as it is: each line keeps its place, and what is computed at the top level is hardly stepped through.
      return { code: computedValues(path, code).reduceRight(wrap, code) }
    },
  }
}

interface Span {
  readonly start: number
  readonly end: number
}

function wrap(code: string, { start, end }: Span): string {
  return `${code.slice(0, start)}/* @__PURE__ */ (() => (${code.slice(start, end)}))()${code.slice(end)}`
}

/** Where the values of top-level variables stand that a bundler could not leave out by itself. */
function computedValues(path: string, code: string): Span[] {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, ts.ScriptKind.JS)
  return file.statements
    .filter(ts.isVariableStatement)
    .flatMap(statement => statement.declarationList.declarations)
    .flatMap(({ name, initializer }) =>
      ts.isIdentifier(name) && initializer !== undefined && isComputed(initializer) && !waits(initializer)
        ? [{ start: initializer.getStart(), end: initializer.getEnd() }]
        : [],
    )
}

/**
 * Whether an expression has a call, a template, a spread or a read of a property: a bundler cannot tell that these have no effects.
 * The body of a function does not count, because it runs later.
 */
function isComputed(node: ts.Node): boolean {
  if (ts.isFunctionLike(node) || ts.isClassLike(node)) return false
  return (
    ts.isCallExpression(node) ||
    ts.isNewExpression(node) ||
    ts.isTemplateExpression(node) ||
    ts.isSpreadAssignment(node) ||
    ts.isSpreadElement(node) ||
    ts.isPropertyAccessExpression(node) ||
    ts.forEachChild(node, child => isComputed(child) || undefined) === true
  )
}

/** A value that is waited for cannot be computed in a function that is not waited for. */
function waits(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return false
  return ts.isAwaitExpression(node) || ts.forEachChild(node, child => waits(child) || undefined) === true
}
