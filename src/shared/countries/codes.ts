/**
 * The codes of ISO 3166-1, grouped by their first letter. Each capital after it completes an alpha-2 code. The small letters are the
 * end of the alpha-3 code, whose beginning is that of the alpha-2 code: `ADndEre` is AD, AND, AE and ARE. XK (Kosovo) is not an
 * ISO code, but most country lists contain it.
 */
const iso = `ADndEreFgGtgIaLbMrmOgoQtaRgSmTutUsWbwXlaZe BAihBrbDgdElFaGrHrIdiJenLmMuNrnOlQesRaShsTnVtWaYlrZlz
  CAnCkDodFafGogHeIvKokLhlMrNhnOlRiUbVpvWuwXrYpZe DEuJiKnkMaOmZa ECuEstGyHshRiSpTh FInJiKlkMsmOroRa
  GAbBrDrdEoFufGyHaIbLrlMbNinPlpQnqRcSsgsTmUmWnbYuy HKgMdNdRvTiUn IDnErlLsrMnNdOtQrqRnSlTa JEyMamOrPn
  KEnGzHmIrMcomNaPprkRorWtYcymZaz LAoBnCaIeKaRbrSoTuUxVaYby MArCoDaEneFafGdgHlKdLiMrNgOacPnpQtqRtSrTltUsVdvWiXexYsZoz
  NAmClErFkGaIcLdOrPlRuUiuZl OMn PAnErFyfGngHlKakLolMspmNcnRiSeTrtWlwYry QAt REuOuSsrbUsWa
  SAuBlbCycDnEweGpHnIvnJmKvkLeMrNenOmRurSdTpVlvXmYrZwz TCaDcdFatfGoHaJkKlLsMkmNunOnRurToVuvWnZa UAkrGaMiSaYryZb
  VAtCtEnGbIrNmUt WFlfSm XKx YEmTmyt ZAfMbWe`

const isoEntries = iso.split(/\s+/).flatMap(group =>
  Array.from(group.matchAll(/([A-Z])([a-z]+)/g), ([, second = '', end = '']) => {
    const code = group.charAt(0) + second
    return { code, alpha3: code.slice(0, 3 - end.length) + end.toUpperCase() }
  }),
)

/** Every 2-letter ISO country code, in alphabetical order. */
export const countryCodes: readonly string[] = isoEntries.map(({ code }) => code)
const codes = new Set(countryCodes)

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

/** Subdivisions with digits for territories that also have a country code, such as Réunion (`FR-974`) and Svalbard (`NO-21`). */
const numberedTerritory = /^(?:FR-9[78]|FI-01$|NL-BQ|NO-2[12]$)/

/**
 * Returns the country of an ISO 3166-2 subdivision code, such as US for `US-DE`; undefined if the code may
 * mean another country.
 */
export function countryOfSubdivision(code: string): string | undefined {
  const [, country = '', part = ''] = /^([A-Z]{2})-([A-Z0-9]{1,3})$/.exec(code) ?? []
  if (!codes.has(country) || numberedTerritory.test(code)) return undefined
  const mayBeCountry = codes.has(part) || alternativeCodes.has(part)
  return !mayBeCountry || subdivisions.get(country)?.has(part) ? country : undefined
}

/** Whether a value is an assigned 2-letter ISO country code in capitals. */
export function isCountryCode(value: string): boolean {
  return codes.has(value)
}
