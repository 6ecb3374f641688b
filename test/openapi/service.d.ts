// Written by docs/generate-openapi.ts: run "npx tsx docs/generate-openapi.ts" to write it anew.
export interface paths {
    "/v1/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Lists all entities of the team
         * @description The response is a bare array. Specification: GET /v1/entities.
         */
        get: operations["listEntities"];
        put?: never;
        /**
         * Creates an entity, and starts its screening and enrichment
         * @description Specification: POST /v1/entities.
         */
        post: operations["createEntity"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates many entities
         * @description The status is 201 even if rows failed. The body has an error for each failed row. Specification: POST /v1/entities/bulk.
         */
        post: operations["createEntitiesBulk"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Searches the entities of the team
         * @description An entity must match every filter. Specification: POST /v1/entities/search.
         */
        post: operations["searchEntities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{id}/network": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies an entity of the team.
                 * @example 3854e7819b35c4bfd9993f2f
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        /**
         * Gets the network of an entity: the organizations and persons around it, their risks and their relations
         * @description Specification: GET /v1/entities/{id}/network.
         */
        get: operations["getNetwork"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{id}/documents": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies an entity of the team.
                 * @example 3854e7819b35c4bfd9993f2f
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Attaches a document to an entity by the document's public URL, and starts its analysis
         * @description Specification: POST /v1/entities/{id}/documents.
         */
        post: operations["attachDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/entities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies an entity of the team.
                 * @example 3854e7819b35c4bfd9993f2f
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Screens an entity again
         * @description Resets its case status to NOT_STARTED, and restarts screening and enrichment. Specification: PUT /v1/entities/{id}.
         */
        put: operations["rescanEntity"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Searches organizations on the web
         * @description The specification does not state whether a key is required. Specification: POST /api/search/organizations.
         */
        post: operations["searchOrganizations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/search/persons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Searches persons on the web
         * @description The specification does not state whether a key is required. Specification: POST /api/search/persons.
         */
        post: operations["searchPersons"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Checks the health of the service
         * @description The mock server requires no key. Specification: GET /v1/health.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the service index
         * @description The mock server requires no key. The path is not documented, so the mock server accepts two paths. Specification: Service index.
         */
        get: operations["getServiceIndex"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Gets the service index
         * @description The mock server requires no key. The path is not documented, so the mock server accepts two paths. Specification: Service index.
         */
        get: operations["getServiceIndexAtRoot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /** @description An entity as the list and rescan operations return it. Specification: Entity (list item, and result of rescan). */
        Entity: {
            /** @description Identifier. */
            id: string;
            /** @description Name. */
            name: string;
            /** @description 2-letter ISO country code. */
            countryCode: string;
            /** @description Status of the case: NOT_STARTED until the requested screening begins. Specification: States and transitions. */
            caseStatus: string;
            /** @description Identifier of the entity on the platform; 32 lower-case hexadecimal digits in the samples. */
            platformId: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC timestamp with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC timestamp with milliseconds.
             */
            updatedAt: string;
            /**
             * @description Type.
             * @enum {string}
             */
            type: "organization" | "person";
            /** @description Registration number; a single hyphen if there is none. For a person, the value may be a country code instead. */
            registration: string;
            /** @description A label of the form "<level> Risk". */
            riskLevel: string;
            /** @description The score. The specification states neither its scale nor how it is computed. */
            riskScore: number;
            /** @description Display date of the form "<Mon> <D>, <YYYY>". */
            lastUpdate: string;
            /** @description Display date, or a single hyphen if there is none. */
            dueDate: string;
        };
        /** @description Every entity of the caller's team, without a wrapper. Specification: GET /v1/entities. */
        EntityList: components["schemas"]["Entity"][];
        /** @description A new entity, as the create operation returns it within an envelope. Specification: Entity (result of create). */
        CreatedEntity: {
            /** @description Identifier. */
            id: string;
            /** @description Name. */
            name: string;
            /** @description 2-letter ISO country code. */
            countryCode: string;
            /** @description Status of the case: NOT_STARTED until the requested screening begins. Specification: States and transitions. */
            caseStatus: string;
            /** @description Identifier of the entity on the platform; 32 lower-case hexadecimal digits in the samples. */
            platformId: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC timestamp with milliseconds.
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description ISO 8601 UTC timestamp with milliseconds.
             */
            updatedAt: string;
            /** @description Tags of the entity; empty for a new entity. */
            tags: string[];
            /** @description Identifier of the team that the API key belongs to. */
            teamId: string;
        };
        /** @description One row of a bulk request. Specification: POST /v1/entities/bulk, row fields. */
        BulkEntityInput: components["schemas"]["BulkOrganization"] | components["schemas"]["BulkPerson"];
        /** @description One row of a bulk request. Specification: POST /v1/entities/bulk, row fields. */
        BulkOrganization: {
            /** @description Full name. */
            name: string;
            /** @description 2-letter ISO code; required here, unlike in a request that creates one entity. */
            countryCode: components["schemas"]["CountryCode"];
            /** @description Tags, as one comma-separated string. */
            tags?: string;
            /**
             * @description Type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "organization";
            /** @description Registration number or ID. */
            registration?: string;
        };
        /** @description One row of a bulk request. Specification: POST /v1/entities/bulk, row fields. */
        BulkPerson: {
            /** @description Full name. */
            name: string;
            /** @description 2-letter ISO code; required here, unlike in a request that creates one entity. */
            countryCode: components["schemas"]["CountryCode"];
            /** @description Tags, as one comma-separated string. */
            tags?: string;
            /**
             * @description Type. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "person";
            /** @description First name. */
            first_name: string;
            /** @description Last name. */
            last_name: string;
            /**
             * Format: date
             * @description Birth date.
             */
            birth_date?: string;
            /** @description Nationality. */
            nationality?: components["schemas"]["CountryCode"];
            /** @description National identifier. */
            national_id?: string;
        };
        /** @description Outcome of a bulk request, within its envelope. Specification: Resources, Bulk summary. */
        BulkSummary: {
            /** @description The number of rows from which entities were created. */
            successCount: number;
            /** @description The number of rows that failed. */
            errorCount: number;
            /** @description Messages that begin with "Row <n>: ". */
            errors: string[];
        };
        /** @description A document whose analysis has started, within its envelope. Specification: POST /v1/entities/{id}/documents. */
        AttachedDocument: {
            /** @description Document identifier. */
            documentId: string;
            /** @description A sentence that describes the result. */
            message: string;
            /** @description Identifier of the analysis run. No documented operation reads a run. */
            run_id: string;
        };
        /** @description The network of an entity, as the response contains it within an envelope. Specification: Resources, Network. */
        Network: {
            /** @description The nodes, by id. */
            nodes: {
                [key: string]: components["schemas"]["NetworkNode"];
            };
            /** @description Relations. */
            relations: components["schemas"]["Relation"][];
        };
        /** @description A node; not every field is present on every node. Specification: Network, node object fields. */
        NetworkNode: {
            /** @description Identifier of the node: the same as its key in `nodes`. */
            id: string;
            /** @description Name. */
            name?: string;
            /** @description Full legal name. */
            full_name?: string;
            /** @description "organization" or "person". */
            type?: string;
            /** @description 2-letter ISO code; the alias `country` may appear instead. */
            country_code?: string;
            /** @description Alias of country_code. */
            country?: string;
            /** @description Public offices that make the person politically exposed. */
            pep?: components["schemas"]["HitEntry"][];
            /** @description Sanctions. */
            sanctions?: components["schemas"]["HitEntry"][];
            /** @description Adverse media. */
            adverse_media?: components["schemas"]["HitEntry"][];
            /** @description JSON-encoded list, superseded by `pep`. Specification: Network, rule. */
            pep_json?: string;
            /** @description JSON-encoded list, superseded by `sanctions`. Specification: Network, rule. */
            sanctions_json?: string;
            /** @description JSON-encoded list, superseded by `adverse_media`. Specification: Network, rule. */
            adverse_media_json?: string;
            /** @description Risk score of the node. Its scale and computation are not documented. */
            calculatedRiskScore?: number;
            /** @description Sources. */
            sources?: unknown[];
            /** @description Registration number. Only for organizations. */
            registration_number?: string;
            /** @description List of industries. */
            industry?: unknown[];
            /** @description Alternative names. */
            alternative_names?: unknown[];
            /** @description Branch offices. */
            branch_offices?: unknown[];
            /** @description Risk factors. */
            risks?: unknown[];
            /** @description Size of an organization, such as Small, Medium or Large. */
            size?: string;
            /** @description Industry codes, such as those of NAICS or SIC. */
            industry_classification_codes?: unknown[];
            /** @description Kind of node, such as Entity or Person. */
            node_type?: string;
            /** @description Birth date, YYYY-MM-DD. Only for persons. */
            birth_date?: string;
        };
        /** @description A PEP entry. The specification does not show the fields of sanctions and adverse media entries. Specification: Network, node object. */
        HitEntry: {
            /** @description The name of the person or organization. */
            name?: string;
            /** @description The public office. */
            position?: string;
            /** @description Sources of the entry. */
            sources?: string[];
        };
        /** @description A relation. Specification: Network, relation object fields. */
        Relation: {
            /** @description Identifier of the node where the relation starts. */
            source: string;
            /** @description Identifier of the node where the relation ends. */
            target: string;
            /** @description One of ten types (see relationTypes), or HasRole, which only the sample payload shows. */
            type: string;
            /** @description A role title, which only the sample payload shows. */
            label?: string;
            /** @description Risk of the relation, which only the sample payload shows. */
            risk?: number;
            /** @description Details of the relation. Which fields it has depends on the type. */
            details?: components["schemas"]["RelationDetails"];
        };
        /** @description The details of a relation. Specification: Network, relation object, details. */
        RelationDetails: {
            /** @description Relationship identifier. */
            uid?: string;
            /** @description Whether the role is executive. Only for roles. */
            is_executive?: boolean;
            /** @description The relation in words. */
            description?: string;
            /** @description The position that the person holds. Only for roles. */
            key_position?: string;
            /** @description Kind of role, such as advisor, board_member or executive. Only for roles. */
            role_type?: string;
            /** @description Source URLs. */
            sources?: string[];
            /** @description The share, usually as a fraction below 1; the service may use another unit. Only for shareholdings. */
            exact_share?: number;
        };
        /** @description An organization found on the web. Unknown values are empty strings. Specification: Organization search result. */
        OrganizationProfile: {
            /** @description Country name. */
            country: string;
            /** @description 2-letter ISO code. */
            country_code: string;
            /** @description The URL of the page where the data was found. */
            source_url: string;
            /** @description Company name. */
            company_name: string;
            /** @description Company registration number. */
            company_registration_number: string;
            /** @description Industry. */
            industry: string;
            /** @description Website url. */
            website_url: string;
        };
        /** @description A person found on the web. Unknown values are empty strings. Specification: Person search result. */
        PersonProfile: {
            /** @description Country name. */
            country: string;
            /** @description 2-letter ISO code. */
            country_code: string;
            /** @description The URL of the page where the data was found. */
            source_url: string;
            /** @description First name. */
            first_name: string;
            /** @description Last name. */
            last_name: string;
            /** @description Birth date. */
            birth_date: string;
            /** @description Country of citizenship. */
            nationality: string;
            /** @description National ID or passport number. */
            national_id_number: string;
            /** @description URL of an image. Always empty, because the service has no images. */
            profile_image_url: string;
        };
        /** @description How to send the API key. Specification: Service index. */
        AuthenticationGuide: {
            /** @description The kind of authentication, such as a bearer token. */
            type?: string;
            /** @description The header that holds the key. */
            header?: string;
            /** @description Documentation. */
            documentation?: string;
        };
        /** @description The body of every error. Specification: Errors, body shape. */
        Error: {
            /** @description The HTTP status. */
            statusCode: number;
            /**
             * @description Always false in an error response.
             * @constant
             * @enum {boolean}
             */
            success: false;
            /** @description The error text: one sentence that states the reason. */
            error: string;
        };
        /**
         * @description A 2-letter ISO country code. Specification: POST /v1/entities, countryCode.
         * @enum {string}
         */
        CountryCode: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
        /** @description Body of a request that creates one entity. Specification: POST /v1/entities. */
        CreateEntityRequest: {
            /** @description Full name; for an organization, including the legal form. */
            name: string;
            /**
             * @description Type.
             * @enum {string}
             */
            type: "organization" | "person";
            /** @description Country code. */
            countryCode?: components["schemas"]["CountryCode"];
            /** @description Registration number or ID of an organization. */
            registration?: string;
            /**
             * Format: date
             * @description Birth date of a person, YYYY-MM-DD.
             */
            birthDate?: string;
            /** @description National ID of a person. */
            nationalId?: string;
        };
        /** @description Wraps a data schema in the envelope of success responses. Only the list and the two web searches have no envelope. Specification: Errors, rule 1. */
        CreateEntityResponse: {
            /**
             * @description Always true in a success response.
             * @constant
             * @enum {boolean}
             */
            success: true;
            /** @description The result of the operation. */
            data: components["schemas"]["CreatedEntity"];
        };
        /** @description Body of a bulk request. Each row is validated separately. Specification: POST /v1/entities/bulk. */
        CreateEntitiesBulkRequest: {
            /** @description The rows. An invalid row causes a row error; entities are created from all other rows. */
            entities: components["schemas"]["BulkEntityInput"][];
        };
        /** @description Wraps a data schema in the envelope of success responses. Only the list and the two web searches have no envelope. Specification: Errors, rule 1. */
        CreateEntitiesBulkResponse: {
            /**
             * @description Always true in a success response.
             * @constant
             * @enum {boolean}
             */
            success: true;
            /** @description The result of the operation. */
            data: components["schemas"]["BulkSummary"];
        };
        /** @description Filters of the entity search. The specification documents no filters, so these are an assumption of this package. Specification: POST /v1/entities/search. */
        SearchEntitiesRequest: {
            /** @description A part of the name. Case and accents are ignored. */
            name?: string;
            /**
             * @description Type.
             * @enum {string}
             */
            type?: "organization" | "person";
            /** @description Country code. */
            countryCode?: components["schemas"]["CountryCode"];
            /** @description Case status. */
            caseStatus?: string;
            /** @description The risk level to search for, as "low" or "Low Risk". */
            riskLevel?: string;
            /** @description The maximum number of entities to return; all by default. */
            limit?: number;
            /** @description The number of matching entities to skip; 0 by default. */
            offset?: number;
        };
        /** @description Wraps a data schema in the envelope of success responses. Only the list and the two web searches have no envelope. Specification: Errors, rule 1. */
        SearchEntitiesResponse: {
            /**
             * @description Always true in a success response.
             * @constant
             * @enum {boolean}
             */
            success: true;
            /** @description The result of the operation. */
            data: components["schemas"]["EntityList"];
        };
        /** @description Wraps a data schema in the envelope of success responses. Only the list and the two web searches have no envelope. Specification: Errors, rule 1. */
        GetNetworkResponse: {
            /**
             * @description Always true in a success response.
             * @constant
             * @enum {boolean}
             */
            success: true;
            /** @description The result of the operation. */
            data: components["schemas"]["Network"];
        };
        /** @description Body of attaching a document. Specification: POST /v1/entities/{id}/documents. */
        AttachDocumentRequest: {
            /**
             * Format: uri
             * @description The URL of the document, which must be publicly reachable.
             */
            document_url: string;
            /** @description Title of the document. Default: the file name in the URL. */
            title?: string;
            /**
             * @description Kind of document. Default: "other".
             * @default other
             * @enum {string}
             */
            type?: "identity_document" | "financial_statement" | "certificate" | "contract" | "ubo_declaration" | "business_license" | "risk_assessment" | "other";
        };
        /** @description Wraps a data schema in the envelope of success responses. Only the list and the two web searches have no envelope. Specification: Errors, rule 1. */
        AttachDocumentResponse: {
            /**
             * @description Always true in a success response.
             * @constant
             * @enum {boolean}
             */
            success: true;
            /** @description The result of the operation. */
            data: components["schemas"]["AttachedDocument"];
        };
        /** @description Body of a rescan. Specification: PUT /v1/entities/{id}. */
        RescanEntityRequest: {
            /**
             * @description The action. The service has only this one.
             * @constant
             * @enum {string}
             */
            action: "rescan";
        };
        /** @description Wraps a data schema in the envelope of success responses. Only the list and the two web searches have no envelope. Specification: Errors, rule 1. */
        RescanEntityResponse: {
            /**
             * @description Always true in a success response.
             * @constant
             * @enum {boolean}
             */
            success: true;
            /** @description The result of the operation. */
            data: components["schemas"]["Entity"];
        };
        /** @description Body of the organization search. Specification: POST /api/search/organizations. */
        SearchOrganizationsRequest: {
            /** @description Company name. */
            company_name: string;
            /** @description Company registration number. */
            company_registration_number?: string;
            /** @description A country name, as the specification's text describes, or a 2-letter code, as in its sample. */
            countryCode?: string;
            /** @description Industry. */
            industry?: string;
        };
        /** @description The response of the organization search, without an envelope. Specification: POST /api/search/organizations. */
        SearchOrganizationsResponse: {
            /** @description The profiles that were found. */
            results: components["schemas"]["OrganizationProfile"][];
        };
        /** @description The response of the person search, without an envelope. Specification: POST /api/search/persons. */
        SearchPersonsResponse: {
            /** @description The profiles that were found. */
            results: components["schemas"]["PersonProfile"][];
        };
        /** @description The response of the health operation. It is not documented, so no field is required. Specification: GET /v1/health. */
        GetHealthResponse: {
            /** @description True if the service is healthy. */
            success?: boolean;
            /** @description Status of the service, in one word. */
            status?: string;
            /** @description Version of the API. */
            version?: string;
            /** @description Time of the response, ISO 8601. */
            timestamp?: string;
        };
        /** @description The welcome object. Specification: Service index. */
        GetServiceIndexResponse: {
            /** @description Always true. */
            success: boolean;
            /** @description The welcome message. */
            message: string;
            /** @description Version of the API: "v1". */
            version: string;
            /**
             * Format: uri
             * @description Documentation.
             */
            documentation: string;
            /** @description The paths of the operations by name: `health`, and `list`, `create`, `search` and `bulk` under `entities`. */
            endpoints: components["schemas"]["ServiceEndpoints"];
            /** @description How to send the API key. Specification: Service index. */
            authentication: components["schemas"]["AuthenticationGuide"];
            /**
             * Format: date-time
             * @description Time of the response, ISO 8601.
             */
            timestamp: string;
        };
        /** @description Body of the person search. It requires one form of the name. Specification: POST /api/search/persons. */
        SearchPersonsInput: {
            /** @description Given names. Requires last_name. */
            first_name?: string;
            /** @description Family name. Requires first_name. */
            last_name?: string;
            /** @description Full name, legacy field. */
            name?: string;
            /** @description Full name, preferred field. */
            full_name?: string;
            /** @description Day of birth, in any of several formats. */
            birth_date?: string;
            /** @description A country code or name, as in the organization search. */
            countryCode?: string;
            /** @description Country of citizenship, by code or name. */
            nationality?: string;
            /** @description National ID or passport number. */
            national_id_number?: string;
        };
        /** @description Body of the person search. It requires one form of the name. Specification: POST /api/search/persons. */
        SearchPersonsRequest: WithRequired<components["schemas"]["SearchPersonsInput"], "first_name" | "last_name"> | WithRequired<components["schemas"]["SearchPersonsInput"], "full_name"> | WithRequired<components["schemas"]["SearchPersonsInput"], "name">;
        /** @description Paths of the operations. Specification: Service index. */
        ServiceEndpoints: {
            /** @description Health. */
            health: string;
            /** @description Entities. */
            entities: components["schemas"]["EntityEndpoints"];
        };
        /** @description Paths of the operations on entities. Specification: Service index. */
        EntityEndpoints: {
            /** @description List. */
            list: string;
            /** @description Create. */
            create: string;
            /** @description Search. */
            search: string;
            /** @description Bulk. */
            bulk: string;
        };
    };
    responses: {
        /** @description The body or the path is not as it should be; the sentence names each field and what is allowed there. */
        InvalidInput: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 400,
                 *       "success": false,
                 *       "error": "Invalid input: name must not be blank; type must be one of \"organization\", \"person\"."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing, or no team has it. */
        NoValidKey: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 401,
                 *       "success": false,
                 *       "error": "The API key is not valid."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The team has as many entities as it may. */
        EntityLimitReached: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 403,
                 *       "success": false,
                 *       "error": "The team's entity limit of 4 is reached."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The team has no entity with this id. */
        NoSuchEntity: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 404,
                 *       "success": false,
                 *       "error": "The entity does not exist in this team."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is longer than the server takes: 24,512,000 bytes, unless it is told otherwise. */
        BodyTooLong: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 413,
                 *       "success": false,
                 *       "error": "The body is longer than 24512000 bytes."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is in another charset than UTF-8, or compressed. */
        NotUtf8: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 415,
                 *       "success": false,
                 *       "error": "The content type names an unsupported charset: send the body in UTF-8."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something unexpected on the side of the server. */
        UnexpectedError: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 500,
                 *       "success": false,
                 *       "error": "The mock server failed unexpectedly."
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /**
         * @description Identifies an entity of the team.
         * @example 3854e7819b35c4bfd9993f2f
         */
        id: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listEntities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntityList"];
                };
            };
            401: components["responses"]["NoValidKey"];
            500: components["responses"]["UnexpectedError"];
        };
    };
    createEntity: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEntityRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateEntityResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoValidKey"];
            403: components["responses"]["EntityLimitReached"];
            413: components["responses"]["BodyTooLong"];
            415: components["responses"]["NotUtf8"];
            500: components["responses"]["UnexpectedError"];
        };
    };
    createEntitiesBulk: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEntitiesBulkRequest"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreateEntitiesBulkResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoValidKey"];
            403: components["responses"]["EntityLimitReached"];
            413: components["responses"]["BodyTooLong"];
            415: components["responses"]["NotUtf8"];
            500: components["responses"]["UnexpectedError"];
        };
    };
    searchEntities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SearchEntitiesRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchEntitiesResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoValidKey"];
            413: components["responses"]["BodyTooLong"];
            415: components["responses"]["NotUtf8"];
            500: components["responses"]["UnexpectedError"];
        };
    };
    getNetwork: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies an entity of the team.
                 * @example 3854e7819b35c4bfd9993f2f
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetNetworkResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoValidKey"];
            404: components["responses"]["NoSuchEntity"];
            500: components["responses"]["UnexpectedError"];
        };
    };
    attachDocument: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies an entity of the team.
                 * @example 3854e7819b35c4bfd9993f2f
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AttachDocumentRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AttachDocumentResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoValidKey"];
            404: components["responses"]["NoSuchEntity"];
            413: components["responses"]["BodyTooLong"];
            415: components["responses"]["NotUtf8"];
            500: components["responses"]["UnexpectedError"];
        };
    };
    rescanEntity: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description Identifies an entity of the team.
                 * @example 3854e7819b35c4bfd9993f2f
                 */
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RescanEntityRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RescanEntityResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoValidKey"];
            404: components["responses"]["NoSuchEntity"];
            413: components["responses"]["BodyTooLong"];
            415: components["responses"]["NotUtf8"];
            500: components["responses"]["UnexpectedError"];
        };
    };
    searchOrganizations: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchOrganizationsRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchOrganizationsResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoValidKey"];
            413: components["responses"]["BodyTooLong"];
            415: components["responses"]["NotUtf8"];
            500: components["responses"]["UnexpectedError"];
        };
    };
    searchPersons: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchPersonsRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchPersonsResponse"];
                };
            };
            400: components["responses"]["InvalidInput"];
            401: components["responses"]["NoValidKey"];
            413: components["responses"]["BodyTooLong"];
            415: components["responses"]["NotUtf8"];
            500: components["responses"]["UnexpectedError"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetHealthResponse"];
                };
            };
            500: components["responses"]["UnexpectedError"];
        };
    };
    getServiceIndex: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetServiceIndexResponse"];
                };
            };
            500: components["responses"]["UnexpectedError"];
        };
    };
    getServiceIndexAtRoot: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GetServiceIndexResponse"];
                };
            };
            500: components["responses"]["UnexpectedError"];
        };
    };
}
type WithRequired<T, K extends keyof T> = T & {
    [P in K]-?: T[P];
};
