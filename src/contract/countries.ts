/**
 * ISO 3166-1: each entry is an alpha-2 code and its alpha-3 code, five letters in all.
 * XK (Kosovo) is not in ISO's list, but every country list in use has it.
 */
const iso =
  'ADANDAEAREAFAFGAGATGAIAIAALALBAMARMAOAGOAQATAARARGASASMATAUTAUAUSAWABWAXALAAZAZEBABIHBBBRBBDBGDBEBELBFBFABGBGR' +
  'BHBHRBIBDIBJBENBLBLMBMBMUBNBRNBOBOLBQBESBRBRABSBHSBTBTNBVBVTBWBWABYBLRBZBLZCACANCCCCKCDCODCFCAFCGCOGCHCHECICIV' +
  'CKCOKCLCHLCMCMRCNCHNCOCOLCRCRICUCUBCVCPVCWCUWCXCXRCYCYPCZCZEDEDEUDJDJIDKDNKDMDMADODOMDZDZAECECUEEESTEGEGYEHESH' +
  'ERERIESESPETETHFIFINFJFJIFKFLKFMFSMFOFROFRFRAGAGABGBGBRGDGRDGEGEOGFGUFGGGGYGHGHAGIGIBGLGRLGMGMBGNGINGPGLPGQGNQ' +
  'GRGRCGSSGSGTGTMGUGUMGWGNBGYGUYHKHKGHMHMDHNHNDHRHRVHTHTIHUHUNIDIDNIEIRLILISRIMIMNININDIOIOTIQIRQIRIRNISISLITITA' +
  'JEJEYJMJAMJOJORJPJPNKEKENKGKGZKHKHMKIKIRKMCOMKNKNAKPPRKKRKORKWKWTKYCYMKZKAZLALAOLBLBNLCLCALILIELKLKALRLBRLSLSO' +
  'LTLTULULUXLVLVALYLBYMAMARMCMCOMDMDAMEMNEMFMAFMGMDGMHMHLMKMKDMLMLIMMMMRMNMNGMOMACMPMNPMQMTQMRMRTMSMSRMTMLTMUMUS' +
  'MVMDVMWMWIMXMEXMYMYSMZMOZNANAMNCNCLNENERNFNFKNGNGANINICNLNLDNONORNPNPLNRNRUNUNIUNZNZLOMOMNPAPANPEPERPFPYFPGPNG' +
  'PHPHLPKPAKPLPOLPMSPMPNPCNPRPRIPSPSEPTPRTPWPLWPYPRYQAQATREREUROROURSSRBRURUSRWRWASASAUSBSLBSCSYCSDSDNSESWESGSGP' +
  'SHSHNSISVNSJSJMSKSVKSLSLESMSMRSNSENSOSOMSRSURSSSSDSTSTPSVSLVSXSXMSYSYRSZSWZTCTCATDTCDTFATFTGTGOTHTHATJTJKTKTKL' +
  'TLTLSTMTKMTNTUNTOTONTRTURTTTTOTVTUVTWTWNTZTZAUAUKRUGUGAUMUMIUSUSAUYURYUZUZBVAVATVCVCTVEVENVGVGBVIVIRVNVNMVUVUT' +
  'WFWLFWSWSMXKXKXYEYEMYTMYTZAZAFZMZMBZWZWE'

/** Names that the runtime's own table lacks, or spells differently from one version to the next: folded name, code. */
const aliases =
  'uk=GB,great britain=GB,britain=GB,england=GB,scotland=GB,wales=GB,northern ireland=GB,el=GR,' +
  'united kingdom of great britain and northern ireland=GB,us=US,usa=US,u s=US,u s a=US,america=US,' +
  'united states of america=US,uae=AE,south korea=KR,republic of korea=KR,korea republic of=KR,north korea=KP,' +
  'democratic peoples republic of korea=KP,korea democratic peoples republic of=KP,russian federation=RU,' +
  'viet nam=VN,lao peoples democratic republic=LA,syrian arab republic=SY,brunei darussalam=BN,' +
  'czech republic=CZ,czechia=CZ,macedonia=MK,north macedonia=MK,fyr macedonia=MK,swaziland=SZ,eswatini=SZ,burma=MM,myanmar=MM,' +
  'cape verde=CV,cabo verde=CV,east timor=TL,timor leste=TL,ivory coast=CI,cote divoire=CI,holland=NL,hong kong=HK,' +
  'hongkong=HK,ksa=SA,eire=IE,macau=MO,macao=MO,taiwan province of china=TW,republic of china=TW,palestine=PS,vatican=VA,holy see=VA,turkey=TR,turkiye=TR,' +
  'congo brazzaville=CG,republic of congo=CG,congo republic of=CG,congo kinshasa=CD,dr congo=CD,drc=CD,' +
  'democratic republic of congo=CD,congo democratic republic of=CD,zaire=CD,peoples republic of china=CN,prc=CN,' +
  'st helena ascension and tristan da cunha=SH,bonaire st eustatius and saba=BQ,heard island and mcdonald islands=HM,' +
  'st martin french part=MF,st maarten=SX,sint maarten dutch part=SX,virgin islands british=VG,bvi=VG,virgin islands u s=VI,' +
  'virgin islands us=VI,falkland islands malvinas=FK,st vincent and grenadines=VC'

/** Names, folded, that two countries share: a wrong guess would screen the wrong one. */
const ambiguous = new Set(['congo', 'kongo', 'korea', 'corea', 'coree', 'virgin islands'])

/** English names that runtimes print with abbreviations or in several spellings. */
const englishNames =
  'AG=Antigua and Barbuda,BA=Bosnia and Herzegovina,BL=Saint Barthélemy,CD=Democratic Republic of the Congo,' +
  "CG=Republic of the Congo,CI=Côte d'Ivoire,CZ=Czech Republic,HK=Hong Kong,KN=Saint Kitts and Nevis,LC=Saint Lucia," +
  'MF=Saint Martin,MK=North Macedonia,MM=Myanmar,MO=Macao,PM=Saint Pierre and Miquelon,PS=Palestine,SH=Saint Helena,' +
  'ST=São Tomé and Príncipe,SZ=Eswatini,TC=Turks and Caicos Islands,TR=Turkey,TT=Trinidad and Tobago,' +
  'VC=Saint Vincent and the Grenadines,WF=Wallis and Futuna'

/**
 * Whether the two web searches are sent a country as 2-letter code or as English name: the text says the one, the sample
 * shows the other (specification: POST /api/search/organizations, countryCode).
 */
export type CountryFormat = 'code' | 'name'

/** Languages in which country names are understood; English decides where two of them disagree. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'fi', 'tr']

const isoEntries = iso.match(/.{5}/g) ?? []
const alpha2 = new Set(isoEntries.map(entry => entry.slice(0, 2)))
const alpha3 = new Map(isoEntries.map(entry => [entry.slice(2), entry.slice(0, 2)]))

const english = pairs(englishNames)
let nameTable: Map<string, string> | undefined

/** True for an assigned 2-letter ISO country code in capitals. */
export function isCountryCode(value: string): boolean {
  return alpha2.has(value)
}

/** Every 2-letter ISO country code, in alphabetical order. */
export function countryCodes(): string[] {
  return [...alpha2]
}

/**
 * The 2-letter code of a country given by code, alpha-3 code or name, in any case and with or without accents;
 * undefined where it names no country, or more than one ("Korea", "Congo").
 */
export function findCountryCode(country: string): string | undefined {
  const given = country.trim()
  // No country has a longer name; the folding below should not be made to work through a hostile one.
  if (given.length > 100) return undefined
  // Only plain letters: ß in capitals would be the code of South Sudan.
  const capitals = /^[a-z]{2,3}$/i.test(given) ? given.toUpperCase() : ''
  return (alpha2.has(capitals) ? capitals : alpha3.get(capitals)) ?? recallByName(given)
}

/** True for a name that could be more than one country, such as "Korea". */
export function isAmbiguousCountry(country: string): boolean {
  // "Republic of Korea" is one of the two, and "Republic of Congo".
  if (country.length > 100 || findCountryCode(country) !== undefined) return false
  return spellingsOf(country.trim()).some(spelling => ambiguous.has(spelling))
}

/** The English short name of a country code, such as "Germany" for DE. */
export function countryName(code: string): string {
  return english.get(code) ?? displayNames('en')?.of(code) ?? code
}

/** A portfolio names a few countries a thousand times each. Emptied when it is full: who names more gains nothing by it. */
const recalled = new Map<string, string | undefined>()
const mostRecalled = 500

function recallByName(country: string): string | undefined {
  if (recalled.has(country)) return recalled.get(country)
  if (recalled.size >= mostRecalled) recalled.clear()
  const code = findByName(country)
  recalled.set(country, code)
  return code
}

function findByName(country: string): string | undefined {
  nameTable ??= buildNameTable()
  for (const spelling of spellingsOf(country)) {
    const code = nameTable.get(spelling)
    if (code !== undefined) return code
  }
  return undefined
}

/** "Bahamas, The" and "Venezuela (Bolivarian Republic of)" as people say them, and each without its form of state. */
function spellingsOf(country: string): string[] {
  const [head, ...tail] = country.split(/[,(]/)
  return [country, `${tail.join(' ')} ${head}`].map(fold).flatMap(name => [name, withoutForm(name)])
}

/** "Republic of Poland" is Poland; the few forms that tell two countries apart are aliases, looked up before. */
function withoutForm(folded: string): string {
  return folded.replace(
    /^(?:(?:boliv|feder|islam|plurin|socialist|united)\w* )?(?:republic|kingdom|states?|principality) of /,
    '',
  )
}

function buildNameTable(): Map<string, string> {
  const table = new Map<string, string>()
  for (const language of languages) {
    const names = displayNames(language)
    if (names === undefined) continue
    const found = new Map<string, string>()
    for (const code of alpha2) found.set(fold(names.of(code) ?? code), code)
    for (const [name, code] of found) if (!table.has(name)) table.set(name, code)
  }
  for (const [code, name] of english) table.set(fold(name), code)
  for (const [name, code] of pairs(aliases)) table.set(name, code)
  for (const name of ambiguous) table.delete(name)
  return table
}

/** Not every engine has the table (React Native's lacks it): codes and aliases then still work. */
function displayNames(language: string): Intl.DisplayNames | undefined {
  try {
    return new Intl.DisplayNames([language], { type: 'region', fallback: 'code' })
  } catch {
    return undefined
  }
}

/** One spelling for names that differ in case, accents, punctuation, "the", "and" or "saint". */
function fold(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[\p{M}'’.]/gu, '')
    .toLowerCase()
    .replace(/&/g, ' and ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/\bthe\b/g, '')
    .replace(/\bsaint\b/g, 'st')
    .replace(/ +/g, ' ')
    .trim()
}

function pairs(text: string): Map<string, string> {
  return new Map(
    text.split(',').map(entry => {
      const at = entry.indexOf('=')
      return [entry.slice(0, at), entry.slice(at + 1)]
    }),
  )
}
