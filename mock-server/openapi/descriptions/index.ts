import { entities } from './entities.ts'
import { network } from './network.ts'
import { searches } from './searches.ts'
import { service } from './service.ts'

/** The words about every schema, for doc comments are gone at run time. */
export const descriptions = { ...entities, ...network, ...searches, ...service } as const
