import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
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
  /** Runs a program in the project's folder to its end, whatever its status is. */
  run(program: string, parameters: readonly string[]): Promise<Said>
  /** Runs a command that one of the installed packages brings. */
  command(name: string, parameters: readonly string[]): Promise<Said>
  remove(): Promise<void>
}

/** @throws Error with what npm said, where a package cannot be installed. */
export async function createProject(packages: readonly string[], settings: object = {}): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-project-'))
  const project: Project = {
    folder,
    write: (file, text) => writeFile(join(folder, file), text),
    run: (program, parameters) => run(program, parameters, folder),
    command: (name, parameters) => run('npx', ['--no-install', name, ...parameters], folder),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
  await project.write('package.json', JSON.stringify({ private: true, ...settings }))
  const { status, stderr } = await project.run('npm', ['install', ...quietly, ...packages])
  if (status !== 0) throw new Error(`npm install ${packages.join(' ')}: ${stderr}`)
  return project
}

const quietly = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error']

/** What is said of the service in the environment of the tests does not count. */
function cleanEnvironment(): Record<string, string | undefined> {
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
