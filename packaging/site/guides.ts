import { readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** Where the repository begins. */
export const root = new URL('../../', import.meta.url)

/** The navigation: its groups in their order, each with its guides by their names in `docs`. */
export const navigation: Readonly<Record<string, readonly string[]>> = {
  'Get started': ['getting-started'],
  'For developers: call the service': [
    'entities-and-searches',
    'errors-and-retries',
    'configuration',
    'quirks',
  ],
  'For developers: mock the service': [
    'mocking-in-tests',
    'mocking-in-the-browser',
    'mock-server',
    'console',
    'scenarios',
    'ci-and-containers',
  ],
  'For developers: recipes': [
    'frameworks',
    'recipes/express',
    'recipes/next',
    'recipes/sveltekit',
    'recipes/storybook',
    'recipes/playwright',
    'recipes/jest',
    'recipes/wait-in-a-handler',
  ],
  'For compliance': [
    'from-a-csv-to-a-decision',
    'portfolios',
    'networks',
    'reading-networks',
    'hit-decisions',
    'monitoring',
    'recipes/weekly-monitoring',
  ],
  'Command line': ['cli'],
  Troubleshooting: ['troubleshooting'],
  'Moving to the real service': ['moving-to-the-real-service'],
  Advanced: [
    'check-your-service',
    'advanced/control-api',
    'advanced/evidence',
    'advanced/several-processes',
    'queues',
  ],
  Speed: ['speed'],
  'Versioning policy': ['versioning'],
  Reference: ['../packaging/site/reference/index'],
  Contributing: [
    '../CONTRIBUTING',
    'internals/decisions',
    'internals/coverage',
    'internals/reliability',
    'internals/benchmarks',
  ],
}

/** The groups with the files of their guides, by their paths in the repository. */
export const groups = Object.entries(navigation).map(([title, names]) => ({
  title,
  files: names.map(name => posix.join('docs', `${name}.md`)),
}))

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
