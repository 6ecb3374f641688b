import type { CommandEntry } from './definition/command.ts'
import { serveEntry } from './serve/entry.ts'

/** The commands, in the order in which the help lists them. */
const entries: Readonly<Record<string, CommandEntry>> = {
  import: {
    summary: 'create entities from a CSV file, each exactly once',
    load: async () => (await import('./commands/import.ts')).importCommand,
    subcommands: { status: async () => (await import('./import/status.ts')).importStatusCommand },
  },
  compare: {
    summary: 'compare a new extract of customers with earlier ones',
    load: async () => (await import('./compare/compare.ts')).compareCommand,
  },
  list: {
    summary: "list the team's entities",
    load: async () => (await import('./commands/list.ts')).listCommand,
  },
  network: {
    summary: 'show or draw who owns what around an entity, and the hits',
    load: async () => (await import('./commands/network.ts')).networkCommand,
  },
  hits: {
    summary: 'list the hits in the network of an entity, or of the whole team',
    load: async () => (await import('./commands/hits.ts')).hitsCommand,
  },
  decide: {
    summary: 'propose, approve or withdraw a decision about a hit',
    load: async () => (await import('./decide/decide.ts')).decideCommand,
  },
  decisions: {
    summary: 'list, verify or export decisions about hits',
    load: async () => (await import('./decide/decisions.ts')).decisionsCommand,
  },
  owners: {
    summary: 'find the beneficial owners of an organization',
    load: async () => (await import('./commands/owners.ts')).ownersCommand,
  },
  exposure: {
    summary: 'judge whether sanctioned owners block an organization',
    load: async () => (await import('./commands/exposure.ts')).exposureCommand,
  },
  report: {
    summary: 'write the evidence on an entity as a page for the case file',
    load: async () => (await import('./commands/report.ts')).reportCommand,
  },
  search: {
    summary: 'search the web for organizations or persons, or the team for entities',
    load: async () => (await import('./commands/search.ts')).searchCommand,
  },
  rescan: {
    summary: 'screen entities again',
    load: async () => (await import('./commands/rescan.ts')).rescanCommand,
  },
  watch: {
    summary: 'print changes in the list as they happen',
    load: async () => (await import('./commands/watch.ts')).watchCommand,
  },
  doctor: {
    summary: 'check base URL, key and service, and explain what is wrong',
    load: async () => (await import('./commands/doctor.ts')).doctorCommand,
  },
  verify: {
    summary: 'find out how the service differs from the mock server',
    load: async () => (await import('./verify/verify.ts')).verifyCommand,
  },
  serve: serveEntry,
}

/** All commands by name. */
export const commandEntries: ReadonlyMap<string, CommandEntry> = new Map(Object.entries(entries))
