import { repositoryAddress } from './repository.ts'

/** A changeset as changesets hands it over: the commit is the one that brought it. */
interface Changeset {
  readonly summary: string
  readonly commit?: string | undefined
}

/** A changeset as an item of the changelog, with a link to the commit that brought it where the repository is known. */
export function getReleaseLine({ summary, commit }: Changeset): string {
  const lines = summary.split('\n').map(line => line.trimEnd())
  return `- ${[...linkTo(commit), lines.join('\n  ')].join(': ')}`
}

/** The package depends on no other of this repository. */
export function getDependencyReleaseLine(): string {
  return ''
}

function linkTo(commit: string | undefined): string[] {
  if (commit === undefined) return []
  const name = commit.slice(0, 7)
  const address = repositoryAddress()
  return [address === undefined ? name : `[${name}](${address}/commit/${commit})`]
}
