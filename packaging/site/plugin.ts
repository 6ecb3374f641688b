import {
  type Application,
  Comment,
  CommentTag,
  Converter,
  DocumentReflection,
  IndexEvent,
  JSX,
  PageEvent,
  RendererEvent,
} from 'typedoc'
import { groupOf, guidesAround, linkGuides, textOf, titleOf } from './guides.ts'
import { writeOverview } from './overview.ts'
import { SectionRouter } from './sections.ts'
import { SiteTheme } from './theme.ts'

/** A plugin of typedoc, for what its options cannot do. */
export function load({ converter, renderer }: Application): void {
  renderer.defineRouter('sections', SectionRouter)
  renderer.defineTheme('site', SiteTheme)

  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const child of project.childrenIncludingDocuments ?? []) {
      child.comment ??= new Comment()
      child.comment.blockTags.push(new CommentTag('@category', [{ kind: 'text', text: groupOf(child) }]))
    }
  })

  // The name of its file alone, whatever folder the guides have in common.
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, guide) => {
    guide.name = guide.name.replace(/.*\//, '')
  })

  // A comment names a guide as docs/quirks.md, which an editor shows as it is; on the site it is a link.
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const { comment } of Object.values(project.reflections)) {
      if (comment === undefined) continue
      comment.summary = linkGuides(comment.summary, project)
      for (const tag of comment.blockTags) tag.content = linkGuides(tag.content, project)
    }
  })

  // A guide is named by its heading. Its address is assigned earlier, from the name of its file.
  renderer.on(RendererEvent.BEGIN, ({ project }) => {
    for (const document of project.documents ?? []) document.name = titleOf(document)
  })

  // The sections of a guide are indexed on their own, so the guide itself has its introduction only.
  renderer.on(IndexEvent.PREPARE_INDEX, ({ searchResults, searchFields }) => {
    for (const [index, result] of searchResults.entries()) {
      if (result.isDocument() && result.parent?.isProject())
        searchFields[index] = { document: introductionOf(textOf(result.content)) }
    }
  })

  renderer.hooks.on('content.end', context => {
    const { model, project } = context.page
    if (!(model instanceof DocumentReflection)) return JSX.createElement(JSX.Fragment, null)
    const { previous, next } = guidesAround(model, project)
    const link = (guide: typeof next, rel: string) =>
      guide && JSX.createElement('a', { href: context.urlTo(guide), rel }, guide.name)
    const links = [link(previous, 'prev'), link(next, 'next')]
    return JSX.createElement('nav', { class: 'guide-steps', 'aria-label': 'Guides' }, ...links)
  })

  renderer.on(PageEvent.END, page => {
    if (page.contents === undefined) return
    page.contents = page.contents
      // A link to the README needs a file name: on a disk, a folder has no index page.
      .replaceAll(toFolder, 'href="$1index.html')
      .replace('<div class="col-content">', '<div class="col-content" role="main">')
      // A heading that opens and closes a section must not contain a link; the menu of the page has one.
      .replaceAll(/<summary\b.*?<\/summary>/gs, summary => summary.replaceAll(permalink, ''))
  })

  renderer.on(RendererEvent.END, ({ project, outputDirectory }) =>
    writeOverview(project, outputDirectory, reflection => renderer.router?.getFullUrl(reflection) ?? ''),
  )
}

const toFolder = /href="((?:\.\.?\/)+)(?=["#])/g

const permalink = /<a href="#[^"]*" aria-label="Permalink".*?<\/a>/gs

const introductionOf = (text: string) => text.replace(/\n## .*/s, '')
