import ts from 'typescript'

/** The optional properties of what callers give that do not take undefined where exactOptionalPropertyTypes is on. */
export function findRefusals(program: ts.Program, entryPoints: readonly ts.SourceFile[]): string[] {
  const checker = program.getTypeChecker()
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
    for (const part of partsOf(type, checker)) offer(part)
    for (const property of ownProperties(type, checker)) offer(checker.getTypeOfSymbol(property))
  }

  function give(type: ts.Type, path: string): void {
    if (seen.given.has(type)) return
    seen.given.add(type)
    for (const part of partsOf(type, checker)) give(part, path)
    for (const property of ownProperties(type, checker)) {
      const found = checker.getTypeOfSymbol(property)
      const name = `${type.aliasSymbol?.name ?? type.symbol?.name ?? path}.${property.name}`
      if (property.flags & ts.SymbolFlags.Optional && !takesUndefined(found, checker)) refusals.add(name)
      give(found, name)
    }
  }

  for (const entryPoint of entryPoints) {
    const symbol = checker.getSymbolAtLocation(entryPoint)
    if (symbol === undefined) throw new Error(`${entryPoint.fileName} exports nothing`)
    for (const exported of checker.getExportsOfModule(symbol)) {
      const target = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
      if (target.flags & ts.SymbolFlags.Value) offer(checker.getTypeOfSymbol(target))
      if (/Options$|^Journal$/.test(target.name)) give(checker.getDeclaredTypeOfSymbol(target), target.name)
    }
  }
  return [...refusals].toSorted()
}

function partsOf(type: ts.Type, checker: ts.TypeChecker): readonly ts.Type[] {
  const parts = type.isUnionOrIntersection() ? type.types : []
  const constraint = checker.getBaseConstraintOfType(type)
  const items = checker.isArrayType(type) ? checker.getTypeArguments(type as ts.TypeReference) : []
  return [...parts, ...items, ...(constraint === undefined || constraint === type ? [] : [constraint])]
}

/** Those that are declared here, or made by a mapped type: what a class of the platform has is not ours to say. */
function ownProperties(type: ts.Type, checker: ts.TypeChecker): readonly ts.Symbol[] {
  return checker.getPropertiesOfType(type).filter(({ name, declarations = [] }) => {
    const isOurs = (node: ts.Node) =>
      /^(?!.*node_modules).*\/(src|mock-server)\//.test(node.getSourceFile().fileName)
    return !name.startsWith('#') && declarations.every(isOurs)
  })
}

function takesUndefined(type: ts.Type, checker: ts.TypeChecker): boolean {
  const parts = type.isUnion() ? type.types : [type]
  return parts.some(part => part === checker.getUndefinedType() || part.flags & ts.TypeFlags.Unknown)
}
