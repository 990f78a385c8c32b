/** The columns of questions in CSV: the names that are written, and those that are understood. */

/** Columns with one value, and further names that other programs give them, in lower case without spaces and marks. */
const aliases = {
  type: ['type', 'questiontype', 'itemtype'],
  title: ['title', 'name', 'questionname', 'questiontitle'],
  question: ['question', 'questiontext', 'text', 'prompt', 'stem'],
  options: ['options', 'choices', 'answers'],
  correct_answer: [
    'correctanswer',
    'correctanswers',
    'correct',
    'answer',
    'rightanswer',
    'correctoption',
    'key',
    'solution',
  ],
  points: ['points', 'point', 'marks', 'mark', 'score', 'grade', 'defaultgrade'],
  tolerance: ['tolerance'],
  max_words: ['maxwords'],
  explanation: ['explanation', 'generalfeedback', 'feedback', 'rationale'],
  tags: ['tags', 'tag', 'labels', 'category'],
  difficulty: ['difficulty', 'level'],
} as const

export type Column = keyof typeof aliases
export type ListColumn = 'option' | 'match' | 'feedback'

/** Columns before those of options. */
export const firstColumns: readonly Column[] = ['type', 'title', 'question', 'correct_answer', 'tolerance', 'points']
/** Columns after those of options. */
export const lastColumns: readonly Column[] = ['max_words', 'explanation', 'tags', 'difficulty']

export interface Columns {
  single: Partial<Record<Column, number>>
  /** The columns of options, of what matches them and of their feedback, in the order of their numbers or letters. */
  lists: Record<ListColumn, number[]>
}

const listName = /^(option|choice|answer|match|feedback)(\d{1,2}|[a-z])$/

/** Returns where the columns are that the first row names; null when there is none for the question. */
export function findColumns(header: readonly string[]): Columns | null {
  const columns: Columns = { single: {}, lists: { option: [], match: [], feedback: [] } }
  for (const [index, cell] of header.entries()) {
    const name = cell.toLowerCase().replace(/[^a-z0-9]/g, '')
    const [, kind] = listName.exec(name) ?? []
    const single = (Object.keys(aliases) as Column[]).find((column) => aliases[column].some((alias) => alias === name))
    if (single !== undefined) columns.single[single] ??= index
    else if (kind === 'match' || kind === 'feedback') columns.lists[kind].push(index)
    else if (kind !== undefined || /^[a-h]$/.test(name)) columns.lists.option.push(index)
  }
  return columns.single.question === undefined ? null : columns
}

/** A row by its columns. */
export interface Row {
  get: (column: Column) => string
  list: (column: ListColumn) => string[]
}
