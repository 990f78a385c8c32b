// Only the data of the packages is read; their programs would load all languages.
import countries from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import demonyms from 'i18n-nationality/langs/en.json' with { type: 'json' }
import { normalizeValue } from './tokenizer.ts'

/** The languages whose names of countries are known, besides the country's own (CLDR, of Node). */
const languages = [
  'en',
  'fr',
  'es',
  'pt',
  'ar',
  'sw',
  'de',
  'it',
  'nl',
  'pl',
  'ru',
  'tr',
  'hi',
  'ja',
  'ko',
  'zh',
  'sv',
  'da',
]

/** Common names, short forms and nicknames that the packages lack. */
const furtherNames: Readonly<Record<string, readonly string[]>> = {
  AE: ['emirates', 'the emirates', 'u a e'],
  AU: ['oz', 'aussie', 'down under', 'straya'],
  BA: ['bosnia', 'bih'],
  BE: ['belgie', 'belgique'],
  BO: ['bolivia'],
  BR: ['brasil'],
  BY: ['belarus', 'byelorussia'],
  CD: ['drc', 'd r c', 'dr congo', 'congo kinshasa', 'zaire', 'zairean'],
  CG: ['congo brazzaville'],
  CH: ['helvetia'],
  CI: ['cote d ivoire', 'ivorian'],
  CN: ['prc', 'p r c', 'mainland china', 'zhongguo'],
  CV: ['cape verde'],
  CZ: ['czech', 'bohemia', 'cesko'],
  DE: ['brd', 'federal republic of germany'],
  EE: ['eesti'],
  FI: ['suomi'],
  GB: [
    'britain',
    'great britain',
    'england',
    'scotland',
    'wales',
    'northern ireland',
    'english',
    'scottish',
    'welsh',
    'brit',
    'brits',
    'u k',
    'the uk',
    'blighty',
    'united kingdom of great britain and northern ireland',
  ],
  GR: ['hellas', 'ellada', 'hellenic republic'],
  HK: ['hongkong', 'hksar'],
  HR: ['hrvatska'],
  HU: ['magyarorszag'],
  IE: ['eire', 'emerald isle', 'republic of ireland'],
  IN: ['bharat', 'hindustan'],
  IR: ['persia', 'islamic republic of iran'],
  JP: ['nippon', 'nihon'],
  KH: ['kampuchea'],
  KP: ['dprk', 'd p r k'],
  KR: ['korea', 'korean', 'rok', 'r o k', 's korea'],
  LK: ['ceylon'],
  LT: ['lietuva'],
  LV: ['latvija'],
  MK: ['macedonia', 'fyrom'],
  MM: ['burma', 'burmese'],
  NG: ['naija'],
  NL: ['holland', 'nederland', 'the netherlands', 'hollander'],
  NZ: ['n z', 'nz', 'aotearoa', 'kiwi', 'kiwis', 'newzealand'],
  PG: ['png', 'p n g'],
  PH: ['pinas', 'pilipinas', 'the philippines'],
  PS: ['palestine'],
  PT: ['lusitania'],
  RU: ['russia', 'rossiya'],
  SA: ['ksa', 'k s a', 'saudi', 'kingdom of saudi arabia'],
  SK: ['slovensko'],
  SV: ['salvador'],
  SZ: ['swaziland', 'swazi'],
  TH: ['siam'],
  TL: ['east timor'],
  TR: ['turkiye', 'turkey'],
  TW: ['r o c', 'formosa', 'republic of china'],
  TZ: ['tanganyika'],
  UA: ['the ukraine', 'ukraina'],
  US: [
    'america',
    'the us',
    'the usa',
    'u s',
    'u s a',
    'the states',
    'the united states',
    'uncle sam',
    'yankee',
    'yank',
  ],
  VA: ['vatican', 'holy see'],
  VN: ['viet nam'],
  ZA: ['rsa', 'r s a', 'mzansi', 'azania', 's africa'],
  ZW: ['rhodesia'],
}

/** Shorter names, such as `US` and `UK`, must be known to be meant. */
const minNameLength = 4

let known: { names: ReadonlyMap<string, readonly string[]>; codes: ReadonlyMap<string, readonly string[]> } | undefined

/** Returns the codes of the countries with this name, nickname or demonym, also in the plural, folded; none for another word. */
export function findCountryCodes(name: string): readonly string[] {
  known ??= readCountries()
  return known.codes.get(name) ?? known.codes.get(name.replace(/s$/, '')) ?? []
}

/** Returns all names of the country with this name or demonym. Where two countries share one, both are meant. */
export const findCountryNames = (name: string): readonly string[] => [
  ...new Set(findCountryCodes(name).flatMap((code) => known?.names.get(code) ?? [])),
]

function readCountries() {
  const peoples = new Map<string, string>(Object.entries(demonyms.nationalities))
  const display = languages.map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  const short = new Intl.DisplayNames('en', { type: 'region', style: 'short' })
  const found = new Map<string, readonly string[]>()
  const codes = new Map<string, readonly string[]>()
  for (const [code, input] of Object.entries<string | string[]>(countries.countries)) {
    const long = [...[input].flat(), ...display.map((one) => one.of(code) ?? '')].map(normalizeValue)
    const further = furtherNames[code] ?? []
    const names = new Set([
      ...long.filter((name) => name.length >= minNameLength),
      ...[input].flat().map(normalizeValue),
      ...further,
    ])
    names.add(normalizeValue(short.of(code) ?? ''))
    names.delete('')
    const asked = [...names, normalizeValue(peoples.get(code) ?? '')].filter((name) => name !== '')
    found.set(code, [...names])
    for (const name of new Set(asked)) codes.set(name, [...(codes.get(name) ?? []), code])
  }
  return { names: found, codes }
}
