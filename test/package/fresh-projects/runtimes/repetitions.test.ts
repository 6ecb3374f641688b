import { expect, it } from 'vitest'
import { type Failure, failures, type Repetitions, repetitionTable } from './repetitions.ts'
import { type RuntimeName, runtimeNames } from './runtimes.ts'
import { describeRuntimes, type RunProgram } from './use-runtimes.ts'

const measured = new Map<RuntimeName, Repetitions>()

describeRuntimes(runtimeNames, ({ name, run }) => {
  it('repeats a POST on a reused connection by itself as the table says', async () => {
    const text = await findRepetitions(run, 'text on a reused connection')
    const blob = await findRepetitions(run, 'Blob on a reused connection')
    const client = await findRepetitions(run, 'client on a reused connection')
    measured.set(name, { text, blob, client })
  })
})

it('docs/errors-and-retries.md has the table', async () => {
  // `npm run test:package -- -u` measures it anew, and `npm run docs:tables` writes it into the page.
  await expect(repetitionTable(measured)).toMatchFileSnapshot('repetitions.md')
})

async function findRepetitions(run: RunProgram, program: string): Promise<readonly Failure[]> {
  const repeated: Failure[] = []
  for (const fault of failures) {
    const { service } = await run('writes', program, { fault })
    const posts = service.requests.filter(({ method }) => method === 'POST')
    expect(posts[0]?.isOnReusedConnection).toBe(true)
    if (posts.length > 1) repeated.push(fault)
  }
  return repeated
}
