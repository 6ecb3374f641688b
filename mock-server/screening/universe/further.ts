import { type Link, leads, owns, related, votes } from '../link.ts'
import { organization, type Party, person } from '../party.ts'

/** Cases that are harder to judge: a cascade of halves, names in other scripts, dates that are known in part, offices that are over. */
export const furtherParties: readonly Party[] = [
  // Half of a half: the product is a quarter, the cascade of control is whole.
  organization('lacemoor', 'Lacemoor Ferryworks AS', 'EE', {
    registration: 'FX-EE-1001',
    industry: 'Shipping',
  }),
  organization('lacemoor-holding', 'Lacemoor Tidal Holding OÜ', 'EE', {
    registration: 'FX-EE-1002',
    industry: 'Holding',
  }),
  person('gorlanov', 'Pankratiy Gorlanovich-Dym', 'RU', {
    birthDate: '1955',
    alternativeNames: ['Панкратий Горланович-Дым', 'Pankrati Gorlanovich'],
    sanctions: 'Fictional Asset Freeze Programme',
  }),
  // The sanctioned owner has sold, and now only advises.
  organization('velvetgable', 'Velvetgable Porcelain Kft.', 'HU', {
    registration: 'FX-HU-1001',
    industry: 'Ceramics',
    branchOffices: ['Szeged', 'Pécs'],
  }),
  person('szarvady', 'Bertalan Szarvadyné-Kökény', 'HU', {
    birthDate: '1959-10',
    sanctions: 'Fictional Trade Restriction Programme',
  }),
  person('halmos', 'Zsófika Halmosvár', 'HU', { birthDate: '1972-06-08' }),
  // A company of the state, whose minister sits on its board.
  organization('sandwhistle', 'Sandwhistle Phosphates SAOG', 'OM', {
    registration: 'FX-OM-1001',
    industry: 'Chemicals',
    alternativeNames: ['صافرة الرمال للفوسفات'],
  }),
  organization('duneportfolio', 'Dune Lantern State Holdings', 'OM', {
    registration: 'FX-OM-1002',
    industry: 'Holding',
  }),
  person('albarouni', 'Tamim al-Barouni-Zahr', 'OM', {
    birthDate: '1964',
    pep: 'Minister of Minerals (fictional)',
    alternativeNames: ['تميم الباروني زهر'],
  }),
  // A relative of a politically exposed person who holds a quarter.
  organization('mangrovequay', 'Mangrovequay Seafoods Ltda.', 'BR', {
    registration: 'FX-BR-1001',
    industry: 'Fishing',
  }),
  person('quintanova', 'Dorotéia Quintanova-Peral', 'BR', {
    birthDate: '1948-01-30',
    pep: 'Former state governor (fictional)',
  }),
  person('quintanova-son', 'Evaristo Quintanova-Peral', 'BR', { birthDate: '1977-05-21' }),
  // Names in other scripts.
  organization('kazemori', 'Kazemori Lens Works K.K.', 'JP', {
    registration: 'FX-JP-1001',
    industry: 'Optics',
    alternativeNames: ['風森レンズ工房'],
    adverseMedia: 'Recalled lenses in a fictional safety case',
  }),
  person('kazemori-owner', 'Tsukiko Kazemori-Ito', 'JP', {
    birthDate: '1969-09-09',
    alternativeNames: ['風森 月子'],
  }),
  organization('ruyilan', 'Ruyilan Moonboat Toys Co., Ltd.', 'CN', {
    registration: 'FX-CN-1001',
    industry: 'Toys',
    alternativeNames: ['如意蓝月船玩具有限公司'],
  }),
  person('wei-moon', 'Wei Yuechuan-Lan', 'CN', { birthDate: '1980-12' }),
  organization('galanothos', 'Galanothos Marble Quarries A.E.', 'GR', {
    registration: 'FX-GR-1001',
    industry: 'Mining',
    alternativeNames: ['Γαλανόθος Μάρμαρα'],
  }),
  person('myrtidis', 'Leandros Myrtidakis-Fos', 'GR', {
    birthDate: '1951-02-17',
    adverseMedia: 'Questioned in a fictional quarry permit affair',
  }),
  // Three namesakes: one with a full date, one with a year, one with neither office nor charge.
  person('abernquist', 'Cornelius Abernquist', 'IE', {
    birthDate: '1963-04-11',
    adverseMedia: 'Named in a fictional land deal',
  }),
  person('abernquist-sheriff', 'Cornelius Abernquist', 'US', {
    birthDate: '1941',
    pep: 'Former county sheriff (fictional)',
  }),
  person('abernquist-youngest', 'Cornelius Abernquist', 'NZ', { birthDate: '1992-08-25' }),
  organization('otterwhistle', 'Otterwhistle Peat & Turf Ltd', 'IE', {
    registration: 'FX-IE-1001',
    industry: 'Forestry',
  }),
  organization('otterwhistle-labs', 'Otterwhistle Soil Laboratories Ltd', 'IE', {
    registration: 'FX-IE-1002',
    industry: 'Laboratories',
  }),
]

export const furtherLinks: readonly Link[] = [
  owns('gorlanov', 'lacemoor-holding', 0.5),
  owns('yun', 'lacemoor-holding', 0.5),
  owns('lacemoor-holding', 'lacemoor', 0.5),
  owns('hartog', 'lacemoor', 0.5),

  owns('halmos', 'velvetgable', 1),
  leads('halmos', 'velvetgable', 'Managing Director', 'executive'),
  leads('szarvady', 'velvetgable', 'Managing Director', 'executive', true),
  leads('szarvady', 'velvetgable', 'Design Adviser', 'advisor'),

  owns('duneportfolio', 'sandwhistle', 1),
  votes('duneportfolio', 'sandwhistle', 1),
  leads('albarouni', 'sandwhistle', 'Chair', 'board_member'),
  leads('albarouni', 'duneportfolio', 'Member of the Board', 'board_member', true),

  owns('quintanova-son', 'mangrovequay', 0.25),
  owns('meridian-capital', 'mangrovequay', 0.75),
  related('quintanova', 'quintanova-son', 'PartnershipRelationship', 'Family: mother and son'),

  owns('kazemori-owner', 'kazemori', 1),
  leads('kazemori-owner', 'kazemori', 'Representative Director', 'executive'),
  related('kazemori', 'ruyilan', 'SupplierRelationship', 'Supplies lenses for toy telescopes'),
  owns('wei-moon', 'ruyilan', 0.51),
  owns('kazemori', 'ruyilan', 0.49),
  owns('myrtidis', 'galanothos', 1),

  owns('abernquist', 'otterwhistle', 0.7),
  owns('abernquist-youngest', 'otterwhistle', 0.3),
  leads('abernquist', 'otterwhistle', 'Managing Director', 'executive'),
  leads('abernquist-sheriff', 'otterwhistle', 'Patron', 'advisor', true),
  owns('otterwhistle', 'otterwhistle-labs', 1),
  related('otterwhistle', 'otterwhistle-labs', 'SubsidiaryRelationship', 'Tests the soil'),
  { source: 'meridian-capital', target: 'otterwhistle-labs', type: 'InvestmentRelationship', share: 0.1 },
]
