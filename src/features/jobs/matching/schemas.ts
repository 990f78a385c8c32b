import { type Static, Type } from 'typebox'
import { Titled } from '#core/schema.ts'
import { Evidence } from '#features/researchers/profiles/schemas.ts'
import { Requirement } from '../requirements/schemas.ts'

const match = {
  score: Type.Integer({ description: 'From 0 to 100: the sum of the weights of the reasons.' }),
  reasons: Type.Array(
    Type.Object({
      skill: Type.String({ description: 'The skill.' }),
      weight: Type.Integer({ description: 'The points of this skill.' }),
      evidence: Type.Array(Evidence, { description: 'The heaviest first.' }),
    }),
    { description: 'The proven skills, in the order of the post.' },
  ),
  missing: Type.Array(Type.String(), { description: 'The skills of the post that are not proven.' }),
  required_met: Type.Boolean({ description: 'Whether all required requirements are met.' }),
}

export const Match = Type.Object(match, {
  title: 'Match',
  description: 'How well the evidence of a person fits a job post. Nothing else about the person counts.',
})
export type Match = Static<typeof Match>

const Suggested = (description: string) => Type.Array(Titled, { description })

export const MyMatch = Type.Object(
  {
    ...match,
    requirements: Type.Array(
      Type.Object({ ...Requirement.properties, met: Type.Boolean({ description: 'Whether the caller meets it.' }) }),
      { description: 'The requirements of the post, and whether the caller meets each.' },
    ),
    suggestions: Type.Array(
      Type.Object({
        skill: Type.String({ description: 'The skill.' }),
        exams: Suggested('Exams to pass.'),
        courses: Suggested('Courses to complete.'),
      }),
      { description: 'For each missing skill, up to three exams and courses of verified authors that would prove it.' },
    ),
  },
  { title: 'MyMatch' },
)
export type MyMatch = Static<typeof MyMatch>
