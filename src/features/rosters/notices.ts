/** Tells people of the exams and courses to which they are invited, once these are published. */

import { type Context, runInTransaction, type Transaction } from '#context.ts'
import { notify } from '#features/notifications/index.ts'
import { getNames } from '#features/users/index.ts'
import { fill } from '#language/sentence.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { type RosterKind, rosters } from './queries.ts'

/** People of one transaction. */
const batchSize = 100

type Payload = { kind: RosterKind; object_id: number } | { kind: RosterKind; user_id: number }

/** Queues the notices to people on the roster who have none yet. Those of a draft wait until it is published. */
export const scheduleRosterNotices = (tx: Transaction, kind: RosterKind, objectId: number): Promise<void> =>
  addTask(tx, notifyInvited, { kind, object_id: objectId }, { key: `roster of ${kind} ${objectId}` })

export const notifyInvited = defineTask<Payload>({
  kind: 'notify_invited',
  async handle(ctx, payload) {
    while ((await notifySome(ctx, payload)) === batchSize);
  },
})

/** Notifies the next people and returns how many. */
function notifySome(ctx: Context, { kind, ...selection }: Payload): Promise<number> {
  return runInTransaction(ctx, async (tx) => {
    const entries = await rosters[kind].unnotified.all(tx, { ...selection, limit: batchSize })
    const names = await getNames(
      tx,
      entries.flatMap(({ added_by }) => added_by ?? []),
    )
    for (const { id, object_id, user_id, added_by, title } of entries) {
      const name = names.get(added_by ?? 0) ?? tx.config.organizationName
      await notify(tx, user_id ?? 0, kind === 'exam' ? 'exam_reminder' : 'course_update', {
        title: kind === 'exam' ? 'You are invited to an exam' : 'You are invited to a course',
        message: fill('{name} has invited you to {title}.', { name, title }),
        data: { url: `/${kind}s/${object_id}`, action: kind === 'exam' ? 'view_exam' : 'view_course' },
        // A person who is added by id and by address has one notice.
        event: `roster:${kind}:${object_id}:${tx.clock.now().slice(0, 10)}`,
      })
      await rosters[kind].markNotified.run(tx, { id, now: tx.clock.now() })
    }
    return entries.length
  })
}
