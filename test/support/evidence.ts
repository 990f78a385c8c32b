/** Creates what people have proven. */

import assert from 'node:assert/strict'
import type { Person, TestApp } from './app.ts'
import { completeCourse, createCourse, createLessons } from './courses.ts'
import { createExam, takeExam } from './exams.ts'

/** A researcher whose identity an administrator has verified. */
export async function createVerifiedAuthor({ given }: TestApp, admin: Person, name = 'Rosalind'): Promise<Person> {
  const author = await given.user({ role: 'researcher', name })
  const { id } = (await author.get('/researchers/me')).data
  assert.equal((await admin.post(`/researchers/${id}/verify`)).status, 200)
  return author
}

/** An exam of the author that proves the skills. */
export const createSkillExam = (author: Person, skills: string[], more: object = {}) =>
  createExam(author, { title: `Exam in ${skills.join(', ')}`, skills, ...more })

/** A course of one lesson by the author that proves the skills. */
export const createSkillCourse = (author: Person, skills: string[], more: object = {}) =>
  createCourse(author, { title: `Course in ${skills.join(', ')}`, skills, lessons: createLessons(1), ...more })

/** Proves the skills with exams, and with a course where `course` names the skill. */
export async function prove(
  person: Person,
  author: Person,
  { exams = [], courses = [] }: { exams?: string[]; courses?: string[] },
) {
  for (const skill of exams) await takeExam(person, (await createSkillExam(author, [skill])).id, 'right')
  for (const skill of courses) await completeCourse(person, await createSkillCourse(author, [skill]))
}
