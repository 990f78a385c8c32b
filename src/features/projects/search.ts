import { describeModule, type WorkerModule } from '#core/worker-module.ts'
import { createListRows, defineListIndex, describeListFollower } from '#features/search-index/index.ts'
import { describeFollowers, type FollowerModule } from '#platform/followers/follower.ts'
import { projectList } from './list.ts'
import type { Project } from './schemas.ts'

type Text = Pick<Project, 'title' | 'description' | 'field' | 'visibility'>

/** The index of the words of projects. */
export const projectIndex = defineListIndex<Text>({
  list: 'projects',
  columns: { title: 'text', description: 'text', field: 'text', visibility: 'text' },
  kinds:
    'project projects projet projets proyecto proyectos projeto projetos projekt projekte mradi miradi مشروع مشاريع',
  toDocument: ({ title, description, field, visibility }) => ({
    title,
    keywords: [{ kind: 'field', text: field }],
    body: description,
    isPublic: visibility === 'public',
  }),
  listTexts: ({ title, description, field }) => [
    { field: 'title', text: title },
    { field: 'field', text: field },
    { field: 'description', text: description },
  ],
})

export const projectRows = createListRows(projectList)
/** The module that a worker thread runs. */
export const projectSearchModule: WorkerModule<typeof import('./search-worker.ts')> = describeModule(
  new URL('./search-worker.ts', import.meta.url),
)
/** The module that keeps the index, where followers run. */
export const projectFollower: FollowerModule = describeFollowers<typeof import('./search-follower.ts')>(
  new URL('./search-follower.ts', import.meta.url),
  [describeListFollower(projectIndex)],
)
