import { spawn } from 'node:child_process'
import { codeOf } from '../failure.ts'

/** The program that opens an address, by system, with what precedes the address. */
const programs: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
}

/** Opens an address in the browser. No shell reads it, and nothing waits for the browser. */
export function openInBrowser(url: string, tell: (sentence: string) => void): void {
  const [program, ...before] = programs[process.platform] ?? ['xdg-open']
  const failed = (reason: string) =>
    tell(`entity-screening: no browser could be opened (${reason}): open ${url}`)
  const browser = spawn(program, [...before, url], { stdio: 'ignore', detached: true })
  browser.on('error', error => failed(codeOf(error) ?? error.message))
  browser.on('exit', status => {
    if (status) failed(`${program} ended with ${status}`)
  })
  browser.unref()
}
