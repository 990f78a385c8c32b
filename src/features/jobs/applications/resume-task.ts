import { buffer } from 'node:stream/consumers'
import { extractText } from '#adapters/documents/text.ts'
import { ObjectMissing } from '#adapters/storage/storage.ts'
import { type Context, inTransaction } from '#context.ts'
import { toTerm } from '#core/terms.ts'
import { splitWords } from '#core/text-normalization.ts'
import { getFile } from '#features/files/index.ts'
import { defineTask } from '#platform/tasks.ts'
import { applications } from './queries.ts'
import { resumeTerms } from './resume-queries.ts'

/** Distinct words of a resume that are searched. */
const mostWords = 3_000

/** Takes the words out of the resume of an application. The text itself is not stored and leaves the service nowhere. */
export const readResume = defineTask<{ application_id: number }>({
  kind: 'read_resume',
  async handle(ctx, { application_id: id }) {
    const application = await applications.byId.maybe(ctx, { id })
    if (application === null || application.resume_id === null || application.resume_state !== 'pending') return
    const text = await extractResume(ctx, application.resume_id)
    const terms = [
      ...new Set(
        splitWords(text ?? '')
          .slice(0, mostWords)
          .map(toTerm),
      ),
    ]
    await inTransaction(ctx, async (tx) => {
      // Withdrawn meanwhile, or read by another instance.
      const now = await applications.byId.maybe(tx, { id })
      if (now === null || now.resume_id === null) return
      await resumeTerms.remove.run(tx, { item_id: id })
      await resumeTerms.add.run(tx, { item_id: id, terms })
      await applications.setResumeState.run(tx, { id, state: terms.length === 0 ? 'unreadable' : 'ready' })
    })
  },
})

async function extractResume(ctx: Context, fileId: number): Promise<string | null> {
  const { key } = await getFile(ctx, fileId)
  try {
    return await extractText(await buffer(await ctx.storage.open(key)))
  } catch (error) {
    if (error instanceof ObjectMissing) return null
    throw error
  }
}
