import { readdirSync, readFileSync } from 'node:fs'
import ts from 'typescript'

/** What the contract's doc comments say of a schema, and of each of its fields. */
export interface Comment {
  /** Its sentences, the heading of the specification at their end. */
  readonly about: string
  readonly fields: ReadonlyMap<string, string>
}

const folder = new URL('../../src/contract/', import.meta.url)

/** By the name of the constant; that of an object within another is under `constant.field`. */
export function readComments(): ReadonlyMap<string, Comment> {
  const comments = new Map<string, Comment>()
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(isSource)) {
    const text = readFileSync(new URL(name, folder), 'utf8')
    const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)
    for (const statement of file.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name)
        addComments(comments, statement.name.text, textOf(statement), statement)
      else if (ts.isVariableStatement(statement))
        for (const constant of statement.declarationList.declarations)
          addComments(comments, constant.name.getText(), textOf(statement), constant)
    }
  }
  return comments
}

function isSource(name: string): boolean {
  return name.endsWith('.ts')
}

function addComments(comments: Map<string, Comment>, path: string, about: string, node: ts.Node): void {
  const fields = new Map<string, string>()
  comments.set(path, { about, fields })
  visit(node)

  function visit(node: ts.Node): void {
    if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
      const name = node.name.getText()
      const text = textOf(node)
      if (text !== '') fields.set(name, text)
      if (ts.isPropertyAssignment(node)) addComments(comments, `${path}.${name}`, text, node.initializer)
    } else if (ts.isSpreadAssignment(node)) {
      for (const [name, text] of comments.get(node.expression.getText())?.fields ?? []) fields.set(name, text)
    } else ts.forEachChild(node, visit)
  }
}

/** The words of a doc comment, without its tags; what it names of the specification goes to the end. */
function textOf(node: ts.Node): string {
  const [comment] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc)
  const text = ts.getTextOfJSDocComment(comment?.comment)?.replaceAll(/\s+/g, ' ').trim() ?? ''
  const [mention, section] = /\s*\(specification: ((?:[^()]|\([^()]*\))*)\)/.exec(text) ?? []
  return mention === undefined ? text : `${text.replace(mention, '')} Specification: ${section}.`
}
