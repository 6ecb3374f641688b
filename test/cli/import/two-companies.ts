/** A file for an import. */
export const twoCompanies =
  'name,type,country\nHalfmoon Minerals Oy,organization,FI\nQuiet Harbour Ltd,organization,GB\n'
