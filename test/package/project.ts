import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a program said until it ended. */
export interface Said {
  readonly status: number
  readonly stdout: string
  readonly stderr: string
}

/** A project in a folder of its own, which has nothing of the repository. */
export interface Project {
  readonly folder: string
  write(file: string, text: string): Promise<void>
  /** Installs packages, beside those of its package.json. */
  install(packages: readonly string[]): Promise<void>
  /** Runs a program in the project's folder to its end, whatever its status is. */
  run(program: string, parameters: readonly string[]): Promise<Said>
  /** Runs a command that one of the installed packages brings. */
  command(name: string, parameters: readonly string[]): Promise<Said>
  remove(): Promise<void>
}

/** @throws Error with what npm said, where a package cannot be installed. */
export async function createProject(packages: readonly string[], settings: object = {}): Promise<Project> {
  const project = await openFolder()
  await project.write('package.json', JSON.stringify({ private: true, ...settings }))
  await project.install(packages)
  return project
}

/** A project that a generator of the registry writes into an empty folder, with its defaults, and with these packages. */
export async function generateProject(
  [generator, ...flags]: readonly [string, ...string[]],
  packages: readonly string[],
): Promise<Project> {
  const project = await openFolder()
  const { status, stdout, stderr } = await project.run('npx', ['--yes', generator, ...flags])
  if (status !== 0) throw new Error(`${generator}: ${stdout}${stderr}`)
  await project.install(packages)
  return project
}

async function openFolder(): Promise<Project> {
  const parent = await mkdtemp(join(tmpdir(), 'entity-screening-'))
  // A generator may call the project like its folder, and npm refuses capital letters.
  const folder = join(parent, 'project')
  await mkdir(folder)
  return {
    folder,
    write: (file, text) => writeFile(join(folder, file), text),
    run: (program, parameters) => run(program, parameters, folder),
    command: (name, parameters) => run('npx', ['--no-install', name, ...parameters], folder),
    async install(packages) {
      const { status, stderr } = await run('npm', ['install', ...quietly, ...packages], folder)
      if (status !== 0) throw new Error(`npm install ${packages.join(' ')}: ${stderr}`)
    },
    remove: () => rm(parent, { recursive: true, force: true }),
  }
}

const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']

/** The environment without what it says of the service. */
export function cleanEnvironment(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(ENTITY_SCREENING_|NODE_OPTIONS$|VITEST|NODE_ENV$)/.test(name),
  )
  return Object.fromEntries(kept)
}

/** What Node 22 says when a program first uses SQLite. */
const sqliteWarning =
  /^\(node:\d+\) ExperimentalWarning: SQLite is an experimental feature.*\n\(Use .* to show where the warning was created\)\n/m

function run(program: string, parameters: readonly string[], folder: string): Promise<Said> {
  // On Windows npm and npx are scripts, which only a shell runs.
  const shell = process.platform === 'win32' && /^np[mx]$/.test(program)
  return new Promise(resolve => {
    const options = { cwd: folder, env: cleanEnvironment(), shell, maxBuffer: 64 * 1024 * 1024 }
    execFile(program, parameters, options, (error, stdout, stderr) => {
      const status = typeof error?.code === 'number' ? error.code : error ? 1 : 0
      const complaint = stderr.replace(sqliteWarning, '')
      resolve({ status, stdout, stderr: complaint === '' && error ? error.message : complaint })
    })
  })
}
