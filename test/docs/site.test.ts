import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import { countHosts, findDeadLinks, readSite } from '../../packaging/site/links.ts'
import { readSiteData } from '../../packaging/site/search.ts'
import { sectionsOf } from '../../packaging/site/sections.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'site-'))
  folders.push(folder)
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
  return folder
}

const siteWith = (link: string) =>
  readSite(
    folderOf({
      'index.html': '<h1 id="top">Top</h1><a name="old">Old</a>',
      'guides/one.html': `<h2 id="a b">One</h2><a href="${link}">it</a>`,
      'guides/two.html': '',
      'assets/icons.svg': '<svg><g id="icon"></g></svg>',
      'assets/main.js': '',
    }),
  )

describe('a link of the site', () => {
  it.each([
    '',
    '#',
    '#a%20b',
    'two.html',
    'two.html?page=1',
    './two.html#',
    '../index.html#top',
    '../index.html#old',
    '../assets/icons.svg#icon',
    '../assets/main.js',
    'https://example.com/a#b',
    'mailto:someone@example.com',
  ])('"%s" leads somewhere', link => {
    expect(findDeadLinks(siteWith(link))).toEqual([])
  })

  it.each([
    ['three.html', 'no such file'],
    ['Two.html', 'no such file'],
    ['two.md', 'no such file'],
    ['../', 'no such file'],
    ['../../index.html', 'no such file'],
    ['#b', 'no such place in the page'],
    ['two.html#a%20b', 'no such place in the page'],
    ['../assets/icons.svg#other', 'no such place in the page'],
    ['../assets/main.js#top', 'no such place in the page'],
    ['/guides/two.html', 'begins at the root, where the site need not be'],
    ['//example.com/', 'begins at the root, where the site need not be'],
    ['file:///guides/two.html', 'leads to file:'],
    ['C:\\guides\\two.html', 'leads to c:'],
    ['javascript:void(0)', 'leads to javascript:'],
    ['https://', 'not an address'],
    ['%E0%A4%A', 'not an address'],
  ])('"%s" is dead', (link, why) => {
    expect(findDeadLinks(siteWith(link))).toEqual([{ page: 'guides/one.html', link, why }])
  })

  it('is told of every page and every kind of element', () => {
    const folder = folderOf({
      'index.html': '<img src="a.png"><script src=b.js></script><link href="c.css" /><a HREF="d.html">d</a>',
      'guides/one.html': '<svg><use href="../icons.svg#x"/></svg>',
    })
    expect(findDeadLinks(readSite(folder)).map(({ page, link }) => [page, link])).toEqual(
      expect.arrayContaining([
        ['index.html', 'a.png'],
        ['index.html', 'b.js'],
        ['index.html', 'c.css'],
        ['index.html', 'd.html'],
        ['guides/one.html', '../icons.svg#x'],
      ]),
    )
  })

  it('counts for its host where it leads to one', () => {
    expect([...countHosts(siteWith('https://example.com/a'))]).toEqual([['example.com', 1]])
    expect([...countHosts(siteWith('two.html'))]).toEqual([])
  })
})

describe('what the scripts of the site go by', () => {
  const script = (name: string, data: unknown) =>
    `window.${name} = "${deflateSync(JSON.stringify(data)).toString('base64')}";`
  const navigation = [{ text: 'Guides', children: [{ text: 'One', path: 'guides/one.html' }] }]
  const hierarchy = { reflections: { 1: { name: 'Base', url: 'classes/Base.html' } } }
  const rows = [
    { name: 'Errors and re-tries', url: 'guides/one.html' },
    { name: 'lost', url: 'types/lost.html' },
  ]
  const invertedIndex = ['errors', 'and', 're', 'tries'].map(word => [word, { _index: 0, name: { 0: {} } }])
  const folder = folderOf({
    'assets/search.js': script('searchData', {
      rows,
      index: { invertedIndex: [...invertedIndex, ['lost', { _index: 4, name: {}, comment: { 1: {} } }]] },
    }),
    'assets/navigation.js': script('navigationData', navigation),
    'assets/hierarchy.js': script('hierarchyData', hierarchy),
  })

  it('finds a name by all of its words, and by nothing else', () => {
    expect(readSiteData(folder).found).toEqual([{ name: 'Errors and re-tries', page: 'guides/one.html' }])
  })

  it('leads to pages', () => {
    expect(readSiteData(folder).links).toEqual([
      'guides/one.html',
      'types/lost.html',
      'guides/one.html',
      'classes/Base.html',
    ])
  })

  it('is not taken for empty where it cannot be read', () => {
    const broken = folderOf({ 'assets/search.js': 'window.searchData = "";' })
    expect(() => readSiteData(broken)).toThrow()
  })
})

it('the sections of a guide start at its headings, and not at comments in code', () => {
  const guide =
    '# Title\n\nIntro.\n\n## `One` & two\n\nText.\n\n```sh\n## no heading\n```\n\n### Three\nMore.\n'
  expect(sectionsOf(guide)).toEqual([
    { heading: 'One & two', text: '\nText.\n\n```sh\n## no heading\n```\n\n' },
    { heading: 'Three', text: 'More.\n\n' },
  ])
})
