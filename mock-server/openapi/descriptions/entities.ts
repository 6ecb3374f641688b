import { caseStatuses, documentTypes, riskLevels } from '../../../src/contract/values.ts'
import { answered, type Descriptions } from './descriptions.ts'

const creation = 'POST /v1/entities'
const bulk = 'POST /v1/entities/bulk'

const rowFields = {
  name: 'Full name. A row of a person needs it too, although first and last name say more.',
  type: 'Says which kind of row this is.',
  countryCode:
    'Where the organization sits or the person lives. A row must have it, unlike a single creation.',
  tags: 'Labels in one string, separated by commas: not an array.',
}

export const entities = {
  Entity: {
    section: 'Entity (list item, and result of rescan)',
    about: 'An organization or a person as the list, the entity search and the rescan show it.',
    fields: {
      id: 'Identifies the entity in paths.',
      name: 'Name of the organization or person.',
      type: 'Whether it is an organization or a person.',
      caseStatus: `How far its case is. ${caseStatuses.join(' and ')} are known; others may come.`,
      registration:
        'Registration number or ID; "-" where there is none. For a person it may hold a country code instead.',
      countryCode: 'ISO 3166-1 alpha-2 code of its country; the mock server writes "-" where none was given.',
      riskLevel: `Label "<level> Risk". The mock server knows the levels ${riskLevels.join(', ')}, and writes "-" before the first results.`,
      riskScore: 'How risky it is. The scale is open; the mock server uses 0 to 100.',
      platformId: 'Its identifier on the platform: 32 lowercase hexadecimal characters in all samples.',
      lastUpdate: 'Day of the last update for display, such as "Jan 5, 2025".',
      dueDate: 'Day by which the case is due, for display; "-" where it is not.',
      createdAt: 'When it was created, in UTC with milliseconds.',
      updatedAt: 'When it last changed, in UTC with milliseconds; a rescan renews it.',
    },
  },
  EntityList: {
    section: 'GET /v1/entities',
    about: 'Entities of one team. The list operation answers it bare, without success and data around it.',
    fields: {},
  },
  CreatedEntity: {
    section: 'Entity (result of create)',
    about: 'A new entity. Type, registration and everything about risk are in the list, not here.',
    fields: {
      id: 'Identifies the entity in paths.',
      name: 'Name as it was given.',
      countryCode: 'ISO 3166-1 alpha-2 code as it was given; the mock server writes "-" where none was.',
      caseStatus: 'NOT_STARTED: screening has only been asked for.',
      platformId: 'Its identifier on the platform: 32 lowercase hexadecimal characters in all samples.',
      tags: 'Labels; a fresh entity has none.',
      createdAt: 'When it was created, in UTC with milliseconds.',
      updatedAt: 'When it last changed, in UTC with milliseconds.',
      teamId: 'The team that it belongs to, which is that of the key.',
    },
  },
  CreateEntityRequest: {
    section: creation,
    about: 'An organization or a person to be screened.',
    fields: {
      name: 'Full name; that of an organization with its legal form.',
      type: 'Whether it is an organization or a person.',
      countryCode: 'Where the organization sits or the person lives.',
      registration: 'Registration number or ID of an organization.',
      birthDate: 'Day on which a person was born.',
      nationalId: "Number of a person's national ID.",
    },
  },
  CreateEntityResponse: answered(creation, 'The new entity.'),
  CreateEntitiesBulkRequest: {
    section: bulk,
    about: 'Many entities at once.',
    fields: {
      entities:
        'The rows, 1000 at most. Each is checked by itself: one that breaks these rules becomes a row error, and the others are created all the same.',
    },
  },
  BulkRow: { section: bulk, about: 'One entity of a bulk creation.', fields: {} },
  BulkOrganization: {
    section: bulk,
    about: 'An organization in a bulk creation.',
    fields: { ...rowFields, registration: 'Registration number or ID.' },
  },
  BulkPerson: {
    section: bulk,
    about: 'A person in a bulk creation.',
    fields: {
      ...rowFields,
      first_name: 'Given names.',
      last_name: 'Family name.',
      birth_date: 'Day of birth.',
      nationality: 'Country of which the person is a national.',
      national_id: 'Number of the national ID.',
    },
  },
  BulkSummary: {
    section: 'Bulk summary',
    about: 'What became of the rows. Those that failed do not change the status of the response.',
    fields: {
      successCount: 'How many rows were created.',
      errorCount: 'How many rows failed.',
      errors:
        'One sentence for each failed row: "Row <n>: " and the reason. The mock server counts rows from 1.',
    },
  },
  CreateEntitiesBulkResponse: answered(bulk, 'Counts and row errors.'),
  SearchEntitiesRequest: {
    section: 'POST /v1/entities/search',
    about:
      "Filters, all of which must fit. The specification shows none: these are the mock server's choice.",
    fields: {
      name: 'Part of the name, whatever its case and accents.',
      type: 'Only organizations, or only persons.',
      countryCode: 'Only entities of this country.',
      caseStatus: 'Only entities with this case status.',
      riskLevel: 'Only entities of this level, as "low" or as "Low Risk".',
      limit: 'How many entities to answer at most; 100 where it is left out.',
      offset: 'How many entities that fit to skip first; 0 where it is left out.',
    },
  },
  SearchEntitiesResponse: answered('POST /v1/entities/search', 'The entities that fit.'),
  RescanEntityRequest: {
    section: 'PUT /v1/entities/{id}',
    about: 'What to do with the entity.',
    fields: { action: 'Only a rescan is on offer.' },
  },
  RescanEntityResponse: answered('PUT /v1/entities/{id}', 'The entity, its case back at the beginning.'),
  AttachDocumentRequest: {
    section: 'POST /v1/entities/{id}/documents',
    about: 'A document for the service to fetch and analyse.',
    fields: {
      document_url:
        'Where the document lies: an address that the public internet reaches, without user name and password.',
      title: 'What to call it; by default the file name in the address.',
      type: `What kind of document it is; ${documentTypes.at(-1)} where none is given.`,
    },
  },
  AttachedDocument: {
    section: 'Document (result of attaching a document)',
    about: 'A document whose analysis has begun.',
    fields: {
      documentId: 'Identifies the document.',
      message: 'What happened, in a sentence.',
      run_id: 'Identifies the run of the analysis. No operation reads a run.',
    },
  },
  AttachDocumentResponse: answered('POST /v1/entities/{id}/documents', 'The document.'),
} as const satisfies Descriptions
