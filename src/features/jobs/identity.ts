/** Finds what names a person in a text of theirs: names in any spelling, contacts and addresses. */

import { foldText, isAscii, normalizeForm } from '#core/text-normalization.ts'

export interface KnownIdentity {
  first_name: string
  last_name: string
  /** The name of the account, which may be another one. */
  account_name: string
  email: string
  phone: string
}

interface Span {
  start: number
  end: number
}

/** What stands in place of a removed part. */
export const removed = '…'

/** Returns the parts of the text that name the person, in their order. They do not touch each other. */
export function findIdentity(text: string, known: KnownIdentity): Span[] {
  const folded = foldWithPlaces(text)
  const spans = [...createNamePatterns(known), ...contactPatterns].flatMap((pattern) =>
    [...folded.text.matchAll(pattern)].map(({ index, 0: found }) => folded.toSpan(index, index + found.length)),
  )
  return mergeSpans([...spans, ...findAddresses(folded.text).map(([from, to]) => folded.toSpan(from, to))])
}

function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = []
  for (const { start, end } of spans.toSorted((one, other) => one.start - other.start)) {
    const last = merged.at(-1)
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end)
    else merged.push({ start, end })
  }
  return merged
}

/** Folds like the search, and the signs that keyboards and programs exchange for others: a backtick, and the last sigma of a word. */
const fold = (text: string) => foldText(text).replaceAll('`', "'").replaceAll('ς', 'σ')

/** Folds the text, and keeps where each folded character came from. */
function foldWithPlaces(text: string) {
  if (isAscii(text)) return { text: fold(text), toSpan: (start: number, end: number): Span => ({ start, end }) }
  let folded = ''
  const starts: number[] = []
  const ends: number[] = []
  let place = 0
  for (const character of text) {
    const form = fold(character)
    const end = place + character.length
    folded += form
    for (const _ of form.split('')) {
      starts.push(place)
      ends.push(end)
    }
    // A mark belongs to the character before it.
    if (form === '' && ends.length > 0) ends[ends.length - 1] = end
    place = end
  }
  const toSpan = (from: number, to: number): Span => ({ start: starts[from] ?? 0, end: ends[to - 1] ?? text.length })
  return { text: folded, toSpan }
}

/** Letters that are also written as two where a keyboard lacks them. */
const writtenOut: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', å: 'aa', ø: 'oe' }
const writeOut = (name: string) =>
  normalizeForm(name, 'NFC')
    .toLowerCase()
    .replace(/[äöüåø]/g, (letter) => writtenOut[letter] ?? letter)

const wordBreaks = /[\s'.,-]+/
/** Words of a name that are joined with each other, as in the names of accounts. */
const joinedWords = 6

/** Returns the folded names and contacts, the longest first: whole, in words, and two words joined. */
function listNames({ first_name, last_name, account_name, email, phone }: KnownIdentity): string[] {
  const names = [account_name, `${first_name} ${last_name}`, first_name, last_name]
  const spellings = [...names, ...names.map(writeOut)].map((name) => fold(name).trim())
  const [account = ''] = email.split('@')
  const known = [fold(email), fold(phone).trim(), fold(account)]
  for (const name of spellings) {
    const words = name.split(wordBreaks)
    const joined = words.slice(0, joinedWords)
    known.push(name, ...name.split(' '), ...words, words.join(''))
    for (const word of joined) known.push(...joined.map((other) => word + other))
  }
  return [...new Set(known)].filter((name) => name.length > 1).toSorted((one, other) => other.length - one.length)
}

/** Shorter names are parts of many words. */
const longestOfWords = 3
const isShort = (name: string) =>
  name.length <= longestOfWords && /^[\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\d]+$/u.test(name)

/** Finds names and contacts; a short one only as a whole word. */
function createNamePatterns(known: KnownIdentity): RegExp[] {
  const names = listNames(known)
  const toChoice = (some: readonly string[]) => some.map((name) => RegExp.escape(name)).join('|')
  const [short, long] = [names.filter(isShort), names.filter((name) => !isShort(name))]
  return [
    ...(short.length > 0 ? [new RegExp(`(?<![\\p{L}\\p{N}])(?:${toChoice(short)})(?![\\p{L}\\p{N}])`, 'gu')] : []),
    ...(long.length > 0 ? [new RegExp(toChoice(long), 'gu')] : []),
  ]
}

/** Signs that end a sentence or a bracket rather than an address. */
const closing = `,;:!?)]}'"»”`

/** Returns the length of the token without the signs that end it. */
function measureAddress(token: string): number {
  let length = token.length
  while (length > 0 && closing.includes(token.charAt(length - 1))) length--
  return length
}

const isAddress = (token: string) => /@.|\/\/|^\W?www\.|\.\p{L}{2,24}(?::\d{1,5})?\//u.test(token)

/** Endings of names of files and libraries, such as Node.js, which are no domains of people. */
const technical = new Set(
  'js ts py md csv txt pdf doc docx xls xlsx json xml html css sql ipynb net exe zip'.split(' '),
)

/** Returns whether the word is a host alone, such as `lovelace.example`. */
function isHost(word: string): boolean {
  const [domain = '', ending = ''] = word.split('.').slice(-2)
  return /^\p{L}{2,24}$/u.test(ending) && !technical.has(ending) && domain.length > 1 && /\p{L}/u.test(domain)
}

/** Returns the places of addresses, handles and hosts in a folded text. */
function findAddresses(text: string): [number, number][] {
  const tokens = [...text.matchAll(/\S+/gu)].filter(([token]) => isAddress(token))
  const hosts = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}.-]*[\p{L}\p{N}]/gu)].filter(([word]) => isHost(word))
  return [...tokens, ...hosts].map(({ index, 0: token }) => [index, index + measureAddress(token)])
}

const services =
  'github|gitlab|bitbucket|linkedin|orcid|twitter|mastodon|bluesky|researchgate|skype|telegram|whatsapp|signal|instagram|facebook|discord|xing|scholar'
const years = String.raw`(?:19|20)\d\d\s?-\s?(?:19|20)\d\d(?!\d)`

const contactPatterns = [
  // An address that is written around the @.
  /[^\s()[\]]{1,64}\s?[([{]\s?(?:at|@)\s?[)\]}]\s?\S{1,255}/gu,
  /\S{1,64}\sat\s\S{1,64}\sdot\s\p{L}{2,24}/gu,
  // An account of a service, such as "GitHub: ada".
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${services})\s?[:=]\s?\S{1,255}`, 'gu'),
  // Numbers of phones, and others as long, such as ORCID iDs.
  new RegExp(String.raw`(?<![\p{Nd}])(?!${years})\+?\p{Nd}[\p{Nd}\s().-]{6,}[\p{Nd}x]`, 'gu'),
]
