/** Values in the tables of answers that people grade: graders, grades, appeals, files. */

/** What an answer is graded by, with what each level of it is worth. */
export interface RubricCriterion {
  id: number
  criterion: string
  levels: { points: number; description: string }[]
}

/** The index of the level, from 0, by the id of the criterion. */
export type RubricLevels = Record<string, number>
