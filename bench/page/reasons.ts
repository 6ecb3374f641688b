import type { Goal } from './section.ts'

const network =
  'Garbage is the largest part. A third of the allocations is gone: 18 MB for 5,000 nodes in place of 27.'
const wait = 'Collecting garbage is the longest wait: on a quiet machine it took 12 ms.'

/** The reasons why targets are missed, by profiles; by the name of the target. */
const reasons: Readonly<Record<string, string>> = {
  'A small GET, a list of one':
    'The mock server checks the key, moves its clock, looks for faults and logs the request.',
  'A create':
    'Validation, two hashes, duplicates and the log; no function takes more than 2 % of a profile over TCP.',
  'A bulk request of 1,000 rows':
    'Each row costs two hashes, two or three map entries and a record that stays. By a profile, garbage takes 14 %, the record and its maps 25 %, zod 10 %.',
  'Health while 1,000,000 entities are listed for the first time, and so screened': wait,
  'Health while 1,000,000 entities are listed again': wait,
  'Reading a list of 10,000': 'Garbage is the largest part; a profile shows no hot function.',
  'Reading a list of 1,000,000': 'Garbage is the largest part; a profile shows no hot function.',
  'Reading a network of 5,000': network,
  'Reading a network of 5,000, sample dialect': network,
  'A small call':
    'By a profile, ky takes a third, reading the response 15 %, and no function of this package more than 4 %.',
  'The client in all, in one piece': 'Every spelling of a hit and of a country has to be read.',
}

/** Writes a line for each target that the run missed. */
export function explainMissed(goals: readonly Goal[]): string {
  const missed = goals.filter(({ isMet }) => !isMet)
  return missed.map(({ name }) => `- ${name}: ${reasons[name] ?? 'not looked into yet.'}`).join('\n')
}
