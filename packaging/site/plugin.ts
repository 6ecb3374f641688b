import { type Application, type DocumentReflection, PageEvent, RendererEvent } from 'typedoc'

/** A plugin of typedoc, for what its options cannot do. */
export function load({ renderer }: Application): void {
  // A guide is called by its heading, not by the name of its file. Addresses are given out before, and keep that name.
  renderer.on(RendererEvent.BEGIN, ({ project }) => {
    for (const document of project.documents ?? []) document.name = headingOf(document) ?? document.name
  })
  // A link to the README leads to a page, so that the site can be read from a disk too, where a folder is only a folder.
  renderer.on(PageEvent.END, page => {
    if (page.contents !== undefined) page.contents = page.contents.replaceAll(toFolder, 'href="$1index.html')
  })
}

const toFolder = /href="((?:\.\.?\/)+)(?=["#])/g

function headingOf({ content }: DocumentReflection): string | undefined {
  return /^# (.+)$/m.exec(content.map(({ text }) => text).join(''))?.[1]
}
