import { EntityScreening } from 'entity-screening-sdk'
import { byRequest } from '../../by-request.ts'
import { wireOf } from './watching.ts'

/** By entity: the programmes under which its owner is listed, or what the service answers in place of the network. */
export type Team = Readonly<Record<string, readonly string[] | Response>>

export const listed = (program: string, more: object = {}) => ({
  name: 'KIM DOE',
  program,
  listed_on: '2020-01-02',
  ...more,
})

/** A service whose list and networks are what the test says. */
export function createService(first: Team, rows: (id: string) => object = () => ({})) {
  let team = first
  const asked: string[] = []
  const client = new EntityScreening({
    apiKey: 'a-key-of-a-test',
    baseUrl: 'https://screening.example',
    maxRetries: 0,
    logLevel: 'off',
    fetch: byRequest(async request => {
      const [, id] = /entities\/([^/]+)\/network/.exec(request.url) ?? []
      if (request.method === 'PUT') {
        const rescannedId = request.url.split('/').at(-1) ?? ''
        const data = { ...wireOf({ id: rescannedId }), ...rows(rescannedId), caseStatus: 'NOT_STARTED' }
        return Response.json({ success: true, data })
      }
      if (id === undefined)
        return Response.json(Object.keys(team).map(id => ({ ...wireOf({ id }), ...rows(id) })))
      asked.push(id)
      const programs = team[id]
      if (programs instanceof Response) return programs.clone()
      const owner = {
        id: 'o1',
        name: 'Kim Doe',
        type: 'person',
        sanctions: (programs ?? []).map(each => listed(each)),
      }
      return Response.json({
        nodes: { [id]: { id, name: id, type: 'organization' }, o1: owner },
        relations: [],
      })
    }),
  })
  return {
    client,
    asked,
    set(next: Team) {
      team = next
    },
  }
}
