import { join } from 'node:path'
import ts from 'typescript'
import { expect, it } from 'vitest'

const repository = join(import.meta.dirname, '../..')

/** The entry points, of which everything that is taken from callers is looked at. */
const entryPoints = [
  ...['src/index.ts', 'src/network/index.ts', 'src/portfolio/index.ts', 'src/react-query/index.ts'],
  ...['mock-server/index.ts', 'mock-server/adapters/msw.ts', 'mock-server/adapters/node.ts'],
].map(file => join(repository, file))

const { config } = ts.readConfigFile(join(repository, 'tsconfig.json'), ts.sys.readFile)
const { options } = ts.parseJsonConfigFileContent(
  { ...config, include: [], files: entryPoints },
  ts.sys,
  repository,
)
const program = ts.createProgram(entryPoints, options)
const checker = program.getTypeChecker()

/** The optional properties of what callers give that do not take undefined where exactOptionalPropertyTypes is on. */
function findRefusals(): string[] {
  const refusals = new Set<string>()
  const seen = { given: new Set<ts.Type>(), offered: new Set<ts.Type>() }

  /** What the package offers: its functions and methods take something, and their results offer more. */
  function offer(type: ts.Type): void {
    if (seen.offered.has(type)) return
    seen.offered.add(type)
    for (const signature of [...type.getCallSignatures(), ...type.getConstructSignatures()]) {
      if (signature.getJsDocTags().some(({ name }) => name === 'internal')) continue
      for (const parameter of signature.parameters) give(checker.getTypeOfSymbol(parameter), parameter.name)
      offer(signature.getReturnType())
    }
    for (const part of partsOf(type)) offer(part)
    for (const property of ownProperties(type)) offer(checker.getTypeOfSymbol(property))
  }

  function give(type: ts.Type, path: string): void {
    if (seen.given.has(type)) return
    seen.given.add(type)
    for (const part of partsOf(type)) give(part, path)
    for (const property of ownProperties(type)) {
      const found = checker.getTypeOfSymbol(property)
      const name = `${type.aliasSymbol?.name ?? type.symbol?.name ?? path}.${property.name}`
      if (property.flags & ts.SymbolFlags.Optional && !takesUndefined(found)) refusals.add(name)
      give(found, name)
    }
  }

  for (const file of entryPoints) {
    const source = program.getSourceFile(file)
    const symbol = source && checker.getSymbolAtLocation(source)
    if (symbol === undefined) throw new Error(`${file} exports nothing`)
    for (const exported of checker.getExportsOfModule(symbol)) {
      const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      if (target.flags & ts.SymbolFlags.Value) offer(checker.getTypeOfSymbol(target))
      if (/Options$|^Journal$/.test(target.name)) give(checker.getDeclaredTypeOfSymbol(target), target.name)
    }
  }
  return [...refusals].toSorted()
}

function partsOf(type: ts.Type): readonly ts.Type[] {
  const parts = type.isUnionOrIntersection() ? type.types : []
  const constraint = checker.getBaseConstraintOfType(type)
  const items = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
  return [...parts, ...items, ...(constraint === undefined || constraint === type ? [] : [constraint])]
}

/** Those that are declared here, or made by a mapped type: what a class of the platform has is not ours to say. */
function ownProperties(type: ts.Type): readonly ts.Symbol[] {
  return checker.getPropertiesOfType(type).filter(({ name, declarations = [] }) => {
    const isOurs = (node: ts.Node) =>
      /^(?!.*node_modules).*\/(src|mock-server)\//.test(node.getSourceFile().fileName)
    return !name.startsWith('#') && declarations.every(isOurs)
  })
}

function takesUndefined(type: ts.Type): boolean {
  const parts = type.isUnion() ? type.types : [type]
  return parts.some(part => part === checker.getUndefinedType() || part.flags & ts.TypeFlags.Unknown)
}

it('every optional property of what callers give takes undefined', () => {
  expect(findRefusals()).toEqual([])
})
