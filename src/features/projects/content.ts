import { type ContentSource, defineContent } from '#platform/moderation.ts'
import { getProject } from './access.ts'
import { countProjects } from './counts.ts'
import type { Visibility } from './record.ts'

const toVisibility = (status: string): Visibility => (status === 'public' ? 'public' : 'private')

export const projectContent: ContentSource = defineContent({
  kind: 'project',
  table: 'projects',
  owner: 'owner_id',
  status: 'visibility',
  unpublished: 'private',
  title: 'title',
  words: 'project_words',
  ensureReadable: (ctx, id) => getProject(ctx, id, 'read'),
  async move(tx, id, change) {
    const { owner_id, from, to } = await change()
    if (from === to) return
    await countProjects(tx, { owner_id, visibility: toVisibility(from) }, -1)
    await countProjects(tx, { owner_id, visibility: toVisibility(to) }, 1)
    await tx.emitEvidenceChanged(tx, { projectId: id })
  },
})
