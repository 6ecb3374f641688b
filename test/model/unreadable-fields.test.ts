import { ResponseValidationError } from 'entity-screening-sdk'
import { describe, expect, it } from 'vitest'
import { fields, isIndispensable, readRecord } from './records.ts'

/** What no field reads, not even one that takes nearly everything. */
function unreadable(name: string): unknown {
  return name === 'success' ? 'perhaps' : { odd: [1] }
}

describe('what cannot be read of a response is reported where it stands', () => {
  it.each(fields.filter(each => !isIndispensable(each)))('$what: $name', async ({ name, place }) => {
    const { quirks } = await readRecord(place, { [name]: unreadable(name) })
    const met = quirks.filter(({ code }) => code !== 'drift').map(({ path }) => path.join('.'))
    // What stands under a superseded name belongs to the list.
    const at = [...place.path, name.replace(/_json$/, '')].join('.')
    expect(met.filter(path => path === at || path.startsWith(`${at}.`))).not.toEqual([])
  })

  it.each(fields.filter(isIndispensable))('$what: nothing without $name', async ({ name, place }) => {
    const failed: unknown = await readRecord(place, { [name]: unreadable(name) }).catch(error => error)
    const paths = failed instanceof ResponseValidationError ? failed.issues.map(({ path }) => path) : failed
    expect(paths).toEqual([[...place.path, name]])
  })
})
