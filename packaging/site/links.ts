import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { Parser } from 'htmlparser2'

/** A folder of pages, as a browser would read them. */
export interface Site {
  /** Every file, by its path in the folder. */
  readonly files: ReadonlySet<string>
  /** The pages and pictures that can be linked into, by their paths. */
  readonly pages: ReadonlyMap<string, Page>
}

interface Page {
  readonly ids: ReadonlySet<string>
  readonly links: ReadonlySet<string>
}

/** A link that leads nowhere. */
export interface DeadLink {
  readonly page: string
  readonly link: string
  readonly why: string
}

export function readSite(folder: string): Site {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => posix.relative(slashed(folder), slashed(`${parentPath}/${name}`)))
  const pages = files.filter(file => /\.(html|svg)$/.test(file))
  return {
    files: new Set(files),
    pages: new Map(pages.map(file => [file, readPage(readFileSync(`${folder}/${file}`, 'utf8'))])),
  }
}

/** A path with the slashes of a link. */
export const slashed = (path: string) => path.replaceAll('\\', '/')

function readPage(text: string): Page {
  const ids = new Set<string>()
  const links = new Set<string>()
  const parser = new Parser({
    onopentag(_, { id, name, href, src }) {
      for (const anchor of [id, name]) if (anchor !== undefined) ids.add(anchor)
      for (const link of [href, src]) if (link !== undefined) links.add(link)
    },
  })
  parser.end(text)
  return { ids, links }
}

/** The links of all pages that lead nowhere. One that leads to another host is only looked at for its form. */
export function findDeadLinks(site: Site): DeadLink[] {
  return [...site.pages].flatMap(([page, { links }]) =>
    [...links].flatMap(link => {
      const why = judge(site, page, link)
      return why === undefined ? [] : [{ page, link, why }]
    }),
  )
}

/** Says what is wrong with a link on a page. */
export function judge(site: Site, page: string, link: string): string | undefined {
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(link)?.[1]?.toLowerCase()
  if (scheme === 'mailto') return undefined
  if (scheme === 'http' || scheme === 'https') return URL.canParse(link) ? undefined : 'not an address'
  if (scheme !== undefined) return `leads to ${scheme}:`
  if (/^([/\\]{2}|\\)/.test(link)) return 'leads to another host'
  const [address = '', fragment] = link.split('#', 2)
  const path = decoded(address.replace(/\?.*/, ''))
  const target = path === '' ? page : path && fileAt(page, path)
  if (target === undefined) return 'not an address'
  if (!site.files.has(target)) return 'no such file'
  const anchor = decoded(fragment ?? '')
  if (anchor === undefined) return 'not an address'
  return anchor === '' || site.pages.get(target)?.ids.has(anchor) ? undefined : 'no such place in the page'
}

/** The page of a folder is its index. */
function fileAt(page: string, path: string): string {
  const file = path.replace(/\/$/, '/index.html')
  return file.startsWith('/') ? file.slice(1) : posix.join(posix.dirname(page), file)
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text)
  } catch {
    return undefined
  }
}
