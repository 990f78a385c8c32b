/** Creates the data that the simulated users of the soak use: a job post, a course, an exam and a project. */

import type { Client } from '../../clients/typescript/src/index.ts'
import type { Traffic } from './traffic.ts'

export interface Fixtures {
  post: number
  course: number
  lessons: readonly number[]
  exam: number
  project: number
  admin: Client
}

export const admin = { email: 'admin@example.org', password: 'admin of the bench' }

const questions = Array.from({ length: 10 }, (_, index) => ({
  type: 'single_choice' as const,
  question: `Which number comes after ${index}?`,
  options: [String(index + 1), String(index + 2)],
  correct_answer: String(index + 1),
}))

const lessons = Array.from({ length: 4 }, (_, index) => ({
  title: `Lesson ${index + 1}`,
  content: '# Roots',
}))

export async function createFixtures(traffic: Traffic): Promise<Fixtures> {
  const { data: session } = await traffic.as(null).login({ body: admin })
  if (session.two_factor_required) throw new Error('The administrator has a second factor.')
  const api = traffic.as(session.token)
  const post = await api.createJobPost({ body: { title: 'Botanist', description: 'Plants, all day.' } })
  const course = await api.createCourse({ body: { title: 'Botany', description: 'Plants.', lessons } })
  const exam = await api.createExam({ body: { title: 'Basics', passing_score: 50, questions } })
  const project = await api.createProject({ body: { title: 'Maize', visibility: 'public' } })
  return {
    post: post.data.id,
    course: course.data.id,
    lessons: course.data.lessons.map(({ id }) => id),
    exam: exam.data.id,
    project: project.data.id,
    admin: api,
  }
}
