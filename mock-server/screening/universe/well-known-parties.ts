import { organization, type Party, person } from '../party.ts'

/** The organizations and persons that the documents, the demo and the tests name. */
export const wellKnownParties: readonly Party[] = [
  // An ownership chain, three deep, with a sanctioned person at its end.
  organization('tideglass', 'Tideglass Logistics GmbH', 'DE', {
    registration: 'HRB 900117',
    industry: 'Freight',
  }),
  organization('tideglass-holding', 'Tideglass Holding B.V.', 'NL', {
    registration: '90011701',
    industry: 'Holding',
  }),
  organization('umbra-lake', 'Umbra Lake Investments Ltd', 'CY', {
    registration: 'HE 900117',
    industry: 'Holding',
  }),
  person('voss', 'Dragomir Vosskov', 'RU', {
    birthDate: '1958-03-12',
    nationalId: 'ZX-900117',
    alternativeNames: ['Dragomir Voskov', 'D. Vosskov'],
    sanctions: 'Fictional Asset Freeze Programme',
  }),
  // Sanctioned in its own right, with subsidiaries and branches.
  organization('crimson-anvil', 'Crimson Anvil Armaments JSC', 'BY', {
    registration: '690011700',
    industry: 'Defence',
    sanctions: 'Fictional Arms Embargo Programme',
    alternativeNames: ['Krasnaya Nakovalnya', 'Crimson Anvil'],
    branchOffices: ['Minsk', 'Gomel'],
  }),
  organization('anvil-trading', 'Anvil Bridge Trading FZE', 'AE', {
    registration: 'AE-44710',
    industry: 'Wholesale',
  }),
  // A diamond: two routes from one owner to one company.
  organization('petrelwood', 'Petrelwood Energy plc', 'GB', {
    registration: '09001171',
    industry: 'Electricity',
  }),
  organization('petrel-north', 'Petrel North Limited', 'GB', {
    registration: '09001172',
    industry: 'Holding',
  }),
  organization('petrel-south', 'Petrel South Limited', 'GB', {
    registration: '09001173',
    industry: 'Holding',
  }),
  person('ashgrove', 'Lady Perpetua Ashgrove', 'GB', { birthDate: '1949-11-30', nationalId: 'GB-QQ900117' }),
  // Two companies that own part of each other.
  organization('moebius-left', 'Moebius Links AG', 'CH', {
    registration: 'CHE-900.117.001',
    industry: 'Insurance',
  }),
  organization('moebius-right', 'Moebius Rechts AG', 'CH', {
    registration: 'CHE-900.117.002',
    industry: 'Insurance',
  }),
  // A nominee who holds for somebody else.
  organization('paperlantern', 'Paper Lantern Nominees Ltd', 'VG', {
    registration: 'BVI 900117',
    industry: 'Trust',
  }),
  organization('saltmarsh', 'Saltmarsh Shipping S.A.', 'PA', {
    registration: '900117-1',
    industry: 'Shipping',
  }),
  person('okonjo-vane', 'Thaddeus Okonjo-Vane', 'NG', {
    birthDate: '1966-07-21',
    adverseMedia: 'Named in a fictional inquiry into port concessions',
  }),
  // A sanctioned owner of exactly half.
  organization('halfmoon', 'Halfmoon Minerals Oy', 'FI', { registration: '9001171-7', industry: 'Mining' }),
  person('brask', 'Yevgraf Braskin', 'RU', {
    birthDate: '1961-01-05',
    nationalId: 'ZX-900118',
    sanctions: 'Fictional Asset Freeze Programme',
  }),
  // Two sanctioned owners of 26 % each.
  organization('twinspire', 'Twinspire Chemicals S.p.A.', 'IT', {
    registration: 'MI-900117',
    industry: 'Chemicals',
  }),
  person('lazurin', 'Ipatiy Lazurin', 'RU', {
    birthDate: '1964-09-02',
    sanctions: 'Fictional Asset Freeze Programme',
  }),
  person('zelenko', 'Miroslava Zelenkova', 'BY', {
    birthDate: '1971-12-24',
    sanctions: 'Fictional Election Programme',
  }),
  // A politically exposed person with a minority holding.
  organization('goldfinch', 'Goldfinch Agro S.A.', 'CI', {
    registration: 'CI-ABJ-900117',
    industry: 'Agriculture',
  }),
  person('ketteridge', 'Aurelio Ketteridge-Mbaye', 'CI', {
    birthDate: '1957-05-17',
    pep: 'Deputy Minister of Agriculture (fictional)',
    alternativeNames: ['Aurelio Ketteridge'],
  }),
  // Politically exposed, with and without a company.
  person('solheim', 'Ingrid Solheim-Fjord', 'NO', {
    birthDate: '1970-02-14',
    pep: 'Member of Parliament (fictional)',
  }),
  person('montclair', 'Octave de Montclair-Lys', 'FR', {
    birthDate: '1953-08-08',
    pep: 'Former prefect (fictional)',
    adverseMedia: 'Reported in a fictional tender dispute',
  }),
  person('tanakawa', 'Renzo Tanakawa', 'JP', { birthDate: '1962-10-01', pep: 'Ambassador (fictional)' }),
  // Adverse media, persons and organizations.
  organization('brightwater', 'Brightwater Pipelines Inc.', 'CA', {
    registration: 'BC9001171',
    industry: 'Pipelines',
    adverseMedia: 'Fined in a fictional spill case',
  }),
  person('quillon', 'Barnaby Quillon', 'US', {
    birthDate: '1975-04-03',
    adverseMedia: 'Charged in a fictional invoice fraud',
  }),
  // Namesakes: another birth date, another person, nothing against him.
  person('voss-younger', 'Dragomir Vosskov', 'BG', { birthDate: '1990-06-30' }),
  person('quillon-elder', 'Barnaby Quillon', 'US', { birthDate: '1938-02-11' }),
  // Clean companies with officers, a partner, a supplier, an acquisition and branches.
  organization('nordwind', 'Nordwind Turbinen GmbH', 'DE', {
    registration: 'HRB 900200',
    industry: 'Machinery',
    branchOffices: ['Kiel', 'Rostock'],
  }),
  organization('nordwind-service', 'Nordwind Service GmbH', 'DE', {
    registration: 'HRB 900201',
    industry: 'Repair',
  }),
  organization('larkspur', 'Larkspur Bearings AB', 'SE', {
    registration: '559001-1701',
    industry: 'Machinery',
  }),
  organization('old-foundry', 'Old Foundry Castings Sp. z o.o.', 'PL', {
    registration: '0000900117',
    industry: 'Metals',
  }),
  organization('meridian-capital', 'Meridian Quay Capital LLP', 'GB', {
    registration: 'OC900117',
    industry: 'Investment',
  }),
  person('brandt', 'Ilse Brandtmeier', 'DE', { birthDate: '1961-04-09', nationalId: 'L01X00T47' }),
  person('hartog', 'Casimir Hartogsveld', 'NL', { birthDate: '1968-01-20' }),
  person('ferro', 'Ludovica Ferrobianco', 'IT', { birthDate: '1979-03-28' }),
  person('yun', 'Yun Haesong-il', 'KR', { birthDate: '1974-11-11' }),
  organization('sparrowgate', 'Sparrowgate Software Private Limited', 'IN', {
    registration: 'U90011KA2009PTC117',
    industry: 'Software',
  }),
  organization('haneul', 'Haneul Paper Mills Co., Ltd.', 'KR', {
    registration: '110111-9001171',
    industry: 'Paper',
  }),
]
