import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ProjectReflection, Reflection } from 'typedoc'
import { guidesOf, textOf } from './guides.ts'

/** Writes `llms.txt`, an overview of the site for language models: the purpose of the package, and a line per page. */
export function writeOverview(
  project: ProjectReflection,
  folder: string,
  addressOf: (reflection: Reflection) => string,
): void {
  const readme = textOf(project.readme)
  const groups = guidesOf(project).map(({ group, guides }) => [
    `## ${group}`,
    guides.map(guide => line(guide, firstSentence(textOf(guide.content)))).join('\n'),
  ])
  const modules = (project.children ?? []).map(module =>
    line(module, firstSentence(textOf(module.comment?.summary))),
  )
  const text = [
    `# ${project.name}`,
    `> ${introductionOf(readme)}`,
    ...groups.flat(),
    '## Reference',
    modules.join('\n'),
  ]
  writeFileSync(join(folder, 'llms.txt'), `${text.join('\n\n')}\n`)

  function line(reflection: Reflection, description: string): string {
    return `- [${reflection.name}](${addressOf(reflection)}): ${description}`
  }
}

/** The first paragraph below the title, on one line. */
function introductionOf(text: string): string {
  const paragraphs = text.split(/\n{2,}/).filter(paragraph => !/^(#|!\[|<|\s*$)/.test(paragraph))
  return (paragraphs[0] ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\[([^\]]+)\]\([^)]*\)/g, '$1')
    .trim()
}

const firstSentence = (text: string) =>
  /^.*?[.:](?= |$)/.exec(introductionOf(text))?.[0].replace(/:$/, '.') ?? ''
