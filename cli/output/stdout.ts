import { createWriteStream, fstatSync } from 'node:fs'
import type { TextStream } from './output.ts'

/**
 * Stdout. Where it is a file, Node's own stream passes over what a full disk did not take of a text, and says nothing; this
 * one goes on until all is written, or fails.
 */
export function standardOutput(): TextStream {
  return isFile(process.stdout.fd)
    ? createWriteStream('', { fd: process.stdout.fd, autoClose: false })
    : process.stdout
}

function isFile(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isFile()
  } catch {
    return false
  }
}
