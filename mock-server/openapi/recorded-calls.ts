// Written by docs/generate-openapi.ts: run "npx tsx docs/generate-openapi.ts" to write it anew.
import type { Recording } from './recording.ts'

export const recording: Recording = {
  "id": "3854e7819b35c4bfd9993f2f",
  "calls": {
    "listEntities": [
      {
        "name": "screened",
        "summary": "After screening",
        "response": [
          {
            "id": "3854e7819b35c4bfd9993f2f",
            "name": "Halfmoon Minerals Oy",
            "type": "organization",
            "caseStatus": "IN_PROGRESS",
            "registration": "FI-4471203",
            "countryCode": "FI",
            "riskLevel": "High Risk",
            "riskScore": 90,
            "platformId": "0992932b916b92c421b2e007951a8f31",
            "lastUpdate": "Jan 1, 2025",
            "dueDate": "Apr 1, 2025",
            "createdAt": "2025-01-01T00:00:00.000Z",
            "updatedAt": "2025-01-01T00:00:05.000Z"
          },
          {
            "id": "5b0aedb25101e341d4318150",
            "name": "Ilse Brandtmeier",
            "type": "person",
            "caseStatus": "IN_PROGRESS",
            "registration": "DE",
            "countryCode": "DE",
            "riskLevel": "Low Risk",
            "riskScore": 6,
            "platformId": "85688244810b95a2de699fe799bd5710",
            "lastUpdate": "Jan 1, 2025",
            "dueDate": "-",
            "createdAt": "2025-01-01T00:00:00.000Z",
            "updatedAt": "2025-01-01T00:00:05.000Z"
          },
          {
            "id": "244c172d3647fb47c79d0edf",
            "name": "Acme Castings Ltd",
            "type": "organization",
            "caseStatus": "IN_PROGRESS",
            "registration": "-",
            "countryCode": "GB",
            "riskLevel": "Low Risk",
            "riskScore": 11,
            "platformId": "881a51938aa1847ff338b5ae221c68e8",
            "lastUpdate": "Jan 1, 2025",
            "dueDate": "-",
            "createdAt": "2025-01-01T00:00:00.000Z",
            "updatedAt": "2025-01-01T00:00:05.000Z"
          },
          {
            "id": "308cd3ca7568371b0319cc58",
            "name": "Ingrid Solheim-Fjord",
            "type": "person",
            "caseStatus": "IN_PROGRESS",
            "registration": "NO",
            "countryCode": "NO",
            "riskLevel": "Low Risk",
            "riskScore": 8,
            "platformId": "6d671d52f40d19c5c913ac52f6ec1ba8",
            "lastUpdate": "Jan 1, 2025",
            "dueDate": "-",
            "createdAt": "2025-01-01T00:00:00.000Z",
            "updatedAt": "2025-01-01T00:00:05.000Z"
          }
        ]
      }
    ],
    "createEntity": [
      {
        "name": "organization",
        "summary": "An organization",
        "request": {
          "name": "Halfmoon Minerals Oy",
          "type": "organization",
          "countryCode": "FI",
          "registration": "FI-4471203"
        },
        "response": {
          "success": true,
          "data": {
            "id": "3854e7819b35c4bfd9993f2f",
            "name": "Halfmoon Minerals Oy",
            "countryCode": "FI",
            "caseStatus": "NOT_STARTED",
            "platformId": "0992932b916b92c421b2e007951a8f31",
            "tags": [],
            "createdAt": "2025-01-01T00:00:00.000Z",
            "updatedAt": "2025-01-01T00:00:00.000Z",
            "teamId": "team-784afed1ba2a"
          }
        }
      },
      {
        "name": "person",
        "summary": "A person",
        "request": {
          "name": "Ilse Brandtmeier",
          "type": "person",
          "countryCode": "DE",
          "birthDate": "1961-04-09",
          "nationalId": "L01X00T47"
        },
        "response": {
          "success": true,
          "data": {
            "id": "5b0aedb25101e341d4318150",
            "name": "Ilse Brandtmeier",
            "countryCode": "DE",
            "caseStatus": "NOT_STARTED",
            "platformId": "85688244810b95a2de699fe799bd5710",
            "tags": [],
            "createdAt": "2025-01-01T00:00:00.000Z",
            "updatedAt": "2025-01-01T00:00:00.000Z",
            "teamId": "team-784afed1ba2a"
          }
        }
      }
    ],
    "createEntitiesBulk": [
      {
        "name": "mixed",
        "summary": "Two good rows, and one that the team has already",
        "request": {
          "entities": [
            {
              "name": "Acme Castings Ltd",
              "type": "organization",
              "countryCode": "GB",
              "tags": "supplier, tier 1"
            },
            {
              "name": "HALFMOON MINERALS OY",
              "type": "organization",
              "countryCode": "FI"
            },
            {
              "name": "Ingrid Solheim-Fjord",
              "type": "person",
              "countryCode": "NO",
              "first_name": "Ingrid",
              "last_name": "Solheim-Fjord",
              "birth_date": "1970-06-30",
              "nationality": "NO"
            }
          ]
        },
        "response": {
          "success": true,
          "data": {
            "successCount": 2,
            "errorCount": 1,
            "errors": [
              "Row 2: organization \"HALFMOON MINERALS OY\" already exists in the team"
            ]
          }
        }
      }
    ],
    "searchEntities": [
      {
        "name": "highRisk",
        "summary": "Those of high risk",
        "request": {
          "riskLevel": "high",
          "limit": 10
        },
        "response": {
          "success": true,
          "data": [
            {
              "id": "3854e7819b35c4bfd9993f2f",
              "name": "Halfmoon Minerals Oy",
              "type": "organization",
              "caseStatus": "IN_PROGRESS",
              "registration": "FI-4471203",
              "countryCode": "FI",
              "riskLevel": "High Risk",
              "riskScore": 90,
              "platformId": "0992932b916b92c421b2e007951a8f31",
              "lastUpdate": "Jan 1, 2025",
              "dueDate": "Apr 1, 2025",
              "createdAt": "2025-01-01T00:00:00.000Z",
              "updatedAt": "2025-01-01T00:00:05.000Z"
            }
          ]
        }
      }
    ],
    "getNetwork": [
      {
        "name": "sanctionedOwner",
        "summary": "A sanctioned owner of one half",
        "response": {
          "success": true,
          "data": {
            "nodes": {
              "3854e7819b35c4bfd9993f2f": {
                "id": "3854e7819b35c4bfd9993f2f",
                "name": "Halfmoon Minerals Oy",
                "full_name": "Halfmoon Minerals Oy",
                "type": "organization",
                "node_type": "Entity",
                "country_code": "FI",
                "registration_number": "9001171-7",
                "industry": [
                  "Mining"
                ],
                "industry_classification_codes": [
                  "NAICS 212290"
                ],
                "size": "Medium",
                "pep": [],
                "sanctions": [],
                "adverse_media": [],
                "calculatedRiskScore": 90,
                "sources": [
                  "https://registry.example/organization/3854e7819b35c4bfd9993f2f"
                ],
                "risks": []
              },
              "4edc52a3da2f49b471533b67": {
                "id": "4edc52a3da2f49b471533b67",
                "name": "Yevgraf Braskin",
                "full_name": "Yevgraf Braskin",
                "type": "person",
                "node_type": "Person",
                "country_code": "RU",
                "birth_date": "1961-01-05",
                "pep": [],
                "sanctions": [
                  {
                    "name": "Yevgraf Braskin",
                    "program": "Fictional Asset Freeze Programme",
                    "listed_on": "2022-03-01",
                    "sources": [
                      "https://registry.example/person/4edc52a3da2f49b471533b67/sanctions"
                    ]
                  }
                ],
                "adverse_media": [],
                "calculatedRiskScore": 95,
                "sources": [
                  "https://registry.example/person/4edc52a3da2f49b471533b67"
                ],
                "risks": [
                  "Sanctions"
                ]
              },
              "c34f2d56a8cc62cad0d525fe": {
                "id": "c34f2d56a8cc62cad0d525fe",
                "name": "Larkspur Bearings AB",
                "full_name": "Larkspur Bearings AB",
                "type": "organization",
                "node_type": "Entity",
                "country_code": "SE",
                "registration_number": "559001-1701",
                "industry": [
                  "Machinery"
                ],
                "industry_classification_codes": [
                  "NAICS 333611"
                ],
                "size": "Medium",
                "pep": [],
                "sanctions": [],
                "adverse_media": [],
                "calculatedRiskScore": 10,
                "sources": [
                  "https://registry.example/organization/c34f2d56a8cc62cad0d525fe"
                ],
                "risks": []
              },
              "3e3b0bc374ce269d4893298e": {
                "id": "3e3b0bc374ce269d4893298e",
                "name": "Ingrid Solheim-Fjord",
                "full_name": "Ingrid Solheim-Fjord",
                "type": "person",
                "node_type": "Person",
                "country_code": "NO",
                "birth_date": "1970-02-14",
                "pep": [
                  {
                    "name": "Ingrid Solheim-Fjord",
                    "position": "Member of Parliament (fictional)",
                    "sources": [
                      "https://registry.example/person/3e3b0bc374ce269d4893298e/offices"
                    ]
                  }
                ],
                "sanctions": [],
                "adverse_media": [],
                "calculatedRiskScore": 50,
                "sources": [
                  "https://registry.example/person/3e3b0bc374ce269d4893298e"
                ],
                "risks": [
                  "Political exposure"
                ]
              },
              "f9cf3da5cef75366e84a6eca": {
                "id": "f9cf3da5cef75366e84a6eca",
                "name": "Nordwind Turbinen GmbH",
                "full_name": "Nordwind Turbinen GmbH",
                "type": "organization",
                "node_type": "Entity",
                "country_code": "DE",
                "registration_number": "HRB 900200",
                "branch_offices": [
                  "Kiel",
                  "Rostock"
                ],
                "industry": [
                  "Machinery"
                ],
                "industry_classification_codes": [
                  "NAICS 333611"
                ],
                "size": "Medium",
                "pep": [],
                "sanctions": [],
                "adverse_media": [],
                "calculatedRiskScore": 11,
                "sources": [
                  "https://registry.example/organization/f9cf3da5cef75366e84a6eca"
                ],
                "risks": []
              },
              "3024d0bd0fcf8bb13e6d702e": {
                "id": "3024d0bd0fcf8bb13e6d702e",
                "name": "Ilse Brandtmeier",
                "full_name": "Ilse Brandtmeier",
                "type": "person",
                "node_type": "Person",
                "country_code": "DE",
                "birth_date": "1961-04-09",
                "pep": [],
                "sanctions": [],
                "adverse_media": [],
                "calculatedRiskScore": 6,
                "sources": [
                  "https://registry.example/person/3024d0bd0fcf8bb13e6d702e"
                ],
                "risks": []
              },
              "d8a3cd3e51f5a234c37d3015": {
                "id": "d8a3cd3e51f5a234c37d3015",
                "name": "Meridian Quay Capital LLP",
                "full_name": "Meridian Quay Capital LLP",
                "type": "organization",
                "node_type": "Entity",
                "country_code": "GB",
                "registration_number": "OC900117",
                "industry": [
                  "Investment"
                ],
                "industry_classification_codes": [
                  "NAICS 523999"
                ],
                "size": "Small",
                "pep": [],
                "sanctions": [],
                "adverse_media": [],
                "calculatedRiskScore": 8,
                "sources": [
                  "https://registry.example/organization/d8a3cd3e51f5a234c37d3015"
                ],
                "risks": []
              },
              "7f1a7aab10c8da8f40c006d0": {
                "id": "7f1a7aab10c8da8f40c006d0",
                "name": "Nordwind Service GmbH",
                "full_name": "Nordwind Service GmbH",
                "type": "organization",
                "node_type": "Entity",
                "country_code": "DE",
                "registration_number": "HRB 900201",
                "industry": [
                  "Repair"
                ],
                "industry_classification_codes": [
                  "NAICS 811310"
                ],
                "size": "Small",
                "pep": [],
                "sanctions": [],
                "adverse_media": [],
                "calculatedRiskScore": 11,
                "sources": [
                  "https://registry.example/organization/7f1a7aab10c8da8f40c006d0"
                ],
                "risks": []
              },
              "5e33e8add9a95ec1d54c665d": {
                "id": "5e33e8add9a95ec1d54c665d",
                "name": "Haneul Paper Mills Co., Ltd.",
                "full_name": "Haneul Paper Mills Co., Ltd.",
                "type": "organization",
                "node_type": "Entity",
                "country_code": "KR",
                "registration_number": "110111-9001171",
                "industry": [
                  "Paper"
                ],
                "industry_classification_codes": [
                  "NAICS 322121"
                ],
                "size": "Small",
                "pep": [],
                "sanctions": [],
                "adverse_media": [],
                "calculatedRiskScore": 20,
                "sources": [
                  "https://registry.example/organization/5e33e8add9a95ec1d54c665d"
                ],
                "risks": []
              },
              "e05c75180b5a7e2a6a9eb901": {
                "id": "e05c75180b5a7e2a6a9eb901",
                "name": "Old Foundry Castings Sp. z o.o.",
                "full_name": "Old Foundry Castings Sp. z o.o.",
                "type": "organization",
                "node_type": "Entity",
                "country_code": "PL",
                "registration_number": "0000900117",
                "industry": [
                  "Metals"
                ],
                "industry_classification_codes": [
                  "NAICS 331511"
                ],
                "size": "Medium",
                "pep": [],
                "sanctions": [],
                "adverse_media": [],
                "calculatedRiskScore": 11,
                "sources": [
                  "https://registry.example/organization/e05c75180b5a7e2a6a9eb901"
                ],
                "risks": []
              }
            },
            "relations": [
              {
                "source": "4edc52a3da2f49b471533b67",
                "target": "3854e7819b35c4bfd9993f2f",
                "type": "ShareholdingRelationship",
                "details": {
                  "uid": "5b822b43fb10e9fa76bf787c2154b2f8",
                  "sources": [
                    "https://registry.example/relations/5b822b43fb10e9fa76bf787c2154b2f8"
                  ],
                  "exact_share": 0.5
                }
              },
              {
                "source": "c34f2d56a8cc62cad0d525fe",
                "target": "3854e7819b35c4bfd9993f2f",
                "type": "ShareholdingRelationship",
                "details": {
                  "uid": "8530cf4b92b7656b8965838bf520b2f6",
                  "sources": [
                    "https://registry.example/relations/8530cf4b92b7656b8965838bf520b2f6"
                  ],
                  "exact_share": 0.5
                }
              },
              {
                "source": "3e3b0bc374ce269d4893298e",
                "target": "c34f2d56a8cc62cad0d525fe",
                "type": "RoleRelationship",
                "details": {
                  "uid": "a7a45f794ca68d4643b696cb76033825",
                  "sources": [
                    "https://registry.example/relations/a7a45f794ca68d4643b696cb76033825"
                  ],
                  "description": "Former",
                  "is_executive": false,
                  "key_position": "Member of the Board",
                  "role_type": "board_member"
                }
              },
              {
                "source": "c34f2d56a8cc62cad0d525fe",
                "target": "f9cf3da5cef75366e84a6eca",
                "type": "SupplierRelationship",
                "details": {
                  "uid": "b8ec573b4ff0683c6ddff88697452c4f",
                  "sources": [
                    "https://registry.example/relations/b8ec573b4ff0683c6ddff88697452c4f"
                  ],
                  "description": "Supplies bearings"
                }
              },
              {
                "source": "3024d0bd0fcf8bb13e6d702e",
                "target": "f9cf3da5cef75366e84a6eca",
                "type": "ShareholdingRelationship",
                "details": {
                  "uid": "ac81f4e4407a7c3d5a6f221bdcfb808e",
                  "sources": [
                    "https://registry.example/relations/ac81f4e4407a7c3d5a6f221bdcfb808e"
                  ],
                  "exact_share": 0.6
                }
              },
              {
                "source": "d8a3cd3e51f5a234c37d3015",
                "target": "f9cf3da5cef75366e84a6eca",
                "type": "ShareholdingRelationship",
                "details": {
                  "uid": "c931f738d80040456dd257fa67924592",
                  "sources": [
                    "https://registry.example/relations/c931f738d80040456dd257fa67924592"
                  ],
                  "exact_share": 0.4
                }
              },
              {
                "source": "3024d0bd0fcf8bb13e6d702e",
                "target": "f9cf3da5cef75366e84a6eca",
                "type": "RoleRelationship",
                "details": {
                  "uid": "d60076d0636734b4ede76f285e71f92f",
                  "sources": [
                    "https://registry.example/relations/d60076d0636734b4ede76f285e71f92f"
                  ],
                  "is_executive": true,
                  "key_position": "Managing Director",
                  "role_type": "executive"
                }
              },
              {
                "source": "f9cf3da5cef75366e84a6eca",
                "target": "7f1a7aab10c8da8f40c006d0",
                "type": "SubsidiaryRelationship",
                "details": {
                  "uid": "cf005ed3e039ccde284c9bffb822afaa",
                  "sources": [
                    "https://registry.example/relations/cf005ed3e039ccde284c9bffb822afaa"
                  ]
                }
              },
              {
                "source": "f9cf3da5cef75366e84a6eca",
                "target": "7f1a7aab10c8da8f40c006d0",
                "type": "ShareholdingRelationship",
                "details": {
                  "uid": "ce17ad8b3f1b56d54692ad1ccfc0c68f",
                  "sources": [
                    "https://registry.example/relations/ce17ad8b3f1b56d54692ad1ccfc0c68f"
                  ],
                  "exact_share": 1
                }
              },
              {
                "source": "f9cf3da5cef75366e84a6eca",
                "target": "5e33e8add9a95ec1d54c665d",
                "type": "PartnershipRelationship",
                "details": {
                  "uid": "20d9bab2c2797350849cb5d45f1016b9",
                  "sources": [
                    "https://registry.example/relations/20d9bab2c2797350849cb5d45f1016b9"
                  ],
                  "description": "Joint development"
                }
              },
              {
                "source": "f9cf3da5cef75366e84a6eca",
                "target": "e05c75180b5a7e2a6a9eb901",
                "type": "AcquisitionRelationship",
                "details": {
                  "uid": "c81bcb234f42f0f610270a595d5bd854",
                  "sources": [
                    "https://registry.example/relations/c81bcb234f42f0f610270a595d5bd854"
                  ],
                  "description": "Bought the casting business"
                }
              }
            ]
          }
        }
      }
    ],
    "attachDocument": [
      {
        "name": "certificate",
        "summary": "A certificate",
        "request": {
          "document_url": "https://example.com/files/certificate.pdf",
          "title": "Certificate of incorporation",
          "type": "certificate"
        },
        "response": {
          "success": true,
          "data": {
            "documentId": "c61e2138941672bcea7c54ac",
            "message": "Document \"Certificate of incorporation\" attached; its analysis has started.",
            "run_id": "run_a14b6cbc6e6cf0c0e19595ac"
          }
        }
      }
    ],
    "rescanEntity": [
      {
        "name": "rescan",
        "summary": "A rescan",
        "request": {
          "action": "rescan"
        },
        "response": {
          "success": true,
          "data": {
            "id": "3854e7819b35c4bfd9993f2f",
            "name": "Halfmoon Minerals Oy",
            "type": "organization",
            "caseStatus": "NOT_STARTED",
            "registration": "FI-4471203",
            "countryCode": "FI",
            "riskLevel": "High Risk",
            "riskScore": 90,
            "platformId": "0992932b916b92c421b2e007951a8f31",
            "lastUpdate": "Jan 1, 2025",
            "dueDate": "Apr 1, 2025",
            "createdAt": "2025-01-01T00:00:00.000Z",
            "updatedAt": "2025-01-01T01:00:05.000Z"
          }
        }
      }
    ],
    "searchOrganizations": [
      {
        "name": "byName",
        "summary": "By name and country",
        "request": {
          "company_name": "Tideglass",
          "countryCode": "DE"
        },
        "response": {
          "results": [
            {
              "company_name": "Tideglass Logistics GmbH",
              "company_registration_number": "HRB 900117",
              "country": "Germany",
              "country_code": "DE",
              "industry": "Freight",
              "website_url": "",
              "source_url": "https://registry.example/organization/tideglass"
            }
          ]
        }
      }
    ],
    "searchPersons": [
      {
        "name": "twoNames",
        "summary": "By first and last name",
        "request": {
          "first_name": "Ilse",
          "last_name": "Brandtmeier",
          "birth_date": "9 April 1961"
        },
        "response": {
          "results": [
            {
              "first_name": "Ilse",
              "last_name": "Brandtmeier",
              "birth_date": "1961-04-09",
              "country": "Germany",
              "country_code": "DE",
              "nationality": "DE",
              "national_id_number": "L01X00T47",
              "profile_image_url": "",
              "source_url": "https://registry.example/person/brandt"
            }
          ]
        }
      },
      {
        "name": "fullName",
        "summary": "By full name",
        "request": {
          "full_name": "Ilse Brandtmeier",
          "countryCode": "Germany"
        },
        "response": {
          "results": [
            {
              "first_name": "Ilse",
              "last_name": "Brandtmeier",
              "birth_date": "1961-04-09",
              "country": "Germany",
              "country_code": "DE",
              "nationality": "DE",
              "national_id_number": "L01X00T47",
              "profile_image_url": "",
              "source_url": "https://registry.example/person/brandt"
            }
          ]
        }
      },
      {
        "name": "name",
        "summary": "By the older field",
        "request": {
          "name": "Ilse Brandtmeier"
        },
        "response": {
          "results": [
            {
              "first_name": "Ilse",
              "last_name": "Brandtmeier",
              "birth_date": "1961-04-09",
              "country": "Germany",
              "country_code": "DE",
              "nationality": "DE",
              "national_id_number": "L01X00T47",
              "profile_image_url": "",
              "source_url": "https://registry.example/person/brandt"
            }
          ]
        }
      }
    ],
    "getHealth": [
      {
        "name": "ok",
        "summary": "All is well",
        "response": {
          "success": true,
          "status": "ok",
          "version": "v1",
          "timestamp": "2025-01-01T01:00:05.000Z"
        }
      }
    ],
    "getServiceIndex": [
      {
        "name": "welcome",
        "summary": "The welcome",
        "response": {
          "success": true,
          "message": "Entity Screening Service (mock server: all data is fictional)",
          "version": "v1",
          "documentation": "https://docs.entity-screening.example",
          "endpoints": {
            "health": "/v1/health",
            "entities": {
              "list": "/v1/entities",
              "create": "/v1/entities",
              "search": "/v1/entities/search",
              "bulk": "/v1/entities/bulk"
            }
          },
          "authentication": {
            "type": "Bearer",
            "header": "Authorization: Bearer <API_KEY>",
            "documentation": "https://docs.entity-screening.example"
          },
          "timestamp": "2025-01-01T01:00:05.000Z"
        }
      }
    ]
  },
  "errors": {
    "400": {
      "statusCode": 400,
      "success": false,
      "error": "Invalid input: name must not be blank; type must be one of \"organization\", \"person\"."
    },
    "401": {
      "statusCode": 401,
      "success": false,
      "error": "The API key is not valid."
    },
    "403": {
      "statusCode": 403,
      "success": false,
      "error": "The team's entity limit of 4 is reached."
    },
    "404": {
      "statusCode": 404,
      "success": false,
      "error": "The entity does not exist in this team."
    },
    "413": {
      "statusCode": 413,
      "success": false,
      "error": "The body is longer than 10485760 bytes."
    },
    "415": {
      "statusCode": 415,
      "success": false,
      "error": "The content type names a charset that is not taken: send the body in UTF-8."
    },
    "500": {
      "statusCode": 500,
      "success": false,
      "error": "The mock server failed unexpectedly."
    }
  }
}
