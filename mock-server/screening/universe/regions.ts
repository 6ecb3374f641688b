/** A region of the world, with the word lists from which its fictional names are composed. */
export interface Region {
  readonly countries: readonly string[]
  readonly legalForms: readonly string[]
  readonly givenNames: readonly string[]
  /** The beginnings of family names. A beginning joined with an ending of `endings` gives a fictional name. */
  readonly beginnings: readonly string[]
  readonly endings: readonly string[]
  readonly cities: readonly string[]
}

/** The lists of each region, in the order of the fields above. */
const table = [
  'DE AT CH LI | GmbH/AG/SE | Alrun Baldo Ermelind Gerwin Isolda Leopoldine Ottfried Wendelin | Bracken Dornen Eschen Grillen Kiesel Lauter Moosen Quarz | kamper lohe pfennig stuck trautel zinn | Vaduz Celle Hallein Uznach',
  'GB IE AU NZ CA | Limited/plc/Ltd | Araminta Bertram Clementine Dunstan Euphemia Fergus Gwendoline Horatio | Brindle Cobble Dapper Fidget Hobnail Mossel Pumple Thimble | thwaite worthy snoad quist ferret gate | Truro Dundalk Ballarat Timaru',
  'FR BE LU MC | S.A./SARL/SAS | Adhémar Blandine Cyprien Eulalie Gontran Hortense Isidore Léonie | Belle Chante Cloche Fleur Grive Luisan Mirabel Roque | lune vigny pomme rance toule zeau | Namur Vesoul Arlon Menton',
  'ES PT MX AR CL CO PE | S.A./S.L./Ltda. | Amparo Baltasar Casilda Dionisio Encarna Froilán Graciela Hilario | Alba Cerro Espi Garza Mira Pozo Torre Venta | luengo mirlo nuez quiral retama zorral | Ávila Oaxaca Évora Arica',
  'IT SM MT | S.p.A./S.r.l. | Amerigo Benedetta Cosimo Delfina Eleuterio Fiammetta Gualtiero Ilaria | Acqua Bianco Corvo Fico Lampo Nebbia Pietra Sole | lupi mosto nardi pesca rino vento | Mantova Gozo Udine Lucca',
  'SE NO DK FI IS | AB/AS/ApS/Oy | Asbjørn Birgitta Dagny Eskil Frøydis Gudmund Hillevi Ingvar | Dimma Fjell Gran Isbrå Lärk Måne Snø Vinter | klokk mossa ravn skär trast vind | Visby Molde Ribe Oulu',
  'PL CZ SK HU RO BG | Sp. z o.o./a.s./Kft./SRL | Bogumiła Czesław Drahomír Ludmila Mieszko Radka Svatopluk Zdislava | Brzoz Chmiel Doln Holub Jedl Kopr Makov Vlk | anek ecki inský oviak ulescu yk | Zamość Telč Trnava Vidin',
  'RU BY KZ UA RS | JSC/OOO/LLC | Averky Vassa Demyan Evdokiya Zosima Kapitolina Lavrenty Praskovya | Bely Chern Gromo Kol Lebed Morosh Sneg Tuman | yarsky opashkin otravin udalov ozerov ikhvost | Pskov Grodno Aktau Poltava',
  'NG GH KE ZA TZ SN EG MA | Limited/(Pty) Ltd/PLC | Abeni Chidubem Efua Jelani Kwabena Makena Oluremi Zuberi | Ade Boma Chi Kofu Lunga Mosi Oyin Tembo | falola kanu mbeki-ro ndara shola wekesi | Jos Kumasi Thika Knysna',
  'IN LK BD PK | Private Limited/Limited | Aranyak Bhavani Chandrakant Devayani Ekalavya Gauranga Hemalatha Indrajit | Amba Chitra Dhruva Kavi Manju Neela Surya Vana | gopalan karnad mitran pillaya sekhar wadkar | Mysuru Kandy Sylhet Multan',
  'SG MY ID PH TH VN | Pte. Ltd./Sdn. Bhd./Co., Ltd. | Anindita Bayani Citra Dalisay Eko Fatin Guntur Hiyas | Bunga Cenda Hujan Kelapa Laut Mutia Pagi Senja | gading maya pura ratna suri wangi | Kuching Iloilo Malang Hue',
  'US PA KY VG | Inc./LLC/Corp. | Ambrose Birdie Cletus Dorothea Ezekiel Fern Gideon Harriet | Buckle Cricket Dry Hickory Lone Mule Piney Tumble | holler peck rasmus sawyer tandy whitt | Duluth Moab Colón Tortola',
]

export const regions: readonly Region[] = table.map(line => {
  const [countries = '', legalForms = '', ...names] = line.split(' | ')
  const [givenNames = [], beginnings = [], endings = [], cities = []] = names.map(list => list.split(' '))
  const common = { countries: countries.split(' '), legalForms: legalForms.split('/') }
  return { ...common, givenNames, beginnings, endings, cities }
})
