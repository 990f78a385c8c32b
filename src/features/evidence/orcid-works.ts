import { runInTransaction } from '#context.ts'
import { defineTask } from '#platform/tasks.ts'
import { identities, publications } from './queries.ts'

/** Reads the ORCID record of a user anew: the works that other organizations have added to it. */
export const readOrcidWorks = defineTask<{ userId: number }>({
  kind: 'read_orcid_works',
  async handle(ctx, { userId }) {
    const [identity] = await identities.orcid.all(ctx, { user_ids: [userId] })
    const works = identity === undefined ? null : await ctx.identity.readOrcidWorks(identity.subject)
    if (identity === undefined || works === null) return
    await runInTransaction(ctx, async (tx) => {
      const now = tx.clock.now()
      const orcid = identity.subject
      await publications.clear.run(tx, { user_id: userId })
      for (const { id, ...work } of works)
        await publications.add.run(tx, { ...work, user_id: userId, orcid, work: id, now })
      await tx.emitEvidenceChanged(tx, { userIds: [userId] })
    })
  },
})
