import { cp, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { afterAll, beforeAll, describe, inject, onTestFinished } from 'vitest'
import { createProject, type Project } from '../../project.ts'
import { bundleName, launcher, type Runtime, type RuntimeName, startRuntime } from './runtimes.ts'
import { type Service, type ServiceOptions, startService } from './service.ts'

/** What a program printed, and the service with all that it received. */
export interface Run {
  readonly result: unknown
  readonly service: Service
}

/** How a program runs. */
export interface RunOptions extends ServiceOptions {
  /** Runs it in a page of another origin than the service's. */
  readonly isCrossOrigin?: boolean
}

/** Runs a program against a service of its own. */
export type RunProgram = (group: string, name: string, options?: RunOptions) => Promise<Run>

/** Bundles the programs with the packed package to one module. */
async function bundlePrograms(project: Project): Promise<string> {
  await cp(join(import.meta.dirname, 'programs'), join(project.folder, 'programs'), { recursive: true })
  await build({
    absWorkingDir: project.folder,
    entryPoints: ['programs/run.ts'],
    outfile: bundleName,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    external: ['node:*'],
    logLevel: 'silent',
  })
  await project.write('launch.mjs', launcher)
  return readFile(join(project.folder, bundleName), 'utf8')
}

/** A runtime, for the tests of it. */
export interface RuntimeUnderTest {
  readonly name: RuntimeName
  readonly project: () => Project
  readonly run: RunProgram
}

/** Describes the packed package in each runtime. */
export function describeRuntimes(
  names: readonly RuntimeName[],
  test: (runtime: RuntimeUnderTest) => void,
): void {
  let project: Project
  let pageModule: string

  describe('the packed package', () => {
    beforeAll(async () => {
      project = await createProject([inject('tarball')], { type: 'module' })
      pageModule = await bundlePrograms(project)
    })

    afterAll(() => project?.remove())

    describe.each(names)('in %s', name => {
      let runtime: Runtime

      beforeAll(async () => {
        runtime = await startRuntime[name](project)
      })

      afterAll(() => runtime?.close())

      test({ name, project: () => project, run })

      async function run(group: string, program: string, options: RunOptions = {}): Promise<Run> {
        const service = await start({ pageModule, ...options })
        const page = options.isCrossOrigin ? await start({ pageModule }) : service
        return { result: await runtime.run({ group, name: program }, service.url, page.url), service }
      }
    })
  })
}

async function start(options: ServiceOptions): Promise<Service> {
  const service = await startService(options)
  onTestFinished(() => service.close())
  return service
}
