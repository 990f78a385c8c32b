/** Selects the questions of an attempt: by the sections of an exam, from its own questions and from banks. */

import { randomInt } from 'node:crypto'
import type { AnyContext } from '#context.ts'
import { foldLine } from '#core/text-normalization.ts'
import type { BankSource, ExamSection, PaperQuestion, QuestionType } from '#database/tables/exams.ts'
import { questions } from './questions/queries.ts'
import { examBanks } from './section-queries.ts'

/** Questions of an attempt. */
export const mostAsked = 1_000

interface PoolQuestion {
  question_id: number
  version_id: number
  type: QuestionType
  options_count: number
}

interface BankPoolQuestion extends PoolQuestion {
  bank_id: number
  tags: readonly string[]
  difficulty: number | null
}

/** The questions that an exam can ask, in their order. */
export interface Pool {
  own: readonly PoolQuestion[]
  ofBanks: readonly BankPoolQuestion[]
}

interface SelectionRules {
  /** The number of questions to select; null selects all. */
  question_count: number | null
  shuffle: boolean
  sections: readonly ExamSection[]
}

export const listBankIds = (sections: readonly ExamSection[]): number[] => [
  ...new Set(sections.flatMap(({ source }) => (source === 'own' ? [] : [source.bank_id]))),
]

/** Returns the current versions of all questions that the exam can ask. */
export async function findPool(ctx: AnyContext, examId: number, sections: readonly ExamSection[]): Promise<Pool> {
  const ids = listBankIds(sections)
  return {
    own: await questions.pool.all(ctx, { exam_id: examId }),
    ofBanks: ids.length === 0 ? [] : await examBanks.pool.all(ctx, { ids }),
  }
}

/**
 * Selects the questions of a new attempt at random, and their order and that of their options. Questions that the learner has not
 * seen come first, and no question comes twice. Without sections, the own questions are one.
 */
export function selectQuestions(
  pool: Pool,
  rules: SelectionRules,
  seen: ReadonlySet<number> = new Set(),
): PaperQuestion[] {
  const { question_count: draw, shuffle, sections } = rules
  const taken = new Set<number>()
  const findCandidates = createFinder(pool)
  const all = sections.length > 0 ? sections : [{ source: 'own' as const, draw, shuffle, points_each: null }]
  return all.flatMap((section) => {
    const candidates = findCandidates(section.source).filter(({ question_id }) => !taken.has(question_id))
    const selected = drawQuestions(candidates, section, seen)
    for (const { question_id } of selected) taken.add(question_id)
    return selected.map(({ question_id, version_id, type, options_count }) => ({
      question_id,
      version_id,
      // The stored order of these is the right one.
      options: orderOptions(options_count, section.shuffle || type === 'ordering' || type === 'matching'),
      ...(section.points_each !== null && { points: section.points_each }),
    }))
  })
}

function orderOptions(count: number, shuffle: boolean): number[] {
  const stored = Array.from({ length: count }, (_, index) => index)
  return shuffle ? shuffleNumbers(stored) : stored
}

/** Returns how many questions an attempt has; null without sections, where the pool says it. */
export const countSectionQuestions = (pool: Pool, sections: readonly ExamSection[]): number | null =>
  sections.length === 0 ? null : selectQuestions(pool, { sections, question_count: null, shuffle: false }).length

interface FoldedQuestion {
  question: BankPoolQuestion
  tags: ReadonlySet<string>
}

/** Returns what finds the questions of a source. The questions of each bank are put together, and their tags folded, once. */
function createFinder({ own, ofBanks }: Pool): (source: ExamSection['source']) => readonly PoolQuestion[] {
  const fold = createFolder()
  const byBank = Map.groupBy(ofBanks, ({ bank_id }) => bank_id)
  const foldedBanks = new Map<number, FoldedQuestion[]>()
  const foldBank = (bankId: number): FoldedQuestion[] => {
    const known = foldedBanks.get(bankId)
    if (known !== undefined) return known
    const folded = (byBank.get(bankId) ?? []).map((question) => ({ question, tags: new Set(question.tags.map(fold)) }))
    foldedBanks.set(bankId, folded)
    return folded
  }
  return (source) => {
    if (source === 'own') return own
    const { bank_id, tags_any, tags_all, difficulty } = source
    const fits = (question: BankPoolQuestion) => difficulty === null || question.difficulty === difficulty
    if (tags_any.length + tags_all.length === 0) return (byBank.get(bank_id) ?? []).filter(fits)
    const matches = createMatcher(source, fold)
    return foldBank(bank_id)
      .filter(({ question, tags }) => fits(question) && matches(tags))
      .map(({ question }) => question)
  }
}

type Fold = (tag: string) => string

/** Folds each tag once, because thousands of questions share few. */
function createFolder(): Fold {
  const folded = new Map<string, string>()
  return (tag) => {
    const known = folded.get(tag) ?? foldLine(tag)
    folded.set(tag, known)
    return known
  }
}

/** Compares tags without regard to case and accents. */
function createMatcher({ tags_any, tags_all }: BankSource, fold: Fold): (tags: ReadonlySet<string>) => boolean {
  const [some, every] = [tags_any.map(fold), tags_all.map(fold)]
  return (tags) => every.every((tag) => tags.has(tag)) && (some.length === 0 || some.some((tag) => tags.has(tag)))
}

function drawQuestions(
  candidates: readonly PoolQuestion[],
  { draw, shuffle }: Pick<ExamSection, 'draw' | 'shuffle'>,
  seen: ReadonlySet<number>,
): PoolQuestion[] {
  const isSeen = (place: number) => seen.has(candidates[place]?.question_id ?? 0)
  const places = shuffleNumbers([...candidates.keys()])
  const unseenFirst = [...places.filter((place) => !isSeen(place)), ...places.filter(isSeen)]
  const selected = unseenFirst.slice(0, draw ?? candidates.length)
  // What was seen must not show by its place.
  const order = shuffle ? shuffleNumbers(selected) : selected.sort((a, b) => a - b)
  return order.flatMap((place) => candidates[place] ?? [])
}

/** Fisher-Yates: every order has the same probability. */
function shuffleNumbers(numbers: readonly number[]): number[] {
  const result = [...numbers]
  for (let left = result.length - 1; left > 0; left--) {
    const taken = randomInt(left + 1)
    const [a = 0, b = 0] = [result[left], result[taken]]
    result[left] = b
    result[taken] = a
  }
  return result
}
