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

/** Common names that the packages lack. */
const furtherNames: Readonly<Record<string, readonly string[]>> = {
  GB: ['britain', 'great britain', 'england', 'scotland', 'wales', 'northern ireland', 'english', 'scottish', 'welsh'],
  US: ['america'],
  NL: ['holland'],
  KR: ['korea', 'korean'],
  MM: ['burma'],
  SZ: ['swaziland'],
  CV: ['cape verde'],
}

/** Shorter names, such as `US` and `UK`, must be known to be meant. */
const minNameLength = 4

let groups: Map<string, readonly string[]> | undefined

/** Returns all names of the country with this name or demonym, also in the plural, folded; none for another word. */
export function findCountryNames(name: string): readonly string[] {
  groups ??= readGroups()
  return groups.get(name) ?? groups.get(name.replace(/s$/, '')) ?? []
}

/** By every name and demonym of a country, all names of it. Where two countries share one, both are meant. */
function readGroups(): Map<string, readonly string[]> {
  const peoples = new Map<string, string>(Object.entries(demonyms.nationalities))
  const display = languages.map((language) => new Intl.DisplayNames(language, { type: 'region' }))
  const short = new Intl.DisplayNames('en', { type: 'region', style: 'short' })
  const result = new Map<string, readonly string[]>()
  for (const [code, given] of Object.entries<string | string[]>(countries.countries)) {
    const long = [...[given].flat(), ...display.map((one) => one.of(code) ?? '')].map(normalizeValue)
    const names = new Set([
      ...long.filter((name) => name.length >= minNameLength),
      ...[given].flat().map(normalizeValue),
    ])
    names.add(normalizeValue(short.of(code) ?? ''))
    const asked = [...names, normalizeValue(peoples.get(code) ?? ''), ...(furtherNames[code] ?? [])]
    for (const name of asked) if (name !== '') result.set(name, [...(result.get(name) ?? []), ...names])
  }
  return result
}
