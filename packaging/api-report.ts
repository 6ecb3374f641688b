import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Extractor, ExtractorConfig, ExtractorLogLevel } from '@microsoft/api-extractor'

/**
 * Writes what each entry point offers, by its types, into `docs/api`, so that a review sees each change of it. With `--check`
 * nothing is written: it fails where a report is not in step with the declarations in `dist`.
 */
const repository = fileURLToPath(new URL('..', import.meta.url))
const reports = join(repository, 'docs', 'api')
const made = join(repository, 'node_modules', '.cache', 'api-report')

const { exports }: { exports: Readonly<Record<string, string | { readonly types: string }>> } = JSON.parse(
  readFileSync(join(repository, 'package.json'), 'utf8'),
)
const entryPoints = Object.values(exports).flatMap(entry =>
  typeof entry === 'string' ? [] : [entry.types.replace('./dist/', '').replace('.d.ts', '')],
)

/** What a report says, whatever the order of members and of alternatives is: compilers differ in it from one run to the next. */
function contentOf(file: string): string {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  return lines
    .map(line => (line.match(/[\w$'"/-]+|[?&]|\[\]/g) ?? []).sort().join(' '))
    .sort()
    .join('\n')
}

/** @throws Error where the declarations cannot be read. */
function hasChanged(entryPoint: string, isCheck: boolean): boolean {
  const file = `${entryPoint.replace('/', '-')}.api.md`
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(repository, 'package.json'),
    configObject: {
      projectFolder: repository,
      mainEntryPointFilePath: join(repository, 'dist', `${entryPoint}.d.ts`),
      newlineKind: 'lf',
      compiler: {
        overrideTsconfig: {
          compilerOptions: {
            target: 'es2022',
            module: 'nodenext',
            moduleResolution: 'nodenext',
            lib: ['es2024', 'dom', 'dom.iterable'],
            types: ['node'],
            strict: true,
            skipLibCheck: true,
          },
          include: ['dist'],
        },
      },
      apiReport: {
        enabled: true,
        // The members of a record stand in the type of its table.
        includeForgottenExports: true,
        reportFolder: reports,
        reportTempFolder: made,
        reportFileName: file,
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      // Comments and missing exports are typedoc's matter.
      messages: {
        compilerMessageReporting: { default: { logLevel: ExtractorLogLevel.Error } },
        extractorMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
        tsdocMessageReporting: { default: { logLevel: ExtractorLogLevel.None } },
      },
    },
  })
  const { succeeded } = Extractor.invoke(config, {
    localBuild: false,
    messageCallback: message => {
      // Said once at the end, in the words of this repository.
      if (message.messageId.startsWith('console-')) message.logLevel = ExtractorLogLevel.None
    },
  })
  if (!succeeded) throw new Error(`the declarations of ${entryPoint} cannot be read`)
  if (contentOf(join(reports, file)) === contentOf(join(made, file))) return false
  if (!isCheck) copyFileSync(join(made, file), join(reports, file))
  return true
}

mkdirSync(reports, { recursive: true })
const isCheck = process.argv.includes('--check')
const changed = entryPoints.filter(entryPoint => hasChanged(entryPoint, isCheck))
if (!isCheck) console.log(`changed in docs/api: ${changed.join(', ') || 'nothing'}`)
else if (changed.length > 0) {
  console.error(`docs/api is not in step with dist: ${changed.join(', ')}`)
  console.error('Look at what npm run api changes there, for it is what users see.')
  process.exitCode = 1
}
