/** Exams: passed, failed, running, expired, upcoming and booked ones, and their certificates. */

import type { CreatedRow, Person } from '../client.ts'
import {
  essayOnTrials,
  essays,
  ethics,
  interviewing,
  licence,
  questionsOfEthics,
  questionsOfSoil,
  quizOfWaiting,
  running,
} from '../content/exams.ts'
import { createDocument, createTextFile } from '../content/files.ts'
import type { Simulation } from '../simulation.ts'
import type { Courses } from './courses.ts'
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
  await wanjiru.post(`/exams/${exams.interviewing}/graders`, { user_id: researcher.id })
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
  started_at: string
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

/** Answers two questions, looks elsewhere for a while, and leaves the attempt open. */
async function begin(person: Person, exam: number) {
  const { id, questions, started_at } = await person.post<Attempt>(`/exams/${exam}/start`)
  const known = questions.filter(({ question }) => questionsOfEthics.some((one) => one.question === question))
  await person.put(`/exam-attempts/${id}/answers`, { answers: createAnswers(known.slice(0, 2), 1) })
  const events = ['focus_lost', 'focus_gained', 'pasted'].map((type) => ({ type, at: started_at }))
  await person.post(`/exam-attempts/${id}/events`, { events })
}

/** Returns correct answers to the first questions and wrong ones to the others. */
const createAnswers = (asked: Attempt['questions'], right: number) =>
  Object.fromEntries(
    asked.map(({ id, question }, index) => {
      const known = questionsOfEthics.find((one) => one.question === question)
      return [id, index < right ? known?.right : known?.wrong]
    }),
  )

/** A quiz in the second lesson of the course on statistics, which one learner passes and another does not. */
export async function addQuiz({ researcher, diego, minh }: DemoUsers, { statistics }: Courses) {
  const quiz = await createExam(researcher, quizOfWaiting)
  const [, second] = statistics.lessons
  await researcher.put(`/courses/${statistics.id}/lessons/${second?.id}`, { exam_id: quiz })
  await takeExam(diego, quiz, questionsOfEthics.length)
  await takeExam(minh, quiz, 0)
}

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

/** An exam with an essay and a plan to upload, which a colleague grades: two results are released, and one answer waits. A question bank follows. */
export async function createGradedExam(simulation: Simulation, cast: DemoUsers): Promise<void> {
  const { researcher, wanjiru, student, learner, amara } = cast
  const id = await createExam(researcher, essays)
  await researcher.post(`/exams/${id}/graders`, { user_id: wanjiru.id })
  for (const [person, points] of [
    [student, 6],
    [learner, 3],
  ] as const) {
    const attempt = await writeEssay(person, id)
    for (const { id: question, type } of attempt.questions)
      await wanjiru.put(`/exam-attempts/${attempt.id}/grades/${question}`, {
        ...(type === 'essay' ? { rubric: points > 3 ? { 1: 2, 2: 1 } : { 1: 1, 2: 0 } } : { points: points / 2 }),
        comment: points > 3 ? 'Clear, and honest about its limits.' : 'Say what would change your mind.',
      })
  }
  await researcher.post(`/exams/${id}/grades/release`, {})
  await writeEssay(amara, id)
  await simulation.settle()
  await createAppeal(cast, id)
  await createQuestionBank(cast)
}

async function writeEssay(person: Person, exam: number) {
  const attempt = await person.post<EssayAttempt>(`/exams/${exam}/start`)
  const file = createTextFile('plan.md', '# Plan\n\nTwo fields, three years, one question.\n')
  const { file: uploaded } = await person.send<{ file: CreatedRow }>('/upload', { type: 'document', file })
  const answers = attempt.questions.map(({ id, type }) => [id, type === 'essay' ? essayOnTrials : [uploaded.id]])
  await person.post(`/exam-attempts/${attempt.id}/submit`, { answers: Object.fromEntries(answers) })
  return attempt
}

interface EssayAttempt extends CreatedRow {
  questions: { id: number; type: string }[]
}

/** The learner objects to a grade. */
async function createAppeal({ learner }: DemoUsers, exam: number) {
  const [attempt] = await learner.get<CreatedRow[]>(`/exam-attempts?exam_id=${exam}`)
  const { questions } = await learner.get<EssayAttempt>(`/exam-attempts/${attempt?.id}`)
  const essay = questions.find(({ type }) => type === 'essay')
  await learner.post(`/exam-attempts/${attempt?.id}/appeals`, {
    question_id: essay?.id,
    reason: 'The second paragraph says what would change my mind.',
  })
}

/** Questions that several exams may draw from, which a colleague edits too. */
async function createQuestionBank({ researcher, wanjiru }: DemoUsers) {
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
