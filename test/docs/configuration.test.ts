import { globSync, readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { serveVariables } from '../../cli/serve/settings.ts'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')
const page = read('docs/configuration.md')
const section = (heading: string) => page.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''

interface Option {
  readonly name: string
  readonly byDefault: string
}

/** The options that a section lists, each with its default. */
const listed = (heading: string): Option[] =>
  Array.from(section(heading).matchAll(/^\| `([\w.]+)` \| (.*?) ?\|/gm), ([, name = '', byDefault = '']) => ({
    name,
    byDefault: byDefault.replaceAll('`', ''),
  }))

/** The options that an interface declares, in order; those of an object in place of it. */
function declared(file: string, name: string, others: Readonly<Record<string, string>> = {}): Option[] {
  const source = ts.createSourceFile(file, read(file), ts.ScriptTarget.Latest, true)
  const found = source.statements.find(one => ts.isInterfaceDeclaration(one) && one.name.text === name)
  if (found === undefined || !ts.isInterfaceDeclaration(found)) throw new Error(`${file} lacks ${name}`)
  return optionsOf(found.members)

  function optionsOf(members: ts.NodeArray<ts.TypeElement>): Option[] {
    return members.filter(ts.isPropertySignature).flatMap(member => {
      const option = member.name.getText()
      const within = others[option]
      const inner = within === undefined ? literalOf(member) : declared(file, within)
      const nested = (one: Option) => ({ ...one, name: `${option}.${one.name}` })
      return inner.length > 0 ? inner.map(nested) : [{ name: option, byDefault: defaultOf(member) }]
    })
  }

  function literalOf({ type }: ts.PropertySignature): Option[] {
    const parts = type !== undefined && ts.isUnionTypeNode(type) ? type.types : []
    return parts.flatMap(part => (ts.isTypeLiteralNode(part) ? optionsOf(part.members) : []))
  }
}

/** As a tag, or as the last sentence. */
function defaultOf(member: ts.PropertySignature): string {
  const comment = ts.getJSDocCommentsAndTags(member).map(one => one.getText())
  // A sentence may go on in the next line; a tag begins a line.
  const lines = comment.join('\n').replaceAll(/\n\s*\* (?!@)/g, ' ')
  const [, text = ''] = /(?:@default|Default:) (.*?)\.?\s*(?:\*\/|\n)/.exec(lines) ?? []
  return text.replace(/: .*/s, '')
}

describe('docs/configuration.md', () => {
  it('lists each option of the client, with its default, and no other', () => {
    const options = declared('src/transport/options/options.ts', 'ClientOptions', {
      wait: 'WaitDefaults',
    })
    expect(options.map(({ name }) => name)).toContain('wait.every')
    expect(listed('Client')).toEqual(options)
  })

  it('marks the options of a call, and no other', () => {
    const [, picked = ''] = /'timeout'(.*)>/.exec(read('src/transport/options/options.ts')) ?? []
    const perCall = ['timeout', ...Array.from(picked.matchAll(/'(\w+)'/g), ([, name]) => name)]
    const marked = Array.from(
      section('Client').matchAll(/^\| `(\w+)[\w.]*` \|[^|]*\| ✓ \|/gm),
      ([, name]) => name,
    )
    expect([...new Set(marked)].toSorted()).toEqual(perCall.toSorted())
  })

  it('lists each option of the mock server, with its default, and no other', () => {
    const options = declared('mock-server/options.ts', 'MockServerOptions')
    expect(options.map(({ name }) => name)).toContain('adminOrigins')
    expect(listed('Mock server')).toEqual(options)
  })

  it('lists each option of the proxy, with its default, and no other', () => {
    const options = declared('src/proxy/options.ts', 'ProxyOptions')
    expect(options.map(({ name }) => name)).toContain('callerOf')
    expect(listed('Proxy')).toEqual(
      options.map(one => ({ ...one, byDefault: one.byDefault.replaceAll('`', '') })),
    )
  })

  it('names each environment variable that the sources read, and no other', () => {
    const files = globSync('{src,mock-server,cli}/**/*.ts')
    const variables = (text: string) => new Set(text.match(/ENTITY_SCREENING_[A-Z_]*[A-Z]\b/g))
    // The one is written by the build, the other makes the tests fast.
    const own = ['ENTITY_SCREENING_SDK_VERSION', 'ENTITY_SCREENING_VERIFY_PAUSE']
    const sources = [...variables([...files.map(read), serveVariables].join('\n'))].filter(
      name => !own.includes(name),
    )
    expect(sources.length).toBeGreaterThan(15)
    expect([...variables(section('Environment'))].toSorted()).toEqual(sources.toSorted())
  })
})
