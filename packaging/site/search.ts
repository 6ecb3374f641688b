import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
import * as z from 'zod'

/** What the site's scripts go by: its search, its navigation and its tree of classes. */
export interface SiteData {
  /** The names under which something is found, with the page of each. */
  readonly found: readonly Found[]
  /** The pages to which the scripts lead. */
  readonly links: readonly string[]
}

interface Found {
  readonly name: string
  readonly page: string
}

const search = z.object({
  rows: z.array(z.object({ name: z.string(), url: z.string() })),
  index: z.object({
    /** Each word, and in which rows it is part of the name. */
    invertedIndex: z.array(z.tuple([z.string(), z.looseObject({ name: z.record(z.string(), z.unknown()) })])),
  }),
})

const navigation = z.array(
  z.object({
    path: z.optional(z.string()),
    get children() {
      return z.optional(navigation)
    },
  }),
)

const hierarchy = z.object({ reflections: z.record(z.string(), z.object({ url: z.string() })) })

/** @throws Error where a script cannot be read as typedoc writes it. */
export function readSiteData(folder: string): SiteData {
  const { rows, index } = search.parse(decode(`${folder}/assets/search.js`))
  const words = new Map(index.invertedIndex.map(([word, { name }]) => [word, name]))
  const { reflections } = hierarchy.parse(decode(`${folder}/assets/hierarchy.js`))
  return {
    found: rows
      .filter(({ name }, row) => wordsOf(name).every(word => Object.hasOwn(words.get(word) ?? {}, row)))
      .map(({ name, url }) => ({ name, page: url })),
    links: [
      ...rows.map(({ url }) => url),
      ...pathsOf(navigation.parse(decode(`${folder}/assets/navigation.js`))),
      ...Object.values(reflections).map(({ url }) => url),
    ],
  }
}

/** `window.searchData = "…"`: JSON, deflated, in base64. */
function decode(file: string): unknown {
  const [, data = ''] = /"(.*)"/s.exec(readFileSync(file, 'utf8')) ?? []
  return JSON.parse(inflateSync(Buffer.from(data, 'base64')).toString())
}

/** As lunr takes a name apart, which is what the search goes by. */
function wordsOf(name: string): string[] {
  return name
    .toLowerCase()
    .split(/[\s-]+/)
    .map(word => word.replace(/^\W+|\W+$/g, ''))
    .filter(word => word !== '')
}

function pathsOf(entries: z.infer<typeof navigation>): string[] {
  return entries.flatMap(({ path, children }) => [
    ...(path === undefined ? [] : [path]),
    ...pathsOf(children ?? []),
  ])
}
