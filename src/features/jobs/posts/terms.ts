import { createExactRange, createPrefixRange, listRanges, mergeRanges, toTerm } from '#core/terms.ts'
import { sortKey, splitWords } from '#core/text-normalization.ts'
import { toWordSearch, type WordSearch } from '#database/query/words.ts'

export interface Described {
  title: string
  description: string
  company: string
  location: string
  skills: readonly string[]
}

/** Limits the terms of a long description. */
const mostWords = 300

const placeMark = '@'
const skillMark = '#'

const toSkillTerm = (skill: string) => toTerm(skillMark + sortKey(skill))

/** Extracts the terms by which a post is found. Marks are not letters, so that no search word matches them. */
export function extractTerms({ title, description, company, location, skills }: Described): string[] {
  const words = splitWords(title, company, location, ...skills, description).slice(0, mostWords)
  const places = splitWords(location).map((word) => placeMark + word)
  return [...new Set([...words.map(toTerm), ...places.map(toTerm), ...skills.map(toSkillTerm)])]
}

interface Wanted {
  search?: string | undefined
  location?: string | undefined
  skill?: string | undefined
}

/** The search for posts that have all the words; undefined without any. */
export function toSearch({ search = '', location = '', skill = '' }: Wanted): WordSearch | undefined {
  const words = listRanges(search)
  const places = listRanges(location, (part) => createPrefixRange(placeMark + part))
  const skills = sortKey(skill) === '' ? [] : [createExactRange(toSkillTerm(skill))]
  return toWordSearch(mergeRanges(skills, [...words, ...places]))
}
