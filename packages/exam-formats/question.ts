/** The question that all formats are read into and written from, with the limits of what it may contain. */

export const questionTypes = [
  'single_choice',
  'multiple_choice',
  'true_false',
  'short_answer',
  'numeric',
  'ordering',
  'matching',
  'cloze',
  'essay',
  'file_upload',
] as const
export type QuestionType = (typeof questionTypes)[number]

export interface Pair {
  left: string
  right: string
}

/** What an answer that people grade is judged by. */
export interface Criterion {
  id: number
  criterion: string
  levels: { points: number; description: string }[]
}

export interface Question {
  type: QuestionType
  /** Empty for a question without a title. */
  title: string
  /**
   * The text in Markdown, in which a picture is named by its file: `![Map](map.png)`. The blanks of a `cloze` are written
   * `{{name:accepted|accepted too}}`.
   */
  question: string
  /** Points for a right answer, a whole number. */
  points: number
  /** Plain texts: of choices, what to choose from; of `ordering`, the items in the right order; of `matching`, right sides that belong to no left one. */
  options: string[]
  /**
   * Single choice: the right option. Multiple choice: all right options. True or false: a boolean. Short answer: every accepted text.
   * Numeric: a number. Ordering: the options in the right order. Null for the other types.
   */
  correct_answer: string | number | boolean | string[] | null
  /** Numeric: how far an answer may be off. */
  tolerance: number
  /** Matching: what belongs together. Every left side is there once. */
  pairs: Pair[]
  /** Essay: the largest number of words; null without a limit. */
  max_words: number | null
  /** Essay and file_upload: the criteria by which people grade; empty without any. Only JSON contains them. */
  rubric: Criterion[]
  /** Whether everybody gets the points, as for a mistaken question. Only JSON contains it. */
  void: boolean
  /** Markdown that a learner reads after the answer; empty for none. */
  explanation: string
  /** Markdown for each option that has one; of `true_false`, for `true` and `false`. */
  option_feedback: Record<string, string>
  tags: string[]
  /** From 1, easy, to 5; null when unknown. */
  difficulty: number | null
}

/** A picture that a question names. */
export interface PictureFile {
  name: string
  type: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  bytes: Uint8Array
}

export const limits = {
  titleCharacters: 200,
  questionCharacters: 5_000,
  options: 50,
  optionCharacters: 1_000,
  acceptedTexts: 100,
  explanationCharacters: 5_000,
  feedbackCharacters: 1_000,
  points: 1_000,
  tags: 20,
  tagCharacters: 50,
  words: 100_000,
  criteria: 20,
  levels: 10,
  criterionCharacters: 500,
  levelCharacters: 1_000,
  /** Larger decimal numbers are not exact. */
  number: 1_000_000_000_000_000,
  /** Questions of one file. */
  questions: 5_000,
  /** Bytes of one file, of what an archive unpacks to, and of all pictures together. */
  fileBytes: 64 * 1024 * 1024,
  unpackedBytes: 128 * 1024 * 1024,
  pictureBytes: 64 * 1024 * 1024,
  /** Files in an archive. */
  archiveEntries: 5_000,
  /** How many times as large as it is packed a file of an archive may be. */
  compressionRatio: 200,
  /** Elements within each other, and elements of one document. */
  xmlDepth: 100,
  xmlElements: 1_000_000,
  /** Characters of one text in HTML, and elements within each other. */
  htmlCharacters: 100_000,
  htmlDepth: 200,
} as const

/** What a blank of a `cloze` looks like. The accepted texts contain no braces and no bars. */
const blank = /\{\{(\w+):([^{}]*)\}\}/g

export interface Blank {
  name: string
  accepted: string[]
}

/** Returns the blanks in the text of a `cloze`, in order. */
export const listBlanks = (question: string): Blank[] =>
  Array.from(question.matchAll(blank), ([, name = '', texts = '']) => ({
    name,
    accepted: texts.split('|').map((text) => text.trim()),
  }))

/** Returns the text with each blank replaced. */
export const replaceBlanks = (question: string, write: (blank: Blank) => string): string =>
  question.replace(blank, (whole) => {
    const [found] = listBlanks(whole)
    return found === undefined ? whole : write(found)
  })
