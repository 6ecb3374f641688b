import { posix } from 'node:path'
import { fileOf, groups, notes, pageOf, read, titleOf } from './guides.ts'

/** `llms.txt`, an overview of the site for language models: the purpose of the package, and a line per page. */
export function overview(): string {
  const { name } = JSON.parse(read('package.json'))
  const optional = { title: 'Optional', files: notes.map(fileOf) }
  const listed = [...groups, optional].map(
    ({ title, files }) => `## ${title}\n\n${files.flatMap(linesOf).join('\n')}`,
  )
  return `${[`# ${name}`, `> ${introductionOf(read('README.md'))}`, ...listed].join('\n\n')}\n`
}

/** `llms-full.txt`: all guides, one after the other, without the notes on the project. */
export function fullText(): string {
  return groups.flatMap(({ files }) => files.map(read)).join('\n\n')
}

/** A line for a guide; for the reference, a line for each row of its table of modules. */
function linesOf(file: string): string[] {
  const modules = Array.from(
    read(file).matchAll(/^\| \[(\S+)\]\((\S+)\) \| (.*) \|$/gm),
    ([, name = '', path = '', text = '']) => line(name, posix.join(posix.dirname(pageOf(file)), path), text),
  )
  const isReference = file.startsWith('packaging/site/reference/')
  return isReference ? modules : [line(titleOf(file), pageOf(file), introductionOf(read(file)))]
}

function line(title: string, path: string, text: string): string {
  const [sentence = text] = /^.*?[.:](?= |$)/.exec(text) ?? []
  return `- [${title}](${path})${sentence && `: ${sentence.replace(/:$/, '.')}`}`
}

/** The first paragraph below the title, on one line. */
function introductionOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/).filter(paragraph => !/^(#|!\[|<|\s*$)/.test(paragraph))
  return (paragraphs[0] ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .trim()
}
