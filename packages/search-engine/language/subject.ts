/** What documents are about, which decides the words of a query that say nothing. */

import { stopWords, textStopWords, tokenize } from './tokenizer.ts'

export interface Subject {
  /** Words that mean nothing on their own. */
  stopWords: ReadonlySet<string>
  /** Names of the kind of document, such as `course`, which every document answers to; undefined for people. */
  kinds?: ReadonlySet<string>
}

/** People, who are asked for by what they do: "researchers who work on". */
export const people: Subject = { stopWords }

/** Texts of one kind; "researcher" and "experience" are words of them like any other. */
export const createTextSubject = (kinds: string): Subject => ({
  stopWords: textStopWords,
  kinds: new Set(tokenize(kinds)),
})
