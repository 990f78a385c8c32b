/** Selects the questions of an attempt: by the sections of an exam, from its own questions and from banks. */

import { randomInt } from 'node:crypto'
import type { AnyContext } from '#context.ts'
import type { ExamSection, PaperQuestion, QuestionType } from '#database/tables/exams.ts'
import { createOwnSource, findBanks, findPlaces, type QuestionSource } from './question-sources.ts'
import { questions } from './questions/queries.ts'
import { examBanks } from './section-queries.ts'

/** Questions of an attempt. */
export const maxAsked = 1_000

interface OwnQuestion {
  question_id: number
  version_id: number
  type: QuestionType
  options_count: number
}

/** The questions that the exam can ask. */
export interface Pool {
  own: { questions: readonly OwnQuestion[]; source: QuestionSource }
  banks: ReadonlyMap<number, QuestionSource>
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

/** Returns which current versions the exam can ask. `loadBanks` before the transaction keeps this short. */
export async function findPool(ctx: AnyContext, examId: number, sections: readonly ExamSection[]): Promise<Pool> {
  const own = await questions.pool.all(ctx, { exam_id: examId })
  return { own: { questions: own, source: createOwnSource(own) }, banks: await findBanks(ctx, listBankIds(sections)) }
}

/**
 * Selects the questions of a new attempt at random, and their order and that of their options. Questions that the learner has not
 * seen come first, and no question comes twice. Without sections, the own questions are one.
 */
export async function selectQuestions(
  ctx: AnyContext,
  pool: Pool,
  rules: SelectionRules,
  seen: ReadonlySet<number>,
): Promise<PaperQuestion[]> {
  const drawn = drawSections(pool, rules, seen)
  const ids = drawn.filter(({ section }) => section.source !== 'own').map(({ version_id }) => version_id)
  const ofBanks = ids.length === 0 ? [] : await examBanks.drawn.all(ctx, { ids })
  const known = new Map([...pool.own.questions, ...ofBanks].map((question) => [question.version_id, question]))
  return drawn.flatMap(({ section, question_id, version_id }) => {
    const question = known.get(version_id)
    if (question === undefined) return []
    // The stored order of these is the right one.
    const shuffle = section.shuffle || question.type === 'ordering' || question.type === 'matching'
    const points = section.points_each !== null && { points: section.points_each }
    return [{ question_id, version_id, options: orderOptions(question.options_count, shuffle), ...points }]
  })
}

function orderOptions(count: number, shuffle: boolean): number[] {
  const stored = Array.from({ length: count }, (_, index) => index)
  return shuffle ? drawNumbers(stored, count) : stored
}

/** Returns how many questions an attempt has; null without sections, where the pool says it. */
export const countSectionQuestions = (pool: Pool, sections: readonly ExamSection[]): number | null =>
  sections.length === 0 ? null : drawSections(pool, { sections, question_count: null, shuffle: false }).length

interface Drawn {
  section: Pick<ExamSection, 'source' | 'shuffle' | 'points_each'>
  question_id: number
  version_id: number
}

function drawSections(pool: Pool, rules: SelectionRules, seen: ReadonlySet<number> = new Set()): Drawn[] {
  const { question_count: draw, shuffle, sections } = rules
  const marks = new Map<QuestionSource, Uint8Array>()
  const all = sections.length > 0 ? sections : [{ source: 'own' as const, draw, shuffle, points_each: null }]
  return all.flatMap((section) => {
    const source = section.source === 'own' ? pool.own.source : pool.banks.get(section.source.bank_id)
    if (source === undefined) return []
    const marked = marks.get(source) ?? Uint8Array.from(source.questionIds, (id) => (seen.has(id) ? isSeen : isNew))
    marks.set(source, marked)
    const places = drawPlaces(findPlaces(source, section.source), section, marked)
    for (const place of places) marked[place] = isTaken
    return places.map((place) => ({
      section,
      question_id: source.questionIds[place] ?? 0,
      version_id: source.versionIds[place] ?? 0,
    }))
  })
}

const [isNew, isSeen, isTaken] = [0, 1, 2]

function drawPlaces(
  candidates: readonly Int32Array[],
  { draw, shuffle }: Pick<ExamSection, 'draw' | 'shuffle'>,
  marked: Uint8Array,
): number[] {
  const [fresh, known]: [number[], number[]] = [[], []]
  for (const places of candidates)
    for (const place of places) {
      if (marked[place] === isNew) fresh.push(place)
      else if (marked[place] === isSeen) known.push(place)
    }
  const wanted = draw ?? fresh.length + known.length
  const first = drawNumbers(fresh, wanted)
  const selected = [...first, ...drawNumbers(known, wanted - first.length)]
  // What was seen must not show by its place.
  return shuffle ? drawNumbers(selected, selected.length) : selected.sort((a, b) => a - b)
}

/** Draws some of the numbers, in a random order, by as many steps of Fisher-Yates: every choice has the same probability. */
function drawNumbers(numbers: readonly number[], wanted: number): number[] {
  const left = [...numbers]
  const count = Math.min(wanted, left.length)
  for (let place = 0; place < count; place++) {
    const taken = randomInt(place, left.length)
    const [a = 0, b = 0] = [left[place], left[taken]]
    left[place] = b
    left[taken] = a
  }
  return left.slice(0, count)
}
