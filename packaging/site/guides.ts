import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Where the repository begins. */
export const root = new URL('../../', import.meta.url)

/** A group of a side bar: pages by their names in `docs`. */
export interface Group {
  readonly title: string
  /** A folded group shows its title only, until it is opened or has the current page. */
  readonly isFolded?: true
  readonly names: readonly string[]
}

const help: Group = { title: 'Help', names: ['cli', 'troubleshooting'] }

/** The side bar of each reader. */
export const sideBars: Readonly<Record<'Developers' | 'Compliance', readonly Group[]>> = {
  Developers: [
    { title: 'Start', names: ['getting-started'] },
    {
      title: 'Call the service',
      names: ['entities-and-searches', 'errors-and-retries', 'configuration', 'quirks'],
    },
    {
      title: 'Mock the service',
      names: [
        'mocking-in-tests',
        'mocking-in-the-browser',
        'mock-server',
        'console',
        'scenarios',
        'ci-and-containers',
      ],
    },
    help,
    {
      title: 'Recipes',
      isFolded: true,
      names: [
        'frameworks',
        'recipes/express',
        'recipes/hono-and-fastify',
        'recipes/next',
        'recipes/sveltekit',
        'recipes/storybook',
        'recipes/playwright',
        'recipes/jest',
      ],
    },
    {
      title: 'Advanced',
      isFolded: true,
      names: ['mock-and-real-service', 'queues', 'advanced/control-api'],
    },
  ],
  Compliance: [
    {
      title: 'Check your customers',
      names: ['from-a-csv-to-a-decision', 'customer-files', 'portfolios', 'monitoring'],
    },
    {
      title: 'Hits and owners',
      names: ['hit-decisions', 'networks', 'reading-networks'],
    },
    help,
  ],
}

/** Pages about the project: in no side bar and not in the search, but below each page. */
export const notes: readonly string[] = [
  'speed',
  'versioning',
  '../CONTRIBUTING',
  'internals/decisions',
  'internals/coverage',
  'internals/reliability',
  'internals/benchmarks',
]

const reference = fileOf('../packaging/site/reference/index')

/** Each group with the files of its pages, by their paths in the repository. A page of two side bars is in the first. */
export const groups = [
  ...Object.entries(sideBars).flatMap(([reader, bar]) =>
    bar.map(({ title, names }) => ({ title: `${reader}: ${title}`, files: names.map(fileOf) })),
  ),
  { title: 'Reference', files: [reference] },
]
  .map(({ title, files }, index, all) => ({
    title,
    files: files.filter(file => all.findIndex(group => group.files.includes(file)) === index),
  }))
  .filter(({ files }) => files.length > 0)

/** The file of a page, by its path in the repository. */
export function fileOf(name: string): string {
  return posix.join('docs', `${name}.md`)
}

/** The path of a file's page in the site, still with the extension of the file. */
export function pageOf(file: string): string {
  return file === 'README.md' ? 'index.md' : file.replace(/^(docs|packaging\/site)\//, '')
}

/** The heading of a guide. */
export function titleOf(file: string): string {
  return /^# (.+)$/m.exec(read(file))?.[1] ?? file
}

/** The text of a file of the repository. */
export function read(file: string): string {
  return readFileSync(new URL(file, root), 'utf8')
}
