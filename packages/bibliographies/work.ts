/** A work in the words of its source. */

/** The types of works, in the words of CSL 1.0.2. A preprint is an `article`, a paper in a journal an `article-journal`. */
export const workTypes = [
  ...(['article', 'article-journal', 'article-magazine', 'article-newspaper', 'bill', 'book', 'broadcast'] as const),
  ...(['chapter', 'classic', 'collection', 'dataset', 'document', 'entry', 'entry-dictionary'] as const),
  ...(['entry-encyclopedia', 'event', 'figure', 'graphic', 'hearing', 'interview', 'legal_case'] as const),
  ...(['legislation', 'manuscript', 'map', 'motion_picture', 'musical_score', 'pamphlet'] as const),
  ...(['paper-conference', 'patent', 'performance', 'periodical', 'personal_communication', 'post'] as const),
  ...(['post-weblog', 'regulation', 'report', 'review', 'review-book', 'software', 'song', 'speech'] as const),
  ...(['standard', 'thesis', 'treaty', 'webpage'] as const),
]

export type WorkType = (typeof workTypes)[number]

export interface SourceWork {
  title: string
  authors: readonly SourceAuthor[]
  /** The number of all authors, where the list has not all of them. */
  authorsCount?: number
  /** As the source writes it: `2026`, `2026-11`, `2026/11/21` or a text. */
  date: string
  /** The journal, book or series that it is a part of. */
  container: string
  type: WorkType
  doi: string
  url: string
  abstract: string
}

export interface SourceAuthor {
  given: string
  family: string
  orcid?: string
}

/** A work that a source names by a key, or why it cannot be read. */
export type Reference = { key: string; work: SourceWork; decode?: Decode } | { key: string; fault: Fault }

/** Turns a text of the source, except names and addresses, into plain text. It costs time for each character, so it is left to the reader. */
export type Decode = (text: string) => string

/** `macros`: the macros of the file stand for more text than is read. `syntax`: a brace, quote or comma is missing. */
export type Fault = 'macros' | 'syntax'

/** How much is read of a work. */
export interface Limits {
  /** The authors that are read; others are counted. */
  authors: number
  /** The characters of a name. */
  nameCharacters: number
}

/** How much is read of a file; one entry more than the most, which tells that there are more. */
export interface FileLimits extends Limits {
  entries: number
}
