import { isRecord } from '../contract/json.ts'
import { lettersOf } from '../reading/field-names.ts'
import type { Path } from '../reading/log.ts'

const totals = /^(?:total|totalcount|totalitems|totalresults|totalelements|totalrecords|count)$/
const pages = /^(?:pages|pagecount|totalpages)$/
const next =
  /^(?:after|cursor|continuation|continuationtoken|next(?:page|cursor|token|pagetoken|url|uri|link|href|offset)?)$/
const more = /^(?:hasmore|hasnext|hasnextpage|more|moreavailable|truncated|istruncated|incomplete|partial)$/
const last = /^(?:last|islast|lastpage|islastpage|complete|iscomplete)$/

/** Where a wrapper says that its list is not whole: the service has no pages (specification: GET /v1/entities, pagination). */
export function findMorePages(beside: unknown, count: number, path: Path = []): Path[] {
  if (!isRecord(beside) || path.length > 3) return []
  return Object.entries(beside).flatMap(([name, value]) => {
    const at = [...path, name]
    return saysMore(lettersOf(name), value, count) ? [at] : findMorePages(value, count, at)
  })
}

function saysMore(letters: string, value: unknown, count: number): boolean {
  if (totals.test(letters)) return Number(value) > count
  if (pages.test(letters)) return Number(value) > 1
  if (letters === 'remaining') return Number(value) > 0
  if (last.test(letters)) return value === false || value === 'false'
  if (more.test(letters)) return value === true || value === 'true'
  return next.test(letters) && value !== null && value !== undefined && value !== '' && value !== false
}
