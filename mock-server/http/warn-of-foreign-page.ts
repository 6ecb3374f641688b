import { escapeUnicode, replaceMisleading } from '../../src/shared/text/invisible.ts'
import type { Server } from '../server.ts'

/** The origin of a page, or the host name under which it sends a request. */
type Sender = { readonly origin: string } | { readonly host: string }

/**
 * Warns, once for each origin or host, that a request from a possibly foreign page was refused. Returns the sentence, for the
 * request log.
 *
 * @param advice - How to allow the request.
 */
export function warnOfForeignPage(
  { warnOnce, mask }: Pick<Server, 'warnOnce' | 'mask'>,
  sender: Sender,
  advice: string,
): string {
  const [name, value] = 'origin' in sender ? ['of the origin', sender.origin] : ['for the host', sender.host]
  const quotation = replaceMisleading(mask(value), escapeUnicode)
  const sentence = `A request ${name} "${quotation}" was refused: ${advice}`
  warnOnce(`entity-screening: ${sentence}`)
  return sentence
}
