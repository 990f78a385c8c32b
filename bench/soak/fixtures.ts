/** What visitors of the soak find: somebody who hires, a course and an exam. */

import type { HttpClient } from './http-client.ts'

export interface Fixtures {
  post: number
  course: number
  lessons: readonly number[]
  exam: number
  project: number
  admin: string
}

export const admin = { email: 'admin@example.org', password: 'admin of the bench' }

const questions = Array.from({ length: 10 }, (_, index) => ({
  type: 'single_choice',
  question: `Which number comes after ${index}?`,
  options: [String(index + 1), String(index + 2)],
  correct_answer: String(index + 1),
}))

export async function createFixtures(client: HttpClient): Promise<Fixtures> {
  const { data } = await client.json('POST', '/auth/login', admin)
  const create = (path: string, body: object) => client.json('POST', path, body, data.token)
  const lessons = Array.from({ length: 4 }, (_, index) => ({
    title: `Lesson ${index + 1}`,
    content: '# Roots',
  }))
  const post = await create('/job-posts', { title: 'Botanist', description: 'Plants, all day.' })
  const course = await create('/courses', { title: 'Botany', description: 'Plants.', lessons })
  const exam = await create('/exams', { title: 'Basics', passing_score: 50, questions })
  const project = await create('/projects', { title: 'Maize', visibility: 'public' })
  return {
    post: post.data.id,
    course: course.data.id,
    lessons: course.data.lessons.map(({ id }: { id: number }) => id),
    exam: exam.data.id,
    project: project.data.id,
    admin: data.token,
  }
}
