import * as z from 'zod/mini'

const optionalList = z.optional(z.array(z.unknown()))
const optionalString = z.optional(z.string())

/** An entry of PEP, sanctions or adverse media data; only PEP shows its fields (specification: Network, node object). */
export const pepEntry = z.looseObject({
  /** Who or what the entry is about. */
  name: optionalString,
  /** The public office. */
  position: optionalString,
  /** Sources of the entry. */
  sources: z.optional(z.array(z.string())),
})

/** The rule says real arrays, the sample JSON-encoded strings: both are known (specification: Network, rule). */
const hits = z.optional(z.union([z.array(pepEntry), z.string()]))

/** A node; not every field is present on every node (specification: Network, node object fields). */
export const networkNode = z.looseObject({
  /** Equal to the node's key. */
  id: z.string(),
  name: optionalString,
  /** Full legal name. */
  full_name: optionalString,
  /** "organization" or "person". */
  type: optionalString,
  /** 2-letter ISO code; the alias `country` may appear instead. */
  country_code: optionalString,
  /** Alias of country_code. */
  country: optionalString,
  /** Entries as a politically exposed person. */
  pep: hits,
  sanctions: hits,
  adverse_media: hits,
  /** Superseded, JSON-encoded (specification: Network, rule). */
  pep_json: hits,
  /** Superseded, JSON-encoded (specification: Network, rule). */
  sanctions_json: hits,
  /** Superseded, JSON-encoded (specification: Network, rule). */
  adverse_media_json: hits,
  /** Risk score of the node. Scale and computation: not shown. */
  calculatedRiskScore: z.optional(z.number()),
  sources: optionalList,
  /** Organizations. */
  registration_number: optionalString,
  /** List of industries. */
  industry: optionalList,
  alternative_names: optionalList,
  branch_offices: optionalList,
  /** Risk factors. */
  risks: optionalList,
  /** For example Small, Medium, Large. */
  size: optionalString,
  /** Codes such as NAICS or SIC. */
  industry_classification_codes: optionalList,
  /** For example Entity, Person. */
  node_type: optionalString,
  /** Persons only, YYYY-MM-DD. */
  birth_date: optionalString,
})

/** Details of a relation (specification: Network, relation object, details). */
export const relationDetails = z.looseObject({
  /** Relationship identifier. */
  uid: optionalString,
  /** Roles. */
  is_executive: z.optional(z.boolean()),
  /** The relation in words. */
  description: optionalString,
  /** Roles. */
  key_position: optionalString,
  /** Roles; for example advisor, board_member, executive. */
  role_type: optionalString,
  /** Source URLs. */
  sources: z.optional(z.array(z.string())),
  /** Shareholdings; for example a fraction below 1. */
  exact_share: z.optional(z.number()),
})

/** A relation (specification: Network, relation object fields). */
export const relation = z.looseObject({
  /** Identifier of the node at its start. */
  source: z.string(),
  /** Identifier of the node at its end. */
  target: z.string(),
  /** One of ten types (see relationTypes); the sample payload also shows HasRole, which is not among them. */
  type: z.string(),
  /** A role title, in the sample payload. */
  label: optionalString,
  /** In the sample payload. */
  risk: z.optional(z.number()),
  /** More about the relation, depending on its type. */
  details: z.optional(relationDetails),
})

/** The network of one entity, within its envelope (specification: Resources, Network). */
export const network = z.looseObject({
  /** Keyed by node id. */
  nodes: z.catchall(z.object({}), networkNode),
  relations: z.array(relation),
})
