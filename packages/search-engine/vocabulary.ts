/** What the interpretation of a query asks the index, which the owner of the index answers. */

import type { TermKind } from './term-kinds.ts'

export interface KnownTerm {
  kind: TermKind
  term: string
  label: string
  researchers: number
}

export interface Correction {
  word: string
  edits: number
}

export interface Vocabulary {
  /** Returns in how many profiles each of the words occurs, without those that occur in none. */
  findKnownWords(words: readonly string[]): Promise<ReadonlyMap<string, number>>
  /** Returns the fields, skills, institutions and countries with these names. */
  findValues(names: readonly string[]): Promise<KnownTerm[]>
  /** Returns words within the tolerated distance, nearest first, then most frequent. */
  findSimilarWords(word: string): Promise<Correction[]>
  /** Returns terms with the prefix, most frequent first. */
  findByPrefix(kind: TermKind, prefix: string, most: number): Promise<KnownTerm[]>
}

/** Returns what a word or a run of words stands for: common abbreviations and the aliases of the operator. */
export type FindMeanings = (text: string) => readonly string[]
