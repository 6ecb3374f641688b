/** Each industry with its NAICS code and its SIC code. */
const table = `
Cement 327310 3241, Textiles 313210 2211, Ceramics 327110 3269, Fishing 114111 0912,
Shipbuilding 336611 3731, Freight 484121 4213, Optics 333310 3827, Food 311511 2026,
Forestry 113310 2411, Agriculture 111998 0191, Laboratories 541380 8734, Insurance 524113 6311,
Paper 322121 2621, Toys 339930 3944, Holding 551112 6719, Defence 332994 3489, Wholesale 423990 5099,
Electricity 221118 4911, Trust 523991 6733, Shipping 483111 4412, Mining 212290 1099,
Chemicals 325180 2819, Pipelines 486110 4612, Machinery 333611 3511, Repair 811310 7699,
Metals 331511 3321, Investment 523999 6799, Software 513210 7372`

const codes = new Map(
  table
    .trim()
    .split(/,\s/)
    .map(line => line.split(' '))
    .map(([name = '', naics = '', sic = '']) => [name, { naics: `NAICS ${naics}`, sic: `SIC ${sic}` }]),
)

/** Returns the NAICS code of an industry, and in the US also its SIC code. */
export function classificationCodes(name: string, countryCode: string): string[] {
  const classification = codes.get(name)
  if (classification === undefined) return []
  return countryCode === 'US' ? [classification.naics, classification.sic] : [classification.naics]
}
