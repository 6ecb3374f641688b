import { execFile } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, extname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { bundle } from '../test/bundle.ts'

// npx tsx docs/include-examples.ts          writes the examples and their output into the documents
// npx tsx docs/include-examples.ts --check  reports outdated documents, with exit status 1 if there are any
//
// A line `<!-- examples/FILE -->` is followed by the file as a code block, `<!-- examples/FILE#REGION -->` by the lines between
// `// #region REGION` and `// #endregion`, and `<!-- examples/FILE prints -->` by its output. `<!-- examples/FILE as NAME -->` says
// under which name a reader saves the file.

const root = new URL('../', import.meta.url)
const languages: Readonly<Record<string, string>> = { '.cjs': 'js', '.mjs': 'js', '.yaml': 'yaml' }
const marked = /^<!-- (examples\/[^\s#]+)(#\S+)?( as \S+)?( prints)? -->\n```\w+\n.*?^```$/gms

const folder = mkdtempSync(join(tmpdir(), 'entity-screening-examples-'))

async function print(file: string): Promise<string> {
  const program = join(folder, `${basename(file)}.mjs`)
  await bundle(file, program)
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [program], {
    cwd: fileURLToPath(root),
  })
  if (stderr !== '') throw new Error(`${file} complains: ${stderr}`)
  return stdout
}

/** The lines of a region, or all lines; never those that only mark a region. */
function readLines(file: string, region: string): string {
  const text = readFileSync(new URL(file, root), 'utf8')
  const [, lines] = text.split(new RegExp(`^// #region ${region.slice(1)}\n|^// #endregion\n`, 'm'))
  if (region !== '' && lines === undefined) throw new Error(`${file} has no region ${region}`)
  return (region === '' ? text : (lines ?? '')).replaceAll(/^\/\/ #(end)?region.*\n/gm, '')
}

/** The block below a marker; the marker stays as it is. */
async function block([code = '', file = '', region = '', , prints]: readonly string[]): Promise<string> {
  const [marker] = code.split('\n')
  if (prints) return `${marker}\n\`\`\`text\n${await print(file)}\`\`\``
  const extension = extname(file)
  const language = languages[extension] ?? extension.slice(1)
  return `${marker}\n\`\`\`${language}\n${readLines(file, region)}\`\`\``
}

async function included(text: string): Promise<string> {
  const replacements = await Promise.all(Array.from(text.matchAll(marked), block))
  return text.replace(marked, () => replacements.shift() ?? '')
}

const parameters = process.argv.slice(2)
const isCheck = parameters.includes('--check')
const named = parameters.filter(parameter => !parameter.startsWith('--'))
const documents =
  named.length > 0
    ? named
    : globSync(['README.md', 'packaging/site/index.md', 'docs/{,internals/,recipes/,advanced/}*.md'], {
        cwd: fileURLToPath(root),
      })
for (const document of documents.sort()) {
  const file = resolve(fileURLToPath(root), document)
  const text = readFileSync(file, 'utf8')
  const current = await included(text)
  if (current === text) continue
  process.stdout.write(
    isCheck ? `${document} is out of step with its examples\n` : `${document} is written\n`,
  )
  if (isCheck) process.exitCode = 1
  else writeFileSync(file, current)
}
rmSync(folder, { recursive: true })
