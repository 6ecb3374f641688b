import type { CommandEntry } from './definition/command.ts'

/** In the order of the help. */
const entries: Readonly<Record<string, CommandEntry>> = {
  import: {
    summary: 'create entities from a CSV file, each exactly once',
    load: async () => (await import('./commands/import.ts')).importCommand,
    subcommands: { status: async () => (await import('./import/status.ts')).importStatus },
  },
  list: {
    summary: "list the team's entities",
    load: async () => (await import('./commands/list.ts')).list,
  },
  network: {
    summary: 'show or draw who owns what around an entity, and the hits',
    load: async () => (await import('./commands/network.ts')).network,
  },
  hits: {
    summary: 'list the hits in the network of an entity, or of the whole team',
    load: async () => (await import('./commands/hits.ts')).hits,
  },
  decide: {
    summary: 'propose, approve or withdraw a decision about a hit',
    load: async () => (await import('./decide/decide.ts')).decide,
  },
  decisions: {
    summary: 'list, verify or export decisions about hits',
    load: async () => (await import('./decide/decisions.ts')).decisions,
  },
  owners: {
    summary: 'find the beneficial owners of an organization',
    load: async () => (await import('./commands/owners.ts')).owners,
  },
  exposure: {
    summary: 'judge whether sanctioned owners block an organization',
    load: async () => (await import('./commands/exposure.ts')).exposure,
  },
  report: {
    summary: 'write the evidence on an entity as a page for the case file',
    load: async () => (await import('./commands/report.ts')).report,
  },
  search: {
    summary: 'search the web for organizations or persons, or the team for entities',
    load: async () => (await import('./commands/search.ts')).search,
  },
  rescan: {
    summary: 'screen entities again',
    load: async () => (await import('./commands/rescan.ts')).rescan,
  },
  watch: {
    summary: 'print changes in the list as they happen',
    load: async () => (await import('./commands/watch.ts')).watch,
  },
  doctor: {
    summary: 'check base URL, key, clock and service, and explain what is wrong',
    load: async () => (await import('./commands/doctor.ts')).doctor,
  },
  verify: {
    summary: 'find out how the service differs from the mock server',
    load: async () => (await import('./verify/verify.ts')).verify,
  },
  serve: {
    summary: 'run the mock server, the service in memory',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  completion: {
    summary: 'print a script for completion in bash, zsh or fish',
    load: async () => (await import('./commands/completion.ts')).completionOf(commands),
  },
}

/** Every command by its name. */
export const commands: ReadonlyMap<string, CommandEntry> = new Map(Object.entries(entries))
