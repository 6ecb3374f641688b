import { foldName } from './fold-name.ts'

/**
 * The phrases that registers print in place of a name, in 12 languages (English, German, French, Spanish, Italian, Portuguese, Dutch, Polish,
 * Czech, Swedish, Danish, Finnish), as `foldName` returns it. Only a whole name is compared with these phrases, because companies
 * and persons may have such a word in their name.
 */
const phrases = new Set(
  `unknown; unknown person; unknown owner; unknown shareholder; unknown shareholders; undisclosed; not disclosed; not known;
  not available; not applicable; none; unnamed; anonymous; free float; public float; publicly held; widely held; bearer;
  the bearer; bearer shares; bearer shareholders; other shareholders; others; other owners; various shareholders; various;
  remaining shareholders; minority shareholders; shareholders; the public; public; to be confirmed;
  unbekannt; unbekannter eigentumer; unbekannte aktionare; nicht bekannt; nicht offengelegt; keine angabe; keine angaben;
  streubesitz; inhaber; der inhaber; inhaberaktien; inhaberaktionare; sonstige; sonstige aktionare; sonstige gesellschafter;
  ubrige aktionare; ubrige gesellschafter; andere aktionare; weitere gesellschafter; diverse;
  inconnu; inconnue; non communique; non divulgue; non renseigne; non connu; flottant; porteur; le porteur; au porteur;
  actions au porteur; autres; autres actionnaires; autres associes; divers actionnaires; divers; public et autres;
  desconocido; desconocida; no divulgado; no disponible; no consta; sin datos; capital flotante; portador; el portador;
  al portador; acciones al portador; otros; otros accionistas; otros socios; varios accionistas; varios;
  sconosciuto; sconosciuta; ignoto; non divulgato; non disponibile; non noto; flottante; portatore; il portatore; al portatore;
  azioni al portatore; altri; altri azionisti; altri soci; vari azionisti; vari;
  desconhecido; desconhecida; nao divulgado; nao disponivel; nao aplicavel; capital disperso; ao portador; o portador;
  acoes ao portador; outros; outros acionistas; outros socios; varios acionistas;
  onbekend; niet bekend; niet bekendgemaakt; niet beschikbaar; niet van toepassing; vrij verhandelbaar; toonder; aan toonder;
  de toonder; overige; overigen; overige aandeelhouders; andere aandeelhouders; diverse aandeelhouders;
  nieznany; nieznana; nieujawniony; brak danych; nie dotyczy; akcje w wolnym obrocie; okaziciel; na okaziciela; pozostali;
  pozostali akcjonariusze; pozostali wspolnicy; inni akcjonariusze; rozni;
  neznamy; neznama; neuveden; neuvedeno; nezverejneno; volne obchodovane akcie; na majitele; drzitel; ostatni;
  ostatni akcionari; ostatni spolecnici; ruzni;
  okand; okant; ej angiven; inte tillganglig; fritt flytande; innehavare; innehavaren; ovriga; ovriga aktieagare;
  ovriga agare; andra aktieagare;
  ukendt; ikke oplyst; ikke tilgaengelig; ihaendehaver; ihaendehaveren; ovrige; ovrige aktionaerer; ovrige ejere;
  andre aktionaerer;
  tuntematon; ei tiedossa; ei ilmoitettu; ei saatavilla; haltijaosake; muut; muut osakkeenomistajat; muut omistajat`
    .split(';')
    .map(phrase => phrase.trim().replace(/\s+/g, ' ')),
)

/** Abbreviations of such phrases. Without their signs, they are surnames: Na, Nn. */
const abbreviation =
  /^(n\s*\/\s*a|n\.\s*a|n\s*\/\s*n|n\.\s*n|k\.\s*a|n\.\s*d|n\.\s*c|b\.\s*d|n\.\s*v\.\s*t)\.?$/i

/** How a register names the heirs of a person, at the beginning of a name. */
const heirs = new RegExp(
  `^(${[
    'heirs of|heirs and successors of|the heirs of|estate of|the estate of|erben (des|der|nach|von)|erbengemeinschaft|nachlass',
    'heritiers de|succession de|herederos de|sucesion de|eredi di|eredi del|herdeiros de|heranca de|erven van|erfgenamen van',
    'spadkobiercy|dedici po|dedicove po|arvingar (efter|till)|dodsboet efter|arvinger efter|boet efter|perikunta|kuolinpesa',
  ].join('|')}) `,
)

/** Whether a text is printed in place of a name, and names no party. */
export function isPlaceholderName(name: string, type: string | null): boolean {
  if (!/[\p{L}\p{N}]/u.test(name) || isPlaceholderPhrase(name)) return true
  return type === 'person' && heirs.test(`${foldName(name)} `)
}

/** Whether a text is a phrase that registers print in place of a name, such as "unknown" or "N.N.". */
export function isPlaceholderPhrase(text: string): boolean {
  return abbreviation.test(text.trim()) || phrases.has(foldName(text))
}

/** Whether a party has a name that names it. */
export function isNamed({
  name,
  type,
}: {
  readonly name: string | null
  readonly type: string | null
}): boolean {
  return name !== null && !isPlaceholderName(name, type)
}
