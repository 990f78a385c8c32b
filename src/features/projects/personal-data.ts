import type { PersonalData } from '#features/feature.ts'
import { removeFiles } from '#features/files/index.ts'
import { collaborators } from './collaborators/queries.ts'
import { countProjects } from './counts.ts'
import { milestoneChanges } from './milestones/history-queries.ts'
import { milestones } from './milestones/queries.ts'
import { projectFiles, projects } from './queries.ts'
import { versions } from './versions/queries.ts'

export const projectPersonalData: PersonalData = {
  name: 'projects',
  export(ctx, userId) {
    const mine = { user_id: userId }
    return {
      projects: projects.listByUser.iterate(ctx, mine),
      milestones: milestones.listByUser.iterate(ctx, mine),
      milestone_changes: milestoneChanges.listByUser.iterate(ctx, mine),
      versions: versions.listByUser.iterate(ctx, mine),
      collaborations: collaborators.ofUser.iterate(ctx, mine),
    }
  },
  /** Projects with collaborators, and contributions to other projects, are kept without the user. */
  async erase(tx, userId) {
    const mine = { user_id: userId }
    await collaborators.eraseByUser.run(tx, mine)
    const alone = await projects.listUnshared.all(tx, mine)
    const files = await projectFiles.listUnshared.all(tx, mine)
    await projects.removeUnshared.run(tx, mine)
    for (const visibility of ['public', 'private'] as const) {
      const gone = alone.filter((project) => project.visibility === visibility).length
      await countProjects(tx, { owner_id: userId, visibility }, -gone)
    }
    await removeFiles(
      tx,
      files.map(({ file_id }) => file_id),
    )
  },
}
