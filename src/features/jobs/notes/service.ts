import { type Context, runInTransaction } from '#context.ts'
import { defineListLimit, ensureWithin } from '#core/list-limit.ts'
import { permit } from '#core/problem.ts'
import { getAnnotatedApplication } from '../applications/access.ts'
import { notes } from './queries.ts'
import type { ApplicationNote, NewApplicationNote } from './schemas.ts'

export const noteLimit = defineListLimit('text', 200)

type Row = Awaited<ReturnType<typeof notes.byId.one>>

const presentNote = ({ user_id, ...note }: Row): ApplicationNote => note

/** Lists the notes about an applicant, the oldest first. */
export async function listApplicationNotes(ctx: Context, applicationId: number): Promise<ApplicationNote[]> {
  await getAnnotatedApplication(ctx, applicationId)
  return (await notes.of.all(ctx, { application_id: applicationId })).map(presentNote)
}

export function addApplicationNote(
  ctx: Context,
  applicationId: number,
  { text }: NewApplicationNote,
): Promise<ApplicationNote> {
  return runInTransaction(ctx, async (tx) => {
    await getAnnotatedApplication(tx, applicationId)
    const mine = { application_id: applicationId, user_id: tx.actor.id }
    const { id } = await notes.add.one(tx, { ...mine, text, now: tx.clock.now() })
    ensureWithin(noteLimit, await notes.size.one(tx, mine))
    return presentNote(await notes.byId.one(tx, { id, application_id: applicationId }))
  })
}

/** Changes a note as its author. */
export function updateApplicationNote(
  ctx: Context,
  applicationId: number,
  id: number,
  { text }: NewApplicationNote,
): Promise<ApplicationNote> {
  return runInTransaction(ctx, async (tx) => {
    await getAnnotatedApplication(tx, applicationId)
    const note = { id, application_id: applicationId }
    const { user_id } = await notes.byId.one(tx, note)
    permit(user_id === tx.actor.id)
    await notes.change.run(tx, { id, text, now: tx.clock.now() })
    ensureWithin(noteLimit, await notes.size.one(tx, note))
    return presentNote(await notes.byId.one(tx, note))
  })
}

/** Deletes a note as its author or an administrator. */
export function deleteApplicationNote(ctx: Context, applicationId: number, id: number): Promise<void> {
  return runInTransaction(ctx, async (tx) => {
    await getAnnotatedApplication(tx, applicationId)
    const { user_id } = await notes.byId.one(tx, { id, application_id: applicationId })
    permit(user_id === tx.actor.id || tx.actor.role === 'admin')
    await notes.remove.run(tx, { id })
  })
}
