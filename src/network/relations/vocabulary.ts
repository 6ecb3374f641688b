import type { Share } from '../share.ts'

/**
 * The words and field names whose meaning is certain. They are compared in lower case; `_`, `-` and other signs separate words.
 * Any other word or field makes a relation doubtful.
 */

/** Words that mean nothing on their own, in holdings and offices. */
export const fillerWords = toWordSet('a an the of to for and or in at by as on its & is')

/** Words in the label, role type and key position of a holding. */
export const holdingWords = toWordSet(`
  shareholder shareholders shareholding shareholdings share shares stockholder stock stocks stake equity equities capital
  interest ordinary common class direct directly immediate holder holding holdings holds held owner owners owned owns
  ownership own parent company subsidiary subsidiaries wholly majority minority sole single main principal major investor
  investors investment institutional voting vote votes per cent percent percentage`)

/** Words that name an office. Each office has one of them, or a word of the caller. */
export const titleWords = toWordSet(`
  director directors directorship board boards secretary secretaries officer officers official ceo cfo coo cto cio cco cro
  chief executive executives manager managers md chair chairman chairwoman chairperson president deputy assistant head
  committee council auditor auditors treasurer counsel counsels adviser advisers advisor advisors consultant consultants
  employee employees staff accountant lawyer attorney liaison representative administrator coordinator analyst engineer
  specialist receptionist patron`)

/** Words beside the title of an office. Without a title, they may describe a group of companies or another relation. */
export const qualifierWords = toWordSet(`
  general managing management managerial vice associate acting interim joint co senior junior lead supervisory advisory
  administrative audit non independent alternate group statutory external internal company corporate branch regional
  country area department division finance financial legal tax risk compliance operations operating technology technical
  technologist information data security sales marketing commercial purchasing procurement human resources people hr
  communications public relations product strategy development design engineering research science quality safety health
  production plant site project programme it money laundering reporting`)

/** Phrases that count as one word of the lists. */
export const phrases: readonly (readonly [pattern: RegExp, word: string])[] = [
  [
    /\bmembers? of (the |an? )?([\p{L}\p{N}]+ )?(board( of directors)?|council|committee|organ)(?= )/gu,
    'board',
  ],
  [/\b(board|council|committee) members?\b/g, 'board'],
  [/\bvoting rights\b/g, 'votes'],
]

/**
 * What a doubt is about. `owner`: whether the holder holds for itself. `control`: whether an end of the relation controls the
 * other. `share`: how much is held. `end`: whether the relation still holds. `indirect`: whether a holding only sums up a chain.
 * `total`: whether it sums up a chain and a direct holding.
 */
export type RelationDoubt = 'owner' | 'control' | 'share' | 'end' | 'indirect' | 'total'

/** The doubts that a word or phrase raises in any text of a relation, also in its description. */
export const doubtfulPhrases: readonly (readonly [phrase: string, doubt: RelationDoubt])[] = [
  ...toDoubts('indirect', 'indirect indirectly'),
  ...toDoubts('owner', 'nominee nominees trustee trustees bearer pledged'),
  ...toDoubts('end', 'former formerly until ceased'),
  ...toDoubts('control', 'controlling'),
  // Each of several joint holders may hold all of it.
  ...toDoubts('share', 'jointly'),
  ['on behalf', 'owner'],
  ['right to appoint', 'control'],
]

/** Further words in the label, role type or key position of a holding. */
export const doubtfulHoldingPhrases: readonly (readonly [phrase: string, doubt: RelationDoubt])[] = [
  ...toDoubts('total', 'ultimate ultimately total'),
  ...toDoubts('share', 'joint'),
]

/** The smallest holding of a sole owner: where the law requires a second shareholder, that one holds a token share. */
const minSoleShare = 0.98

/**
 * Words in the label, role type or key position of a holding that state its size. A word before "class" states the number or size
 * of the classes of shares instead.
 */
export const shareWords: readonly (readonly [pattern: RegExp, share: Share])[] = [
  [toSizePattern('sole|wholly'), { min: minSoleShare, max: 1 }],
  [toSizePattern('majority'), { min: 0.5, max: 1 }],
  [toSizePattern('minority'), { min: 0, max: 0.5 }],
]

/** Words in the names of unknown fields. A field has a meaning if its name has a head of that meaning and, besides, only filler words. */
export const fieldWords = {
  filler: toWordSet(
    'valid effective relation relationship share shares shareholding ownership date on at of day time last is',
  ),
  neutral: toWordSet(
    'id ids uid uuid url urls uri source sources etag kind language currency score confidence class number created updated retrieved published',
  ),
  start: toWordSet('start started since from begin began appointed notified registered'),
  end: toWordSet(
    'end ends ended ending to until till through ceased cessation terminated termination expired expiry resigned sold divested',
  ),
  lasting: toWordSet('current currently active actively ongoing present'),
  state: toWordSet('status state'),
}

/** Words in the names of fields that state a share. */
export const shareFieldName = /share|stake|percent|\bpct\b|ownership|equity/

function toWordSet(words: string): ReadonlySet<string> {
  return new Set(words.trim().split(/\s+/))
}

function toSizePattern(words: string): RegExp {
  return new RegExp(`\\b(${words})\\b(?! ((ordinary|common|voting) )?class\\b)`)
}

function toDoubts(doubt: RelationDoubt, words: string): [phrase: string, doubt: RelationDoubt][] {
  return words.split(' ').map(word => [word, doubt])
}
