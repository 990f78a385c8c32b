/** The languages of the service, and the choice of one for a reader. */

import { readFileSync } from 'node:fs'
import Negotiator from 'negotiator'

/** A new language is one line here and one file in `catalogues/`; see CONTRIBUTING. */
export const languages = ['en', 'fr', 'es', 'pt', 'ar', 'sw'] as const

export type Language = (typeof languages)[number]

/** The words of one language; English is written in the code. */
export interface Catalogue {
  /** English terms and their translations; a sentence with the term contains one of them. */
  readonly glossary: Readonly<Record<string, readonly string[]>>
  /** The names of fields in sentences. */
  readonly fields: Readonly<Record<string, string>>
  readonly sentences: Readonly<Record<string, string>>
}

const catalogues = new Map<Language, Catalogue>()

/** Reads the catalogue on first use, so that a language without readers costs no memory. */
export function loadCatalogue(language: Language): Catalogue {
  const known = catalogues.get(language)
  if (known !== undefined) return known
  const catalogue: Catalogue = JSON.parse(
    readFileSync(new URL(`./catalogues/${language}.json`, import.meta.url), 'utf8'),
  )
  catalogues.set(language, catalogue)
  return catalogue
}

export const isLanguage = (word: string): word is Language => languages.some((language) => language === word)

/**
 * Returns the language with its region, like `pt-BR`, from a language tag (BCP 47); null if it is no tag or not of our
 * languages. Other parts of a tag are left out, so that there are few of them.
 */
export function parseLocale(tag: string): string | null {
  try {
    const { language, region } = new Intl.Locale(tag)
    if (!isLanguage(language)) return null
    return region === undefined ? language : `${language}-${region}`
  } catch {
    // It is no language tag.
    return null
  }
}

export const isRightToLeft = (language: Language): boolean => language === 'ar'

/** Longer headers are not parsed. */
const longestHeader = 200
const maxHeaders = 500
const chosen = new Map<string, string>()

/** Returns the locale that `Accept-Language` prefers (RFC 9110, section 12.5.4); `en` if we speak none of them. */
export function chooseLocale(header: string | undefined): string {
  if (header === undefined || header.length > longestHeader) return 'en'
  const known = chosen.get(header)
  if (known !== undefined) return known
  const locale = negotiate(header)
  if (chosen.size >= maxHeaders) chosen.clear()
  chosen.set(header, locale)
  return locale
}

function negotiate(header: string): string {
  const accepted = new Negotiator({ headers: { 'accept-language': header } }).languages()
  for (const tag of accepted) {
    if (tag === '*') return 'en'
    const locale = parseLocale(tag)
    if (locale !== null) return locale
  }
  return 'en'
}
