/**
 * The codes of ISO 3166-1 in alphabetical order: `AD=AND` is AD and AND. A 3-letter code alone begins with its 2-letter code:
 * `AFG` is AF and AFG. XK (Kosovo) is not an ISO code, but most country lists contain it.
 */
const iso = `AD=AND AE=ARE AFG AG=ATG AIA ALB AM=ARM AO=AGO AQ=ATA ARG ASM AT=AUT AUS AW=ABW AX=ALA AZE BA=BIH BB=BRB BD=BGD BEL BFA
  BGR BHR BI=BDI BJ=BEN BLM BMU BN=BRN BOL BQ=BES BRA BS=BHS BTN BVT BWA BY=BLR BZ=BLZ CAN CCK CD=COD CF=CAF CG=COG CHE
  CIV CK=COK CL=CHL CMR CN=CHN COL CRI CUB CV=CPV CW=CUW CXR CYP CZE DEU DJI DK=DNK DMA DOM DZA ECU EE=EST EGY EH=ESH ERI
  ESP ETH FIN FJI FK=FLK FM=FSM FO=FRO FRA GAB GBR GD=GRD GEO GF=GUF GGY GHA GIB GL=GRL GMB GN=GIN GP=GLP GQ=GNQ GRC
  GS=SGS GTM GUM GW=GNB GY=GUY HKG HMD HND HRV HTI HUN IDN IE=IRL IL=ISR IMN IND IOT IQ=IRQ IRN ISL ITA JEY JM=JAM JOR JPN
  KEN KGZ KHM KIR KM=COM KNA KP=PRK KR=KOR KWT KY=CYM KZ=KAZ LAO LBN LCA LIE LKA LR=LBR LSO LTU LUX LVA LY=LBY MAR MCO MDA
  ME=MNE MF=MAF MG=MDG MHL MKD MLI MMR MNG MO=MAC MP=MNP MQ=MTQ MRT MSR MT=MLT MUS MV=MDV MWI MX=MEX MYS MZ=MOZ NAM NCL
  NER NFK NGA NIC NLD NOR NPL NRU NU=NIU NZL OMN PAN PER PF=PYF PG=PNG PHL PK=PAK PL=POL PM=SPM PN=PCN PRI PSE PT=PRT
  PW=PLW PY=PRY QAT REU ROU RS=SRB RUS RWA SAU SB=SLB SC=SYC SDN SE=SWE SGP SHN SI=SVN SJM SK=SVK SLE SMR SN=SEN SOM
  SR=SUR SSD STP SV=SLV SXM SYR SZ=SWZ TCA TD=TCD TF=ATF TGO THA TJK TKL TLS TM=TKM TN=TUN TON TR=TUR TTO TV=TUV TWN TZA
  UA=UKR UGA UMI USA UY=URY UZB VAT VCT VEN VGB VIR VNM VUT WF=WLF WSM XKX YEM YT=MYT ZAF ZMB ZWE`

const isoEntries = iso.split(/\s+/).map(entry => {
  const [code = '', alpha3 = code] = entry.split('=')
  return { code: code.slice(0, 2), alpha3 }
})

/** Every 2-letter ISO country code, in alphabetical order. */
export const countryCodes: readonly string[] = isoEntries.map(({ code }) => code)
const codes = new Set(countryCodes)

const alpha3Codes = new Map(isoEntries.map(({ code, alpha3 }) => [code, alpha3]))

/** Returns the 3-letter ISO code of a country; the code itself for any other text. */
export function alpha3Of(code: string): string {
  return alpha3Codes.get(code) ?? code
}

/** Maps each 3-letter ISO code to its 2-letter code, and the EU's codes UK and EL to GB and GR. */
export const alternativeCodes: ReadonlyMap<string, string> = new Map([
  ['UK', 'GB'],
  ['EL', 'GR'],
  ...isoEntries.map(({ code, alpha3 }): [string, string] => [alpha3, code]),
])

/**
 * Subdivision codes of ISO 3166-2 whose second part is also a country code, such as `US-DE` for Delaware. Any
 * other pair of country codes may mean two countries, or a territory with its own code, such as `CN-HK`.
 */
const subdivisions: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  `AU SA; CA NL NU PE SK YT; CH AG AI AR BE BL BS FR GE GL GR LU NE SG SH SO SZ TG; DE BB BE BW BY MV NI SH SL SN ST TH;
  US AL AR AZ CA CO DE GA ID IL IN KY LA MA MD ME MN MO MS MT NC NE PA SC SD TN VA`
    .split(/;\s+/)
    .map(line => {
      const [country = '', ...parts] = line.split(' ')
      return [country, new Set(parts)]
    }),
)

/** The codes that are both a state of the USA and a country, such as `GA` for Georgia and Gabon. */
export const stateCountryCodes: ReadonlySet<string> = subdivisions.get('US') ?? new Set()

/** Subdivisions with digits for territories that also have a country code, such as Réunion (`FR-974`) and Svalbard (`NO-21`). */
const numberedTerritory = /^(?:FR-9[78]|FI-01$|NL-BQ|NO-2[12]$)/

/**
 * Returns the country of an ISO 3166-2 subdivision code, such as US for `US-DE`; undefined if the code may
 * mean another country.
 */
export function countryOfSubdivision(code: string): string | undefined {
  const form = /^(?:[A-Z]{2}-[A-Z0-9]{1,3}|[a-z]{2}-[a-z0-9]{1,3})$/
  const [country = '', part = ''] = form.test(code) ? code.toUpperCase().split('-') : []
  // 419 is the region of the language code `es-419`, the Spanish of Latin America.
  const isSubdivision = codes.has(country) && part !== '419'
  if (!isSubdivision || numberedTerritory.test(code.toUpperCase())) return undefined
  const mayBeCountry = codes.has(part) || alternativeCodes.has(part)
  return !mayBeCountry || subdivisions.get(country)?.has(part) ? country : undefined
}

/** Whether a value is an assigned 2-letter ISO country code in capitals. */
export function isCountryCode(value: string): boolean {
  return codes.has(value)
}
