import { readFileSync } from 'node:fs'
import ts from 'typescript'

const root = new URL('../../', import.meta.url)

/** An option, a count or another member, as its doc comment describes it. */
export interface MemberComment {
  readonly name: string
  /** The first sentence, without the default. */
  readonly meaning: string
  /** From `@default`, or from a sentence that begins with "Default:". Empty if there is none. */
  readonly byDefault: string
}

/**
 * The members of an interface with their comments, in order. The members of an object take its place.
 *
 * @param interfaces - The interfaces of members, by their names.
 */
export function readMembers(
  file: string,
  name: string,
  interfaces: Readonly<Record<string, string>> = {},
): MemberComment[] {
  return membersIn(findInterface(file, name).members)

  function membersIn(members: ts.NodeArray<ts.TypeElement>): MemberComment[] {
    return members.filter(ts.isPropertySignature).flatMap(member => {
      const option = member.name.getText()
      const type = interfaces[option]
      const inner = type === undefined ? literalIn(member) : readMembers(file, type)
      const nested = (one: MemberComment) => ({ ...one, name: `${option}.${one.name}` })
      return inner.length > 0 ? inner.map(nested) : [{ name: option, ...readComment(member) }]
    })
  }

  function literalIn({ type }: ts.PropertySignature): MemberComment[] {
    const parts = type !== undefined && ts.isUnionTypeNode(type) ? type.types : []
    return parts.flatMap(part => (ts.isTypeLiteralNode(part) ? membersIn(part.members) : []))
  }
}

/** The items of a list of strings, each with the whole comment above it. */
export function readItems(file: string, name: string): { item: string; comment: string }[] {
  const items: { item: string; comment: string }[] = []
  const source = parse(file)
  for (const statement of source.statements)
    if (ts.isVariableStatement(statement))
      for (const { name: variable, initializer } of statement.declarationList.declarations)
        if (variable.getText() === name) collect(initializer)
  return items

  function collect(node: ts.Node | undefined): void {
    if (node === undefined) return
    if (ts.isStringLiteral(node)) {
      const [range] = ts.getLeadingCommentRanges(source.text, node.getFullStart()) ?? []
      items.push({ item: node.text, comment: range ? plain(source.text.slice(range.pos, range.end)) : '' })
    } else ts.forEachChild(node, collect)
  }
}

/** The names that an interface picks from another one, in its heritage clause. */
export function readPicked(file: string, name: string): string[] {
  const names: string[] = []
  findInterface(file, name).heritageClauses?.forEach(collect)
  return names

  function collect(node: ts.Node): void {
    if (ts.isStringLiteral(node)) names.push(node.text)
    ts.forEachChild(node, collect)
  }
}

function readComment(member: ts.PropertySignature): Omit<MemberComment, 'name'> {
  const comment = ts
    .getJSDocCommentsAndTags(member)
    .map(one => one.getText())
    .join('\n')
  const [description = ''] = plain(comment).split(/ ?@/)
  const [, tag] = /@default (.*)/.exec(comment) ?? []
  const [, sentence = ''] = / Default: (.*?)\.(?= |$)/.exec(description) ?? []
  const [meaning = ''] = /^.*?\.(?= |$)/.exec(description) ?? [description]
  if (meaning === '') throw new Error(`${member.name.getText()} needs a comment`)
  return {
    meaning: meaning.replace(/\.$/, ''),
    byDefault: (tag ?? sentence).replace(/: .*/, ''),
  }
}

/** The text of a comment in one line. */
function plain(comment: string): string {
  return comment
    .replaceAll(/^\/\*\*|\*\/$/g, '')
    .replaceAll(/\n\s*\* ?/g, ' ')
    .replaceAll(/\{@link (\w+)\}/g, '`$1`')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

function findInterface(file: string, name: string): ts.InterfaceDeclaration {
  for (const statement of parse(file).statements)
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === name) return statement
  throw new Error(`${file} lacks ${name}`)
}

function parse(file: string): ts.SourceFile {
  const text = readFileSync(new URL(file, root), 'utf8')
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
}
