/** The criteria of a question whose answers people grade, and the points of their levels. */

import type { RubricCriterion, RubricLevels } from '#database/tables/exam-grading.ts'
import type { Sentence } from '#language/sentence.ts'
import type { RubricInput } from './record.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

/** Hundredths are exact where fractions are not. */
export const toHundredths = (points: number): number => Math.round(points * 100)

/** Returns the criteria with their ids, or what is wrong with them. The best levels are worth the points of the question. */
export function parseRubric(
  input: readonly RubricInput[],
  points: number,
): { rubric: RubricCriterion[] } | { sentence: Sentence } {
  if (input.length === 0) return { rubric: [] }
  const ids = input.flatMap(({ id }) => id ?? [])
  if (new Set(ids).size < ids.length) return { sentence: 'Every criterion of the rubric needs an id of its own.' }
  let last = Math.max(0, ...ids)
  const rubric = input.map(({ id, criterion, levels }) => {
    if (id === undefined) last++
    return {
      id: id ?? last,
      criterion,
      levels: levels.map((level) => ({ points: level.points, description: level.description ?? '' })),
    }
  })
  const best = sum(rubric.map(({ levels }) => Math.max(...levels.map((level) => toHundredths(level.points)))))
  if (best !== toHundredths(points))
    return { sentence: 'The best levels of the rubric must add up to the points of the question.' }
  return { rubric }
}

/**
 * Returns the points of the levels in hundredths, in proportion to the points that the answer can earn; null when they do not name a
 * level of each criterion.
 */
export function calculateRubricPoints(
  rubric: readonly RubricCriterion[],
  levels: RubricLevels,
  { points, possible }: { points: number; possible: number },
): number | null {
  if (Object.keys(levels).length !== rubric.length) return null
  const earned = rubric.map(({ id, levels: all }) => all[levels[id] ?? -1]?.points)
  const known = earned.filter((value) => value !== undefined)
  if (known.length < rubric.length) return null
  return Math.round((sum(known.map(toHundredths)) * possible) / points)
}
