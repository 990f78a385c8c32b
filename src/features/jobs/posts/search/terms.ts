import { fold, foldedWords } from '../../../../core/words.ts'

/** A term and where the range of what is meant by it ends. */
export type Range = readonly [from: string, end: string]

interface Described {
  title: string
  description: string
  company: string
  location: string
  skills: readonly string[]
}

/** A long description adds no more words than these, so that a post costs little to keep. */
const mostWords = 300
const longestTerm = 100
/** What a search may ask for; further words are ignored. */
const mostAsked = 5
/** The last character there is, so that everything that begins with a word sorts before the word and it. */
const lastCharacter = '\u{10ffff}'
/** Sorts behind nothing but the term itself. */
const firstCharacter = '\u0001'

const placeMark = '@'
const skillMark = '#'

const cut = (term: string) => term.slice(0, longestTerm).toWellFormed()
const skillTerm = (skill: string) => cut(skillMark + fold(skill).replace(/\s+/g, ' ').trim())

/** What a post is found by. Marks are no letters, so that no word of a search meets them. */
export function termsOf({ title, description, company, location, skills }: Described): string[] {
  const words = foldedWords(title, company, location, ...skills, description).slice(0, mostWords)
  const places = foldedWords(location).map((word) => placeMark + word)
  return [...new Set([...words.map(cut), ...places.map(cut), ...skills.map(skillTerm)])]
}

interface Wanted {
  search?: string | undefined
  location?: string | undefined
  skill?: string | undefined
}

const whole = (term: string): Range => [cut(term), cut(term) + firstCharacter]
const beginning = (term: string): Range => [cut(term), cut(term) + lastCharacter]
/** A single letter is meant as it stands: it begins too much, and R is a language. */
const word = (text: string): Range => (/^[a-z\d]$/.test(text) ? whole(text) : beginning(text))

/** The ranges of terms that a post must all have, probably rare ones first; undefined when anything will do. */
export function rangesOf({ search = '', location = '', skill = '' }: Wanted): Range[] | undefined {
  const words = foldedWords(search).slice(0, mostAsked).map(word)
  const places = foldedWords(location)
    .slice(0, mostAsked)
    .map((part) => beginning(placeMark + part))
  const skills = fold(skill).trim() === '' ? [] : [whole(skillTerm(skill))]
  const ranges = [...skills, ...[...words, ...places].sort(([a], [b]) => b.length - a.length)]
  return ranges.length === 0 ? undefined : ranges
}
