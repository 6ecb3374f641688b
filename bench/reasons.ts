import type { Goal } from './page.ts'

const list = 'Garbage is the largest part; a profile shows no hot function. One walk over all values is in.'
const waiting =
  'The longest wait is a collection of garbage, or other work on the machine: it was 12 and 10 ms on a quiet one.'
const network =
  'Garbage is the largest part. A third of the allocations is gone: 18 MB for 5,000 nodes in place of 27.'

/** Why a target may be missed, and what was tried. */
const reasons: Readonly<Record<string, string>> = {
  'A small GET: a list of one, beside fastify':
    'The mock server checks the key, moves its clock, looks for faults and logs the request. Keeping what was written brought it from 0.55 to this.',
  'A create':
    'By a profile over TCP, half of the time is the socket, as for the others, and no function of ours takes more than 2 %: validation, two hashes, duplicates and the log. An entity has one map entry less than it had.',
  'A bulk request of 1,000 rows':
    'Each row costs two hashes, two or three map entries and a record that stays. By a profile: garbage 14 %, the record and its maps 25 %, zod 10 %. One walk over a body is in.',
  'Health while 1,000,000 entities are listed for the first time, and so screened': waiting,
  'Health while 1,000,000 entities are listed again': waiting,
  'Reading a list of 10,000': list,
  'Reading a list of 1,000,000': list,
  'Reading a network of 5,000': network,
  'Reading a network of 5,000, sample dialect': network,
  'A small call':
    'By a profile, ky takes a third, the reading of the response 15 %, and none of our functions more than 4 %.',
  'Peak memory of a stream of 1,000,000':
    'Node with the client loaded takes 79 MiB before the first entity; the rest is garbage between two collections.',
  'The client in all':
    'Every spelling of a hit and of a country has to be read. What few calls need is loaded on demand, so that the first load stays small.',
}

/** Each target that a run missed. */
export function writeReasons(goals: readonly Goal[]): string {
  const missed = goals.filter(({ isMet }) => !isMet)
  return missed.map(({ what }) => `- ${what}: ${reasons[what] ?? 'not looked into yet.'}`).join('\n')
}
