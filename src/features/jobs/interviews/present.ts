import type { AnyContext } from '#context.ts'
import { getShownName, hideInterviewApplicant, isConcealed, removeIdentity } from '../blind.ts'
import type { Row } from './mails.ts'
import type { Interview } from './schemas.ts'

/** Presents the interview to the actor: the outcome to those who judge, and a blind candidate without a name. */
export function presentInterview({ actor }: AnyContext, { outcome, outcome_notes, ...row }: Row): Interview {
  const isApplicant = row.user_id === actor.id
  const isHidden = isConcealed(actor, row)
  return {
    ...(isHidden ? hideInterviewApplicant(row) : row),
    ...(isApplicant ? {} : { outcome, outcome_notes }),
    answer_message: isHidden ? removeIdentity(row.answer_message, row) : row.answer_message,
    applicant: { id: isHidden ? null : row.user_id, name: getShownName(actor, row) },
  }
}
