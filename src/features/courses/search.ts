import { describeModule, type WorkerModule } from '#core/worker-module.ts'
import { createListRows, defineListIndex, describeListFollower } from '#features/search-index/index.ts'
import { describeFollowers, type FollowerModule } from '#platform/followers/follower.ts'
import { courseList } from './list.ts'
import type { Course } from './schemas.ts'

type Text = Pick<Course, 'title' | 'description' | 'category' | 'status' | 'access'>

/** The index of the words of courses. */
export const courseIndex = defineListIndex<Text>({
  list: 'courses',
  columns: { title: 'text', description: 'text', category: 'text', status: 'text', access: 'text' },
  kinds:
    'course courses class classes lesson lessons lecture lectures tutorial tutorials learn cours leçon leçons ' +
    'apprendre curso cursos clase clases aprender aula aulas kurs kurse lernen kozi kujifunza دورة دورات دروس',
  toDocument: ({ title, description, category, status, access }) => ({
    title,
    keywords: [{ kind: 'field', text: category }],
    body: description,
    isPublic: status === 'published' && access === 'everyone',
  }),
  listTexts: ({ title, description, category }) => [
    { field: 'title', text: title },
    { field: 'category', text: category },
    { field: 'description', text: description },
  ],
})

export const courseRows = createListRows(courseList)
/** The module that a worker thread runs. */
export const courseSearchModule: WorkerModule<typeof import('./search-worker.ts')> = describeModule(
  new URL('./search-worker.ts', import.meta.url),
)
/** The module that keeps the index, where followers run. */
export const courseFollower: FollowerModule = describeFollowers<typeof import('./search-follower.ts')>(
  new URL('./search-follower.ts', import.meta.url),
  [describeListFollower(courseIndex)],
)
