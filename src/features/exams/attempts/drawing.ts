import { randomInt } from 'node:crypto'
import type { PaperQuestion } from '#database/tables/exams.ts'

interface Pooled {
  question_id: number
  version_id: number
  options: readonly string[]
}

interface Drawing {
  /** How many to draw; all where null or more than there are. */
  question_count: number | null
  shuffle: boolean
}

/** The questions of a new attempt in their order, each with its options in theirs. Nobody can foresee either. */
export function draw(pool: readonly Pooled[], { question_count, shuffle }: Drawing): PaperQuestion[] {
  const places = [...pool.keys()]
  const drawn = shuffled(places).slice(0, question_count ?? pool.length)
  const order = shuffle ? drawn : drawn.sort((a, b) => a - b)
  return order
    .flatMap((place) => pool[place] ?? [])
    .map(({ question_id, version_id, options }) => ({
      question_id,
      version_id,
      options: shuffle ? shuffled([...options.keys()]) : [...options.keys()],
    }))
}

/** Fisher and Yates: every order is as likely as any other. */
function shuffled(numbers: readonly number[]): number[] {
  const result = [...numbers]
  for (let left = result.length - 1; left > 0; left--) {
    const taken = randomInt(left + 1)
    const [a = 0, b = 0] = [result[left], result[taken]]
    result[left] = b
    result[taken] = a
  }
  return result
}
