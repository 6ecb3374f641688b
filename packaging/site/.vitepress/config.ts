import { cpSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type DefaultTheme, defineConfigWithTheme, type HeadConfig } from 'vitepress'
import { homepageAddress, repositoryAddress } from '../../repository.ts'
import { fileOf, type Group, groups, notes, pageOf, read, root, sideBars, titleOf } from '../guides.ts'
import { fullText, overview } from '../overview.ts'
import { drawReport } from '../report.ts'
import { slugify } from '../text.ts'
import { extendMarkdown, keepWords, linkedFiles, markColumns } from './markdown.ts'

const repository = repositoryAddress()
const homepage = homepageAddress()
const referenceFolder = fileURLToPath(new URL('packaging/site/reference/', root))
const searchedFiles = groups.flatMap(({ files }) => files.map(file => fileURLToPath(new URL(file, root))))
const { name, version, description } = JSON.parse(read('package.json'))

/** The entry points that few projects need. */
const advanced: readonly string[] = ['portfolio/postgres', 'mock-server/parity']

export default defineConfigWithTheme<DefaultTheme.Config & { notes: { text: string; link: string }[] }>({
  title: name,
  description,
  lang: 'en',
  srcDir: '../..',
  outDir: '../../docs/site',
  srcExclude: ['!(docs|packaging)/*/**', 'docs/{api,site}/**', 'README.md'],
  rewrites: pageOf,
  metaChunk: true,
  // The report is no page of VitePress.
  ignoreDeadLinks: [/^\/report$/],
  markdown: {
    anchor: { slugify },
    config: extendMarkdown,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [keepWords, markColumns],
  },
  vite: {
    // A picture stays a file of its own, which a reader can link to.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
    plugins: [
      { name: 'external-vue', enforce: 'pre', resolveId: findVue },
      { name: 'one-button', enforce: 'pre', transform: keepOneButton },
      { name: 'main-landmark', enforce: 'pre', transform: markMain },
    ],
  },
  themeConfig: {
    nav: [
      ...Object.entries(sideBars).map(([text, bar]) => ({
        text,
        link: firstLinkOf(bar),
        activeMatch: `^(${addressesOnlyIn(bar).join('|')})(\\.html)?$`,
      })),
      { text: 'Reference', link: '/reference/' },
      { text: `v${version}`, link: '/versioning' },
    ],
    sidebar: { ...reference(), ...complianceBars(), '/': sideBars.Developers.map(itemOf) },
    notes: notes
      .map(fileOf)
      .map(file => ({ text: titleOf(file), link: `/${pageOf(file).replace('.md', '.html')}` })),
    outline: [2, 3],
    notFound: { linkLabel: 'Take me home' },
    ...(repository && {
      socialLinks: [{ icon: 'github', link: repository }],
      editLink: { pattern: `${repository}/edit/main/:path`, text: 'Edit this page' },
    }),
    search: {
      provider: 'local',
      options: {
        detailedView: true,
        _render: (text, env, markdown) =>
          markdown.render(searchable(text, env.path), { ...env, isSearch: true }),
        miniSearch: {
          // These run in the browser, without access to this file.
          options: {
            processTerm: term =>
              /^(a|an|and|are|be|by|do|does|for|from|has|how|i|if|in|is|it|its|my|of|on|or|that|the|this|to|what|with)$/i.test(
                term,
              )
                ? null
                : term
                    .toLowerCase()
                    .replace(/ies$/, 'y')
                    .replace(/(ing|ly|(?<!s)s)$/, ''),
          },
          searchOptions: {
            boostDocument: (id, term) => {
              const isReference = id.includes('/reference/')
              if (isReference && new RegExp(`/${term}(s|ing)?\\.html`, 'i').test(id)) return 0.4
              return isReference ? 0.2 : 1
            },
          },
        },
      },
    },
  },
  transformPageData: ({ relativePath, frontmatter }) => ({
    frontmatter: { ...frontmatter, ...settingsOf(relativePath) },
  }),
  transformHead: ({ siteData, pageData }) => [
    ['link', { rel: 'icon', type: 'image/svg+xml', href: `${siteData.base}icon.svg` }],
    ...(homepage === undefined ? [] : addressesOf(homepage, pageData.relativePath)),
  ],
  async buildEnd({ outDir }) {
    cpSync(new URL('mock-server/console/icon.svg', root), `${outDir}/icon.svg`)
    cpSync(new URL('docs/images/console-requests.png', root), `${outDir}/preview.png`)
    writeFileSync(`${outDir}/report.html`, await drawReport())
    cpSync(new URL('packaging/site/reference', root), `${outDir}/reference`, { recursive: true })
    for (const file of linkedFiles) cpSync(new URL(file, root), `${outDir}/files/${file}`)
    for (const file of [...groups.flatMap(({ files }) => files), ...notes.map(fileOf)])
      cpSync(new URL(file, root), `${outDir}/${pageOf(file)}`)
    writeFileSync(`${outDir}/llms.txt`, overview())
    writeFileSync(`${outDir}/llms-full.txt`, fullText())
  },
})

/** The kind of a page, for its style. The reference is generated, so nobody edits its pages. */
function settingsOf(page: string) {
  if (page.startsWith('reference/')) return { pageClass: 'reference', editLink: false }
  return notes.some(name => pageOf(fileOf(name)) === page) ? { pageClass: 'note' } : {}
}

/** What other sites show of a page, and where it is. */
function addressesOf(homepage: string, page: string): HeadConfig[] {
  return [
    [
      'link',
      {
        rel: 'canonical',
        href: homepage + page.replace(/(index)?\.md$/, match => (match === '.md' ? '.html' : '')),
      },
    ],
    ['meta', { property: 'og:image', content: `${homepage}preview.png` }],
  ]
}

function itemOf({ title, isFolded, names }: Group): DefaultTheme.SidebarItem {
  const items = names.map(fileOf).map(file => ({ text: titleOf(file), link: linkTo(file) }))
  return { text: title, items, ...(isFolded && { collapsed: true }) }
}

/** The addresses of the pages that only one side bar has. */
function addressesOnlyIn(bar: readonly Group[]): string[] {
  const others = new Set(
    Object.values(sideBars).flatMap(other => (other === bar ? [] : other.flatMap(({ names }) => names))),
  )
  const names = bar.flatMap(group => group.names).filter(name => !others.has(name))
  return names.map(name => linkTo(fileOf(name)))
}

function firstLinkOf([group]: readonly Group[]): string {
  return linkTo(fileOf(group?.names[0] ?? ''))
}

/** VitePress chooses a side bar by how an address begins. A page of both readers has that of developers. */
function complianceBars(): DefaultTheme.SidebarMulti {
  const items = sideBars.Compliance.map(itemOf)
  return Object.fromEntries(addressesOnlyIn(sideBars.Compliance).map(address => [address, items]))
}

/** All entry points, those that few need at the end, and the exports of the one that a page belongs to. */
function reference(): DefaultTheme.SidebarMulti {
  const modules: DefaultTheme.SidebarItem[] = JSON.parse(
    read('packaging/site/reference/typedoc-sidebar.json'),
  )
  const links = modules.map(({ text = '', link = '' }) => ({ text: text.replace(`${name}/`, ''), link }))
  const isAdvanced = ({ text = '' }) => advanced.includes(text)
  return Object.fromEntries(
    modules.map(({ link = '', items = [] }) => {
      const entries = links.map(entry =>
        entry.link === link ? { ...entry, items: items.map(linksOf) } : entry,
      )
      const group = { text: 'Advanced', items: entries.filter(isAdvanced), collapsed: true }
      return [link, [...entries.filter(entry => !isAdvanced(entry)), group]]
    }),
  )
}

/** A group without what is below its pages. */
function linksOf({ text = '', items = [] }: DefaultTheme.SidebarItem): DefaultTheme.SidebarItem {
  return { text, items: items.map(({ text = '', link = '' }) => ({ text, link })), collapsed: true }
}

/** The pages are not below the folder that Vue is installed in. The server's part of the build is. */
function findVue(id: string, _: unknown, { ssr }: { ssr?: boolean }) {
  return ssr && /^vue(\/|$)/.test(id) ? { id, external: true } : null
}

/** The title of a folded group is a button. The arrow inside it must not be another one. */
function keepOneButton(code: string, id: string) {
  return id.endsWith('/VPSidebarItem.vue')
    ? code.replace(
        /role="button"(\s+aria-label="toggle section"[^>]*?)tabindex="0"/,
        ':role="isLink ? \'button\' : undefined"$1:tabindex="isLink ? 0 : undefined"',
      )
    : undefined
}

/** The first page and the page of a wrong address have no main landmark otherwise. */
function markMain(code: string, id: string) {
  return /\/(VPHome|NotFound)\.vue$/.test(id)
    ? code.replace(/(?<=<template>\s*)<div(?=\s+class="(VPHome|NotFound)")/, '<div role="main"')
    : undefined
}

function linkTo(file: string): string {
  return `/${pageOf(file).replace(/(index)?\.md$/, '')}`
}

/**
 * The search knows guides in full, and of the reference the names and sentences, with a place for each page and method. It does not
 * know the notes on the project. A comment below a heading gives it more words for that section.
 */
function searchable(text: string, file: string): string {
  if (searchedFiles.includes(file) || file.endsWith('packaging/site/index.md'))
    return text.replaceAll(/^(#+ )(.*)\n\n<!-- search: (.*) -->$/gm, withWords)
  return file.startsWith(referenceFolder)
    ? text
        .replaceAll(/^```.*?^```$/gms, '')
        .replaceAll(/^(#{4,} |## |[>|]|\[Reference\]).*$/gm, '')
        .replaceAll(/^### ([^()\n]+)$/gm, '$1')
    : ''
}

function withWords(_: string, mark: string, heading: string, words: string): string {
  return `${mark}${heading} (${words}) {#${slugify(heading)}}`
}
