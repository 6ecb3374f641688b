import type { RuntimeName } from './runtimes.ts'

/** The failures after which a runtime may repeat a request. */
export const failures = ['no response', 'reset', '408'] as const
export type Failure = (typeof failures)[number]

/** The failures after which a runtime repeated a POST: of a plain `fetch` with a body of this kind, and of the client. */
export interface Repetitions {
  readonly text: readonly Failure[]
  readonly blob: readonly Failure[]
  readonly client: readonly Failure[]
}

const runtimeTitles: Readonly<Record<RuntimeName, string>> = {
  node: 'Node 24',
  'node with a cache': 'Node with the cache of undici',
  'node 22': 'Node 22',
  deno: 'Deno',
  bun: 'Bun',
  workerd: 'workerd',
  chromium: 'Chromium',
}

/** A table with one row for all runtimes that do the same. */
export function repetitionTable(measured: ReadonlyMap<RuntimeName, Repetitions>): string {
  const rows = new Map<string, string[]>()
  for (const [name, { text, blob, client }] of measured) {
    const cells = [text, blob, client].map(repeated => repeated.join(', ') || 'never').join(' | ')
    rows.set(cells, [...(rows.get(cells) ?? []), runtimeTitles[name]])
  }
  return [
    '| runtime | `fetch` with text | `fetch` with a `Blob` | the client |',
    '|---|---|---|---|',
    ...Array.from(rows, ([cells, names]) => `| ${names.join(', ')} | ${cells} |`),
    '',
  ].join('\n')
}
