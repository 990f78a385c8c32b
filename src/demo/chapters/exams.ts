/** Exams: passed, failed, running, expired, upcoming and booked ones, and their certificates. */

import type { CreatedRow, Person } from '../client.ts'
import { ethics, interviewing, licence, questionsOfEthics, questionsOfSoil, running } from '../content/exams.ts'
import { createDocument, createTextFile } from '../content/files.ts'
import type { Simulation } from '../simulation.ts'
import type { DemoUsers } from './people.ts'

export interface Exams {
  ethics: number
  interviewing: number
  licence: number
  running: number
}

export async function setExams(simulation: Simulation, { researcher, wanjiru }: DemoUsers): Promise<Exams> {
  const window = { available_from: simulation.daysAgo(40), available_until: simulation.daysAgo(-90) }
  const exams = {
    ethics: await createExam(researcher, { ...ethics, ...window }),
    interviewing: await createExam(wanjiru, { ...interviewing, ...window }),
    licence: await createExam(researcher, {
      ...licence,
      available_from: simulation.daysAgo(-10),
      available_until: simulation.daysAgo(-40),
    }),
    running: await createExam(researcher, { ...running, ...window }),
  }
  await researcher.post('/exams', {
    ...ethics,
    title: 'Research ethics, second edition',
    publication_status: 'draft',
  })
  const reading = await createDocument('ethics-in-a-page.pdf', 'Research ethics in a page', [
    'Ask before you measure.',
    'Say what you will do with the answer.',
    'Let people leave without giving a reason.',
    'Publish what you found, also when you found nothing.',
  ])
  await researcher.send(`/exams/${exams.ethics}/study-materials`, {
    title: 'Ethics in a page',
    type: 'summary',
    file: reading,
  })
  const glossary = createTextFile('glossary.md', '# Glossary\n\n- **Consent**: a yes that could have been a no.\n')
  await researcher.send(`/exams/${exams.ethics}/study-materials`, {
    title: 'Glossary',
    type: 'reference',
    file: glossary,
  })
  return exams
}

const createExam = async (author: Person, exam: object) => (await author.post('/exams', exam)).id

interface Attempt extends CreatedRow {
  questions: { id: number; question: string }[]
}

/** The student passes, the learner fails and may try again, another attempt expires. */
export async function createAttempts({ student, learner, asha, omar, amara, diego, minh }: DemoUsers, exams: Exams) {
  await takeExam(learner, exams.ethics, 1)
  await takeExam(student, exams.ethics, questionsOfEthics.length)
  for (const person of [amara, asha, omar]) await takeExam(person, exams.ethics, questionsOfEthics.length)
  await takeExam(minh, exams.ethics, 2)
  await takeExam(learner, exams.interviewing, 1)
  await begin(diego, exams.ethics)
}

/** Starts an attempt that is still open when the demonstration begins. */
export async function beginExam({ student, learner }: DemoUsers, exams: Exams) {
  for (const person of [student, learner]) await begin(person, exams.running)
}

async function takeExam(person: Person, exam: number, right: number) {
  const { id, questions } = await person.post<Attempt>(`/exams/${exam}/start`)
  await person.post(`/exam-attempts/${id}/submit`, { answers: createAnswers(questions, right) })
}

/** Answers two questions and leaves the attempt open. */
async function begin(person: Person, exam: number) {
  const { id, questions } = await person.post<Attempt>(`/exams/${exam}/start`)
  await person.put(`/exam-attempts/${id}/answers`, { answers: createAnswers(questions.slice(0, 2), 1) })
}

/** Returns correct answers to the first questions and wrong ones to the others. */
const createAnswers = (asked: Attempt['questions'], right: number) =>
  Object.fromEntries(
    asked.map(({ id, question }, index) => {
      const known = questionsOfEthics.find((one) => one.question === question)
      return [id, index < right ? known?.right : known?.wrong]
    }),
  )

/** The learner has half as much time again. */
export async function extendTime({ researcher, learner }: DemoUsers, exams: Exams) {
  await researcher.post(`/exams/${exams.running}/accommodations`, {
    user_id: learner.id,
    factor: 1.5,
    note: 'Reads with a screen reader.',
  })
}

/** An exam and a course for the people on their rosters, of whom one has no account yet. */
export async function inviteToExam({ researcher, student, learner }: DemoUsers) {
  const { id } = await researcher.post('/exams', {
    title: 'Entrance test of the soil laboratory',
    description: 'For the people who begin in the laboratory.',
    category: 'Soil science',
    access: 'invited',
    questions: questionsOfSoil,
  })
  await researcher.post(`/exams/${id}/roster`, { user_ids: [student.id, learner.id], emails: ['juma@example.org'] })
  const course = await researcher.post('/courses', {
    title: 'First week in the soil laboratory',
    description: 'What everybody who begins in the laboratory reads first.',
    category: 'Soil science',
    access: 'invited',
    lessons: [{ title: 'Gloves and goggles', content: 'Wear both.', duration_minutes: 5 }],
  })
  await researcher.post(`/courses/${course.id}/roster`, { user_ids: [student.id], emails: ['juma@example.org'] })
}

/** Questions that several exams may draw from, which a colleague edits too. */
export async function createQuestionBank({ researcher, wanjiru }: DemoUsers) {
  const { id } = await researcher.post('/question-banks', { title: 'Soil in questions', category: 'Soil science' })
  for (const question of questionsOfSoil) await researcher.post(`/question-banks/${id}/questions`, question)
  await researcher.post(`/question-banks/${id}/editors`, { user_id: wanjiru.id })
}

/** Books one exam within a day of the beginning, so that a reminder is sent, and one later. */
export async function bookExams(simulation: Simulation, { student, learner }: DemoUsers, exams: Exams) {
  const tomorrow = simulation.daysAgo(-1)
  await student.post(`/exams/${exams.running}/book`, {
    exam_type: 'on_site',
    date: tomorrow.slice(0, 10),
    time: `${tomorrow.slice(11, 13)}:00`,
    location: 'Kyoto, room 3',
  })
  const later = {
    exam_type: 'online',
    date: simulation.daysAgo(-14).slice(0, 10),
    time: '10:00',
    location: 'Online',
  }
  for (const person of [student, learner]) await person.post(`/exams/${exams.licence}/book`, later)
}

/** The administrator revokes the learner's certificate. */
export async function revokeCertificate({ admin, learner }: DemoUsers) {
  for (const { id } of await learner.get<CreatedRow[]>('/certificates'))
    await admin.post(`/certificates/${id}/revoke`, { reason: 'The lessons were completed by somebody else.' })
}

/** The student and the learner share a certificate with a link. */
export async function shareCertificates({ student, learner }: DemoUsers) {
  for (const person of [student, learner]) {
    const [certificate] = await person.get<CreatedRow[]>('/certificates')
    if (certificate !== undefined)
      await person.post(`/certificates/${certificate.id}/share`, {
        shows: ['name', 'result'],
        purpose: 'Application to the soil laboratory in Kyoto',
      })
  }
}
