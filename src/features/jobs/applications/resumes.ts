import { buffer } from 'node:stream/consumers'
import { StorageUnreachable } from '#adapters/storage/storage.ts'
import { type Context, runInTransaction } from '#context.ts'
import { notFound } from '#core/problem.ts'
import { toTerm } from '#core/terms.ts'
import { splitWords } from '#core/text-normalization.ts'
import type { RepeatedWork } from '#features/feature.ts'
import { getFile } from '#features/files/index.ts'
import { addTask, defineTask } from '#platform/tasks.ts'
import { pendingResumes, readResumeIds, resumeTerms } from './resume-queries.ts'

/** Distinct words of a resume that are searched. */
const maxWords = 3_000
/** Resumes per transaction that are queued to be read once more. */
const batch = 200

/**
 * Takes the words out of new resumes, one after the other. Beside the tasks, because a hostile resume takes many seconds,
 * and mails must not wait for it. The text itself is not stored.
 */
export const readResumes: RepeatedWork = {
  name: 'read_resumes',
  create: (ctx, wake) => {
    const readNext = async () => {
      const next = await pendingResumes.first.maybe(ctx, {})
      if (next !== null) await readResume(ctx, next)
      return next !== null
    }
    return {
      // One at a time, so that a stop waits for one.
      async run() {
        if (await readNext()) wake()
      },
      async settle() {
        while (await readNext());
      },
    }
  },
}

/** Queues all resumes to be read once more. Their words are found meanwhile. */
export const readResumesAgain = defineTask<{ after: number }>({
  kind: 'read_resumes_again',
  handle: (ctx, { after }) =>
    runInTransaction(ctx, async (tx) => {
      const ids = (await readResumeIds.after.all(tx, { after, most: batch })).map(({ id }) => id)
      await readResumeIds.reset.run(tx, { ids })
      const last = ids.at(-1)
      if (last !== undefined && ids.length === batch) await addTask(tx, readResumesAgain, { after: last })
    }),
})

interface UnreadResume {
  id: number
  resume_id: number | null
}

async function readResume(ctx: Context, { id, resume_id }: UnreadResume): Promise<void> {
  const text = resume_id === null ? null : await extractResume(ctx, resume_id)
  const terms = [
    ...new Set(
      splitWords(text ?? '')
        .slice(0, maxWords)
        .map(toTerm),
    ),
  ]
  await runInTransaction(ctx, async (tx) => {
    const state = terms.length === 0 ? 'unreadable' : 'ready'
    // Withdrawn meanwhile, or read by another instance.
    if ((await pendingResumes.finish.run(tx, { id, state })) === 0) return
    await resumeTerms.remove.run(tx, { item_id: id })
    await resumeTerms.add.run(tx, { item_id: id, terms })
  })
}

async function extractResume(ctx: Context, fileId: number): Promise<string | null> {
  const file = await getFile(ctx, fileId).catch((error: unknown) => {
    // The application was withdrawn, or the place has ended, since it was found.
    if (error === notFound) return null
    throw error
  })
  if (file === null) return null
  try {
    return await ctx.extractText(await buffer(await ctx.storage.open(file.key)))
  } catch (error) {
    if (error instanceof StorageUnreachable) throw error
    // The others do not wait for one whose file is missing or cannot be opened.
    const reason = error instanceof Error ? error.message : String(error)
    ctx.log.warn({ file: fileId, reason }, 'resume not read')
    return null
  }
}
