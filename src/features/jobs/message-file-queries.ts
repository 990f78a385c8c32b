import { sql } from 'kysely'
import { castInteger, integerList } from '#database/query/expressions.ts'
import { type Builder, prepare } from '#database/query/prepare.ts'

/** The ids of the applications of a user. */
export const selectApplicationsOf = (q: Builder, userId: number) =>
  q.selectFrom('job_applications').select('job_applications.id').where('job_applications.user_id', '=', userId)

/** The ids of the messages that the user wrote, and of those about the user's own applications. With `or`, all messages would be read. */
export const selectMessagesOfUser = (q: Builder, userId: number) =>
  q
    .selectFrom('application_messages')
    .select('id')
    .where('user_id', '=', userId)
    .union(
      q.selectFrom('application_messages').select('id').where('application_id', 'in', selectApplicationsOf(q, userId)),
    )

/** The files of messages about applications. */
export const messageFiles = {
  of: prepare((q, p: { message_ids: readonly number[] }) =>
    q
      .selectFrom('message_files')
      .innerJoin('files', 'files.id', 'message_files.file_id')
      .select(['message_files.message_id', 'files.id', 'files.user_id', 'files.key', 'files.area', 'files.purpose'])
      .select(['files.type', 'files.filename', 'files.size', 'files.mime_type', 'files.uploaded_at'])
      .where('message_files.message_id', 'in', integerList(p.message_ids))
      .orderBy('files.id'),
  ),

  add: prepare((q, p: { message_id: number; file_ids: readonly number[] }) =>
    q
      .insertInto('message_files')
      .columns(['message_id', 'file_id'])
      .expression(
        sql`select ${castInteger(p.message_id)}, files.id from files where files.id in ${integerList(p.file_ids)}`,
      ),
  ),

  ofApplication: prepare((q, p: { application_id: number }) =>
    q
      .selectFrom('message_files')
      .innerJoin('application_messages', 'application_messages.id', 'message_files.message_id')
      .select('message_files.file_id')
      .where('application_messages.application_id', '=', p.application_id),
  ),

  /** The files of the messages of a user, and of the messages about the user's own applications. */
  ofUser: prepare((q, p: { user_id: number }) =>
    q
      .selectFrom('message_files')
      .select('message_files.file_id')
      .where('message_files.message_id', 'in', selectMessagesOfUser(q, p.user_id)),
  ),
}
