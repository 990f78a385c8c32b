/** Settings for certificates and invoices. */

import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { getCurrencyOfCountry } from '#core/countries.ts'
import type { Settings } from '#core/settings.ts'
import { findCountryOfVatNumber } from '#core/vat-numbers.ts'

export interface DocumentSettings {
  /** Paths of PNG or JPEG files; null for none. */
  logo: string | null
  signature: string | null
  /** The name and office of the signer, like `Prof. Amina Yusuf, Dean`; empty for none. */
  signatory: string
  seller: {
    name: string
    /** The lines of the address. */
    address: string
    taxId: string
    /** The country of a VAT number of Europe (ISO 3166-1 alpha-2); null for other tax numbers, and without one. */
    country: string | null
  }
  tax: {
    /** For example `VAT`. */
    name: string
    /** Hundredths of a percent; the tax is included in every price. */
    rate: number
    /** The rates for buyers in other countries (ISO 3166-1 alpha-2), in the same unit; empty for one rate everywhere. */
    rates: Readonly<Record<string, number>>
    /** The reason why no tax is charged, when the rate is 0. */
    note: string
  }
}

const maxPictureBytes = 2_000_000

/** `brandLogo` is the path of a logo that serves without `DOCUMENT_LOGO`. */
export function readDocumentSettings(settings: Settings, brandLogo: string | null): DocumentSettings {
  const taxId = settings.optional('SELLER_TAX_ID') ?? ''
  return {
    logo: readPicture(settings, 'DOCUMENT_LOGO') ?? brandLogo,
    signature: readPicture(settings, 'DOCUMENT_SIGNATURE'),
    signatory: settings.optional('DOCUMENT_SIGNATORY') ?? '',
    seller: {
      name: settings.optional('SELLER_NAME') ?? settings.optional('ORGANIZATION_NAME') ?? 'Research Platform',
      // One line in the environment, with `|` or line breaks between the lines.
      address: (settings.optional('SELLER_ADDRESS') ?? '')
        .split(/\||\n|\\n/)
        .map((line) => line.trim())
        .filter((line) => line !== '')
        .join('\n'),
      taxId,
      country: findCountryOfVatNumber(taxId),
    },
    tax: {
      name: settings.optional('TAX_NAME') ?? 'VAT',
      rate: readTaxRate(settings),
      rates: readTaxRates(settings),
      note: settings.optional('TAX_NOTE') ?? 'No tax is charged on this supply.',
    },
  }
}

/** Percent with at most two fraction digits. */
function readTaxRate(settings: Settings): number {
  const value = settings.optional('TAX_RATE') ?? '0'
  const rate = parsePercentage(value)
  if (rate !== null) return rate
  settings.errors.push(`TAX_RATE must be a percentage below 100, like 16 or 7.5, not "${value}".`)
  return 0
}

/** Returns hundredths of a percent; null for what is no percentage below 100. */
const parsePercentage = (text: string): number | null =>
  /^\d{1,2}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : null

/** Reads `KE=16, DE=19, CH=8.1`. */
function readTaxRates(settings: Settings): Record<string, number> {
  const rates: Record<string, number> = {}
  for (const entry of (settings.optional('TAX_RATES') ?? '').split(',')) {
    const [country = '', percentage = ''] = entry.split('=').map((part) => part.trim())
    const rate = parsePercentage(percentage)
    if (entry.trim() === '') continue
    if (rate === null || getCurrencyOfCountry(country) === null || country in rates)
      settings.errors.push(`TAX_RATES must be countries with percentages, like KE=16,DE=19, not "${entry.trim()}".`)
    else rates[country] = rate
  }
  return rates
}

function readPicture(settings: Settings, name: string): string | null {
  const input = settings.optional(name)
  if (input === undefined) return null
  const path = resolve(input)
  const problem = findPictureProblem(path)
  if (problem !== null) settings.errors.push(`${name} must be the path of a PNG or JPEG of at most 2 MB: ${problem}.`)
  return path
}

function findPictureProblem(path: string): string | null {
  try {
    if (statSync(path).size > maxPictureBytes) return `${path} is larger`
    const start = readFileSync(path).subarray(0, 4).toString('hex')
    return start === '89504e47' || start.startsWith('ffd8ff') ? null : `${path} is neither`
  } catch {
    // The sentence is for the operator, who sees the file.
    return `${path} cannot be read`
  }
}
