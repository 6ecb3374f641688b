import { readFileSync } from 'node:fs'

/**
 * The address of the repository for people, such as `https://github.com/owner/name`: what package.json names or, where it names
 * none, where a workflow of GitHub runs. Undefined where neither says.
 */
export function repositoryAddress(): string | undefined {
  return namedRepository() ?? workflowRepository()
}

/** Where a workflow of GitHub runs. */
export function workflowRepository(): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env
  return server === undefined || name === undefined ? undefined : `${server}/${name}`
}

/** What package.json names. */
export function namedRepository(): string | undefined {
  const { repository } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const named: unknown = typeof repository === 'string' ? repository : repository?.url
  return typeof named === 'string' ? named.replace(/^git\+/, '').replace(/\.git$/, '') : undefined
}
