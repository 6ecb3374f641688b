import type { Goal } from './section.ts'

/** Why a target is missed. */
export interface Reason {
  /** Where the time or the bytes go, by a profile. */
  readonly profile: string
  /** What was tried to reach it, and what came of it. */
  readonly tried: string
}

const network: Reason = {
  profile:
    'Garbage takes a third, `JSON.parse` a quarter, and no function of the reader more than 3 %. Of 17 MB that 5,000 nodes allocate (19 in the sample dialect), 7 are the parsed JSON.',
  tried:
    'Without the check of names, the documented dialect takes 4 % less; without the counts of quirks, no less. In the sample dialect, renaming takes at most a fifth.',
}

/** The reasons by the names of the targets: a row each. */
export const reasons: Readonly<Record<string, Reason>> = {
  'A GET after a create, a list of one': {
    profile:
      'Over TCP, `node:http` and the system take four fifths, and no function of the mock server 2 %. The rest is spread over the request log, whose records live for many requests and so are copied by the garbage collector, the route, the key, and the clock.',
    tried:
      'The request log is a ring: to remove the first element of an array took a tenth of a request. Without any log, a request would take 2 % more than the bare server on one machine, and 12 % more on another; a log without headers, a constant request id and no access rules changed less.',
  },
  'A create': {
    profile:
      'Over TCP, `node:http` and the system take more than half. Reading and writing JSON takes 8 %, zod 7 %, the hashes of ids 6 %, the look-up of an id in a large map 4 %, and garbage 4 %.',
    tried:
      'With one name for all creations, the ratio was a tenth higher: it measured the count of namesakes, too. A table of lengths for the hashes and headers of the log that records share changed nothing. Without the log, a create takes 8 % less, because its records survive collections; with `--no-parallel-scavenge`, 12 % less. No function is left that takes 5 %. While the memory of the server still grows, a create has 0.3 page faults, and takes 2.5 µs more on one virtual machine.',
  },
  'A create among 1,000,000 entities': {
    profile:
      'The map of entities and the table of registrations take two fifths of a creation, mostly waiting for memory: a million entities do not fit into the caches of the processor.',
    tried: '',
  },
  'A list of 10,000': {
    profile:
      'Over TCP, the system takes 70 % to send 3.4 MB, in pieces so that no other request waits. Listing the entities, dividing them into pages and finding the text of each page takes 12 %.',
    tried: '',
  },
  'Start of `serve`, with the compile cache': {
    profile:
      'Node resolves, reads and compiles the modules. Running zod takes 5 %, and running this package 9 %.',
    tried:
      'One file instead of 65 modules, with zod in it: the start takes half of what it took. Modules of Node that few starts need are loaded when they are needed.',
  },
  'Reading a list of 10,000, every field touched once': {
    profile:
      'Beside `JSON.parse`, the response and decoding UTF-8 take 35 % of its time, and mapping the fields by hand, without a report of quirks, would take 16 %. The rest is the check of names, the count of quirks, the look-ups of labels and countries, and garbage.',
    tried:
      'Without the check of names, a list takes 5 % less, without the counts of quirks 3 %, without the look-ups 18 %, each alone. Counters in an array, one context for all items, loops by index and copies by spread changed less than a hundredth, or nothing.',
  },
  'Reading a network of 5,000, documented dialect': network,
  'Reading a network of 5,000, sample dialect': network,
  '`service.health()`, with the captured stack': {
    profile:
      'An attempt by ky takes two fifths, capturing the stack of the caller a sixth, the Response and reading it a fifth, and the policy of this package, decoding included, a sixth.',
    tried:
      'The loop of retries is outside ky, which clones each request that it may repeat (a quarter of a call), the body is read without generators, and a call has three promises less. Fewer frames in the stack would take frames from users.',
  },
  '`entities.create`': {
    profile:
      'An attempt by ky takes two fifths, capturing the stack of the caller a sixth. No other function of this package takes more than 2 %.',
    tried:
      'The same. The idempotency key is a UUID, which Node makes in a tenth of the time of random numbers.',
  },
  'Import of the client and the first `list()` in Node': {
    profile:
      'The import takes most of the difference: the client is 220 kB in three files, which Node reads, compiles and runs. The first `list()` takes 6 ms more than the first `ky.get()`.',
    tried: '',
  },
  'The client in one piece, with ky and zod': {
    profile:
      'ky and zod/mini take 17 KiB, names and codes of countries 5. Every spelling of a hit and of a country has to be read.',
    tried:
      'What is left are promises: alpha-3 codes take 1.1 KiB, other names of countries 1.4, legal forms 1, `reconcile` and `createOnce` 4.5, and no other piece half a KiB. Whole numbers by a condition instead of zod’s would take 0.5 less, but a JSON Schema would lose them.',
  },
  '`createMockServer` in all': {
    profile:
      'zod takes a fifth, the names of the fictional universe, which no compression shortens, a tenth. The rest is what a request may need: faults, snapshots, scenarios, fixtures and networks. In one piece, without chunks that are compressed one by one, it is 56.6 KiB.',
    tried:
      'The control API, 6.5 KiB, is loaded by `startServer` and `mountConsole`, and a recording is read by `extractFixtures`. Fewer kinds of zod schemas save 0.8 KiB. Without names of countries it would be 2.4 KiB less.',
  },
  'The tarball, with docs and types': {
    profile:
      'Gzipped one by one, the modules take 420 kB, the console 130, the program of `serve` with its own zod 120, the docs 115, the types 90.',
    tried: '',
  },
  'Peak memory of a stream of 1,000,000': {
    profile:
      'Node takes 41 MiB at its start, and garbage that is not yet collected most of the rest. On a quiet machine, where the server is faster than the reader, V8 lets the young generation grow to 48 MiB; on a busy one, the peak is 110 MiB.',
    tried:
      'With `--max-semi-space-size=4`, the peak is 101 MiB. Other sizes of chunks change nothing. A turn of the event loop after each chunk takes 106 MiB by `setImmediate`, which browsers lack, and 130 to 157 by a message channel.',
  },
}

/** Writes a line for each target that the run missed. */
export function explainMissed(goals: readonly Goal[]): string {
  return goals.flatMap(goal => explain(goal) ?? []).join('\n')
}

function explain({ name, verdict }: Goal): string | undefined {
  if (verdict === 'did not settle') return `- ${name}: Other work of the machine disturbed too many rounds.`
  if (verdict !== 'missed') return undefined
  const { profile, tried } = reasons[name] ?? { profile: 'not looked into yet.', tried: '' }
  return [`- ${name}:`, profile, ...(tried === '' ? [] : [`Tried: ${tried}`])].join(' ')
}
