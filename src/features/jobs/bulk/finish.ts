import { runInTransaction, type Transaction } from '#context.ts'
import { defineTask } from '#platform/tasks.ts'
import { applicationChanges } from '../applications/history-queries.ts'
import { applications } from '../applications/queries.ts'
import { notifyApplicantOfStatus } from '../applications/status.ts'
import { bulkActions, bulkItems } from './queries.ts'

const batchSize = 50

/** Tells the applicants of an action that can be undone no more, and removes what was stored to undo it. */
export const finishBulkAction = defineTask<{ bulk_id: number }>({
  kind: 'finish_bulk_action',
  async handle(ctx, { bulk_id }) {
    while (await runInTransaction(ctx, (tx) => notifySome(tx, bulk_id)));
    await bulkActions.remove.run(ctx, { id: bulk_id })
  },
})

/** Returns whether there may be more. */
async function notifySome(tx: Transaction, bulk_id: number): Promise<boolean> {
  const bulk = await bulkActions.byId.maybe(tx, { id: bulk_id })
  if (bulk === null || bulk.undone_at !== null) return false
  const items = await bulkItems.untold.all(tx, { bulk_id, most: batchSize })
  for (const { application_id, change_id } of items) {
    await bulkItems.setTold.run(tx, { bulk_id, application_id })
    await notifyUnlessChanged(tx, { application_id, change_id, changed_by: bulk.user_id })
  }
  return items.length === batchSize
}

interface Change {
  application_id: number
  change_id: number | null
  changed_by: number
}

/** A later change has told the applicant of itself. */
async function notifyUnlessChanged(tx: Transaction, { application_id, change_id, changed_by }: Change): Promise<void> {
  const newest = await applicationChanges.newest.maybe(tx, { application_id })
  if (change_id === null || newest?.id !== change_id) return
  const row = await applications.byId.one(tx, { id: application_id })
  await notifyApplicantOfStatus(tx, row, { status: row.status, change: change_id, changed_by })
}
