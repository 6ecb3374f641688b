import { type CommentDisplayPart, DocumentReflection, type ProjectReflection, type Reflection } from 'typedoc'

/** The groups of the navigation, with the file names of their guides. All other guides are in the group Guides. */
const groups: Readonly<Record<string, readonly string[]>> = {
  Start: ['getting-started', 'moving-to-the-real-service', 'migration-and-versioning'],
  Mocking: [
    'mocking-in-tests',
    'mocking-in-jsdom',
    'mocking-in-the-browser',
    'mock-server',
    'console',
    'scenarios',
  ],
  CLI: ['cli'],
  Background: ['decisions', 'quirks', 'coverage', 'benchmarks', 'reliability', 'CONTRIBUTING'],
}

/** The group of a guide or a module. */
export function groupOf(reflection: Reflection): string {
  if (!reflection.isDocument()) return 'Reference'
  const found = Object.entries(groups).find(([, names]) => names.includes(reflection.name))
  return found?.[0] ?? 'Guides'
}

/** The heading of a guide. */
export function titleOf({ name, content }: DocumentReflection): string {
  return /^# (.+)$/m.exec(textOf(content))?.[1] ?? name
}

/** The text of a guide or a comment. */
export function textOf(parts: readonly CommentDisplayPart[] = []): string {
  return parts.map(({ text }) => text).join('')
}

/** All guides, in the order of the navigation. */
export function guidesOf({
  categories = [],
}: ProjectReflection): { group: string; guides: DocumentReflection[] }[] {
  return categories.flatMap(({ title, children }) => {
    const guides = children.filter(child => child instanceof DocumentReflection)
    return guides.length === 0 ? [] : [{ group: title, guides }]
  })
}

/** The guides before and after a guide. */
export function guidesAround(
  guide: DocumentReflection,
  project: ProjectReflection,
): Record<'previous' | 'next', DocumentReflection | undefined> {
  const guides = guidesOf(project).flatMap(group => group.guides)
  const at = guides.indexOf(guide)
  return { previous: guides[at - 1], next: guides[at + 1] }
}

/** The parts of a comment, with links in place of the file names of guides. */
export function linkGuides(
  parts: readonly CommentDisplayPart[],
  project: ProjectReflection,
): CommentDisplayPart[] {
  return parts.flatMap(part => (part.kind === 'text' ? part.text.split(fileName).flatMap(linked) : part))

  function linked(text: string): CommentDisplayPart[] {
    const guide = project.documents?.find(({ name }) => text === `docs/${name}.md`)
    const file = guide && project.files.getReflectionPath(guide)
    const link = file === undefined ? undefined : project.files.register(file, file)
    if (guide === undefined || link === undefined) return [{ kind: 'text', text }]
    return [
      { kind: 'text', text: `[${titleOf(guide)}](` },
      { kind: 'relative-link', text, target: link.target, targetAnchor: link.anchor },
      { kind: 'text', text: ')' },
    ]
  }
}

const fileName = /(docs\/[\w-]+\.md)/
