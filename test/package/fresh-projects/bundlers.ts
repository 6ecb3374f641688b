import { join } from 'node:path'
import { createProject, type Project } from '../project.ts'

/** Each of them is run by a script of its own in the project, and says there on stdout what it warns of. */
const scripts = {
  vite: `
    import { build, createLogger } from 'vite'
    const [, , file, outDir] = process.argv
    const customLogger = createLogger('warn')
    customLogger.warn = customLogger.error = message => console.log(message)
    await build({
      customLogger,
      logLevel: 'warn',
      configFile: false,
      // Its loader of modules is for pages.
      build: { outDir, modulePreload: false, rollupOptions: {
        input: file, output: { entryFileNames: 'main.js' },
        // What TanStack Query says to React's plugin, which is not there.
        onwarn: (warning, warn) => warning.code === 'MODULE_LEVEL_DIRECTIVE' || warn(warning),
      } },
    })`,
  webpack: `
    import { resolve } from 'node:path'
    import webpack from 'webpack'
    const [, , file, outDir] = process.argv
    // Chunks that come later are loaded by script elements, which only a page has.
    const output = { path: resolve(outDir), filename: 'main.js', asyncChunks: false }
    // The size of a bundle is judged elsewhere.
    const options = { mode: 'production', target: 'web', entry: './' + file, output, performance: false }
    webpack(options, (error, stats) => {
      if (error) throw error
      for (const { message } of [...stats.compilation.errors, ...stats.compilation.warnings]) console.log(message)
    })`,
  esbuild: `
    import { build } from 'esbuild'
    const [, , file, outDir] = process.argv
    const options = { bundle: true, minify: true, format: 'esm', platform: 'browser', logLevel: 'silent' }
    const { warnings } = await build({ ...options, entryPoints: [file], outfile: outDir + '/main.js' })
    for (const { text } of warnings) console.log(text)`,
}

/** Those that write all into one file here: what is loaded later is there at once. */
export const oneFile: ReadonlySet<string> = new Set(['webpack', 'esbuild'])

export type BundlerName = keyof typeof scripts
export const bundlerNames: readonly BundlerName[] = ['vite', 'webpack', 'esbuild']
const bundlerPackages: Readonly<Record<BundlerName, string>> = {
  vite: 'vite@8',
  webpack: 'webpack@5',
  esbuild: 'esbuild@0.28',
}

export async function createBundlingProject(
  bundler: BundlerName,
  packages: readonly string[],
): Promise<Project> {
  const project = await createProject([...packages, bundlerPackages[bundler]], { type: 'module' })
  await project.write(`${bundler}.mjs`, scripts[bundler])
  return project
}

/** A bundle, and what the bundler had to say of it. */
export interface Bundle {
  readonly file: string
  readonly said: string
}

/** Bundles a module of a project for browsers. */
export async function bundle(project: Project, bundler: BundlerName, module: string): Promise<Bundle> {
  const folder = `${bundler}-${module}`
  const { stdout, stderr } = await project.run(process.execPath, [`${bundler}.mjs`, `${module}.mjs`, folder])
  return { file: join(project.folder, folder, 'main.js'), said: stdout + stderr }
}
