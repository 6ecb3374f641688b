import type { Command } from './definition/command.ts'

interface CommandEntry {
  /** One line for the help. */
  readonly summary: string
  /** Only the command that is called is loaded. */
  readonly load: () => Promise<Command>
  /** What the first argument may name instead; a file of that name is given as `./name`. */
  readonly subcommands?: ReadonlyMap<string, () => Promise<Command>>
}

/** Every command, in the order of the help. */
export const commands: ReadonlyMap<string, CommandEntry> = new Map<string, CommandEntry>([
  [
    'import',
    {
      summary: 'create entities from a CSV file, each exactly once',
      load: async () => (await import('./commands/import.ts')).importCommand,
      subcommands: new Map([['status', async () => (await import('./import/status.ts')).importStatus]]),
    },
  ],
  [
    'list',
    {
      summary: "list the team's entities",
      load: async () => (await import('./commands/list.ts')).list,
    },
  ],
  [
    'network',
    {
      summary: 'show or draw who owns what around an entity, and the findings',
      load: async () => (await import('./commands/network.ts')).network,
    },
  ],
  [
    'owners',
    {
      summary: 'find the beneficial owners of an organization',
      load: async () => (await import('./commands/owners.ts')).owners,
    },
  ],
  [
    'exposure',
    {
      summary: 'judge whether sanctioned parties stand behind an organization',
      load: async () => (await import('./commands/exposure.ts')).exposure,
    },
  ],
  [
    'report',
    {
      summary: 'write the evidence on an entity as a page to file',
      load: async () => (await import('./commands/report.ts')).report,
    },
  ],
  [
    'search',
    {
      summary: 'search the web for organizations or persons, or the team for entities',
      load: async () => (await import('./commands/search.ts')).search,
    },
  ],
  [
    'rescan',
    { summary: 'screen entities again', load: async () => (await import('./commands/rescan.ts')).rescan },
  ],
  [
    'watch',
    {
      summary: 'print changes in the list as they happen',
      load: async () => (await import('./commands/watch.ts')).watch,
    },
  ],
  [
    'doctor',
    {
      summary: 'check address, key, clock and service, and explain what is wrong',
      load: async () => (await import('./commands/doctor.ts')).doctor,
    },
  ],
  [
    'serve',
    {
      summary: 'run the mock server, the service in memory',
      load: async () => (await import('./commands/serve.ts')).serve,
    },
  ],
])
