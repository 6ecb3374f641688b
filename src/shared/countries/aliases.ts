/**
 * English names of countries for which `Intl.DisplayNames` has an ambiguous name, or different names in different runtime
 * versions.
 */
export const preferredNames = `CD=Democratic Republic of the Congo; CG=Republic of the Congo; MF=Saint Martin (French part); MK=North Macedonia;
  MM=Myanmar; MO=Macao; PS=Palestine; SZ=Eswatini; TR=Turkey; VC=Saint Vincent and the Grenadines`

/**
 * Other English names of countries, including official names. The rules in spelling.ts reduce other spellings
 * to these names: `Egypt, Arab Rep.` and `Arab Republic of Egypt` both become `Arab Egypt`.
 */
export const aliases = `AE=UAE; AG=Antigua|Barbuda; AR=Argentine; BA=Bosnia; BL=St Barts; BN=Nation Brunei Abode Peace; BO=Plurinational State
  Bolivia; BQ=Bonaire Sint Eustatius Saba|Bonaire St Eustatius Saba|Bonaire|Saba|Sint Eustatius; CC=Cocos
  Islands|Keeling Islands; CD=Democratic Congo|DR Congo|DRC|Zaire; CH=Swiss Confederation; CI=Ivory Coast; CN=Mainland
  China|PRC|PR China; CV=Cabo Verde; CW=Country Curaçao; CZ=Czech Republic; DE=Bundesrepublik Deutschland;
  DZ=Democratic Algeria; EG=Arab Egypt; EH=Sahrawi Arab Democratic Rep; ER=State Eritrea; ET=Democratic Ethiopia;
  FJ=Fiji Islands; FK=Falkland Islands Malvinas|Falklands; FM=States Micronesia; FO=Faeroe Islands; FR=French Rep;
  GA=Gabonese Rep; GB=UK|Great Britain|Britain|England Wales|England|Scotland|Wales|Northern Ireland|United Kingdom Great
  Britain|United Kingdom Great Britain Northern Ireland; GF=French Guyana|Guyane; GR=Hellenic Rep; GY=Cooperative
  Guyana; HK=China Hong Kong; IE=Eire|Irish Rep; IL=State Israel; IT=Italian Rep; KG=Kyrgyz Rep; KI=Independent
  Sovereign Kiribati; KN=St Kitts|St Christopher Nevis|Federation St Christopher Nevis; KP=DPR Korea|DPRK|Democratic
  Korea; KR=Rep Korea|ROK; KW=State Kuwait; LA=Lao|Lao PDR|Democratic Lao; LB=Lebanese Rep; LK=Democratic Socialist
  Sri Lanka; LU=Grand Duchy Luxembourg; LY=State Libya|Libyan Arab Jamahiriya; MF=French St Martin|Collectivity St
  Martin; MK=Macedonia|FYROM|FYR Macedonia|Former Yugoslav Macedonia; MM=Burma; MO=China Macao|China Macau;
  MP=Northern Marianas; MX=United Mexican States; NL=Holland; NP=Democratic Nepal; PG=Independent State Papua New
  Guinea; PN=Pitcairn Group Islands; PR=Puerto Rico US; PS=State Palestine|Palestinian|Occupied
  Palestinian|Palestinian Authority|West Bank|Gaza|Gaza Strip; PT=Portuguese Rep; QA=State Qatar; RE=Réunion Island;
  RU=Russian Federation; SH=St Helena Ascension Tristan da Cunha|Ascension Island|Tristan da Cunha; SJ=Svalbard Jan
  Mayen Islands|Svalbard|Jan Mayen; SK=Slovak Rep; SM=Most Serene San Marino; SO=Somali Democratic Rep; ST=Sao
  Tome|Democratic Sao Tome Principe; SX=St Maarten|Sint Maarten Dutch part|St Maarten Dutch part|St Martin Dutch part;
  SY=Syrian Arab; SZ=Swaziland; TF=French Southern Antarctic Lands; TG=Togolese Rep; TL=East Timor|Democratic Timor
  Leste; TN=Tunisian Rep; TR=Türkiye; TT=Trinidad|Tobago; TW=Rep China|Taiwan ROC|China Taiwan|Taiwan Province China|Chinese
  Taipei; TZ=United Rep Tanzania; UM=US Minor Outlying Islands|United States Minor Outlying Islands; US=US|United
  States America|America; UY=Oriental Uruguay|Eastern Uruguay; VA=Vatican|Holy See|Vatican City State|Vatican State;
  VC=St Vincent; VG=BVI; VI=United States Virgin Islands|USVI; VN=Socialist Vietnam; WF=Wallis Futuna Islands;
  WS=Western Samoa|Independent State Samoa; XK=Kosova; YT=Department Mayotte; ZA=RSA`

/**
 * Names that several countries share, and names of dissolved countries with several successors. A wrong guess
 * would lead to a screening in the wrong country.
 */
export const ambiguousNames = `CD CG=Congo|Kongo; KP KR=Korea|Corea|Corée|Coreia|Kore; VG VI=Virgin Islands; GF GY=Guiana|Guayana; MF SX=Saint
  Martin|San Martin|Sao Martinho; GB NF=Norfolk; DM DO=Republic of Dominica; GG JE=Channel Islands; CZ
  SK=Czechoslovakia; BQ CW SX=Netherlands Antilles; BA HR ME MK RS SI XK=Yugoslavia; AM AZ BY EE GE KG KZ LT LV MD RU
  TJ TM UA UZ=USSR|Soviet Union`
