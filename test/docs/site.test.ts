import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { notes, sideBars } from '../../packaging/site/guides.ts'
import { findDeadLinks, readSite } from '../../packaging/site/links.ts'
import {
  breakable,
  installCommands,
  linkGuides,
  nameToSave,
  resolveLink,
  slugify,
} from '../../packaging/site/text.ts'

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
    '../#top',
    '/guides/two.html',
    '/#top',
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
    ['../../index.html', 'no such file'],
    ['#b', 'no such place in the page'],
    ['two.html#a%20b', 'no such place in the page'],
    ['../assets/icons.svg#other', 'no such place in the page'],
    ['../assets/main.js#top', 'no such place in the page'],
    ['/guides/three.html', 'no such file'],
    ['/guides/', 'no such file'],
    ['//example.com/', 'leads to another host'],
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
})

describe('the navigation', () => {
  const docs = fileURLToPath(new URL('../../docs', import.meta.url))
  const written = globSync('{,internals/,recipes/,advanced/}*.md', { cwd: docs }).map(file =>
    file.replace('.md', ''),
  )
  const pages = Object.values(sideBars).map(bar => bar.flatMap(({ names }) => names))
  const listed = new Set([...pages.flat(), ...notes].filter(name => !name.startsWith('..')))

  it('has every page of docs, and no other', () => {
    expect([...listed].toSorted()).toEqual(written.toSorted())
  })

  it('has no page twice in a side bar, and no note in one', () => {
    for (const names of pages) expect([...names, ...notes]).toHaveLength(new Set([...names, ...notes]).size)
  })

  it('has at most 31 pages, of which a side bar shows at most 14 when it opens', () => {
    expect(new Set(pages.flat()).size).toBeLessThanOrEqual(31)
    for (const bar of Object.values(sideBars)) {
      const open = bar.filter(({ isFolded }) => !isFolded).flatMap(({ names }) => names)
      expect(open.length).toBeLessThanOrEqual(14)
    }
  })
})

describe('the text of a page', () => {
  it.each([
    ['Code that waits', 'code-that-waits'],
    ['`One` & "two"', 'one--two'],
    ['unknown_fields (2)', 'unknown_fields-2'],
  ])('has the anchor of GitHub for %s', (heading, anchor) => {
    expect(slugify(heading)).toBe(anchor)
  })

  it.each([
    ['docs/internals/coverage.md', '../networks.md#pictures', '/networks.md#pictures'],
    ['docs/networks.md', 'internals/decisions.md', '/internals/decisions.md'],
    ['docs/internals/coverage.md', '../../README.md', '/index.md'],
    ['CONTRIBUTING.md', 'docs/internals/coverage.md', '/internals/coverage.md'],
    ['packaging/site/reference/a/index.md', '../b/C.md', '/reference/b/C.md'],
    ['docs/internals/coverage.md', '../openapi.json', '/files/docs/openapi.json'],
    ['docs/networks.md', '#pictures', '#pictures'],
    ['docs/networks.md', 'https://example.com/a.md', 'https://example.com/a.md'],
  ])('%s leads by %s to %s', (from, link, target) => {
    expect(resolveLink(from, link)).toBe(target)
  })

  it.each([
    ['examples/15-portfolio-import.ts', 'portfolio-import.ts'],
    ['examples/08-react-app/src/mocks.ts', 'src/mocks.ts'],
    ['examples/recipes/next/app/screening/[...path]/route.ts', 'app/screening/[...path]/route.ts'],
    ['examples/data/customers.csv', 'data/customers.csv'],
  ])('names %s %s, as a reader saves it', (file, name) => {
    expect(nameToSave(file)).toBe(name)
  })

  it('breaks code after the signs that separate its parts', () => {
    expect(breakable('a/b_c-d.e')).toBe('a/<wbr>b_<wbr>c-<wbr>d.<wbr>e')
    expect(breakable('--all and ...')).toBe('--<wbr>all and ...')
  })

  it('links the guides that comments name', () => {
    expect(linkGuides('See `docs/networks.md`: docs/quirks.md says when.')).toBe(
      'See [Networks](/networks.md): [Quirks of the service](/quirks.md) says when.',
    )
  })

  it('has install commands for each package manager, and no other commands', () => {
    const code = 'npm install zod\nnpm install --save-dev msw\nnpx msw init public\nnpx -p a b\n'
    expect(installCommands(code)).toEqual([
      { manager: 'npm', code },
      { manager: 'pnpm', code: 'pnpm add zod\npnpm add -D msw\npnpm exec msw init public\nnpx -p a b\n' },
      { manager: 'yarn', code: 'yarn add zod\nyarn add -D msw\nyarn msw init public\nnpx -p a b\n' },
      { manager: 'bun', code: 'bun add zod\nbun add -D msw\nbunx msw init public\nnpx -p a b\n' },
    ])
    expect(installCommands('npm install && npm test\n')).toEqual([])
  })
})
