import * as z from 'zod/mini'

const optionalList = z.optional(z.array(z.unknown()))
const optionalString = z.optional(z.string())

/**
 * A PEP entry. The specification does not show the fields of sanctions and adverse media entries (specification: Network, node
 * object).
 */
export const pepEntry = z.looseObject({
  /** The name of the person or organization. */
  name: optionalString,
  /** The public office. */
  position: optionalString,
  /** Sources of the entry. */
  sources: z.optional(z.array(z.string())),
})

/**
 * A list of hits: an array, as the specification's rule requires, or a JSON-encoded string, as in its sample
 * (specification: Network, rule).
 */
const hits = z.optional(z.union([z.array(pepEntry), z.string()]))

/** A node; not every field is present on every node (specification: Network, node object fields). */
export const networkNode = z.looseObject({
  /** Identifier of the node: the same as its key in `nodes`. */
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
  /** Public offices that make the person politically exposed. */
  pep: hits,
  sanctions: hits,
  adverse_media: hits,
  /** JSON-encoded list, superseded by `pep` (specification: Network, rule). */
  pep_json: hits,
  /** JSON-encoded list, superseded by `sanctions` (specification: Network, rule). */
  sanctions_json: hits,
  /** JSON-encoded list, superseded by `adverse_media` (specification: Network, rule). */
  adverse_media_json: hits,
  /** Risk score of the node. Its scale and computation are not documented. */
  calculatedRiskScore: z.optional(z.number()),
  sources: optionalList,
  /** Registration number. Only for organizations. */
  registration_number: optionalString,
  /** List of industries. */
  industry: optionalList,
  alternative_names: optionalList,
  branch_offices: optionalList,
  /** Risk factors. */
  risks: optionalList,
  /** Size of an organization, such as Small, Medium or Large. */
  size: optionalString,
  /** Industry codes, such as those of NAICS or SIC. */
  industry_classification_codes: optionalList,
  /** Kind of node, such as Entity or Person. */
  node_type: optionalString,
  /** Birth date, YYYY-MM-DD. Only for persons. */
  birth_date: optionalString,
})

/** The details of a relation (specification: Network, relation object, details). */
export const relationDetails = z.looseObject({
  /** Relationship identifier. */
  uid: optionalString,
  /** Whether the role is executive. Only for roles. */
  is_executive: z.optional(z.boolean()),
  /** The relation in words. */
  description: optionalString,
  /** The position that the person holds. Only for roles. */
  key_position: optionalString,
  /** Kind of role, such as advisor, board_member or executive. Only for roles. */
  role_type: optionalString,
  /** Source URLs. */
  sources: z.optional(z.array(z.string())),
  /** The share, usually as a fraction below 1; the service may use another unit. Only for shareholdings. */
  exact_share: z.optional(z.number()),
})

/** A relation (specification: Network, relation object fields). */
export const relation = z.looseObject({
  /** Identifier of the node where the relation starts. */
  source: z.string(),
  /** Identifier of the node where the relation ends. */
  target: z.string(),
  /** One of ten types (see relationTypes), or HasRole, which only the sample payload shows. */
  type: z.string(),
  /** A role title, which only the sample payload shows. */
  label: optionalString,
  /** Risk of the relation, which only the sample payload shows. */
  risk: z.optional(z.number()),
  /** Details of the relation. Which fields it has depends on the type. */
  details: z.optional(relationDetails),
})

/**
 * The network of an entity, as the response contains it within an envelope (specification: Resources,
 * Network).
 */
export const network = z.looseObject({
  /** The nodes, by id. */
  nodes: z.catchall(z.object({}), networkNode),
  relations: z.array(relation),
})
