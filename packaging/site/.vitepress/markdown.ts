import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { MarkdownRenderer } from 'vitepress'
import { root } from '../guides.ts'
import { installCommands, linkGuides, resolveLink } from '../text.ts'

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

/** The comment that names the file of an example becomes the caption of its code. */
function nameCode(tokens: readonly Token[]): void {
  for (const token of tokens) {
    const [, file] =
      (token.type === 'html_block' && /^<!-- (examples\/\S+) -->\s*$/.exec(token.content)) || []
    if (file !== undefined) token.content = `<p class="file-name">${file}</p>\n`
  }
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
