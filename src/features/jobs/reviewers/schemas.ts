import { Type } from 'typebox'
import { DateTime, Id, withDescription } from '#core/schema.ts'
import { UserSummary } from '#features/users/index.ts'

export const Reviewer = Type.Object(
  {
    id: Id,
    user: withDescription(UserSummary, 'The account.'),
    added_at: withDescription(DateTime, 'When the person was added.'),
  },
  { title: 'JobReviewer' },
)

export const NewReviewer = Type.Object({ user_id: Id })
