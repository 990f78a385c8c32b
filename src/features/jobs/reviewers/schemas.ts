import { type Static, Type } from 'typebox'
import { DateTime, Id, nullable } from '#core/schema.ts'

export const Reviewer = Type.Object(
  {
    id: Id,
    user: Type.Object({ id: Id, name: Type.String(), profile_photo: nullable(Type.String()) }),
    added_at: DateTime,
  },
  { title: 'JobReviewer' },
)
export type Reviewer = Static<typeof Reviewer>

export const NewReviewer = Type.Object({ user_id: Id })
export type NewReviewer = Static<typeof NewReviewer>
