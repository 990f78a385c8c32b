/** One user of the soak: signs up, reads lists, applies, takes a course and an exam, uploads a file, and logs out. */

import { randomBytes } from 'node:crypto'
import type { Client } from '../../clients/typescript/src/index.ts'
import type { Fixtures } from './fixtures.ts'
import type { Traffic } from './traffic.ts'

const pdf = new File(
  ['%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n'],
  'file.pdf',
)
const picture = new File([new Uint8Array(200_000)], 'file.pdf')
const rounds = 12

const readLists: readonly ((api: Client) => Promise<unknown>)[] = [
  (api) => api.listUsers({ query: { search: 'a' } }),
  (api) => api.listResearchers({ query: { sort: 'recent' } }),
  (api) => api.listJobPosts({ query: { search: 'botanist' } }),
  (api) => api.listCourses({ query: { category: 'x' } }),
  (api) => api.listProjects({ query: { search: 'maize' } }),
  (api) => api.listExams(),
  (api) => api.listNotifications(),
  (api) => api.countUnread(),
  (api) => api.suggest({ query: { q: 'bo' } }),
  (api) => api.listCategories(),
  (api) => api.listPopular(),
  (api) => api.showSubscription(),
  (api) => api.listBilling(),
  (api) => api.listFiles(),
  (api) => api.showMe(),
]

export async function simulateUser(traffic: Traffic, fixtures: Fixtures): Promise<void> {
  const email = `visitor-${randomBytes(8).toString('hex')}@example.org`
  const signUp = { name: 'Barbara Visitor', email, password: 'a visitor of the bench' }
  const { data: session } = await traffic.as(null).signUp({ body: signUp })
  const api = traffic.as(session.token)
  await openStream(api)
  for (let round = 0; round < rounds; round++) await browse(api, round)
  await apply(api, fixtures, email)
  await takeCourse(api, traffic, fixtures)
  await takeExam(api, fixtures)
  await uploadFile(api, traffic)
  await api.markAllNotificationsRead()
  await api.logout()
}

async function openStream(api: Client) {
  const controller = new AbortController()
  const response = await api.followNotifications({}, { signal: controller.signal })
  await response.body?.getReader().read()
  controller.abort()
}

async function browse(api: Client, round: number) {
  for (const [index, read] of readLists.entries()) if ((index + round) % 4 === 0) await read(api)
  await api.search({ body: { query: `botany ${round % 5}`, page: 1 } })
}

async function apply(api: Client, { post, admin }: Fixtures, email: string) {
  const { data } = await api.submitApplication({
    body: {
      job_post_id: post,
      first_name: 'Barbara',
      last_name: 'Visitor',
      email,
      phone: '+44 20 7946 0000',
      resume: pdf,
      consent_data: true,
    },
  })
  await admin.listApplicants({ path: { id: post }, query: { limit: 20 } })
  await admin.changeApplicationStatus({ path: { id: data.id }, body: { status: 'reviewing' } })
  await (await admin.downloadResume({ path: { id: data.id } })).arrayBuffer()
}

async function takeCourse(api: Client, traffic: Traffic, { course: id, lessons }: Fixtures) {
  const path = { id }
  await api.enroll({ path, body: {} })
  for (const lesson_id of lessons)
    await api.reportProgress({ path, body: { lesson_id, completed: true, time_spent_seconds: 60 } })
  await api.showProgress({ path })
  await api.completeCourse({ path })
  const { data } = await api.downloadCourse({ path, query: { link: true } })
  await traffic.download(data.download_url)
}

async function takeExam(api: Client, { exam }: Fixtures) {
  const { data: attempt } = await api.startExam({ path: { id: exam } })
  const path = { id: attempt.id }
  const answers: Record<string, string> = {}
  for (const { id, options } of attempt.questions) {
    answers[id] = String(Math.min(...options.map(Number)))
    await api.saveAnswers({ path, body: { answers } })
  }
  await api.submitAttempt({ path, body: { answers } })
  const { data: certificates } = await api.listCertificates()
  for (const { id } of certificates) await (await api.downloadCertificate({ path: { id } })).arrayBuffer()
}

async function uploadFile(api: Client, traffic: Traffic) {
  const { data } = await api.uploadFile({ body: { type: 'project_file', file: picture } })
  await traffic.download(data.file.url)
  await api.deleteFile({ path: { id: data.file.id } })
}
