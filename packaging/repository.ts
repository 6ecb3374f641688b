import { readFileSync } from 'node:fs'

/** The addresses that package.json must name before a release: pages of npm and of the site, the changelog and provenance use them. */
const addresses = ['repository', 'homepage', 'bugs'] as const

type Manifest = { readonly [Name in (typeof addresses)[number]]?: string | { readonly url?: string } }

/**
 * The address of the repository for people, such as `https://github.com/owner/name`: what package.json names or, where it names
 * none, where a workflow of GitHub runs. Undefined where neither says.
 */
export function repositoryAddress(): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  const workflow = server === undefined || name === undefined ? undefined : `${server}/${name}`
  return (
    addressIn(readManifest(), 'repository')
      ?.replace(/^git\+/, '')
      .replace(/\.git$/, '') ?? workflow
  )
}

/** The address of the site, which package.json names as `homepage`, with a slash at its end; undefined if it names none. */
export function homepageAddress(): string | undefined {
  return addressIn(readManifest(), 'homepage')?.replace(/\/?$/, '/')
}

/** Throws an error that names each missing address, and the command that sets it. */
export function assertAddresses(manifest: Manifest = readManifest()): void {
  const missing = addresses.filter(name => !addressIn(manifest, name))
  if (missing.length === 0) return
  const values = {
    repository: 'git+https://github.com/OWNER/NAME.git',
    homepage: 'https://…',
    bugs: 'https://…',
  }
  const settings = missing.map(name => `${name === 'homepage' ? name : `${name}.url`}=${values[name]}`)
  throw new Error(`package.json does not name ${missing.join(', ')}: npm pkg set ${settings.join(' ')}`)
}

function addressIn(manifest: Manifest, name: keyof Manifest): string | undefined {
  const value = manifest[name]
  return typeof value === 'object' ? value.url : value
}

function readManifest(): Manifest {
  return JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
}
