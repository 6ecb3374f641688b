import * as z from 'zod/mini'

const optionalList = z.optional(z.array(z.unknown()))
const optionalString = z.optional(z.string())

/** An entry of PEP data. The fields of sanctions and adverse media entries are not shown (specification: Network, node object). */
export const pepEntry = z.looseObject({
  /** The name of the person or organization. */
  name: optionalString,
  /** The public office. */
  position: optionalString,
  /** Sources of the entry. */
  sources: z.optional(z.array(z.string())),
})

/** An array, as in the rule, or a JSON-encoded string, as in the sample (specification: Network, rule). */
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
  /** Superseded, JSON-encoded (specification: Network, rule). */
  pep_json: hits,
  /** Superseded, JSON-encoded (specification: Network, rule). */
  sanctions_json: hits,
  /** Superseded, JSON-encoded (specification: Network, rule). */
  adverse_media_json: hits,
  /** Risk score of the node. The scale and the computation are not shown. */
  calculatedRiskScore: z.optional(z.number()),
  sources: optionalList,
  /** Organizations only. */
  registration_number: optionalString,
  /** List of industries. */
  industry: optionalList,
  alternative_names: optionalList,
  branch_offices: optionalList,
  /** Risk factors. */
  risks: optionalList,
  /** Size of an organization, for example Small, Medium, Large. */
  size: optionalString,
  /** Codes of classifications such as NAICS or SIC. */
  industry_classification_codes: optionalList,
  /** Kind of node, for example Entity, Person. */
  node_type: optionalString,
  /** Birth date, YYYY-MM-DD. Persons only. */
  birth_date: optionalString,
})

/** Details of a relation (specification: Network, relation object, details). */
export const relationDetails = z.looseObject({
  /** Relationship identifier. */
  uid: optionalString,
  /** Roles only. */
  is_executive: z.optional(z.boolean()),
  /** The relation in words. */
  description: optionalString,
  /** Roles only. */
  key_position: optionalString,
  /** Kind of role, for example advisor, board_member, executive. Roles only. */
  role_type: optionalString,
  /** Source URLs. */
  sources: z.optional(z.array(z.string())),
  /** The share, usually as a fraction below 1; the service may use another unit. Shareholdings only. */
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
  /** Details, depending on the type. */
  details: z.optional(relationDetails),
})

/** The network of one entity, within its envelope (specification: Resources, Network). */
export const network = z.looseObject({
  /** The nodes, by id. */
  nodes: z.catchall(z.object({}), networkNode),
  relations: z.array(relation),
})
