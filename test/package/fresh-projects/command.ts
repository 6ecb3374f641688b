import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** Starts the command's server on a free port and hands its address over while it runs. */
export async function withServer<Result>(
  program: string,
  parameters: readonly string[],
  folder: string,
  use: (address: string) => Promise<Result>,
): Promise<Result> {
  const child = spawn(program, [...parameters, 'serve', '--port', '0', '--key', 'fresh-project-key'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'close')
  try {
    return await use(await listening(child))
  } finally {
    child.kill()
    await ended
  }
}

/** The address that the server says it listens on. */
function listening({
  stdout,
  stderr,
}: {
  stdout: NodeJS.ReadableStream
  stderr: NodeJS.ReadableStream
}): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    for (const stream of [stdout, stderr]) {
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString()
        const [, address] = /^listening on (\S+)\n/m.exec(said) ?? []
        if (address !== undefined) resolve(address)
      })
    }
    stdout.once('end', () => reject(new Error(`ended without listening: ${said}`)))
  })
}
