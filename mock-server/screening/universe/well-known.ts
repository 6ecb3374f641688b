import type { Neighbourhood } from '../graph.ts'
import { parseLink } from '../link.ts'
import { parseParty } from '../party.ts'

const wellKnownParties = [
  // A chain of three companies with a sanctioned owner.
  'company tideglass | Tideglass Logistics GmbH | DE | no HRB 900117 | in Freight',
  'company tideglass-holding | Tideglass Holding B.V. | NL | no 90011701 | in Holding',
  'company umbra-lake | Umbra Lake Investments Ltd | CY | no HE 900117 | in Holding',
  'person voss | Dragomir Vosskov | RU | born 1958-03-12 | id ZX-900117 | also Dragomir Voskov | also D. Vosskov | sanctions Fictional Asset Freeze Programme',
  // A sanctioned company with subsidiaries and branches.
  'company crimson-anvil | Crimson Anvil Armaments JSC | BY | no 690011700 | in Defence | also Krasnaya Nakovalnya | also Crimson Anvil | branch Minsk | branch Gomel | sanctions Fictional Arms Embargo Programme',
  'company anvil-trading | Anvil Bridge Trading FZE | AE | no AE-44710 | in Wholesale',
  // A diamond: an owner holds a company through two other companies.
  'company petrelwood | Petrelwood Energy plc | GB | no 09001171 | in Electricity',
  'company petrel-north | Petrel North Limited | GB | no 09001172 | in Holding',
  'company petrel-south | Petrel South Limited | GB | no 09001173 | in Holding',
  'person ashgrove | Lady Perpetua Ashgrove | GB | born 1949-11-30 | id GB-QQ900117',
  // Two companies that own part of each other.
  'company moebius-left | Moebius Links AG | CH | no CHE-900.117.001 | in Insurance',
  'company moebius-right | Moebius Rechts AG | CH | no CHE-900.117.002 | in Insurance',
  // A nominee who holds shares for another person.
  'company paperlantern | Paper Lantern Nominees Ltd | VG | no BVI 900117 | in Trust',
  'company saltmarsh | Saltmarsh Shipping S.A. | PA | no 900117-1 | in Shipping',
  'person okonjo-vane | Thaddeus Okonjo-Vane | NG | born 1966-07-21 | media Named in a fictional inquiry into port concessions',
  // A sanctioned owner with exactly half of a company.
  'company halfmoon | Halfmoon Minerals Oy | FI | no 9001171-7 | in Mining',
  'person brask | Yevgraf Braskin | RU | born 1961-01-05 | id ZX-900118 | sanctions Fictional Asset Freeze Programme',
  // Two sanctioned owners with 26 % each.
  'company twinspire | Twinspire Chemicals S.p.A. | IT | no MI-900117 | in Chemicals',
  'person lazurin | Ipatiy Lazurin | RU | born 1964-09-02 | sanctions Fictional Asset Freeze Programme',
  'person zelenko | Miroslava Zelenkova | BY | born 1971-12-24 | sanctions Fictional Election Programme',
  // A politically exposed person with a minority holding.
  'company goldfinch | Goldfinch Agro S.A. | CI | no CI-ABJ-900117 | in Agriculture',
  'person ketteridge | Aurelio Ketteridge-Mbaye | CI | born 1957-05-17 | also Aurelio Ketteridge | pep Deputy Minister of Agriculture (fictional)',
  // Politically exposed persons with and without a company.
  'person solheim | Ingrid Solheim-Fjord | NO | born 1970-02-14 | pep Member of Parliament (fictional)',
  'person montclair | Octave de Montclair-Lys | FR | born 1953-08-08 | pep Former prefect (fictional) | media Reported in a fictional tender dispute',
  'person tanakawa | Renzo Tanakawa | JP | born 1962-10-01 | pep Ambassador (fictional)',
  // Persons and organizations with adverse media.
  'company brightwater | Brightwater Pipelines Inc. | CA | no BC9001171 | in Pipelines | media Fined in a fictional spill case',
  'person quillon | Barnaby Quillon | US | born 1975-04-03 | media Charged in a fictional invoice fraud',
  // Persons without hits who have the names of persons with hits, but other birth dates.
  'person voss-younger | Dragomir Vosskov | BG | born 1990-06-30',
  'person quillon-elder | Barnaby Quillon | US | born 1938-02-11',
  // Clean companies with officers, a partner, a supplier, an acquisition and branches.
  'company nordwind | Nordwind Turbinen GmbH | DE | no HRB 900200 | in Machinery | branch Kiel | branch Rostock',
  'company nordwind-service | Nordwind Service GmbH | DE | no HRB 900201 | in Repair',
  'company larkspur | Larkspur Bearings AB | SE | no 559001-1701 | in Machinery',
  'company old-foundry | Old Foundry Castings Sp. z o.o. | PL | no 0000900117 | in Metals',
  'company meridian-capital | Meridian Quay Capital LLP | GB | no OC900117 | in Investment',
  'person brandt | Ilse Brandtmeier | DE | born 1961-04-09 | id L01X00T47',
  'person hartog | Casimir Hartogsveld | NL | born 1968-01-20',
  'person ferro | Ludovica Ferrobianco | IT | born 1979-03-28',
  'person yun | Yun Haesong-il | KR | born 1974-11-11',
  'company sparrowgate | Sparrowgate Software Private Limited | IN | no U90011KA2009PTC117 | in Software',
  'company haneul | Haneul Paper Mills Co., Ltd. | KR | no 110111-9001171 | in Paper',
  // An owner with half of a company that owns half of another company. The product of the shares is a quarter, but the owner
  // controls both companies.
  'company lacemoor | Lacemoor Ferryworks AS | EE | no FX-EE-1001 | in Shipping',
  'company lacemoor-holding | Lacemoor Tidal Holding OÜ | EE | no FX-EE-1002 | in Holding',
  'person gorlanov | Pankratiy Gorlanovich-Dym | RU | born 1955 | also Панкратий Горланович-Дым | also Pankrati Gorlanovich | sanctions Fictional Asset Freeze Programme',
  // A sanctioned former owner who is now only an adviser.
  'company velvetgable | Velvetgable Porcelain Kft. | HU | no FX-HU-1001 | in Ceramics | branch Szeged | branch Pécs',
  'person szarvady | Bertalan Szarvadyné-Kökény | HU | born 1959-10 | sanctions Fictional Trade Restriction Programme',
  'person halmos | Zsófika Halmosvár | HU | born 1972-06-08',
  // A state-owned company with a minister on its board.
  'company sandwhistle | Sandwhistle Phosphates SAOG | OM | no FX-OM-1001 | in Chemicals | also صافرة الرمال للفوسفات',
  'company duneportfolio | Dune Lantern State Holdings | OM | no FX-OM-1002 | in Holding',
  'person albarouni | Tamim al-Barouni-Zahr | OM | born 1964 | also تميم الباروني زهر | pep Minister of Minerals (fictional)',
  // A company in which a relative of a politically exposed person holds a quarter.
  'company mangrovequay | Mangrovequay Seafoods Ltda. | BR | no FX-BR-1001 | in Fishing',
  'person quintanova | Dorotéia Quintanova-Peral | BR | born 1948-01-30 | pep Former state governor (fictional)',
  'person quintanova-son | Evaristo Quintanova-Peral | BR | born 1977-05-21',
  // Names in other scripts.
  'company kazemori | Kazemori Lens Works K.K. | JP | no FX-JP-1001 | in Optics | also 風森レンズ工房 | media Recalled lenses in a fictional safety case',
  'person kazemori-owner | Tsukiko Kazemori-Ito | JP | born 1969-09-09 | also 風森 月子',
  'company ruyilan | Ruyilan Moonboat Toys Co., Ltd. | CN | no FX-CN-1001 | in Toys | also 如意蓝月船玩具有限公司',
  'person wei-moon | Wei Yuechuan-Lan | CN | born 1980-12',
  'company galanothos | Galanothos Marble Quarries A.E. | GR | no FX-GR-1001 | in Mining | also Γαλανόθος Μάρμαρα',
  'person myrtidis | Leandros Myrtidakis-Fos | GR | born 1951-02-17 | media Questioned in a fictional quarry permit affair',
  // Three namesakes: the first has a full birth date, the second only a year, the third no hit.
  'person abernquist | Cornelius Abernquist | IE | born 1963-04-11 | media Named in a fictional land deal',
  'person abernquist-sheriff | Cornelius Abernquist | US | born 1941 | pep Former county sheriff (fictional)',
  'person abernquist-youngest | Cornelius Abernquist | NZ | born 1992-08-25',
  'company otterwhistle | Otterwhistle Peat & Turf Ltd | IE | no FX-IE-1001 | in Forestry',
  'company otterwhistle-labs | Otterwhistle Soil Laboratories Ltd | IE | no FX-IE-1002 | in Laboratories',
]

const wellKnownLinks = [
  'voss owns umbra-lake 1',
  'umbra-lake owns tideglass-holding 0.8',
  'hartog owns tideglass-holding 0.2',
  'tideglass-holding owns tideglass 1',
  'hartog leads tideglass executive Managing Director',
  'crimson-anvil owns anvil-trading 1',
  'crimson-anvil controls anvil-trading Appoints the management',
  'ashgrove owns petrel-north 1',
  'ashgrove owns petrel-south 1',
  'petrel-north owns petrelwood 0.55',
  'petrel-south owns petrelwood 0.45',
  'ashgrove leads petrelwood board_member Chair',
  'moebius-left owns moebius-right 0.4',
  'meridian-capital owns moebius-right 0.6',
  'moebius-right owns moebius-left 0.3',
  'ferro owns moebius-left 0.7',
  'paperlantern owns saltmarsh 1',
  'okonjo-vane controls paperlantern The nominee holds its shares for him',
  'okonjo-vane votes saltmarsh 1',
  'brask owns halfmoon 0.5',
  'larkspur owns halfmoon 0.5',
  'lazurin owns twinspire 0.26',
  'zelenko owns twinspire 0.26',
  'ferro owns twinspire 0.48',
  'ketteridge owns goldfinch 0.12',
  'meridian-capital owns goldfinch 0.88',
  'solheim led larkspur board_member Member of the Board',
  'montclair leads petrelwood advisor Adviser to the Board',
  'quillon led brightwater executive Chief Financial Officer',
  'tanakawa leads haneul advisor Member of the Advisory Council',
  'brandt owns nordwind 0.6',
  'meridian-capital owns nordwind 0.4',
  'brandt leads nordwind executive Managing Director',
  'nordwind runs nordwind-service',
  'nordwind owns nordwind-service 1',
  'larkspur supplies nordwind Supplies bearings',
  'nordwind partners haneul Joint development',
  'nordwind acquired old-foundry Bought the casting business',
  'meridian-capital funds sparrowgate Series A round',
  'sparrowgate branches haneul Shares an office',
  'yun leads haneul executive Chief Executive',
  'gorlanov owns lacemoor-holding 0.5',
  'yun owns lacemoor-holding 0.5',
  'lacemoor-holding owns lacemoor 0.5',
  'hartog owns lacemoor 0.5',
  'halmos owns velvetgable 1',
  'halmos leads velvetgable executive Managing Director',
  'szarvady led velvetgable executive Managing Director',
  'szarvady leads velvetgable advisor Design Adviser',
  'duneportfolio owns sandwhistle 1',
  'duneportfolio votes sandwhistle 1',
  'albarouni leads sandwhistle board_member Chair',
  'albarouni led duneportfolio board_member Member of the Board',
  'quintanova-son owns mangrovequay 0.25',
  'meridian-capital owns mangrovequay 0.75',
  'quintanova partners quintanova-son Family: mother and son',
  'kazemori-owner owns kazemori 1',
  'kazemori-owner leads kazemori executive Representative Director',
  'kazemori supplies ruyilan Supplies lenses for toy telescopes',
  'wei-moon owns ruyilan 0.51',
  'kazemori owns ruyilan 0.49',
  'myrtidis owns galanothos 1',
  'abernquist owns otterwhistle 0.7',
  'abernquist-youngest owns otterwhistle 0.3',
  'abernquist leads otterwhistle executive Managing Director',
  'abernquist-sheriff led otterwhistle advisor Patron',
  'otterwhistle owns otterwhistle-labs 1',
  'otterwhistle runs otterwhistle-labs Tests the soil',
  'meridian-capital invests otterwhistle-labs 0.1',
]

/** Reads the organizations and persons with names that the documentation, the demo and the tests use, and their relations. */
export function parseWellKnown(): Neighbourhood {
  return {
    parties: wellKnownParties.map(line => parseParty(line)),
    links: wellKnownLinks.map(line => parseLink(line)),
  }
}
