import { cpSync, globSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { Instrumenter } from '@stryker-mutator/instrumenter'
import { areas } from './areas.ts'

export interface Mutant {
  readonly id: string
  readonly file: string
  readonly line: number
  readonly kind: string
  readonly before: string
  readonly after: string
}

const copied = ['src', 'mock-server', 'cli', 'docs', 'examples', 'test', 'package.json', 'tsconfig.json']
const left = /(?:^|\/)(?:node_modules|docs\/site|__screenshots__)$/

/** Copies the project, with every mutant of an area in its code: which one acts is decided when it runs. */
export async function plantMutants(area: string, folder: string): Promise<readonly Mutant[]> {
  rmSync(folder, { recursive: true, force: true })
  for (const part of copied)
    cpSync(part, join(folder, part), { recursive: true, filter: path => !left.test(path) })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  const paths = areas[area]?.mutate.flatMap(sourcesIn) ?? []
  const files = paths.map(name => ({ name, mutate: true, content: readFileSync(name, 'utf8') }))
  const planted = await new Instrumenter(silent).instrument(files, {
    plugins: null,
    ignorers: [],
    excludedMutations: [],
    noHeader: false,
  })
  for (const { name, content } of planted.files) writeFileSync(join(folder, name), content)
  const sources = new Map(files.map(({ name, content }) => [name, content]))
  return planted.mutants.map(({ id, fileName, location, mutatorName, replacement }) => {
    const { start, end } = location
    return {
      id,
      file: relative('', fileName),
      line: start.line + 1,
      kind: mutatorName,
      before: textBetween(sources.get(fileName) ?? '', start, end),
      after: replacement,
    }
  })
}

function sourcesIn(path: string): string[] {
  return statSync(path).isFile() ? [path] : globSync(`${path}/**/*.ts`).sort()
}

interface Place {
  readonly line: number
  readonly column: number
}

function textBetween(source: string, start: Place, end: Place): string {
  const lines = source.split('\n')
  const offset = ({ line, column }: Place) =>
    lines.slice(0, line).reduce((sum, text) => sum + text.length + 1, 0) + column
  return source.slice(offset(start), offset(end))
}

const ignore = () => {}
const no = () => false
const silent = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: ignore,
  debug: ignore,
  info: ignore,
  warn: ignore,
  error: ignore,
  fatal: ignore,
}
