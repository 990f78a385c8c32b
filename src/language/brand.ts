/** What an operator replaces: sentences, and the look of pages, mails and documents. */

import type { Language } from './languages.ts'
import type { Template } from './sentence.ts'

/** The sentences of an operator that replace ours, by language and English text. */
export type Replacements = Readonly<Partial<Record<Language, Readonly<Partial<Record<Template, string>>>>>>

/** Colors like `#1d2f6f`: that of links and buttons, and that of the text on buttons, for light and for dark pages. */
export interface BrandColors {
  readonly accent: string
  readonly onAccent: string
  readonly darkAccent: string
  readonly onDarkAccent: string
}

/** A picture of at most 100 KB. */
export interface Logo {
  readonly type: 'image/svg+xml' | 'image/png'
  readonly base64: string
}

export interface Brand {
  readonly sentences: Replacements
  readonly colors: BrandColors | null
  /** The logo of pages. */
  readonly logo: Logo | null
  /** A PNG, because mail programs show no SVG. */
  readonly mailLogo: Logo | null
  /** The last line of pages, mails and invoices; English stands in for languages without one. */
  readonly footer: Readonly<Partial<Record<Language, string>>>
  /** The HTML of mails with places like `{{content}}`; null for ours. */
  readonly mailLayout: string | null
}

/** The places of a mail layout, like `{{content}}`; docs/BRANDING.md explains them. */
export const mailPlaces = ['content', 'footer', 'language', 'direction', 'logo', 'organization', 'subject'] as const
export type MailPlace = (typeof mailPlaces)[number]

/** The service as it comes. */
export const ownBrand: Brand = {
  sentences: {},
  colors: null,
  logo: null,
  mailLogo: null,
  footer: {},
  mailLayout: null,
}

/** The name of the logo within a mail (RFC 2392); the transport attaches it. */
export const logoId = 'brand-logo'

/** Returns the footer for a reader; empty for none. */
export const chooseFooter = ({ footer }: Brand, language: Language): string => footer[language] ?? footer.en ?? ''

export const toDataUri = ({ type, base64 }: Logo): string => `data:${type};base64,${base64}`
