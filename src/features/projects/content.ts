import { findAllIds } from '#features/search-index/index.ts'
import { type ContentSource, defineContent } from '#platform/moderation.ts'
import { getProject } from './access.ts'
import { countProjects } from './counts.ts'
import type { Visibility } from './record.ts'
import { projectSearchModule } from './search.ts'

const toVisibility = (status: string): Visibility => (status === 'public' ? 'public' : 'private')

export const projectContent: ContentSource = defineContent({
  kind: 'project',
  table: 'projects',
  owner: 'owner_id',
  status: 'visibility',
  unpublished: 'private',
  title: 'title',
  find: (ctx, query) =>
    findAllIds(ctx, projectSearchModule, {
      query,
      asked: { viewer: { actor_id: ctx.actor.id }, filter: {}, view: 'all', sort: 'recent' },
    }),
  ensureReadable: (ctx, id) => getProject(ctx, id, 'read'),
  async move(tx, id, change) {
    const { owner_id, from, to } = await change()
    if (from === to) return
    await countProjects(tx, { owner_id, visibility: toVisibility(from) }, -1)
    await countProjects(tx, { owner_id, visibility: toVisibility(to) }, 1)
    await tx.emitEvidenceChanged(tx, { projectId: id })
  },
})
