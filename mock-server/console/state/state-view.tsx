/** @jsxImportSource preact */
import { Beginning } from './beginning.tsx'
import { Snapshots } from './snapshots.tsx'
import { Teams } from './teams.tsx'

/** The whole state of the server: to keep, to copy, to return to. */
export function StateView() {
  return (
    <div class="sections">
      <Teams />
      <Beginning />
      <Snapshots />
    </div>
  )
}
