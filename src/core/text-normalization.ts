/**
 * How the service compares texts: one normal form for what is stored, one folding for what is searched, sorted and
 * graded, and which characters nobody sees. Both databases get the result, so that they find the same rows.
 */

const ascii = /^[\0-\x7f]*$/

/** Returns whether the text consists of ASCII characters, which every version of the folding folds alike. */
export const isAscii = (text: string) => ascii.test(text)

/** Ideographs that NFC replaces by another form of the character, although names are written with this one. */
const composable = /[^\uf900-\ufaff\u{2f800}-\u{2fa1f}]+/gu

/** Returns the text in NFC, in which texts are stored. Compatibility ideographs stay as they are. */
export const buildText = (text: string) =>
  ascii.test(text) ? text : text.replace(composable, (part) => part.normalize('NFC'))

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

const allHidden = new RegExp(hidden, 'gv')

/** Removes what `hasHiddenCharacter` finds, from texts that another service sends. */
export const removeHiddenCharacters = (text: string) => (hasHiddenCharacter(text) ? text.replace(allHidden, '') : text)

/**
 * Accents and other marks that people leave out when they type. The vowel signs of Indic scripts and the voicing marks
 * of Japanese are letters of their words, and stay.
 */
const marks =
  /[[\p{M}&&[\p{Script=Inherited}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}]]--[\u3099\u309a]]/v
const omitted = new RegExp(`${marks.source}|\\p{Default_Ignorable_Code_Point}|\\p{Cf}`, 'gv')

/** Letters that Unicode does not decompose, as they are typed without a keyboard for them. */
const letters: Readonly<Record<string, string>> = {
  ...pair('øłđðŋħŧı', 'olddnhti'),
  ...pair('ɓɖɗɛɔƒɣɨƙɲʉʋƴ', 'bddeofgiknuvy'),
  ß: 'ss',
  þ: 'th',
  æ: 'ae',
  œ: 'oe',
  ς: 'σ',
  // One form of each Arabic letter, whichever keyboard it was typed on; a tatweel only makes a word longer.
  ٱ: 'ا',
  ى: 'ي',
  ی: 'ي',
  ے: 'ي',
  ې: 'ي',
  ة: 'ه',
  ہ: 'ه',
  ھ: 'ه',
  ە: 'ه',
  ۃ: 'ه',
  ک: 'ك',
  ڪ: 'ك',
  ـ: '',
  ...pair('٠١٢٣٤٥٦٧٨٩', '0123456789'),
  ...pair('۰۱۲۳۴۵۶۷۸۹', '0123456789'),
  // What typesetting makes of an apostrophe, a quotation mark, a hyphen, a minus and a fraction.
  ...pair('‘’‚‛′ʹʻʼʽˈˊˋ´', "'".repeat(13)),
  ...pair('“”„‟«»″', '"'.repeat(7)),
  ...pair('‹›', "''"),
  ...pair('‐‑‒–—―−⁃', '-'.repeat(8)),
  ...pair('⁄∕', '//'),
}

/** Returns each character with the one at its place. */
function pair(from: string, to: string): Record<string, string> {
  return Object.fromEntries([...from].map((letter, index) => [letter, to.charAt(index)]))
}

const folded = new RegExp(`[${Object.keys(letters).join('')}]`, 'gu')
const foldLetters = (text: string) => text.replace(folded, (letter) => letters[letter] ?? letter)

/**
 * Returns the text as it is searched, sorted and compared: in lower case, without accents and invisible characters, with
 * one form of each letter, digit, apostrophe and hyphen: `Łukasz’s Straße` becomes `lukasz's strasse`. ASCII is folded
 * in a tenth of the time.
 */
export const foldText = (text: string): string =>
  ascii.test(text)
    ? text.toLowerCase()
    : foldLetters(foldLetters(text).normalize('NFKD').replace(omitted, '').toLowerCase())

/** Returns the folded text with single spaces. */
export const foldLine = (text: string) => foldText(text).replace(/\s+/g, ' ').trim()

/** A letter or digit, with the signs that belong to it. */
const words = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/** Returns the folded words of the text, in their order. */
export const listWords = (text: string): string[] => foldText(text).match(words) ?? []

/** Returns the distinct folded words of the texts, in order of appearance. */
export const splitWords = (...texts: string[]) => [...new Set(listWords(texts.join(' ')))]

const longestKey = 200

/** Returns the folded line for comparison and sorting, short enough for an index. */
export const sortKey = (text: string) => foldLine(text).slice(0, longestKey).toWellFormed()
