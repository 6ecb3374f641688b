import type * as z from 'zod/mini'
import type { network, networkNode, relation } from '../../src/contract/network.ts'

export type NodeBody = z.infer<typeof networkNode>
export type RelationBody = z.infer<typeof relation>
export type NetworkBody = Pick<z.infer<typeof network>, 'relations'> & { nodes: Record<string, NodeBody> }
