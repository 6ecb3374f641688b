import type { Descriptions } from './descriptions.ts'

export const service = {
  GetHealthResponse: {
    section: 'GET /v1/health',
    about:
      'How the service is. The specification shows no answer: these fields are those of the mock server.',
    fields: {
      success: 'True where it works.',
      status: 'How it is, in a word.',
      version: 'Version of the interface.',
      timestamp: 'When this was said.',
    },
  },
  GetServiceIndexResponse: {
    section: 'Service index',
    about: 'A welcome, and where to go from here.',
    fields: {
      success: 'True.',
      message: 'The welcome.',
      version: 'Version of the interface: v1.',
      documentation: 'Address of the documentation.',
      endpoints: 'Paths of its operations.',
      authentication: 'How to send a key.',
      timestamp: 'When this was said.',
    },
  },
  ServiceEndpoints: {
    section: 'Service index',
    about: 'Where to go from here.',
    fields: { health: 'Path of the health operation.', entities: 'Paths of the operations on entities.' },
  },
  EntityEndpoints: {
    section: 'Service index',
    about: 'Paths of the operations on entities.',
    fields: {
      list: 'Where the entities are listed.',
      create: 'Where an entity is created.',
      search: 'Where entities are searched.',
      bulk: 'Where many are created at once.',
    },
  },
  AuthenticationGuide: {
    section: 'Service index',
    about: 'How to send a key.',
    fields: {
      type: 'Kind of authentication.',
      header: 'The header, and how its value is built.',
      documentation: 'Address where more is said.',
    },
  },
  CountryCode: {
    section: 'POST /v1/entities',
    about:
      'A country by its ISO 3166-1 alpha-2 code, in capitals. XK stands for Kosovo, which has no code of its own there.',
    fields: {},
  },
  Error: {
    section: 'Errors',
    about: 'Why a request was refused.',
    fields: {
      statusCode: 'The status of the response once more.',
      success: 'False.',
      error: 'The reason in a sentence. Its wording is open, and no text to program against.',
    },
  },
} as const satisfies Descriptions
