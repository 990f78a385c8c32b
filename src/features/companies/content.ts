import { type ContentSource, defineUnpublishedContent } from '#platform/moderation.ts'
import { getCompany } from './access.ts'
import { companyContents } from './content-queries.ts'
import { listManagers } from './members/managers.ts'
import { companies } from './queries.ts'

/** Companies as administrators hide them: from all but their members. Their job posts are content of their own. */
export const companyContent: ContentSource = defineUnpublishedContent({
  kind: 'company',
  ensureReadable: (ctx, id) => getCompany(ctx, id, 'read'),
  isOwn: async (ctx, id) => (await getCompany(ctx, id, 'read')).own_role !== null,
  reads: companyContents,
  /** With other members the company is theirs, and stays. */
  listOwned: async (tx, userId) =>
    (await companyContents.ofSoleMember.all(tx, { user_id: userId })).map(({ id }) => id),
  setHidden: (tx, id, hidden) => companies.setHidden.run(tx, { id, ...hidden }),
  listRecipients: (tx, id) => listManagers(tx, id, 0),
})
