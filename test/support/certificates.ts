/** Creates certificates through exams and courses. */

import { runInTransaction } from '#context.ts'
import { type IssuedCertificate, issueCertificate } from '#features/certificates/index.ts'
import type { Person, TestApp } from './app.ts'
import { createCourse } from './courses.ts'
import { createExam } from './exams.ts'

interface Wish {
  for?: { examId: number } | { courseId: number }
  title?: string
  score?: number | null
  author?: { id: number }
}

type App = Pick<TestApp, 'service' | 'given'>

export const createAuthor = ({ given }: App) => given.user({ role: 'researcher', name: 'Agnes Arber' })

/** A new exam. */
export const createPassableExam = async (app: App) => ({
  examId: Number((await createExam(await createAuthor(app))).id),
})

/** A new course. */
export const createCertifiedCourse = async (app: App) => ({
  courseId: Number((await createCourse(await createAuthor(app))).id),
})

/** A certificate of the user, for a new exam unless given. */
export async function createCertificate(
  app: App,
  { id }: Pick<Person, 'id'>,
  wish: Wish = {},
): Promise<IssuedCertificate> {
  const { for: achievement = await createPassableExam(app), title = 'Statistics', score = 92 } = wish
  const author = wish.author ?? (await createAuthor(app))
  const given = { userId: id, for: achievement, title, score, authorId: author.id, durationMinutes: null }
  return runInTransaction(app.service.context, (tx) => issueCertificate(tx, given))
}
