/** Industries, with the word that names a company after each and its codes in two classifications. */
export const industries = [
  industry('Cement', 'Cement', '327310', '3241'),
  industry('Textiles', 'Weaving', '313210', '2211'),
  industry('Ceramics', 'Ceramics', '327110', '3269'),
  industry('Fishing', 'Fisheries', '114111', '0912'),
  industry('Shipbuilding', 'Shipyards', '336611', '3731'),
  industry('Freight', 'Freight', '484121', '4213'),
  industry('Optics', 'Optics', '333310', '3827'),
  industry('Food', 'Dairies', '311511', '2026'),
  industry('Forestry', 'Timber', '113310', '2411'),
  industry('Agriculture', 'Orchards', '111998', '0191'),
  industry('Laboratories', 'Laboratories', '541380', '8734'),
  industry('Insurance', 'Underwriters', '524113', '6311'),
  industry('Paper', 'Paper', '322121', '2621'),
  industry('Toys', 'Toys', '339930', '3944'),
  industry('Holding', 'Holding', '551112', '6719'),
  industry('Defence', 'Armaments', '332994', '3489'),
  industry('Wholesale', 'Trading', '423990', '5099'),
  industry('Electricity', 'Power', '221118', '4911'),
  industry('Trust', 'Trust', '523991', '6733'),
  industry('Shipping', 'Shipping', '483111', '4412'),
  industry('Mining', 'Mining', '212290', '1099'),
  industry('Chemicals', 'Chemicals', '325180', '2819'),
  industry('Pipelines', 'Pipelines', '486110', '4612'),
  industry('Machinery', 'Machines', '333611', '3511'),
  industry('Repair', 'Repairs', '811310', '7699'),
  industry('Metals', 'Metals', '331511', '3321'),
  industry('Investment', 'Capital', '523999', '6799'),
  industry('Software', 'Software', '513210', '7372'),
] as const

export interface Industry {
  readonly name: string
  readonly word: string
  readonly naics: string
  readonly sic: string
}

const byName = new Map(industries.map(entry => [entry.name, entry]))

/** An industry's codes, those of its country's own classification too (specification: industry_classification_codes). */
export function classificationCodes(name: string, countryCode: string): string[] {
  const found = byName.get(name)
  if (found === undefined) return []
  return countryCode === 'US' ? [`NAICS ${found.naics}`, `SIC ${found.sic}`] : [`NAICS ${found.naics}`]
}

function industry(name: string, word: string, naics: string, sic: string): Industry {
  return { name, word, naics, sic }
}
