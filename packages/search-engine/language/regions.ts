/** Regions of the world, by the names that people give them, and their countries. */

import { normalizeValue } from './tokenizer.ts'

/** The countries and regions within regions of UN M49, as CLDR has them. */
const containment: Readonly<Record<string, string>> = {
  '002': '011 014 015 017 018',
  '003': '013 021 029',
  '005': 'AR BO BR BV CL CO EC FK GF GS GY PE PY SR UY VE',
  '009': '053 054 057 061',
  '011': 'BF BJ CI CV GH GM GN GW LR ML MR NE NG SH SL SN TG',
  '013': 'BZ CR GT HN MX NI PA SV',
  '014': 'BI DJ ER ET IO KE KM MG MU MW MZ RE RW SC SO SS TF TZ UG YT ZM ZW',
  '015': 'DZ EG EH LY MA SD TN',
  '017': 'AO CD CF CG CM GA GQ ST TD',
  '018': 'BW LS NA SZ ZA',
  '019': '003 005',
  '021': 'BM CA GL PM US',
  '029': 'AG AI AW BB BL BQ BS CU CW DM DO GD GP HT JM KN KY LC MF MQ MS PR SX TC TT VC VG VI',
  '030': 'CN HK JP KP KR MN MO TW',
  '034': 'AF BD BT IN IR LK MV NP PK',
  '035': 'BN ID KH LA MM MY PH SG TH TL VN',
  '039': 'AD AL BA CY ES GI GR HR IT ME MK MT PT RS SI SM VA XK',
  '053': 'AU CC CX HM NF NZ',
  '054': 'FJ NC PG SB VU',
  '057': 'FM GU KI MH MP NR PW UM',
  '061': 'AS CK NU PF PN TK TO TV WF WS',
  '142': '030 034 035 143 145',
  '143': 'KG KZ TJ TM UZ',
  '145': 'AE AM AZ BH CY GE IL IQ JO KW LB OM PS QA SA SY TR YE',
  '150': '039 151 154 155',
  '151': 'BG BY CZ HU MD PL RO RU SK UA',
  '154': 'AX DK EE FI FO GB GG IE IM IS JE LT LV NO SE SJ',
  '155': 'AT BE CH DE FR LI LU MC NL',
  '202': '011 014 017 018',
  '419': '005 013 029',
  EU: 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK',
  EZ: 'AT BE BG CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
}

/** The languages of which CLDR names the regions. */
const languages = ['en', 'fr', 'es', 'pt', 'ar', 'sw', 'de', 'it', 'nl', 'zh']

/** Names that CLDR lacks, with the regions and countries that they stand for. */
const furtherNames: readonly (readonly [names: string, within: string])[] = [
  ['african', '002'],
  ['americas|the americas', '019'],
  ['south american|latin south america', '005'],
  ['north american', '021 MX'],
  ['central american|mesoamerica', '013'],
  ['latin american|latam|latin americas|latinoamerica|latino america|ibero america|iberoamerica', '419'],
  ['caribbean islands|the caribbean|west indies|antilles', '029'],
  ['asian', '142'],
  ['east asia|east asian|far east|far eastern', '030'],
  ['south asia|south asian|indian subcontinent', '034'],
  ['south east asia|southeast asian|south eastern asia|southeastern asia|asean', '035'],
  ['central asian', '143'],
  ['west asia|west asian|western asian', '145'],
  ['asia pacific|apac|asia and the pacific', '142 009'],
  ['european', '150'],
  ['east europe|eastern european', '151'],
  ['west europe|western european', '155 GB IE'],
  ['north europe|northern european', '154'],
  ['south europe|southern european|mediterranean europe', '039'],
  ['central europe|central european|mitteleuropa', 'AT CH CZ DE HU LI PL SI SK'],
  ['central and eastern europe|cee', '151 AL BA EE HR LT LV ME MK RS SI XK'],
  ['eu|e u|eu countries|eu member states', 'EU'],
  ['euro area|euro zone', 'EZ'],
  ['scandinavia|scandinavian|scandinavie|escandinavia|skandinavien|skandinavia', 'DK NO SE'],
  ['nordic|nordics|nordic countries|nordic region|norden|pays nordiques|paises nordicos', 'AX DK FI FO GL IS NO SE'],
  ['baltic|baltics|baltic states|baltic countries|pays baltes|baltikum', 'EE LT LV'],
  ['balkan|balkans|the balkans|balkan countries|western balkans', 'AL BA BG GR HR ME MK RO RS SI XK'],
  ['benelux|low countries', 'BE LU NL'],
  ['dach|dach region|german speaking countries', 'AT CH DE LI'],
  ['iberia|iberian|iberian peninsula|peninsula iberica', 'AD ES GI PT'],
  ['british isles', 'GB GG IE IM JE'],
  ['visegrad|visegrad group', 'CZ HU PL SK'],
  ['caucasus|south caucasus|transcaucasia', 'AM AZ GE'],
  [
    'middle east|near east|middle eastern|mideast|moyen orient|proche orient|medio oriente|oriente medio|oriente proximo|naher osten|الشرق الاوسط|mashariki ya kati',
    '145 EG IR',
  ],
  ['mena|middle east and north africa', '145 015 IR'],
  ['emea', '150 145 002'],
  ['gulf states|gulf countries|persian gulf|arab gulf|gcc|gcc countries', 'AE BH KW OM QA SA'],
  [
    'arab world|arab countries|arab states|arabic countries|العالم العربي',
    '015 AE BH DJ IQ JO KM KW LB MR OM PS QA SA SO SY YE',
  ],
  ['levant', 'CY IL JO LB PS SY'],
  ['maghreb|maghrib|المغرب العربي', 'DZ LY MA MR TN'],
  ['north africa|north african|afrique du nord|africa do norte|norte de africa', '015'],
  ['west africa|west african|afrique de l ouest|africa do oeste|africa oeste', '011'],
  ['east africa|east african|afrique de l est|africa del este|afrika ya mashariki', '014'],
  ['east african community|eac', 'BI CD KE RW SO SS TZ UG'],
  ['central africa|central african|middle african', '017'],
  ['southern africa|southern african|sadc', '018 AO CD KM MG MU MW MZ SC TZ ZM ZW'],
  ['sub saharan africa|subsaharan africa|sub saharan|sub saharan african|black africa', '202'],
  ['sahel|sahel region', 'BF CM TD ER GM GN ML MR NE NG SD SN'],
  ['horn of africa', 'DJ ER ET SO'],
  ['great lakes region|african great lakes', 'BI CD KE MW RW TZ UG ZM'],
  ['ecowas', '011'],
  ['francophone africa', 'BF BI BJ CD CF CG CI CM DJ GA GN KM MG ML NE RW SN TD TG'],
  ['lusophone africa', 'AO CV GQ GW MZ ST'],
  ['oceanian|pacific islands|south pacific|pacific region', '009'],
  ['australasian|antipodes', '053'],
  ['andes|andean|andean countries', 'BO CL CO EC PE VE'],
  ['southern cone|cono sur', 'AR CL PY UY'],
  ['mercosur|mercosul', 'AR BO BR PY UY'],
  ['indochina', 'KH LA VN'],
  ['brics', 'BR CN IN RU ZA'],
  ['g7', 'CA DE FR GB IT JP US'],
]

let known: ReadonlyMap<string, ReadonlySet<string>> | undefined

/** Returns the codes of the countries of the region with this normalized name; undefined for another name. */
export function findRegion(name: string): ReadonlySet<string> | undefined {
  known ??= readRegions()
  return known.get(name)
}

function readRegions(): ReadonlyMap<string, ReadonlySet<string>> {
  const result = new Map<string, ReadonlySet<string>>()
  const display = languages.map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  for (const code of Object.keys(containment))
    for (const names of display) result.set(normalizeValue(names.of(code) ?? ''), listCountries(code))
  for (const [names, within] of furtherNames)
    for (const name of names.split('|')) result.set(name, listCountries(within))
  // The country, not the continents.
  for (const name of ['america', 'amerika']) result.delete(name)
  return result
}

function listCountries(within: string): ReadonlySet<string> {
  const codes = within.split(' ').flatMap((code) => {
    const parts = containment[code]
    return parts === undefined ? [code] : [...listCountries(parts)]
  })
  return new Set(codes)
}
