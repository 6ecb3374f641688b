import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type LocalRegistry, startRegistry } from './local-registry.ts'
import { run } from './run.ts'

const repository = fileURLToPath(new URL('..', import.meta.url))

/**
 * A whole release that leaves nothing behind: the working tree is copied, its version raised, the package built and published to
 * a registry on this machine, installed from there into an empty project, and used.
 */
export async function rehearse(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'entity-screening-release-'))
  let registry: LocalRegistry | undefined
  try {
    const copy = join(folder, 'copy')
    await copyWorkingTree(copy)
    tell('Raising the version')
    await run('npm', ['run', '--silent', 'release:version'], { folder: copy })
    const { name, version } = await manifestIn(copy)
    console.log(await readFile(join(copy, 'CHANGELOG.md'), 'utf8'))

    tell('Starting a registry on this machine')
    registry = await startRegistry(join(folder, 'registry'))
    const { environment } = registry
    for (const dependency of await dependenciesOf(repository)) {
      const parameters = [
        'publish',
        join(repository, 'node_modules', dependency),
        '--ignore-scripts',
        '--tag',
        'latest',
      ]
      await run('npm', parameters, { folder, environment })
    }

    tell(`Building and publishing ${name} ${version}`)
    await run('npx', ['--no-install', 'changeset', 'publish'], { folder: copy, environment })

    tell(`Installing ${name} ${version} into an empty project`)
    const project = join(folder, 'project')
    await mkdir(project)
    await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    await run('npm', ['install', '--no-audit', '--no-fund', name], { folder: project, environment })
    const installed = await manifestIn(join(project, 'node_modules', name))
    if (installed.version !== version) throw new Error(`${installed.version} was installed, not ${version}`)

    tell('Using it')
    await cp(join(repository, 'examples', '01-first-screening.ts'), join(project, 'first-screening.ts'))
    await run(process.execPath, ['first-screening.ts'], { folder: project, isShown: true })
    await run('npx', ['--no-install', 'entity-screening', 'serve', '--help'], { folder: project })
    tell(`${name} ${version} can be released. Nothing has left this machine.`)
  } finally {
    await registry?.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function tell(sentence: string): void {
  console.log(`\n== ${sentence}`)
}

/** All that is committed or could be, as a repository of its own, for the changelog names commits. */
async function copyWorkingTree(copy: string): Promise<void> {
  const listed = await run('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    folder: repository,
  })
  for (const path of new Set(listed.split('\0').filter(path => path !== ''))) {
    // A file that is deleted is still listed until that is committed.
    if (await isFile(join(repository, path))) {
      await mkdir(dirname(join(copy, path)), { recursive: true })
      await cp(join(repository, path), join(copy, path))
    }
  }
  const git = (...parameters: string[]) => run('git', parameters, { folder: copy })
  await git('init', '--quiet', '--initial-branch', 'main')
  await git('add', '--all')
  const author = [
    '-c',
    'user.name=rehearsal',
    '-c',
    'user.email=rehearsal@localhost',
    '-c',
    'commit.gpgsign=false',
  ]
  await git(...author, 'commit', '--quiet', '--message', 'Everything')
  await git('config', 'user.name', 'rehearsal')
  await git('config', 'user.email', 'rehearsal@localhost')
  await symlink(join(repository, 'node_modules'), join(copy, 'node_modules'), 'junction')
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isFile(),
    () => false,
  )
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
}

async function manifestIn(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
}

/** What is installed with a package: dependencies, peers that are not optional, and theirs. */
async function dependenciesOf(folder: string, found = new Set<string>()): Promise<Set<string>> {
  const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = await manifestIn(folder)
  const peers = Object.keys(peerDependencies).filter(name => peerDependenciesMeta[name]?.optional !== true)
  for (const name of [...Object.keys(dependencies), ...peers]) {
    if (found.has(name)) continue
    found.add(name)
    await dependenciesOf(join(repository, 'node_modules', name), found)
  }
  return found
}
