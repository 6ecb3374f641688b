import { DocumentReflection, KindRouter, type PageDefinition, type ProjectReflection, Slugger } from 'typedoc'

/** Gives each section of a guide an address of its own, so that the search finds it under its heading. */
export class SectionRouter extends KindRouter {
  override buildPages(project: ProjectReflection): PageDefinition[] {
    const pages = super.buildPages(project)
    for (const document of project.documents ?? []) {
      const slugger = new Slugger(this.sluggerConfiguration)
      for (const { heading, text } of sectionsOf(document)) {
        const anchor = slugger.slug(heading)
        const section = new DocumentReflection(heading, document, [{ kind: 'text', text }], {})
        this.fullUrls.set(section, `${this.getFullUrl(document)}#${anchor}`)
        this.anchors.set(section, anchor)
      }
    }
    return pages
  }
}

interface Section {
  readonly heading: string
  readonly text: string
}

/** The sections of a guide, each with its subsections apart. */
function sectionsOf({ content }: DocumentReflection): Section[] {
  const sections: Section[] = []
  let heading = ''
  let lines: string[] = []
  let isCode = false
  const end = () => sections.push({ heading, text: lines.join('\n') })
  for (const line of content
    .flatMap(({ text }) => text)
    .join('')
    .split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, found] = (!isCode && /^#{1,6} (.+)$/.exec(line)) || []
    if (found === undefined) {
      lines.push(line)
      continue
    }
    end()
    heading = found.replaceAll('`', '')
    lines = []
  }
  end()
  // Before the first heading there is nothing, and what follows the title is the guide itself.
  return sections.slice(2)
}
