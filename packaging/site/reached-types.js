import { Comment, Converter, ReferenceType, ReflectionKind } from 'typedoc'
import { MarkdownPageEvent, MemberRouter } from 'typedoc-plugin-markdown'

const introduction =
  'Types that the pages of this module name. They cannot be imported: take one from its owner, as in ' +
  "`BulkSummary['errors'][number]`, or from a union, as in `Extract<NetworkChange, { kind: 'root_changed' }>`."

/** Gives each export a page, and all types of a module that are not exported one page. */
class ExportedMemberRouter extends MemberRouter {
  buildChildPages(reflection, pages) {
    const { membersWithOwnFile } = this
    const isInner = reflection.parent?.name === this.application.options.getValue('internalModule')
    if (isInner) this.membersWithOwnFile = []
    super.buildChildPages(reflection, pages)
    this.membersWithOwnFile = membersWithOwnFile
  }
}

/**
 * typedoc-plugin-missing-exports documents everything that a declaration names, for members that are marked as internal too. This
 * keeps the types that a reader can come to.
 *
 * @param {import('typedoc').Application} app
 */
export function load(app) {
  app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => keepReached(project), -1e9)
  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => leaveOutOrigins(project), -1e9)
  app.renderer.defineRouter('exported-members', ExportedMemberRouter)
  app.renderer.on(MarkdownPageEvent.END, page => {
    if (page.model.name === 'EntityScreening') page.contents = addMethods(page.contents, page.model)
  })

  /** Where a member comes from says nothing to a reader if that is a table, a schema or the type of a function. */
  function leaveOutOrigins(project) {
    const country = project
      .getReflectionsByKind(ReflectionKind.TypeAlias)
      .find(({ name }) => name === 'Country')
    for (const member of project.getReflectionsByKind(ReflectionKind.Property)) {
      if (/^(?:Pick|RecordOf|ReturnType|z\.in(?:fer|put))\./.test(member.inheritedFrom?.name))
        delete member.inheritedFrom
      if (!member.parent?.kindOf(ReflectionKind.Class)) delete member.defaultValue
      // Each code is written out where the type comes from a schema.
      if (country !== undefined && member.type?.types?.length > 200)
        member.type = ReferenceType.createResolvedReference(country.name, country, project)
    }
  }

  function keepReached(project) {
    const entryPoints = project.getChildrenByKind(ReflectionKind.Module)
    const isInner = ({ name }) => name === app.options.getValue('internalModule')
    const inner = entryPoints.flatMap(({ children }) => children.filter(isInner))
    const unreached = new Set(inner.flatMap(({ children }) => children))
    const visit = reflection => {
      const text = JSON.stringify(app.serializer.toObject(reflection))
      for (const [, id] of text.matchAll(/"target":(\d+)/g)) {
        const target = project.getReflectionById(Number(id))
        if (!target?.kindOf(ReflectionKind.Variable) && unreached.delete(target)) visit(target)
      }
    }
    for (const { children } of entryPoints) children.filter(child => !isInner(child)).forEach(visit)
    for (const reflection of unreached) project.removeReflection(reflection)
    for (const module of inner) {
      module.comment = new Comment([{ kind: 'text', text: introduction }])
      if (!module.children?.length) project.removeReflection(module)
    }
    // A comment of its type explains a member, or one of its own.
    const types = inner.flatMap(({ children }) => children ?? []).filter(type => !type.hasComment())
    for (const member of project.getReflectionsByKind(ReflectionKind.Property)) {
      const name = member.getFullName()
      const isShown = types.some(type => name.startsWith(`${type.getFullName()}.`))
      if (isShown && !member.hasComment()) app.logger.warn(`${name} does not have any documentation`)
    }
  }
}

/** A table of all methods of a client, before everything that its page says of its class. */
function addMethods(contents, client) {
  const resources = client.children.filter(({ type }) => type?.reflection?.kindOf?.(ReflectionKind.Interface))
  const rows = resources.flatMap(({ name, type }) =>
    type.reflection.children
      .filter(member => member.kindOf(ReflectionKind.Method))
      .map(method => {
        const link = `../interfaces/${type.name}.md#${method.name.toLowerCase()}`
        return `| [\`${name}.${method.name}()\`](${link}) | ${firstSentenceOf(method.signatures[0])} |`
      }),
  )
  const table = ['| Method | Purpose |', '| ------ | ------ |', ...rows].join('\n')
  return contents.replace('## Example', `${table}\n\n## Example`)
}

function firstSentenceOf({ comment }) {
  const text = Comment.combineDisplayParts(comment.summary).replaceAll(/\s+/g, ' ')
  return /^.*?\.(?= |$)/.exec(text)?.[0] ?? text
}
