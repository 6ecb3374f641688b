import type { CommandEntry } from './definition/command.ts'

/** In the order of the help. */
const entries: Readonly<Record<string, CommandEntry>> = {
  import: {
    summary: 'create entities from a CSV file, each exactly once',
    load: () => import('./commands/import.ts'),
    subcommands: { status: () => import('./import/status.ts') },
  },
  list: { summary: "list the team's entities", load: () => import('./commands/list.ts') },
  network: {
    summary: 'show or draw who owns what around an entity, and the hits',
    load: () => import('./commands/network.ts'),
  },
  hits: {
    summary: 'list the hits in the network of an entity, or of the whole team',
    load: () => import('./commands/hits.ts'),
  },
  decide: {
    summary: 'propose, approve or withdraw a decision about a hit',
    load: () => import('./decide/decide.ts'),
  },
  decisions: {
    summary: 'list, verify or export decisions about hits',
    load: () => import('./decide/decisions.ts'),
  },
  owners: {
    summary: 'find the beneficial owners of an organization',
    load: () => import('./commands/owners.ts'),
  },
  exposure: {
    summary: 'judge whether sanctioned owners block an organization',
    load: () => import('./commands/exposure.ts'),
  },
  report: {
    summary: 'write the evidence on an entity as a page for the case file',
    load: () => import('./commands/report.ts'),
  },
  search: {
    summary: 'search the web for organizations or persons, or the team for entities',
    load: () => import('./commands/search.ts'),
  },
  rescan: { summary: 'screen entities again', load: () => import('./commands/rescan.ts') },
  watch: { summary: 'print changes in the list as they happen', load: () => import('./commands/watch.ts') },
  doctor: {
    summary: 'check base URL, key and service, and explain what is wrong',
    load: () => import('./commands/doctor.ts'),
  },
  verify: {
    summary: 'find out how the service differs from the mock server',
    load: () => import('./verify/verify.ts'),
  },
  serve: { summary: 'run the mock server, the service in memory', load: () => import('./commands/serve.ts') },
  completion: {
    summary: 'print a script for completion in bash, zsh or fish',
    load: async () => ({ command: (await import('./commands/completion.ts')).completionOf(commands) }),
  },
}

/** Every command by its name. */
export const commands: ReadonlyMap<string, CommandEntry> = new Map(Object.entries(entries))
