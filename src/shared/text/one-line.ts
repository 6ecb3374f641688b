import { withoutMisleading } from './invisible.ts'

/** A text on one line that every format can hold. */
export function oneLine(text: string): string {
  return withoutMisleading(text.replace(/[\s\u0085]/gu, ' '), () => '')
    .replace(/ +/g, ' ')
    .trim()
}
