import {
  askedWords,
  beginningOf,
  type Range,
  rangeOfWord,
  rareFirst,
  termOf,
  wholeTerm,
} from '#core/terms.ts'
import { foldedWords, keyOf } from '#core/words.ts'

interface Described {
  title: string
  description: string
  company: string
  location: string
  skills: readonly string[]
}

/** A long description adds no more words than these, so that a post costs little to keep. */
const mostWords = 300

const placeMark = '@'
const skillMark = '#'

const skillTerm = (skill: string) => termOf(skillMark + keyOf(skill))

/** What a post is found by. Marks are no letters, so that no word of a search meets them. */
export function termsOf({ title, description, company, location, skills }: Described): string[] {
  const words = foldedWords(title, company, location, ...skills, description).slice(0, mostWords)
  const places = foldedWords(location).map((word) => placeMark + word)
  return [...new Set([...words.map(termOf), ...places.map(termOf), ...skills.map(skillTerm)])]
}

interface Wanted {
  search?: string | undefined
  location?: string | undefined
  skill?: string | undefined
}

/** The ranges of terms that a post must all have, probably rare ones first; undefined when anything will do. */
export function rangesOf({ search = '', location = '', skill = '' }: Wanted): Range[] | undefined {
  const words = askedWords(search).map(rangeOfWord)
  const places = askedWords(location).map((part) => beginningOf(placeMark + part))
  const skills = keyOf(skill) === '' ? [] : [wholeTerm(skillTerm(skill))]
  const ranges = [...skills, ...rareFirst([...words, ...places])]
  return ranges.length === 0 ? undefined : ranges
}
