import type { CommandEntry } from '../definition/command.ts'

/** `serve` in the table of all commands. */
export const serveEntry: CommandEntry = {
  summary: 'run the mock server, the service in memory',
  load: async () => (await import('../commands/serve.ts')).serveCommand,
}
