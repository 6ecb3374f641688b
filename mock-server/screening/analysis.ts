/**
 * Milliseconds that the analysis of a document takes. No operation reads a run (specification: POST
 * /v1/entities/{id}/documents): whether it is done follows from when the document was attached, and nothing more is kept of it.
 */
export const analysisTakes = 3000
