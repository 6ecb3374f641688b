// Screens the whole team again, and prints what has changed since the last run:
// `npx tsx weekly.ts`, once a week.
// The base URL and the key come from the environment. The exit status is 1 if a
// part of the work is missing.
import { existsSync } from 'node:fs'
import { EntityScreening, WaitTimeoutError } from 'entity-screening-sdk'
import {
  formatChange,
  rescanAll,
  watchEntities,
} from 'entity-screening-sdk/portfolio'

const client = new EntityScreening()
const [state = 'weekly.state', every = '2000', timeout = '3600000'] =
  process.argv.slice(2)

// The first run records the results from before the rescan.
if (!existsSync(state)) await compare()

const { rescanned, failed, stopped } = await rescanAll(client, 'all')
for (const { id, error } of failed)
  console.error(`${id} was not screened again: ${error.message}`)
if (stopped) console.error(`The rescan stopped: ${stopped.error}`)
if (failed.length > 0 || stopped) process.exitCode = 1
console.log(`${rescanned.length} screened again`)

try {
  await client.entities.waitForScreening(rescanned, {
    every: Number(every),
    timeout: Number(timeout),
  })
} catch (error) {
  if (!WaitTimeoutError.is(error)) throw error
  console.error(`${error.message}: their changes are reported next week`)
  process.exitCode = 1
}

await compare()

/** Compares with the state of the last comparison. */
async function compare() {
  const report = await watchEntities(client, {
    state,
    checks: 1,
    networks: 'all',
    onChange({ changes }) {
      for (const change of changes) console.log(formatChange(change))
    },
    onCheck({ networks: { failure } }) {
      if (failure) console.error(`A network was not read: ${failure.message}`)
    },
  })
  const { changes, uncompared, unreadNetworks, stopped } = report
  if (uncompared > 0)
    console.error(`Recorded ${uncompared} entities: the next comparison uses them`)
  if (stopped) console.error(`The comparison stopped: ${stopped.error}`)
  if (uncompared > 0 || unreadNetworks.length > 0 || stopped) process.exitCode = 1
  console.log(`${changes} changes, ${unreadNetworks.length} networks not read`)
}
