/**
 * How the service compares texts: one normal form for what is stored, one folding for what is searched, sorted and
 * graded, and which characters nobody sees. Both databases get the result, so that they find the same rows.
 */

import { foldText } from '@research-platform/search-engine/folding'
import { hasLongMarkRun, normalizeForm } from '@research-platform/search-engine/mark-runs'

export { foldText, hasLongMarkRun, normalizeForm }

const ascii = /^[\0-\x7f]*$/

/** Returns whether the text consists of ASCII characters, which every version of the folding folds alike. */
export const isAscii = (text: string) => ascii.test(text)

/** Ideographs that NFC replaces by another form of the character, although names are written with this one. */
const composable = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu

/** Returns the text in NFC, in which texts are stored. Compatibility ideographs stay as they are. */
export const buildText = (text: string) =>
  ascii.test(text) ? text : text.replace(composable, (part) => normalizeForm(part, 'NFC'))

/**
 * Characters without a shape of their own: white space, controls, format characters, fillers of Hangul (which are
 * ignorable letters), and the Braille pattern without dots.
 */
const blank = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u

/** Returns whether the text shows nothing. */
export const isBlank = (text: string) => blank.test(text)

/** Scripts whose letters take another form beside a joiner (Unicode, section 23.2; RFC 5892, appendix A). */
const joiningScripts = [
  'Arabic Syriac Mandaic Nko Adlam Mongolian Hanifi_Rohingya Manichaean Psalter_Pahlavi Phags_Pa Sogdian Chorasmian',
  'Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar Tibetan Balinese',
  'Javanese Sundanese Tai_Tham Chakma Meetei_Mayek Grantha Kaithi Newa Tirhuta Modi Sharada Limbu Lepcha',
]
  .flatMap((names) => names.split(' '))
  .map((name) => `\\p{Script_Extensions=${name}}`)
  .join('')

/**
 * A joiner has a purpose after a letter of such a script, and within an emoji; a tag within a flag; the empty Braille
 * pattern beside another one.
 */
const purposeful = new RegExp(
  [
    `(?<=[[\\p{L}\\p{M}]&&[${joiningScripts}]])[\\u200c\\u200d]`,
    '(?<=[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\ufe0f])\\u200d(?=\\p{Extended_Pictographic})',
    '(?<=\\u{1f3f4})[\\u{e0020}-\\u{e007e}]+\\u{e007f}',
    '(?<=[\\u2801-\\u28ff])\\u2800|\\u2800(?=[\\u2801-\\u28ff])',
  ].join('|'),
  'gv',
)

/** Variation selectors choose the form of the character before them, and are allowed. */
const hidden = /[[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]--\p{Variation_Selector}]/v

/** Returns whether the text has a character that nobody sees or that changes the direction of others. */
export const hasHiddenCharacter = (text: string) => hidden.test(text) && hidden.test(text.replace(purposeful, ''))

/** Returns whether the text has U+FFFD, which stands where a character of another encoding was lost. */
export const hasLostCharacter = (text: string) => text.includes('\ufffd')

const allHidden = new RegExp(hidden, 'gv')

/** Removes what `hasHiddenCharacter` finds, from texts that another service sends. */
export const removeHiddenCharacters = (text: string) => (hasHiddenCharacter(text) ? text.replace(allHidden, '') : text)

/** Returns the folded text with single spaces. */
export const foldLine = (text: string) => foldText(text).replace(/\s+/g, ' ').trim()

/** A letter or digit, with the signs that belong to it. */
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

const asciiWords = /[a-z0-9]+/g

/** Returns the folded words of the text, in their order. The words of ASCII are found in a third of the time. */
export const listWords = (text: string): string[] => foldText(text).match(isAscii(text) ? asciiWords : words) ?? []

/** Returns the distinct folded words of the texts, in order of appearance. */
export const splitWords = (...texts: string[]) => [...new Set(listWords(texts.join(' ')))]

const longestKey = 200

/** Returns the folded line for comparison and sorting, short enough for an index. */
export const sortKey = (text: string) => foldLine(text).slice(0, longestKey).toWellFormed()
