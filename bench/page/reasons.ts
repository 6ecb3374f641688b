import type { Goal } from './section.ts'

const list =
  'Beside `JSON.parse`, the response and decoding UTF-8 take 35 % of its time, and mapping the fields by hand, without a report of quirks, would take 16 %. The rest is the check of names, the count of quirks, the look-ups of labels and countries, and garbage.'
const stream =
  'Node takes 41 MiB at its start, and garbage that is not yet collected most of the rest. The peak varies by 15 MiB between runs, with the moment of a collection: chunks of twice the size take 10 MiB more, and half the size saves nothing.'
const network =
  'By a profile, garbage takes a third, `JSON.parse` a quarter, and no function of the reader more than 3 %. Of 17 MB that 5,000 nodes allocate (19 in the sample dialect), 7 are the parsed JSON.'
const size =
  'ky and zod/mini take 17 KiB, names and codes of countries 5. Every spelling of a hit and of a country has to be read.'

/** The reasons why targets are missed, by profiles; by the name of the target. */
const reasons: Readonly<Record<string, string>> = {
  'A small GET, a list of one':
    'By a profile over TCP, `node:http` and the system take four fifths, and no function of the mock server 2 %. The rest is spread over the request log, whose records live for many requests and so are copied by the garbage collector, the route, the key, and the clock.',
  'A list of 10,000':
    'By a profile over TCP, the system takes 70 % to send 3.4 MB, in pieces so that no other request waits. Listing the entities, dividing them into pages and finding the text of each page takes 12 %.',
  'A create':
    'By a profile over TCP, `node:http` and the system take two thirds. In process, zod takes a fifth, two hashes 15 %, JSON 15 %, the map of entities and the record a fifth, and the request log a tenth.',
  'A bulk request of 1,000 rows':
    'By a profile and by leaving out a part at a time, the map of entities and the table of registrations take a fifth each, mostly for misses of the processor’s cache; garbage takes a fifth, the hash 8 %, folding registrations 6 %. A store without checks takes half of all this.',
  Start:
    'By a profile, Node resolves, reads and compiles some 50 modules, which takes 70 % and nearly all of the difference. Running zod takes 5 %, and running this package 9 %.',
  'First load of `createMockServer`':
    'zod takes a fifth, the names of the fictional universe, which no compression shortens, a tenth. What a request may need at once, such as faults, snapshots and scenarios, cannot be loaded later, because responses in process do not wait.',
  '`createMockServer` in all':
    'The same, and the control API, fixtures and networks, which are loaded when they are called.',
  'Reading a list of 10,000': list,
  'Reading a list of 1,000,000': list,
  'Reading a network of 5,000': network,
  'Reading a network of 5,000, sample dialect': network,
  'Import of the client':
    'Node finds, reads and links 45 files of this package, which takes more than half of the time: in one file, the client takes some 40 ms.',
  'A small call':
    'By a profile, garbage takes 13 %, decoding the body 10 %, reading its bytes within the time limits 8 %, preparing the request 4 %. Nearly all the rest is ky and the Request, Response and streams of Node; no function of this package takes more than 3 %.',
  'Peak memory of a stream of 1,000,000': stream,
  'Speed of a stream of 1,000,000':
    'By a profile, `JSON.parse` of each item and garbage take a fifth each, passing the items through generators a tenth, finding the ends of items 8 %. Passing several items at a time, or larger chunks, gained nothing.',
  'First load of the client': size,
  'The client in all, in one piece': size,
}

/** Writes a line for each target that the run missed. */
export function explainMissed(goals: readonly Goal[]): string {
  const missed = goals.filter(({ isMet }) => !isMet)
  return missed.map(({ name }) => `- ${name}: ${reasons[name] ?? 'not looked into yet.'}`).join('\n')
}
