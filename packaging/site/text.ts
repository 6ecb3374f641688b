import { posix } from 'node:path'
import { pageOf, titleOf } from './guides.ts'

/** The anchor of a heading, as GitHub makes it. */
export function slugify(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** Where a link in a file of the repository leads in the site. Files that are no pages are in the folder `files`. */
export function resolveLink(from: string, link: string): string {
  if (/^([a-z][a-z\d+.-]*:|[#/])/i.test(link)) return link
  const [path = '', anchor] = link.split('#', 2)
  const file = posix.join(posix.dirname(from), path)
  const page = file.endsWith('.md') ? pageOf(file) : `files/${file}`
  return anchor === undefined ? `/${page}` : `/${page}#${anchor}`
}

/** A comment names a guide as docs/quirks.md or docs/quirks.md#validation, which an editor shows as it is; in the reference it is a link. */
export function linkGuides(text: string): string {
  return text.replaceAll(
    /`?\b(docs\/[\w/-]+\.md)\b(#[\w-]+)?`?/g,
    (_, file, anchor = '') => `[${titleOf(file)}](/${pageOf(file)}${anchor})`,
  )
}

/** The same commands for each package manager, where the code installs packages; else nothing. */
export function installCommands(code: string): { manager: string; code: string }[] {
  if (!/^npm install [@\w-]/m.test(code)) return []
  const others = managers.map(({ manager, add, run }) => ({
    manager,
    code: code
      .replaceAll(/^npm install --save-dev /gm, `${add} -D `)
      .replaceAll(/^npm install /gm, `${add} `)
      .replaceAll(/^npx (?!-)/gm, `${run} `),
  }))
  return [{ manager: 'npm', code }, ...others]
}

const managers = [
  { manager: 'pnpm', add: 'pnpm add', run: 'pnpm exec' },
  { manager: 'yarn', add: 'yarn add', run: 'yarn' },
  { manager: 'bun', add: 'bun add', run: 'bunx' },
]

/** The name under which a reader saves an example: its path within its project, without the number that orders the examples. */
export function nameToSave(file: string): string {
  return file.replace(/^examples\/(recipes\/[^/]+\/|\d+-[^/]+\/)?/, '').replace(/^\d+-/, '')
}

/** A text of HTML that may break after the signs that separate the parts of a path or a name. */
export function breakable(html: string): string {
  return html.replaceAll(/[/._-](?=[^/._-])/g, '$&<wbr>')
}
