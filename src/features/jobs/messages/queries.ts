import { sql } from 'kysely'
import { measureRows } from '#database/query/expressions.ts'
import { type Builder, prepare, prepareList } from '#database/query/prepare.ts'
import { selectApplicationsOf, selectMessagesOfUser } from '../message-file-queries.ts'
import { jobPostRights } from '../rights.ts'
import { messageRecord } from './record.ts'

const { qualifiedColumns, newRow } = messageRecord

const selectMessages = (q: Builder) =>
  q
    .selectFrom('application_messages')
    .innerJoin('users', 'users.id', 'application_messages.user_id')
    .select(qualifiedColumns)
    .select(['application_messages.user_id', 'users.name as author_name'])

export const messages = {
  ofApplication: prepareList((q, p: { application_id: number }) =>
    selectMessages(q)
      .where('application_messages.application_id', '=', p.application_id)
      .orderBy('application_messages.id', 'desc'),
  ),

  size: prepare((q, p: { application_id: number }) =>
    q.selectFrom('application_messages').select(measureRows('body')).where('application_id', '=', p.application_id),
  ),

  byId: prepare((q, p: { id: number }) => selectMessages(q).where('application_messages.id', '=', p.id)),

  /** The colleagues of the recruiter who have written about the application and may still answer. */
  colleagues: prepare((q, p: { application_id: number; recruiter_id: number }) =>
    q
      .selectFrom('application_messages')
      .innerJoin('job_applications', 'job_applications.id', 'application_messages.application_id')
      .innerJoin('job_posts', 'job_posts.id', 'job_applications.job_post_id')
      .select('application_messages.user_id')
      .distinct()
      .where('application_messages.application_id', '=', p.application_id)
      .where('application_messages.user_id', '!=', p.recruiter_id)
      .where(jobPostRights.relates('colleague', { actor_id: sql.ref('application_messages.user_id') }))
      .orderBy('application_messages.user_id'),
  ),

  add: prepare((q, p: { application_id: number; user_id: number; body: string; now: string }) =>
    q
      .insertInto('application_messages')
      .values(newRow(p, { created_at: p.now }))
      .returning('id'),
  ),

  /** The messages that the user wrote, and those about the user's own applications. */
  listByUser: prepare((q, p: { user_id: number }) =>
    selectMessages(q)
      .where('application_messages.id', 'in', selectMessagesOfUser(q, p.user_id))
      .orderBy('application_messages.id'),
  ),

  setHidden: prepare((q, p: { id: number; hidden_at: string | null; hidden_reason: string }) =>
    q
      .updateTable('application_messages')
      .set({ hidden_at: p.hidden_at, hidden_reason: p.hidden_reason })
      .where('id', '=', p.id),
  ),

  /** Removes the reports of those messages, which have the beginning of the text. */
  removeReportsAboutUser: prepare((q, p: { user_id: number }) =>
    q
      .deleteFrom('reports')
      .where('kind', '=', sql.lit('message'))
      .where('content_id', 'in', (eb) =>
        eb
          .selectFrom('application_messages')
          .select('application_messages.id')
          .where('application_messages.application_id', 'in', selectApplicationsOf(q, p.user_id)),
      ),
  ),

  /** Removes the messages of the applications of a user whose account is deleted. */
  removeAboutUser: prepare((q, p: { user_id: number }) =>
    q.deleteFrom('application_messages').where('application_id', 'in', selectApplicationsOf(q, p.user_id)),
  ),
}
