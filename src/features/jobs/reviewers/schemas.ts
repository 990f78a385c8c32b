import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable, withDescription } from '#core/schema.ts'

export const Reviewer = Type.Object(
  {
    id: Id,
    user: withDescription(
      Type.Object({
        id: Id,
        name: Type.String({ description: 'The name.' }),
        profile_photo: withDescription(nullable(Type.String()), 'The URL of the picture; null without one.'),
      }),
      'The account.',
    ),
    added_at: withDescription(DateTime, 'When the person was added.'),
  },
  { title: 'JobReviewer' },
)
export type Reviewer = Static<typeof Reviewer>

export const NewReviewer = Type.Object({ user_id: Id })
export type NewReviewer = Static<typeof NewReviewer>
