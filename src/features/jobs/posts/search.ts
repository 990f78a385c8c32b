import { describeModule, type WorkerModule } from '#core/worker-module.ts'
import { createListRows, defineListIndex, describeListFollower } from '#features/search-index/index.ts'
import { describeFollowers, type FollowerModule } from '#platform/followers/follower.ts'
import { jobPostList } from './list.ts'
import type { JobPost } from './schemas.ts'

type Text = Pick<JobPost, 'title' | 'description' | 'company' | 'location' | 'skills' | 'status'>

/** The index of the words of job posts. */
export const jobPostIndex = defineListIndex<Text>({
  list: 'job_posts',
  columns: {
    title: 'text',
    description: 'text',
    company: 'text',
    location: 'text',
    status: 'text',
    skills: 'json',
  },
  kinds:
    'job jobs post posts position positions vacancy vacancies opening openings role roles career careers employment hiring ' +
    'emploi emplois poste postes offre offres empleo empleos puesto puestos oferta ofertas vacante vacantes emprego empregos ' +
    'vaga vagas stelle stellen stellenangebot stellenangebote ajira nafasi وظيفة وظائف',
  toDocument: ({ title, description, company, location, skills, status }) => ({
    title,
    keywords: skills.map((text) => ({ kind: 'skill', text })),
    organization: company,
    location,
    body: description,
    isPublic: status === 'open',
  }),
  listTexts: ({ title, description, company, location, skills }) => [
    { field: 'title', text: title },
    ...skills.map((text) => ({ field: 'skills', text })),
    { field: 'company', text: company },
    { field: 'location', text: location },
    { field: 'description', text: description },
  ],
})

export const jobPostRows = createListRows(jobPostList)
/** The module that a worker thread runs. */
export const jobPostSearchModule: WorkerModule<typeof import('./search-worker.ts')> = describeModule(
  new URL('./search-worker.ts', import.meta.url),
)
/** The module that keeps the index, where followers run. */
export const jobPostFollower: FollowerModule = describeFollowers<typeof import('./search-follower.ts')>(
  new URL('./search-follower.ts', import.meta.url),
  [describeListFollower(jobPostIndex)],
)
