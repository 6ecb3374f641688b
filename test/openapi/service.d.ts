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
         * List the entities of the team
         * @description All of them, in a bare array. The mock server answers in the order of creation. Specification: GET /v1/entities.
         */
        get: operations["listEntities"];
        put?: never;
        /**
         * Create an entity
         * @description Creates an organization or a person, and begins to screen and enrich it. Specification: POST /v1/entities.
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
         * Create many entities
         * @description Creates every good row, and says of each other row why it failed. The status is 201 even where rows failed. Specification: POST /v1/entities/bulk.
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
         * Search the entities of the team
         * @description Answers the entities that fit all filters. The specification only lists the operation; body and answer are the mock server's choice. Specification: POST /v1/entities/search.
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
         * Get the network of an entity
         * @description The organizations and persons around an entity with their risks, and how they are related. Specification: GET /v1/entities/{id}/network.
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
         * Attach a document to an entity
         * @description Takes a document by its public address, and begins to analyse it. Specification: POST /v1/entities/{id}/documents.
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
         * Screen an entity again
         * @description Sets the case back to NOT_STARTED, and begins to screen and enrich the entity once more. Specification: PUT /v1/entities/{id}.
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
         * Look organizations up
         * @description Looks for profiles of organizations in outside sources. Whether a key is needed is open: the mock server asks for one, unless its option searchRequiresKey is false. Specification: POST /api/search/organizations.
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
         * Look persons up
         * @description Looks for profiles of persons in outside sources. Whether a key is needed is open: the mock server asks for one, unless its option searchRequiresKey is false. Specification: POST /api/search/persons.
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
         * Ask how the service is
         * @description Needs no key. Specification: GET /v1/health.
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
         * Get the welcome
         * @description Needs no key. Its path is open: the mock server answers at /v1 and at /. Specification: Service index.
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
         * Get the welcome
         * @description Needs no key. Its path is open: the mock server answers at /v1 and at /. Specification: Service index.
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
        /** @description An organization or a person as the list, the entity search and the rescan show it. Specification: Entity (list item, and result of rescan). */
        Entity: {
            /** @description Identifies the entity in paths. Specification: Entity (list item, and result of rescan). */
            id: string;
            /** @description Name of the organization or person. Specification: Entity (list item, and result of rescan). */
            name: string;
            /**
             * @description Whether it is an organization or a person. Specification: Entity (list item, and result of rescan).
             * @enum {string}
             */
            type: "organization" | "person";
            /** @description How far its case is. NOT_STARTED and IN_PROGRESS are known; others may come. Specification: Entity (list item, and result of rescan). */
            caseStatus: string;
            /** @description Registration number or ID; "-" where there is none. For a person it may hold a country code instead. Specification: Entity (list item, and result of rescan). */
            registration: string;
            /** @description ISO 3166-1 alpha-2 code of its country; the mock server writes "-" where none was given. Specification: Entity (list item, and result of rescan). */
            countryCode: string;
            /** @description Label "<level> Risk". The mock server knows the levels low, medium, high, and writes "-" before the first results. Specification: Entity (list item, and result of rescan). */
            riskLevel: string;
            /** @description How risky it is. The scale is open; the mock server uses 0 to 100. Specification: Entity (list item, and result of rescan). */
            riskScore: number;
            /** @description Its identifier on the platform: 32 lowercase hexadecimal characters in all samples. Specification: Entity (list item, and result of rescan). */
            platformId: string;
            /** @description Day of the last update for display, such as "Jan 5, 2025". Specification: Entity (list item, and result of rescan). */
            lastUpdate: string;
            /** @description Day by which the case is due, for display; "-" where it is not. Specification: Entity (list item, and result of rescan). */
            dueDate: string;
            /**
             * Format: date-time
             * @description When it was created, in UTC with milliseconds. Specification: Entity (list item, and result of rescan).
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC with milliseconds; a rescan renews it. Specification: Entity (list item, and result of rescan).
             */
            updatedAt: string;
        };
        /** @description Entities of one team. The list operation answers it bare, without success and data around it. Specification: GET /v1/entities. */
        EntityList: components["schemas"]["Entity"][];
        /** @description A new entity. Type, registration and everything about risk are in the list, not here. Specification: Entity (result of create). */
        CreatedEntity: {
            /** @description Identifies the entity in paths. Specification: Entity (result of create). */
            id: string;
            /** @description Name as it was given. Specification: Entity (result of create). */
            name: string;
            /** @description ISO 3166-1 alpha-2 code as it was given; the mock server writes "-" where none was. Specification: Entity (result of create). */
            countryCode: string;
            /** @description NOT_STARTED: screening has only been asked for. Specification: Entity (result of create). */
            caseStatus: string;
            /** @description Its identifier on the platform: 32 lowercase hexadecimal characters in all samples. Specification: Entity (result of create). */
            platformId: string;
            /** @description Labels; a fresh entity has none. Specification: Entity (result of create). */
            tags: string[];
            /**
             * Format: date-time
             * @description When it was created, in UTC with milliseconds. Specification: Entity (result of create).
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it last changed, in UTC with milliseconds. Specification: Entity (result of create).
             */
            updatedAt: string;
            /** @description The team that it belongs to, which is that of the key. Specification: Entity (result of create). */
            teamId: string;
        };
        /** @description One entity of a bulk creation. Specification: POST /v1/entities/bulk. */
        BulkRow: components["schemas"]["BulkOrganization"] | components["schemas"]["BulkPerson"];
        /** @description An organization in a bulk creation. Specification: POST /v1/entities/bulk. */
        BulkOrganization: {
            /** @description Full name. A row of a person needs it too, although first and last name say more. Specification: POST /v1/entities/bulk. */
            name: string;
            /** @description Where the organization sits or the person lives. A row must have it, unlike a single creation. Specification: POST /v1/entities/bulk. */
            countryCode: components["schemas"]["CountryCode"];
            /** @description Labels in one string, separated by commas: not an array. Specification: POST /v1/entities/bulk. */
            tags?: string;
            /**
             * @description Says which kind of row this is. Specification: POST /v1/entities/bulk. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "organization";
            /** @description Registration number or ID. Specification: POST /v1/entities/bulk. */
            registration?: string;
        };
        /** @description A person in a bulk creation. Specification: POST /v1/entities/bulk. */
        BulkPerson: {
            /** @description Full name. A row of a person needs it too, although first and last name say more. Specification: POST /v1/entities/bulk. */
            name: string;
            /** @description Where the organization sits or the person lives. A row must have it, unlike a single creation. Specification: POST /v1/entities/bulk. */
            countryCode: components["schemas"]["CountryCode"];
            /** @description Labels in one string, separated by commas: not an array. Specification: POST /v1/entities/bulk. */
            tags?: string;
            /**
             * @description Says which kind of row this is. Specification: POST /v1/entities/bulk. (enum property replaced by openapi-typescript)
             * @enum {string}
             */
            type: "person";
            /** @description Given names. Specification: POST /v1/entities/bulk. */
            first_name: string;
            /** @description Family name. Specification: POST /v1/entities/bulk. */
            last_name: string;
            /**
             * Format: date
             * @description Day of birth. Specification: POST /v1/entities/bulk.
             */
            birth_date?: string;
            /** @description Country of which the person is a national. Specification: POST /v1/entities/bulk. */
            nationality?: components["schemas"]["CountryCode"];
            /** @description Number of the national ID. Specification: POST /v1/entities/bulk. */
            national_id?: string;
        };
        /** @description What became of the rows. Those that failed do not change the status of the response. Specification: Bulk summary. */
        BulkSummary: {
            /** @description How many rows were created. Specification: Bulk summary. */
            successCount: number;
            /** @description How many rows failed. Specification: Bulk summary. */
            errorCount: number;
            /** @description One sentence for each failed row: "Row <n>: " and the reason. The mock server counts rows from 1. Specification: Bulk summary. */
            errors: string[];
        };
        /** @description A document whose analysis has begun. Specification: Document (result of attaching a document). */
        AttachedDocument: {
            /** @description Identifies the document. Specification: Document (result of attaching a document). */
            documentId: string;
            /** @description What happened, in a sentence. Specification: Document (result of attaching a document). */
            message: string;
            /** @description Identifies the run of the analysis. No operation reads a run. Specification: Document (result of attaching a document). */
            run_id: string;
        };
        /** @description The organizations and persons around an entity, and how they are related. Specification: Network (result of the network operation). */
        Network: {
            /** @description Each organization or person under its node id. The mock server gives the root the id of the entity. Specification: Network (result of the network operation). */
            nodes: {
                [key: string]: components["schemas"]["NetworkNode"];
            };
            /** @description Who is related to whom. Specification: Network (result of the network operation). */
            relations: components["schemas"]["Relation"][];
        };
        /** @description An organization or a person. Which fields it has, and what they are called, depends on where the data comes from. Specification: Network (result of the network operation). */
        NetworkNode: {
            /** @description Its key among the nodes. Specification: Network (result of the network operation). */
            id: string;
            /** @description Name. Specification: Network (result of the network operation). */
            name?: string;
            /** @description Full legal name. Specification: Network (result of the network operation). */
            full_name?: string;
            /** @description Organization or person. Specification: Network (result of the network operation). */
            type?: string;
            /** @description ISO 3166-1 alpha-2 code of its country. Specification: Network (result of the network operation). */
            country_code?: string;
            /** @description Another name for country_code. Specification: Network (result of the network operation). */
            country?: string;
            /** @description Entries as a politically exposed person. Specification: Network (result of the network operation). */
            pep?: components["schemas"]["RiskEntry"][];
            /** @description Entries on lists of sanctions. Specification: Network (result of the network operation). */
            sanctions?: components["schemas"]["RiskEntry"][];
            /** @description Unfavourable reports. Specification: Network (result of the network operation). */
            adverse_media?: components["schemas"]["RiskEntry"][];
            /** @description The old name of pep: a string that holds the list as JSON. Specification: Network (result of the network operation). */
            pep_json?: string;
            /** @description The old name of sanctions: a string that holds the list as JSON. Specification: Network (result of the network operation). */
            sanctions_json?: string;
            /** @description The old name of adverse_media: a string that holds the list as JSON. Specification: Network (result of the network operation). */
            adverse_media_json?: string;
            /** @description How risky it is, by itself. The mock server uses 0 to 100. Specification: Network (result of the network operation). */
            calculatedRiskScore?: number;
            /** @description Where the data comes from. Specification: Network (result of the network operation). */
            sources?: unknown[];
            /** @description Registration number of an organization. Specification: Network (result of the network operation). */
            registration_number?: string;
            /** @description Industries that it is active in. Specification: Network (result of the network operation). */
            industry?: unknown[];
            /** @description What else it is called. Specification: Network (result of the network operation). */
            alternative_names?: unknown[];
            /** @description Its branches. Specification: Network (result of the network operation). */
            branch_offices?: unknown[];
            /** @description What makes it risky. Specification: Network (result of the network operation). */
            risks?: unknown[];
            /** @description How large it is, such as Small, Medium or Large. Specification: Network (result of the network operation). */
            size?: string;
            /** @description Codes of its industries, such as NAICS or SIC. Specification: Network (result of the network operation). */
            industry_classification_codes?: unknown[];
            /** @description The kind of node, such as Entity or Person. Specification: Network (result of the network operation). */
            node_type?: string;
            /** @description Day on which a person was born, YYYY-MM-DD. Specification: Network (result of the network operation). */
            birth_date?: string;
        };
        /** @description One hit: an office, a sanction or a report. The sample shows these fields for offices; more fields, and fewer, may come. Specification: Network (result of the network operation). */
        RiskEntry: {
            /** @description Who or what the entry is about. Specification: Network (result of the network operation). */
            name?: string;
            /** @description The office that makes a person politically exposed. Specification: Network (result of the network operation). */
            position?: string;
            /** @description Where it was found. Specification: Network (result of the network operation). */
            sources?: string[];
        };
        /** @description A relationship between two nodes. Specification: Network (result of the network operation). */
        Relation: {
            /** @description Id of the node where it starts. Specification: Network (result of the network operation). */
            source: string;
            /** @description Id of the node where it ends. Specification: Network (result of the network operation). */
            target: string;
            /** @description Kind of relationship: ShareholdingRelationship, VotingRightsRelationship, SubsidiaryRelationship, RoleRelationship, PartnershipRelationship, InvestmentRelationship, SupplierRelationship, ControlsRelationship, AcquisitionRelationship, BranchRelationship. The sample shows HasRole as well. Specification: Network (result of the network operation). */
            type: string;
            /** @description What to write on it, such as the title of a role. Specification: Network (result of the network operation). */
            label?: string;
            /** @description How risky the relationship is. Specification: Network (result of the network operation). */
            risk?: number;
            /** @description What else is known of it. Specification: Network (result of the network operation). */
            details?: components["schemas"]["RelationDetails"];
        };
        /** @description What is known of a relationship, depending on its kind. Specification: Network (result of the network operation). */
        RelationDetails: {
            /** @description Identifies the relationship. Specification: Network (result of the network operation). */
            uid?: string;
            /** @description Whether the role is an executive one. Specification: Network (result of the network operation). */
            is_executive?: boolean;
            /** @description The relationship in words. Specification: Network (result of the network operation). */
            description?: string;
            /** @description The position that the role stands for. Specification: Network (result of the network operation). */
            key_position?: string;
            /** @description Kind of role, such as advisor, board_member or executive. Specification: Network (result of the network operation). */
            role_type?: string;
            /** @description Addresses where it was found. Specification: Network (result of the network operation). */
            sources?: string[];
            /** @description How much of it is held: one half is 0.5. Specification: Network (result of the network operation). */
            exact_share?: number;
        };
        /** @description An organization that was found on the web. What is not known is an empty string. Specification: Organization search result. */
        OrganizationProfile: {
            /** @description Name of the organization. Specification: Organization search result. */
            company_name: string;
            /** @description Its registration number. Specification: Organization search result. */
            company_registration_number: string;
            /** @description Name of its country. Specification: Organization search result. */
            country: string;
            /** @description ISO 3166-1 alpha-2 code of its country. Specification: Organization search result. */
            country_code: string;
            /** @description What it does. Specification: Organization search result. */
            industry: string;
            /** @description Its website. Specification: Organization search result. */
            website_url: string;
            /** @description Where the data was found. Specification: Organization search result. */
            source_url: string;
        };
        /** @description A person who was found on the web. What is not known is an empty string. Specification: Person search result. */
        PersonProfile: {
            /** @description Given names. Specification: Person search result. */
            first_name: string;
            /** @description Family name. Specification: Person search result. */
            last_name: string;
            /** @description When the person was born. Specification: Person search result. */
            birth_date: string;
            /** @description Name of the country. Specification: Person search result. */
            country: string;
            /** @description ISO 3166-1 alpha-2 code of the country. Specification: Person search result. */
            country_code: string;
            /** @description Country of which the person is a national. Specification: Person search result. */
            nationality: string;
            /** @description Number of the national ID or passport. Specification: Person search result. */
            national_id_number: string;
            /** @description Always empty: there are no images. Specification: Person search result. */
            profile_image_url: string;
            /** @description Where the data was found. Specification: Person search result. */
            source_url: string;
        };
        /** @description How to send a key. Specification: Service index. */
        AuthenticationGuide: {
            /** @description Kind of authentication. Specification: Service index. */
            type?: string;
            /** @description The header, and how its value is built. Specification: Service index. */
            header?: string;
            /** @description Address where more is said. Specification: Service index. */
            documentation?: string;
        };
        /** @description Why a request was refused. Specification: Errors. */
        Error: {
            /** @description The status of the response once more. Specification: Errors. */
            statusCode: number;
            /**
             * @description False. Specification: Errors.
             * @constant
             * @enum {boolean}
             */
            success: false;
            /** @description The reason in a sentence. Its wording is open, and no text to program against. Specification: Errors. */
            error: string;
        };
        /**
         * @description A country by its ISO 3166-1 alpha-2 code, in capitals. XK stands for Kosovo, which has no code of its own there. Specification: POST /v1/entities.
         * @enum {string}
         */
        CountryCode: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "XK" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
        /** @description An organization or a person to be screened. Specification: POST /v1/entities. */
        CreateEntityRequest: {
            /** @description Full name; that of an organization with its legal form. Specification: POST /v1/entities. */
            name: string;
            /**
             * @description Whether it is an organization or a person. Specification: POST /v1/entities.
             * @enum {string}
             */
            type: "organization" | "person";
            /** @description Where the organization sits or the person lives. Specification: POST /v1/entities. */
            countryCode?: components["schemas"]["CountryCode"];
            /** @description Registration number or ID of an organization. Specification: POST /v1/entities. */
            registration?: string;
            /**
             * Format: date
             * @description Day on which a person was born. Specification: POST /v1/entities.
             */
            birthDate?: string;
            /** @description Number of a person's national ID. Specification: POST /v1/entities. */
            nationalId?: string;
        };
        /** @description A success, and what it brought. Specification: POST /v1/entities. */
        CreateEntityResponse: {
            /**
             * @description True: an error has a body of its own. Specification: POST /v1/entities.
             * @constant
             * @enum {boolean}
             */
            success: true;
            /** @description The new entity. Specification: POST /v1/entities. */
            data: components["schemas"]["CreatedEntity"];
        };
        /** @description Many entities at once. Specification: POST /v1/entities/bulk. */
        CreateEntitiesBulkRequest: {
            /** @description The rows, 1000 at most. Each is checked by itself: one that breaks these rules becomes a row error, and the others are created all the same. Specification: POST /v1/entities/bulk. */
            entities: components["schemas"]["BulkRow"][];
        };
        /** @description A success, and what it brought. Specification: POST /v1/entities/bulk. */
        CreateEntitiesBulkResponse: {
            /**
             * @description True: an error has a body of its own. Specification: POST /v1/entities/bulk.
             * @constant
             * @enum {boolean}
             */
            success: true;
            /** @description Counts and row errors. Specification: POST /v1/entities/bulk. */
            data: components["schemas"]["BulkSummary"];
        };
        /** @description Filters, all of which must fit. The specification shows none: these are the mock server's choice. Specification: POST /v1/entities/search. */
        SearchEntitiesRequest: {
            /** @description Part of the name, whatever its case and accents. Specification: POST /v1/entities/search. */
            name?: string;
            /**
             * @description Only organizations, or only persons. Specification: POST /v1/entities/search.
             * @enum {string}
             */
            type?: "organization" | "person";
            /** @description Only entities of this country. Specification: POST /v1/entities/search. */
            countryCode?: components["schemas"]["CountryCode"];
            /** @description Only entities with this case status. Specification: POST /v1/entities/search. */
            caseStatus?: string;
            /** @description Only entities of this level, as "low" or as "Low Risk". Specification: POST /v1/entities/search. */
            riskLevel?: string;
            /** @description How many entities to answer at most; 100 where it is left out. Specification: POST /v1/entities/search. */
            limit?: number;
            /** @description How many entities that fit to skip first; 0 where it is left out. Specification: POST /v1/entities/search. */
            offset?: number;
        };
        /** @description A success, and what it brought. Specification: POST /v1/entities/search. */
        SearchEntitiesResponse: {
            /**
             * @description True: an error has a body of its own. Specification: POST /v1/entities/search.
             * @constant
             * @enum {boolean}
             */
            success: true;
            /** @description The entities that fit. Specification: POST /v1/entities/search. */
            data: components["schemas"]["EntityList"];
        };
        /** @description A success, and what it brought. Specification: GET /v1/entities/{id}/network. */
        GetNetworkResponse: {
            /**
             * @description True: an error has a body of its own. Specification: GET /v1/entities/{id}/network.
             * @constant
             * @enum {boolean}
             */
            success: true;
            /** @description The network. Specification: GET /v1/entities/{id}/network. */
            data: components["schemas"]["Network"];
        };
        /** @description A document for the service to fetch and analyse. Specification: POST /v1/entities/{id}/documents. */
        AttachDocumentRequest: {
            /**
             * Format: uri
             * @description Where the document lies: an address that the public internet reaches, without user name and password. Specification: POST /v1/entities/{id}/documents.
             */
            document_url: string;
            /** @description What to call it; by default the file name in the address. Specification: POST /v1/entities/{id}/documents. */
            title?: string;
            /**
             * @description What kind of document it is; other where none is given. Specification: POST /v1/entities/{id}/documents.
             * @default other
             * @enum {string}
             */
            type?: "identity_document" | "financial_statement" | "certificate" | "contract" | "ubo_declaration" | "business_license" | "risk_assessment" | "other";
        };
        /** @description A success, and what it brought. Specification: POST /v1/entities/{id}/documents. */
        AttachDocumentResponse: {
            /**
             * @description True: an error has a body of its own. Specification: POST /v1/entities/{id}/documents.
             * @constant
             * @enum {boolean}
             */
            success: true;
            /** @description The document. Specification: POST /v1/entities/{id}/documents. */
            data: components["schemas"]["AttachedDocument"];
        };
        /** @description What to do with the entity. Specification: PUT /v1/entities/{id}. */
        RescanEntityRequest: {
            /**
             * @description Only a rescan is on offer. Specification: PUT /v1/entities/{id}.
             * @constant
             * @enum {string}
             */
            action: "rescan";
        };
        /** @description A success, and what it brought. Specification: PUT /v1/entities/{id}. */
        RescanEntityResponse: {
            /**
             * @description True: an error has a body of its own. Specification: PUT /v1/entities/{id}.
             * @constant
             * @enum {boolean}
             */
            success: true;
            /** @description The entity, its case back at the beginning. Specification: PUT /v1/entities/{id}. */
            data: components["schemas"]["Entity"];
        };
        /** @description Which organization to look for on the web. Specification: POST /api/search/organizations. */
        SearchOrganizationsRequest: {
            /** @description Name to look for. Specification: POST /api/search/organizations. */
            company_name: string;
            /** @description Its registration number. Specification: POST /api/search/organizations. */
            company_registration_number?: string;
            /** @description Where it sits. The text speaks of a name and the sample of an alpha-2 code; the mock server takes either. Specification: POST /api/search/organizations. */
            countryCode?: string;
            /** @description What it does. Specification: POST /api/search/organizations. */
            industry?: string;
        };
        /** @description What was found. Specification: POST /api/search/organizations. */
        SearchOrganizationsResponse: {
            /** @description One profile for each organization; none where nothing was found. Specification: POST /api/search/organizations. */
            results: components["schemas"]["OrganizationProfile"][];
        };
        /** @description Who was found. Specification: POST /api/search/persons. */
        SearchPersonsResponse: {
            /** @description One profile for each person; none where nobody was found. Specification: POST /api/search/persons. */
            results: components["schemas"]["PersonProfile"][];
        };
        /** @description How the service is. The specification shows no answer: these fields are those of the mock server. Specification: GET /v1/health. */
        GetHealthResponse: {
            /** @description True where it works. Specification: GET /v1/health. */
            success?: boolean;
            /** @description How it is, in a word. Specification: GET /v1/health. */
            status?: string;
            /** @description Version of the interface. Specification: GET /v1/health. */
            version?: string;
            /** @description When this was said. Specification: GET /v1/health. */
            timestamp?: string;
        };
        /** @description A welcome, and where to go from here. Specification: Service index. */
        GetServiceIndexResponse: {
            /** @description True. Specification: Service index. */
            success: boolean;
            /** @description The welcome. Specification: Service index. */
            message: string;
            /** @description Version of the interface: v1. Specification: Service index. */
            version: string;
            /**
             * Format: uri
             * @description Address of the documentation. Specification: Service index.
             */
            documentation: string;
            /** @description Paths of its operations. Specification: Service index. */
            endpoints: components["schemas"]["ServiceEndpoints"];
            /** @description How to send a key. Specification: Service index. */
            authentication: components["schemas"]["AuthenticationGuide"];
            /**
             * Format: date-time
             * @description When this was said. Specification: Service index.
             */
            timestamp: string;
        };
        /** @description All that can be said of the person to look for. Specification: POST /api/search/persons. */
        PersonQuery: {
            /** @description Given names; goes with last_name. Specification: POST /api/search/persons. */
            first_name?: string;
            /** @description Family name; goes with first_name. Specification: POST /api/search/persons. */
            last_name?: string;
            /** @description Full name, by the older of two fields. Specification: POST /api/search/persons. */
            name?: string;
            /** @description Full name, by the field that is preferred. Specification: POST /api/search/persons. */
            full_name?: string;
            /** @description When the person was born. Several spellings are taken; the mock server knows 1961-04-09, 09.04.1961, 9 April 1961, the year alone and a few more. Specification: POST /api/search/persons. */
            birth_date?: string;
            /** @description Where the person lives; alpha-2 code or name, as in the organization search. Specification: POST /api/search/persons. */
            countryCode?: string;
            /** @description Country of which the person is a national. Specification: POST /api/search/persons. */
            nationality?: string;
            /** @description Number of the national ID or passport. Specification: POST /api/search/persons. */
            national_id_number?: string;
        };
        /** @description Which person to look for on the web. The name must be there in one of three forms: first_name with last_name, full_name, or name. Specification: POST /api/search/persons. */
        SearchPersonsRequest: WithRequired<components["schemas"]["PersonQuery"], "first_name" | "last_name"> | WithRequired<components["schemas"]["PersonQuery"], "full_name"> | WithRequired<components["schemas"]["PersonQuery"], "name">;
        /** @description Where to go from here. Specification: Service index. */
        ServiceEndpoints: {
            /** @description Path of the health operation. Specification: Service index. */
            health: string;
            /** @description Paths of the operations on entities. Specification: Service index. */
            entities: components["schemas"]["EntityEndpoints"];
        };
        /** @description Paths of the operations on entities. Specification: Service index. */
        EntityEndpoints: {
            /** @description Where the entities are listed. Specification: Service index. */
            list: string;
            /** @description Where an entity is created. Specification: Service index. */
            create: string;
            /** @description Where entities are searched. Specification: Service index. */
            search: string;
            /** @description Where many are created at once. Specification: Service index. */
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
        /** @description The body is longer than the server takes: 10 MiB, unless it is told otherwise. */
        BodyTooLong: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "statusCode": 413,
                 *       "success": false,
                 *       "error": "The body is longer than 10485760 bytes."
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
                 *       "error": "The content type names a charset that is not taken: send the body in UTF-8."
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
