import { DocumentReflection, KindRouter, type PageDefinition, type ProjectReflection, Slugger } from 'typedoc'
import { textOf } from './guides.ts'

/** Gives each section of a guide an address of its own, so that the search finds it under its heading. */
export class SectionRouter extends KindRouter {
  override buildPages(project: ProjectReflection): PageDefinition[] {
    const pages = super.buildPages(project)
    for (const document of project.documents ?? []) {
      const slugger = new Slugger(this.sluggerConfiguration)
      for (const { heading, text } of sectionsOf(textOf(document.content))) {
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

/** The sections of a guide, without its title and introduction. A subsection is a section of its own. */
export function sectionsOf(guide: string): Section[] {
  const sections: { heading: string; text: string }[] = []
  let isCode = false
  for (const line of guide.split('\n')) {
    if (line.startsWith('```')) isCode = !isCode
    const [, heading] = (!isCode && /^##+ (.+)$/.exec(line)) || []
    const section = sections.at(-1)
    if (heading !== undefined) sections.push({ heading: heading.replaceAll('`', ''), text: '' })
    else if (section !== undefined) section.text += `${line}\n`
  }
  return sections
}
