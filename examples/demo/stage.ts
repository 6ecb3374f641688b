import type { EntityScreening } from 'entity-screening-sdk'
import type { MockServer } from 'entity-screening-sdk/mock-server'

/** What the chapters share. */
export interface Stage {
  readonly client: EntityScreening
  readonly server: MockServer
  readonly url: string
}
