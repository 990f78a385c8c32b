/** Texts of others as plain text: without the markup that titles and abstracts have, and without characters that are not visible. */

import { buildText, isBlank, removeHiddenCharacters } from '#core/text-normalization.ts'

/** An element of HTML, JATS or MathML. A sign that is followed by a space or digit is a sign: `p < 0.05`. */
const tags = /<\/?[a-z][\w:.-]{0,40}(?:\s[^<>]{0,500})?\/?>/gi
const blocks = /<\/?(?:jats:)?(?:p|title|sec|br|div|li|list|h[1-6])(?:\s[^<>]{0,500})?\/?>/gi
const comments = /<!\[CDATA\[|\]\]>|<!--[^<>]{0,500}-->/g
const entities =
  /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos|nbsp|ndash|mdash|hellip|lsquo|rsquo|ldquo|rdquo));/gi

const named: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—', hellip: '…' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”' },
}

const decodeEntities = (text: string) =>
  text.replace(entities, (whole, decimal?: string, hexadecimal?: string, name?: string) => {
    if (name !== undefined) return named[name.toLowerCase()] ?? whole
    const code = decimal === undefined ? Number.parseInt(hexadecimal ?? '', 16) : Number(decimal)
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : ''
  })

/** Entities may stand for tags, as `&lt;i&gt;` does in many deposits, so tags are removed again. */
const stripMarkup = (text: string) => decodeEntities(text.replace(comments, '').replace(tags, '')).replace(tags, '')

const controls = /(?![\t\n\r])\p{Cc}/gu

const toStored = (text: string) => {
  const clean = removeHiddenCharacters(buildText(text.toWellFormed().replace(controls, ' ')))
  return isBlank(clean) ? '' : clean
}

/** Returns the text as one line. */
export const toLine = (text: string): string => toStored(stripMarkup(text)).replace(/\s+/g, ' ').trim()

/** Returns the text with its paragraphs. */
export const toParagraphs = (text: string): string =>
  toStored(stripMarkup(text.replace(blocks, '\n\n')))
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => paragraph !== '')
    .join('\n\n')
