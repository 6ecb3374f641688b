import { isCapitals } from '../text/letter-case.ts'
import { foldName } from './fold-name.ts'

/** Short legal forms, each with its long forms, written as `foldName` returns them. */
const forms = `ab=aktiebolag; ae=anonymi etaireia; ag=aktiengesellschaft; aps=anpartsselskab; asa; bhd=berhad; cv; doo; eood; eurl;
  as=a s, aksjeselskap, aktieselskab, akciova spolecnost; bv=b v, besloten vennootschap met beperkte aansprakelijkheid,
  besloten vennootschap; co=company; corp=corporation; fze=free zone establishment; mbh=mit beschrankter haftung;
  gmbh=gesellschaft mit beschrankter haftung, gesellschaft mbh, gesmbh, ges mbh; inc=incorporated; jsc=joint stock company;
  kft=korlatolt felelossegu tarsasag; kg=kommanditgesellschaft; kgaa; kk=kabushiki kaisha, kabushiki gaisha; ltd=limited;
  llc=limited liability company; llp=limited liability partnership; lp=limited partnership; ltee=limitee;
  ltda=limitada, sociedade limitada; nv=n v, naamloze vennootschap; ohg=offene handelsgesellschaft; ood; ou=osauhing;
  oao=open joint stock company, otkrytoe aktsionernoe obshchestvo; ooo=obshchestvo s ogranichennoy otvetstvennostyu;
  oy=osakeyhtio; oyj; pjsc=pao, public joint stock company, publichnoe aktsionernoe obshchestvo; plc=public limited company;
  pt; pty=proprietary; pvt=private, pte; saog; sarl=societe a responsabilite limitee; sas=societe par actions simplifiee;
  sa=s a, societe anonyme, sociedad anonima, sociedade anonima, spolka akcyjna; sdn=sendirian; sdn bhd=sendirian berhad;
  se=societas europaea; sia;
  sl=sociedad limitada; sp z oo=spolka z ograniczona odpowiedzialnoscia; spa=societa per azioni; tbk; uab;
  sro=spolecnost s rucenim omezenym; srl=s r l, s de rl, sociedad de responsabilidad limitada, societa a responsabilita limitata;
  ug=ug haftungsbeschrankt, unternehmergesellschaft haftungsbeschrankt, unternehmergesellschaft;
  zao=zakrytoe aktsionernoe obshchestvo; zrt=zartkoruen mukodo reszvenytarsasag`

const entries = forms.split(';').map(entry => entry.split(/[=,]/).map(form => form.trim()))

/** All words that occur in short legal forms. */
export const shortWords: ReadonlySet<string> = new Set(entries.flatMap(([short = '']) => short.split(' ')))

const shortForms = new Map(
  entries.flatMap(([short = '', ...long]) => long.map(form => [withoutUmlauts(form), short] as const)),
)

/**
 * Matches long legal forms, with umlauts as plain letters or spelled out. The longest form comes first,
 * because one form may be the beginning of another.
 */
const longForms = [...shortForms.keys()].sort((a, b) => b.length - a.length)
const spelledOut = new RegExp(`(?<!\\S)(?:${longForms.join('|').replace(/[aou]/g, '$&e?')})(?!\\S)`, 'g')

/** Replaces long legal forms in a folded name with short ones: `gesellschaft mit beschrankter haftung` becomes `gmbh`. */
export function shortenForms(folded: string): string {
  return folded.replace(spelledOut, form => shortForms.get(withoutUmlauts(form)) ?? form)
}

/** Shortens spelled-out umlauts in a folded name: `ae` becomes `a`. */
export function withoutUmlauts(folded: string): string {
  return folded.replace(/([aou])e/g, '$1')
}

const allForms: ReadonlySet<string> = new Set(entries.flat())
const maxFormWords = Math.max(...Array.from(allForms, form => form.split(' ').length))
const minCertainLetters = 4

/**
 * Whether the words of a name end in a legal form, and not in a last name. Forms of up to three letters, except for Ltd, LLC and
 * Inc, are also last names (Sá, Co, Ou). They count only if they are in capitals or have full stops (S.p.A.). In a name that is
 * wholly in capitals, such as "CHEN OU", a last name of this kind cannot be distinguished from a form, so it counts, too.
 */
export function endsInLegalForm(words: readonly string[]): boolean {
  if (endsInCertainForm(words)) return true
  const [last = ''] = words.slice(1).slice(-1)
  return allForms.has(toPlainForm(last)) && (isCapitals(last) || /\p{L}\.\p{L}/u.test(last))
}

/** Whether words end, after another word, in a legal form of four letters or more, or in Ltd, LLC or Inc. */
export function endsInCertainForm(words: readonly string[]): boolean {
  for (let count = 1; count < words.length && count <= maxFormWords; count += 1) {
    const form = words.slice(-count).map(foldName).join(' ')
    if (allForms.has(form) && form.replaceAll(' ', '').length >= minCertainLetters) return true
  }
  return words.length > 1 && /^(ltd|llc|inc)$/.test(toPlainForm(words.at(-1) ?? ''))
}

/** No short form has an accented letter: "SÁ" is a name. */
function toPlainForm(word: string): string {
  return word.replaceAll('.', '').toLowerCase()
}
