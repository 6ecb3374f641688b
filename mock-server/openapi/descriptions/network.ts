import { relationTypes } from '../../../src/contract/values.ts'
import { answered, type Descriptions } from './descriptions.ts'

const section = 'Network (result of the network operation)'

export const network = {
  GetNetworkResponse: answered('GET /v1/entities/{id}/network', 'The network.'),
  Network: {
    section,
    about: 'The organizations and persons around an entity, and how they are related.',
    fields: {
      nodes:
        'Each organization or person under its node id. The mock server gives the root the id of the entity.',
      relations: 'Who is related to whom.',
    },
  },
  NetworkNode: {
    section,
    about:
      'An organization or a person. Which fields it has, and what they are called, depends on where the data comes from.',
    fields: {
      id: 'Its key among the nodes.',
      name: 'Name.',
      full_name: 'Full legal name.',
      type: 'Organization or person.',
      country_code: 'ISO 3166-1 alpha-2 code of its country.',
      country: 'Another name for country_code.',
      pep: 'Entries as a politically exposed person.',
      sanctions: 'Entries on lists of sanctions.',
      adverse_media: 'Unfavourable reports.',
      pep_json: 'The old name of pep: a string that holds the list as JSON.',
      sanctions_json: 'The old name of sanctions: a string that holds the list as JSON.',
      adverse_media_json: 'The old name of adverse_media: a string that holds the list as JSON.',
      calculatedRiskScore: 'How risky it is, by itself. The mock server uses 0 to 100.',
      sources: 'Where the data comes from.',
      registration_number: 'Registration number of an organization.',
      industry: 'Industries that it is active in.',
      alternative_names: 'What else it is called.',
      branch_offices: 'Its branches.',
      risks: 'What makes it risky.',
      size: 'How large it is, such as Small, Medium or Large.',
      industry_classification_codes: 'Codes of its industries, such as NAICS or SIC.',
      node_type: 'The kind of node, such as Entity or Person.',
      birth_date: 'Day on which a person was born, YYYY-MM-DD.',
    },
  },
  RiskEntry: {
    section,
    about:
      'One hit: an office, a sanction or a report. The sample shows these fields for offices; more fields, and fewer, may come.',
    fields: {
      name: 'Who or what the entry is about.',
      position: 'The office that makes a person politically exposed.',
      sources: 'Where it was found.',
    },
  },
  Relation: {
    section,
    about: 'A relationship between two nodes.',
    fields: {
      source: 'Id of the node where it starts.',
      target: 'Id of the node where it ends.',
      type: `Kind of relationship: ${relationTypes.join(', ')}. The sample shows HasRole as well.`,
      label: 'What to write on it, such as the title of a role.',
      risk: 'How risky the relationship is.',
      details: 'What else is known of it.',
    },
  },
  RelationDetails: {
    section,
    about: 'What is known of a relationship, depending on its kind.',
    fields: {
      uid: 'Identifies the relationship.',
      is_executive: 'Whether the role is an executive one.',
      description: 'The relationship in words.',
      key_position: 'The position that the role stands for.',
      role_type: 'Kind of role, such as advisor, board_member or executive.',
      sources: 'Addresses where it was found.',
      exact_share: 'How much of it is held: one half is 0.5.',
    },
  },
} as const satisfies Descriptions
