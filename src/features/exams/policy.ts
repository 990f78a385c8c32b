import type { Actor } from '#context.ts'
import type { PublicationStatus } from './exams/record.ts'

interface Owned {
  owner_id: number
}

interface Hideable extends Owned {
  /** When an administrator hid the exam; null unless it is hidden. */
  hidden_at: string | null
}

const owns = (actor: Actor, { owner_id }: Owned) => actor.id === owner_id || actor.role === 'admin'

export const may = {
  /** Questions with correct answers, materials and all attempts: the owner and administrators. */
  manage: owns,
  read: (actor: Actor, exam: Owned & { publication_status: PublicationStatus }) =>
    exam.publication_status === 'published' || owns(actor, exam),
  /** Reading anything about a hidden exam: the owner and administrators. */
  find: (actor: Actor, exam: Hideable) => exam.hidden_at === null || owns(actor, exam),
  readAttempt: (actor: Actor, attempt: Owned & { user_id: number }) =>
    actor.id === attempt.user_id || owns(actor, attempt),
  /** Saving and submitting: only the user of the attempt. */
  answer: (actor: Actor, attempt: { user_id: number }) => actor.id === attempt.user_id,
}
