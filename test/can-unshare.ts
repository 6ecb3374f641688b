import { spawnSync } from 'node:child_process'

/** Whether two processes may be put into namespaces of their own, as two containers have them. */
export const canUnshare = spawnSync('unshare', ['--pid', '--fork', '--mount-proc', 'true']).status === 0
