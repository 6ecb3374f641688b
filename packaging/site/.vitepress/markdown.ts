import { existsSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownOptions, MarkdownRenderer } from 'vitepress'
import { root } from '../guides.ts'
import { breakable, installCommands, linkGuides, nameToSave, resolveLink } from '../text.ts'

type State = Parameters<Parameters<MarkdownRenderer['core']['ruler']['push']>[1]>[0]
type Token = State['tokens'][number]

/** The files that pages link to and that are no pages themselves, by their paths in the repository. */
export const linkedFiles = new Set<string>()

/** What the site makes of the Markdown that GitHub shows as it is. */
export function extendMarkdown(markdown: MarkdownRenderer): void {
  markdown.core.ruler.before('normalize', 'guides', state => {
    if (fileOf(state).startsWith('packaging/site/reference/')) state.src = linkGuides(state.src)
  })
  markdown.core.ruler.push('code', state => {
    nameCode(state.tokens)
    // The search reads the commands once, without the names of the tabs.
    if (!state.env.isSearch) state.tokens = state.tokens.flatMap(token => withTabs(token, state))
  })
  markdown.core.ruler.push('tables', state => nameCells(state.tokens))
  markdown.core.ruler.push('pictures', state => {
    if (state.env.isSearch) return
    for (const token of state.tokens)
      if (token.children) token.children = token.children.flatMap(child => withDarkPicture(child, state))
  })
  markdown.renderer.rules.code_inline = (tokens, index) => {
    const words = markdown.utils.escapeHtml(tokens[index]?.content ?? '').split(' ')
    return `<code v-pre>${words.map(word => `<span>${breakable(word)}</span>`).join(' ')}</code>`
  }
  markdown.core.ruler.push('links', state => {
    for (const token of state.tokens.flatMap(({ children }) => children ?? [])) {
      const link = token.type === 'link_open' ? token.attrGet('href') : null
      if (link !== null) token.attrSet('href', follow(fileOf(state), link))
    }
  })
}

/** The path of a page's source in the repository. */
function fileOf({ env }: State): string {
  return posix.relative(fileURLToPath(root), env.realPath ?? env.path)
}

function follow(from: string, link: string): string {
  const target = resolveLink(from, link)
  const [, file] = /^\/files\/([^#]*)/.exec(target) ?? []
  if (file !== undefined) linkedFiles.add(file)
  return target
}

/**
 * The comment before an example becomes the caption of its code: the name to save it under, or the command whose output it is. A
 * region is no file to save.
 */
function nameCode(tokens: readonly Token[]): void {
  let name = ''
  for (const token of tokens) {
    const [, file, region, savedAs, prints] =
      (token.type === 'html_block' &&
        /^<!-- (examples\/[^\s#]+)(#\S+)?(?: as (\S+))?( prints)? -->\s*$/.exec(token.content)) ||
      []
    if (file === undefined) continue
    if (prints === undefined) name = region === undefined ? (savedAs ?? nameToSave(file)) : ''
    const command = name.endsWith('.mjs') ? `$ node ${name}` : 'Output'
    const caption = prints === undefined ? name : command
    token.content = caption && `<p class="${prints ? 'output' : 'file'}-name">${caption}</p>\n`
  }
}

/** Marks the words of commands, which a browser would break after a hyphen. */
export const keepWords: NonNullable<MarkdownOptions['codeTransformers']>[number] = {
  name: 'keep words',
  span(token) {
    if (this.options.lang !== 'sh') return
    token.children = token.children.flatMap((child): typeof token.children => {
      if (child.type !== 'text') return [child]
      const words = child.value.split(/(\s+)/).map(value => ({ type: 'text' as const, value }))
      return words.map(word =>
        word.value.trim() === ''
          ? word
          : { type: 'element' as const, tagName: 'span', properties: { class: 'word' }, children: [word] },
      )
    })
  },
}

/** Marks output with columns: at least two of its lines have words that begin at the same place, after two spaces or more. */
export const markColumns: NonNullable<MarkdownOptions['codeTransformers']>[number] = {
  name: 'mark columns',
  pre(block) {
    if (this.options.lang !== 'text') return
    const places = this.source.split('\n').flatMap(line => {
      const gaps = Array.from(line.matchAll(/(?<=\S) {2,}(?=\S)/g))
      return gaps.map(({ 0: gap, index }) => index + gap.length)
    })
    if (new Set(places).size < places.length) this.addClassToHast(block, 'columns')
  },
}

/** Each cell of a table with three columns or more names its column: a phone shows the rows of such a table as cards. */
function nameCells(tokens: readonly Token[]): void {
  tokens.forEach((token, start) => {
    if (token.type !== 'table_open') return
    const end = tokens.findIndex(({ type }, index) => index > start && type === 'table_close')
    const table = tokens.slice(start, end)
    const headings = table.flatMap(({ type }, index) =>
      type === 'th_open' ? [(table[index + 1]?.content ?? '').replaceAll(/[`*]/g, '')] : [],
    )
    if (headings.length < 3) return
    const cells = table.filter(({ type }) => type === 'td_open')
    for (const [index, cell] of cells.entries())
      cell.attrSet('data-column', headings[index % headings.length] ?? '')
  })
}

/** A picture that has a dark version, of the same name in the folder `dark` beside it, becomes both. */
function withDarkPicture(picture: Token, state: State): Token[] {
  const source = (picture.type === 'image' && picture.attrGet('src')) || ''
  const dark = posix.join(posix.dirname(source), 'dark', posix.basename(source))
  const file = posix.join(posix.dirname(fileOf(state)), dark)
  if (source === '' || !existsSync(new URL(file, root))) return [picture]
  const darkPicture = Object.assign(new state.Token('image', 'img', 0), picture, {
    attrs: picture.attrs?.map(([name, value]) => [name, name === 'src' ? dark : value]),
  })
  picture.attrSet('class', 'light-only')
  darkPicture.attrSet('class', 'dark-only')
  return [picture, darkPicture]
}

/** Commands that install packages become a group of tabs, one for each package manager. */
function withTabs(token: Token, { Token }: State): Token[] {
  const commands = token.type === 'fence' && token.info === 'sh' ? installCommands(token.content) : []
  if (commands.length === 0) return [token]
  const tabs = commands.map(({ manager, code }) =>
    Object.assign(new Token('fence', 'code', 0), {
      info: `sh [${manager}]`,
      content: code,
      markup: token.markup,
    }),
  )
  const group = 'container_code-group'
  return [new Token(`${group}_open`, 'div', 1), ...tabs, new Token(`${group}_close`, 'div', -1)]
}
