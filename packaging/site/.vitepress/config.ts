import { cpSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type DefaultTheme, defineConfig } from 'vitepress'
import { repositoryAddress } from '../../repository.ts'
import { groups, pageOf, read, root, titleOf } from '../guides.ts'
import { fullText, overview } from '../overview.ts'
import { slugify } from '../text.ts'
import { extendMarkdown, linkedFiles } from './markdown.ts'

const repository = repositoryAddress()
const { name, version, description } = JSON.parse(read('package.json'))

/** The entry points that few projects need. */
const advanced: readonly string[] = ['portfolio/postgres', 'mock-server/parity']

export default defineConfig({
  title: name,
  description,
  lang: 'en',
  srcDir: '../..',
  outDir: '../../docs/site',
  srcExclude: ['!(docs|packaging)/*/**', 'docs/{api,site}/**', 'README.md'],
  rewrites: pageOf,
  metaChunk: true,
  markdown: {
    anchor: { slugify },
    config: extendMarkdown,
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: {
    // A picture stays a file of its own, which a reader can link to.
    build: { assetsInlineLimit: 0, chunkSizeWarningLimit: 2_000 },
    plugins: [{ name: 'external-vue', enforce: 'pre', resolveId: findVue }],
  },
  themeConfig: {
    nav: [
      { text: 'Developers', link: '/getting-started' },
      { text: 'Compliance', link: '/portfolios' },
      { text: 'Reference', link: '/reference/' },
      { text: `v${version}`, link: '/versioning' },
    ],
    sidebar: { '/': guides(), ...reference() },
    outline: [2, 3],
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
              /^(a|an|and|do|does|for|how|i|in|is|it|my|of|on|the|to|what|with)$/i.test(term)
                ? null
                : term
                    .toLowerCase()
                    .replace(/ies$/, 'y')
                    .replace(/(ing|(?<!s)s)$/, ''),
          },
          searchOptions: {
            boostDocument: (id, term) => {
              const isReference = id.includes('/reference/')
              if (isReference && new RegExp(`/${term}(s|ing)?\\.html`, 'i').test(id)) return 0.4
              return isReference ? 0.2 : /\/(internals\/|CONTRIBUTING)/.test(id) ? 0.4 : 1
            },
          },
        },
      },
    },
  },
  // The reference is generated.
  transformPageData: ({ relativePath, frontmatter }) =>
    relativePath.startsWith('reference/') ? { frontmatter: { ...frontmatter, editLink: false } } : {},
  transformHtml: html => html.replace('class="VPHome', 'role="main" class="VPHome'),
  buildEnd({ outDir }) {
    cpSync(new URL('packaging/site/reference', root), `${outDir}/reference`, { recursive: true })
    for (const file of linkedFiles) cpSync(new URL(file, root), `${outDir}/files/${file}`)
    for (const file of groups.flatMap(({ files }) => files))
      cpSync(new URL(file, root), `${outDir}/${pageOf(file)}`)
    writeFileSync(`${outDir}/llms.txt`, overview())
    writeFileSync(`${outDir}/llms-full.txt`, fullText())
  },
})

/** The groups in their order. One with a single page is that page. */
function guides(): DefaultTheme.SidebarItem[] {
  return groups.flatMap(({ title, files: [first, ...others] }) => {
    if (first === undefined) return []
    const items = [first, ...others].map(file => ({ text: titleOf(file), link: linkTo(file) }))
    return others.length === 0 ? { text: title, link: linkTo(first) } : { text: title, items }
  })
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
      const group = { text: 'Advanced', items: entries.filter(isAdvanced) }
      return [link, [...entries.filter(entry => !isAdvanced(entry)), group]]
    }),
  )
}

/** A group without what is below its pages. */
function linksOf({ text = '', items = [] }: DefaultTheme.SidebarItem): DefaultTheme.SidebarItem {
  return { text, items: items.map(({ text = '', link = '' }) => ({ text, link })) }
}

/** The pages are not below the folder that Vue is installed in. The server's part of the build is. */
function findVue(id: string, _: unknown, { ssr }: { ssr?: boolean }) {
  return ssr && /^vue(\/|$)/.test(id) ? { id, external: true } : null
}

function linkTo(file: string): string {
  return `/${pageOf(file).replace(/(index)?\.md$/, '')}`
}

/** The reference is found by its names and texts, not by the headings that all of its pages have. */
function searchable(text: string, file: string): string {
  const headings =
    /^(#{4,} .*|#+ (Parameters|Returns|Throws|Examples?|Extends|Properties|Methods|Constructors?))$/gm
  return file.startsWith(fileURLToPath(new URL('packaging/site/reference/', root)))
    ? text.replaceAll(headings, '')
    : text
}
