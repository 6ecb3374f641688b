/**
 * Legal forms, short and spelled out, as folding leaves them: they tell little about who somebody is, and are spelled in too
 * many ways. Both spellings are left out of a comparison, so that GmbH and Gesellschaft mit beschränkter Haftung are the same.
 */
const shortForms = new Set(
  `ab ad ae ag aktiengesellschaft aktiebolag aktieselskab aksjeselskap aps as asa berhad bhd bv co company corp corporation cv
   doo eood eurl fze gesmbh gmbh inc incorporated jsc kft kg kgaa kk limitada limited limitee llc llp lp ltd ltda ltee mbh nv
   oao ood ooo oo osakeyhtio osauhing ou oy oyj pao pjsc plc private proprietary pt pte pty pvt sa saog sarl sas sdn se sia sl
   sp spa srl sro tbk uab ug z zao zrt`.split(/\s+/),
)

const longForms = byFirstWord(`a s
aktsionernoe obshchestvo
akciova spolecnost
anonymi etaireia
b v
besloten vennootschap
besloten vennootschap met beperkte aansprakelijkheid
free zone establishment
ges mbh
gesellschaft mbh
gesellschaft mit beschraenkter haftung
gesellschaft mit beschrankter haftung
haftungsbeschrankt
joint stock company
kabushiki kaisha
kabushiki gaisha
kommanditgesellschaft
korlatolt felelossegu tarsasag
limited liability company
limited liability partnership
limited partnership
mit beschraenkter haftung
mit beschrankter haftung
n v
naamloze vennootschap
obshchestvo s ogranichennoy otvetstvennostyu
open joint stock company
otkrytoe aktsionernoe obshchestvo
public joint stock company
public limited company
publichnoe aktsionernoe obshchestvo
s a
s de rl
s r l
sa de cv
sendirian berhad
sociedad anonima
sociedad de responsabilidad limitada
sociedad limitada
sociedade anonima
sociedade limitada
societa a responsabilita limitata
societa per azioni
societe a responsabilite limitee
societe anonyme
societe par actions simplifiee
societas europaea
spolecnost s rucenim omezenym
spolka akcyjna
spolka z ograniczona odpowiedzialnoscia
unternehmergesellschaft
zakrytoe aktsionernoe obshchestvo
zartkoruen mukodo reszvenytarsasag`)

function byFirstWord(lines: string): ReadonlyMap<string, readonly string[][]> {
  const forms = lines.split('\n').map(form => form.split(' '))
  const found = new Map<string, string[][]>()
  // The longest first: it may begin like a shorter one.
  for (const form of forms.toSorted((left, right) => right.length - left.length)) {
    const [first = ''] = form
    found.set(first, [...(found.get(first) ?? []), form])
  }
  return found
}

/** The words without those of a legal form, wherever it stands. */
export function withoutLegalForms(words: readonly string[]): string[] {
  const rest: string[] = []
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? ''
    const form = longForms.get(word)?.find(form => form.every((part, of) => words[at + of] === part))
    if (form !== undefined) at += form.length - 1
    else if (!shortForms.has(word)) rest.push(word)
  }
  return rest
}
