import * as z from 'zod/mini'

const list = z.optional(z.array(z.unknown()))
const shown = z.optional(z.string())

/** An entry of PEP, sanctions or adverse media data; only PEP shows its fields (specification: Network, node object). */
export const hitEntry = z.looseObject({
  /** Who or what the entry is about. */
  name: shown,
  /** The public office. */
  position: shown,
  /** Where it was found. */
  sources: z.optional(z.array(z.string())),
})

/** The rule says real arrays, the sample JSON-encoded strings: both are known (specification: Network, rule). */
const hits = z.optional(z.union([z.array(hitEntry), z.string()]))

/** A node; not every field is present on every node (specification: Network, node object fields). */
export const networkNode = z.looseObject({
  /** Equal to the node's key. */
  id: z.string(),
  name: shown,
  /** Full legal name. */
  full_name: shown,
  /** "organization" or "person". */
  type: shown,
  /** 2-letter ISO code; the alias `country` may appear instead. */
  country_code: shown,
  /** Alias of country_code. */
  country: shown,
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
  sources: list,
  /** Organizations. */
  registration_number: shown,
  /** List of industries. */
  industry: list,
  alternative_names: list,
  branch_offices: list,
  /** Risk factors. */
  risks: list,
  /** For example Small, Medium, Large. */
  size: shown,
  /** Codes such as NAICS or SIC. */
  industry_classification_codes: list,
  /** For example Entity, Person. */
  node_type: shown,
  /** Persons only, YYYY-MM-DD. */
  birth_date: shown,
})

/** What a relation says about itself (specification: Network, relation object, details). */
export const relationDetails = z.looseObject({
  /** Relationship identifier. */
  uid: shown,
  /** Roles. */
  is_executive: z.optional(z.boolean()),
  /** The relation in words. */
  description: shown,
  /** Roles. */
  key_position: shown,
  /** Roles; for example advisor, board_member, executive. */
  role_type: shown,
  /** Source URLs. */
  sources: z.optional(z.array(z.string())),
  /** Shareholdings; for example a fraction below 1. */
  exact_share: z.optional(z.number()),
})

/** A relation (specification: Network, relation object fields). */
export const relation = z.looseObject({
  /** Node id where the relationship starts. */
  source: z.string(),
  /** Node id where it ends. */
  target: z.string(),
  /** One of ten types (see relationTypes); the sample payload also shows HasRole, which is not among them. */
  type: z.string(),
  /** A role title, in the sample payload. */
  label: shown,
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
