/** The control API (docs/mock-server.md). What its calls do is loaded with the first one: most servers get none. */
export const adminRoutes = [
  'POST /__admin/reset',
  'GET /__admin/beginning',
  'POST /__admin/beginning',
  'GET /__admin/clock',
  'POST /__admin/clock/advance',
  'POST /__admin/clock/settle',
  'GET /__admin/faults',
  'POST /__admin/faults',
  'DELETE /__admin/faults',
  'GET /__admin/requests',
  'DELETE /__admin/requests',
  'GET /__admin/snapshot',
  'PUT /__admin/snapshot',
  'POST /__admin/load',
  'GET /__admin/events',
  'POST /__admin/send',
  'GET /__admin/teams',
  'POST /__admin/teams',
  'GET /__admin/openapi.json',
  'GET /__admin/scenarios',
  'GET /__admin/options',
  'GET /__admin/entities',
  'GET /__admin/entities/{id}/network',
  'GET /__admin/entities/{id}',
  'POST /__admin/entities/{id}/case-status',
] as const

export type AdminRoute = (typeof adminRoutes)[number]

/** The only call whose response has no end. */
export const eventsRoute = 'GET /__admin/events'

/** A file of the server over HTTP: a page that has the server in it does not carry the document. */
export const openApiRoute = 'GET /__admin/openapi.json'
