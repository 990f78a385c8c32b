import { randomInt } from 'node:crypto'
import type { PaperQuestion } from '#database/tables/exams.ts'

interface PoolQuestion {
  question_id: number
  version_id: number
  options: readonly string[]
}

interface SelectionRules {
  /** Number of questions to select; null selects all. */
  question_count: number | null
  shuffle: boolean
}

/** Selects the questions of a new attempt at random, and the order of the questions and of their options. */
export function selectQuestions(
  pool: readonly PoolQuestion[],
  { question_count, shuffle }: SelectionRules,
): PaperQuestion[] {
  const places = [...pool.keys()]
  const selected = shuffleNumbers(places).slice(0, question_count ?? pool.length)
  const order = shuffle ? selected : selected.sort((a, b) => a - b)
  return order
    .flatMap((place) => pool[place] ?? [])
    .map(({ question_id, version_id, options }) => ({
      question_id,
      version_id,
      options: shuffle ? shuffleNumbers([...options.keys()]) : [...options.keys()],
    }))
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
