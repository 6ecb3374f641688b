import { expect, it } from 'vitest'
import { runtimeNames } from './runtimes.ts'
import type { Service } from './service.ts'
import { describeRuntimes } from './use-runtimes.ts'

const letters = ['A', 'B', 'C', 'D', 'E', 'F', 'G']

const sentHeaders = ({ requests }: Service, name: string) => requests.map(({ headers }) => headers[name])

/** A caller may change its objects as soon as a call has returned. */
describeRuntimes(runtimeNames, ({ run }) => {
  it('sends the rows of a batch that is reused', async () => {
    const { result, service } = await run('reusedInputs', 'batch')
    expect(service.names().toSorted()).toEqual(letters)
    expect(result).toEqual([2, 2, 2, 1])
  })

  it('sends each state of a row that is reused', async () => {
    const { result, service } = await run('reusedInputs', 'row')
    expect(service.names().toSorted()).toEqual(letters)
    expect(result).toEqual(letters)
  })

  it('reads the network of each state of a reference that is reused', async () => {
    const { result, service } = await run('reusedInputs', 'reference')
    expect(service.requests.map(({ path }) => path).toSorted()).toEqual(
      letters.map(letter => `/v1/entities/${letter}/network`),
    )
    expect(result).toEqual(letters)
  })

  it('sends each state of headers that are reused', async () => {
    const { service } = await run('reusedInputs', 'headers')
    expect(sentHeaders(service, 'x-letter').toSorted()).toEqual(letters)
  })

  it('keeps the options that a client was created with', async () => {
    const { service } = await run('reusedInputs', 'options')
    expect(sentHeaders(service, 'x-letter')).toEqual(['A', 'A'])
    expect(sentHeaders(service, 'x-derived')).toEqual([undefined, 'yes'])
  })

  it('reconciles and waits for the items of arrays that are emptied', async () => {
    const { result } = await run('reusedInputs', 'arrays')
    expect(result).toEqual({ outcomes: [['done', 1]], waited: ['B'] })
  })

  it('imports each state of an object that an iterable reuses', async () => {
    const { result, service } = await run('reusedInputs', 'imported')
    expect(result).toEqual({ created: 100, duplicates: 0, stopped: null })
    expect(new Set(service.names()).size).toBe(100)
  })
})
