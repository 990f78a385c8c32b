/** How sentences are written for one reader: the language, and the brand of the operator. */

import { type Brand, ownBrand } from './brand.ts'
import { isLanguage, type Language } from './languages.ts'

export interface Localizer {
  readonly language: Language
  /** The language tag of the reader (BCP 47), such as `fr-CA`, for dates and amounts. */
  readonly locale: string
  readonly brand: Brand
  /** How fields are named in sentences, where a form has labels of its own for them. */
  readonly fieldNames?: Readonly<Record<string, string | undefined>>
}

/** English without the brand of an operator. */
export const english: Localizer = { language: 'en', locale: 'en', brand: ownBrand }

const wordings = new WeakMap<Brand, Map<string, Localizer>>()
const maxWordings = 500

/** Returns the wording of a locale, with the brand of the operator. */
export function createLocalizer(locale: string, brand: Brand): Localizer {
  const known = wordings.get(brand) ?? new Map<string, Localizer>()
  wordings.set(brand, known)
  const wording = known.get(locale) ?? { language: languageOf(locale), locale, brand }
  if (known.size < maxWordings) known.set(locale, wording)
  return wording
}

function languageOf(locale: string): Language {
  const word = new Intl.Locale(locale).language
  return isLanguage(word) ? word : 'en'
}
