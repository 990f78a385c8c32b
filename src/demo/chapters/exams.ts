/** Exams: passed, failed, running, run out, still to come, booked; and the certificates they give. */

import { ethics, interviewing, licence, questionsOfEthics, running } from '../content/exams.ts'
import { document, text } from '../content/files.ts'
import type { Town } from '../town.ts'
import type { Made, Person } from '../visitor.ts'
import type { Cast } from './people.ts'

export interface Exams {
  ethics: number
  interviewing: number
  licence: number
  running: number
}

export async function setExams(town: Town, { researcher, wanjiru }: Cast): Promise<Exams> {
  const window = { available_from: town.daysAgo(40), available_until: town.daysAgo(-90) }
  const exams = {
    ethics: await made(researcher, { ...ethics, ...window }),
    interviewing: await made(wanjiru, { ...interviewing, ...window }),
    licence: await made(researcher, {
      ...licence,
      available_from: town.daysAgo(-10),
      available_until: town.daysAgo(-40),
    }),
    running: await made(researcher, { ...running, ...window }),
  }
  await researcher.post('/exams', {
    ...ethics,
    title: 'Research ethics, second edition',
    publication_status: 'draft',
  })
  const reading = await document('ethics-in-a-page.pdf', 'Research ethics in a page', [
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
  const glossary = text('glossary.md', '# Glossary\n\n- **Consent**: a yes that could have been a no.\n')
  await researcher.send(`/exams/${exams.ethics}/study-materials`, {
    title: 'Glossary',
    type: 'reference',
    file: glossary,
  })
  return exams
}

const made = async (author: Person, exam: object) => (await author.post('/exams', exam)).id

interface Attempt extends Made {
  questions: { id: number; question: string }[]
}

/** The student passes, the learner fails and may try again, and somebody else runs out of time. */
export async function sitExams({ student, learner, amara, diego, minh }: Cast, exams: Exams) {
  await sit(learner, exams.ethics, 1)
  await sit(student, exams.ethics, questionsOfEthics.length)
  await sit(amara, exams.ethics, questionsOfEthics.length)
  await sit(minh, exams.ethics, 2)
  await sit(learner, exams.interviewing, 1)
  await begin(diego, exams.ethics)
}

/** An attempt that is still open when the demonstration begins. */
export async function beginExam({ student, learner }: Cast, exams: Exams) {
  for (const person of [student, learner]) await begin(person, exams.running)
}

async function sit(person: Person, exam: number, right: number) {
  const { id, questions } = await person.post<Attempt>(`/exams/${exam}/start`)
  await person.post(`/exam-attempts/${id}/submit`, { answers: answersTo(questions, right) })
}

/** Answers two questions and leaves. */
async function begin(person: Person, exam: number) {
  const { id, questions } = await person.post<Attempt>(`/exams/${exam}/start`)
  await person.put(`/exam-attempts/${id}/answers`, { answers: answersTo(questions.slice(0, 2), 1) })
}

/** So many right answers, and wrong ones to the rest. */
const answersTo = (asked: Attempt['questions'], right: number) =>
  Object.fromEntries(
    asked.map(({ id, question }, index) => {
      const known = questionsOfEthics.find((one) => one.question === question)
      return [id, index < right ? known?.right : known?.wrong]
    }),
  )

/** One within a day of the beginning, so that it is reminded of, and one later. */
export async function bookExams(town: Town, { student, learner }: Cast, exams: Exams) {
  const tomorrow = town.daysAgo(-1)
  await student.post(`/exams/${exams.running}/book`, {
    exam_type: 'on_site',
    date: tomorrow.slice(0, 10),
    time: `${tomorrow.slice(11, 13)}:00`,
    location: 'Kyoto, room 3',
  })
  const later = {
    exam_type: 'online',
    date: town.daysAgo(-14).slice(0, 10),
    time: '10:00',
    location: 'Online',
  }
  for (const person of [student, learner]) await person.post(`/exams/${exams.licence}/book`, later)
}

/** The administrator takes the learner's back. */
export async function revokeCertificate({ admin, learner }: Cast) {
  for (const { id } of await learner.get<Made[]>('/certificates'))
    await admin.post(`/certificates/${id}/revoke`, { reason: 'The lessons were completed by somebody else.' })
}
