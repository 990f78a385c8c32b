/** Reads the folder with which an operator brands pages, mails and documents (`BRAND_DIR`). */

import { existsSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readColors } from '#config/brand-colors.ts'
import { isJsonObject, type Json, type JsonObject, type Report } from '#config/brand-json.ts'
import { readSentences } from '#config/brand-sentences.ts'
import { readDocumentSettings } from '#config/documents.ts'
import type { Settings } from '#core/settings.ts'
import { type Brand, type Logo, mailPlaces, ownBrand } from '#language/brand.ts'
import { isLanguage, languages } from '#language/languages.ts'

const maxLogoBytes = 100_000
const parts = ['colors', 'footer', 'sentences']

/** Reads the name, the brand, and the documents, which have the logo of the brand unless they have their own. */
export function readAppearance(settings: Settings) {
  const folder = readBrandFolder(settings)
  const report: Report = (sentence) => settings.errors.push(sentence)
  const png = folder === null ? null : join(folder, 'logo.png')
  return {
    organizationName: settings.optional('ORGANIZATION_NAME') ?? 'Research Platform',
    brand: folder === null ? ownBrand : readFolder(folder, report),
    documents: readDocumentSettings(settings, png !== null && existsSync(png) ? png : null),
  }
}

function readBrandFolder(settings: Settings): string | null {
  const input = settings.optional('BRAND_DIR')
  if (input === undefined) return null
  const folder = resolve(input)
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return folder
  settings.errors.push(`BRAND_DIR must be a folder, and there is none at ${folder}.`)
  return null
}

function readFolder(folder: string, report: Report): Brand {
  const { colors, footer, sentences } = readDescription(join(folder, 'brand.json'), report)
  const mailLogo = readLogo(join(folder, 'logo.png'), 'image/png', report)
  return {
    colors: colors === undefined ? null : readColors(colors, report),
    footer: footer === undefined ? {} : readFooter(footer, report),
    sentences: sentences === undefined ? {} : readSentences(sentences, report),
    logo: readLogo(join(folder, 'logo.svg'), 'image/svg+xml', report) ?? mailLogo,
    mailLogo,
    mailLayout: readMailLayout(join(folder, 'mail.html'), report),
  }
}

function readDescription(path: string, report: Report): JsonObject {
  const content = readOptionalFile(path, report)
  if (content === null) return {}
  const description = parseJson(content.toString('utf8'), (why) => report(`${path} is not valid JSON: ${why}`))
  if (description === undefined) return {}
  if (!isJsonObject(description)) {
    report(`${path} must contain a JSON object.`)
    return {}
  }
  for (const part of Object.keys(description).filter((key) => !parts.includes(key)))
    report(`${path} has the unknown part "${part}"; its parts are ${parts.join(', ')}.`)
  return description
}

/** Returns null for a file that does not exist; reports one that cannot be read. */
function readOptionalFile(path: string, report: Report): Buffer | null {
  if (!existsSync(path)) return null
  try {
    return readFileSync(path)
  } catch (error) {
    report(`${path} cannot be read: ${String(error)}.`)
    return null
  }
}

/** Some editors begin a file with a byte order mark, which JSON does not have. */
function parseJson(text: string, report: Report): Json | undefined {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    // The message quotes the file, with its line breaks.
    report(`${String(error).replaceAll(/\s+/g, ' ')}.`)
    return undefined
  }
}

/** One text for all languages, or one for each. */
function readFooter(footer: Json, report: Report): Brand['footer'] {
  if (typeof footer === 'string') return { en: footer }
  if (!isJsonObject(footer)) {
    report('The footer in brand.json must be a text, or an object with a text for each language.')
    return {}
  }
  const texts = Object.entries(footer)
  for (const [language, text] of texts)
    if (!isLanguage(language) || typeof text !== 'string')
      report(`The footer in brand.json may have texts for ${languages.join(', ')}; "${language}" is none of them.`)
  return Object.fromEntries(texts.filter((entry): entry is [string, string] => typeof entry[1] === 'string'))
}

const signatures = { 'image/png': /^\x89PNG\r\n/, 'image/svg+xml': /<svg[\s>]/ }

function readLogo(path: string, type: Logo['type'], report: Report): Logo | null {
  const content = readOptionalFile(path, report)
  if (content === null) return null
  const isRight = signatures[type].test(content.toString('latin1'))
  if (isRight && content.length <= maxLogoBytes) return { type, base64: content.toString('base64') }
  const kind = type === 'image/png' ? 'a PNG' : 'an SVG'
  report(`${path} must be ${kind} of at most ${maxLogoBytes / 1000} KB.`)
  return null
}

const places: readonly string[] = mailPlaces

function readMailLayout(path: string, report: Report): string | null {
  const layout = readOptionalFile(path, report)?.toString('utf8')
  if (layout === undefined) return null
  const used = Array.from(layout.matchAll(/\{\{([^{}]*)\}\}/g), ([, place = '']) => place.trim())
  for (const place of used.filter((one) => !places.includes(one)))
    report(
      `${path} has the unknown place {{${place}}}; the places are ${places.map((one) => `{{${one}}}`).join(', ')}.`,
    )
  if (used.filter((place) => place === 'content').length !== 1)
    report(`${path} must contain {{content}} once: there the text of the mail is put.`)
  return layout
}
