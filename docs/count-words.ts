import { fileOf, groups, pageOf, read } from '../packaging/site/guides.ts'

// npm run docs:words counts the words of each page for users, without code blocks, and of the pages that each walk opens.

/** The pages that a new user of each kind has to open. */
const walks: Readonly<Record<string, readonly string[]>> = {
  'front end': [
    'getting-started',
    'mocking-in-the-browser',
    'mocking-in-tests',
    'frameworks',
    'recipes/playwright',
  ],
  'back end': ['getting-started', 'entities-and-searches', 'errors-and-retries', 'recipes/express'],
  analyst: ['from-a-csv-to-a-decision', 'customer-files', 'hit-decisions', 'networks'],
}

const fencedCode = /^ *```.*?^ *```$/gms
const indentedCode = /(?<=\n\n)(?: {4,}.*\n)+/g
const markers = /<!--.*?-->/g
const linkTargets = /(?<=\])\([^)]*\)/g

export function countWords(text: string): number {
  const prose = [fencedCode, indentedCode, markers, linkTargets].reduce(
    (rest, code) => rest.replaceAll(code, ''),
    text,
  )
  return prose.match(/\S*[\p{L}\p{N}]\S*/gu)?.length ?? 0
}

const pages = groups.flatMap(({ files }) => files).filter(file => file.startsWith('docs/'))
const counts = new Map(pages.map(file => [file, countWords(read(file))]))
const sum = (files: readonly string[]) =>
  files.map(file => counts.get(file) ?? Number.NaN).reduce((a, b) => a + b)

for (const [file, words] of counts) console.log(`${words}\t${pageOf(file)}`)
console.log(`${sum(pages)}\tin ${pages.length} pages`)
for (const [walk, names] of Object.entries(walks))
  console.log(`${sum(names.map(fileOf))}\t${walk}: ${names.join(', ')}`)
console.log(`${countWords(read('README.md'))}\tREADME`)
