/** The people: those who can sign in, other users, and researchers to be found. */

import { normalizeForm } from '#core/text-normalization.ts'
import type { CreatedRow, Person } from '../client.ts'
import { createPortrait } from '../content/files.ts'
import { researchers } from '../content/researchers.ts'
import { type Login, logins } from '../logins.ts'
import type { Simulation } from '../simulation.ts'

export interface DemoUsers {
  admin: Person
  researcher: Person
  recruiter: Person
  student: Person
  learner: Person
  /** She reads Swahili. */
  asha: Person
  /** He reads Arabic. */
  omar: Person
  /** A second recruiter. */
  hannah: Person
  /** A researcher who also teaches. */
  wanjiru: Person
  amara: Person
  diego: Person
  minh: Person
}

export async function createCast(simulation: Simulation): Promise<DemoUsers> {
  const cast = {
    admin: await simulation.signIn(logins.admin.email),
    researcher: await signUp(simulation, logins.researcher),
    recruiter: await signUp(simulation, logins.recruiter),
    student: await signUp(simulation, logins.student),
    learner: await signUp(simulation, logins.learner),
    asha: await signUp(simulation, logins.asha),
    omar: await signUp(simulation, logins.omar),
    hannah: await simulation.signUp('Hannah Öberg', 'hannah@demo.example', 'recruiter'),
    wanjiru: await settleIn(simulation),
    amara: await simulation.signUp('Amara Diallo', 'amara@demo.example', 'student'),
    diego: await simulation.signUp('Diego Silva', 'diego@demo.example', 'learner'),
    minh: await simulation.signUp('Minh Tran', 'minh@demo.example', 'student'),
  }
  await introduceThemselves(cast)
  await simulation.settle()
  for (const { email } of [
    logins.researcher,
    logins.recruiter,
    logins.student,
    logins.learner,
    logins.asha,
    logins.omar,
  ])
    await confirmAddress(simulation, email)
  return cast
}

async function signUp(simulation: Simulation, { name, email, role, locale, timezone }: Login): Promise<Person> {
  const person = await simulation.signUp(name, email, role, locale)
  if (timezone !== undefined) await updateProfile(person, { timezone })
  return person
}

const updateProfile = (person: Person, more: object) => person.put(`/users/${person.id}`, more)

async function introduceThemselves({ admin, researcher, recruiter, student, learner, asha, omar }: DemoUsers) {
  await updateProfile(admin, {
    name: logins.admin.name,
    headline: 'Keeps the platform running',
    location: 'Haifa, Israel',
  })
  await updateProfile(researcher, {
    headline: 'Statistician who works with hospitals',
    bio: 'Ada Okafor finds out which treatments work when trials are small. She teaches statistics to people who fear it.',
    location: 'Ibadan, Nigeria',
    phone: '+234 803 555 0142',
    skills: ['Statistics', 'R', 'Causal Inference', 'Teaching'],
    links: { website: 'https://okafor.example', orcid: '0000-0002-1825-0097' },
  })
  await updateProfile(recruiter, {
    headline: 'Hires scientists for Verdant Labs',
    bio: 'Rafael Souza looks for people who care about crops, climate and good data.',
    location: 'Lisbon, Portugal',
    skills: ['Recruiting', 'Interviewing'],
  })
  await updateProfile(student, {
    headline: 'Studies biostatistics in Kyoto',
    bio: 'Mei Tanaka is in her last year and writes her thesis about vaccination data.',
    location: 'Kyoto, Japan',
    skills: ['R', 'Python', 'Survey Design'],
  })
  await updateProfile(learner, {
    headline: 'Nurse who learns to program',
    location: 'Turin, Italy',
    skills: ['Nursing', 'Spreadsheets'],
  })
  await updateProfile(asha, {
    headline: 'Anasoma takwimu za afya',
    location: 'Kisumu, Kenya',
    skills: ['Takwimu', 'R'],
  })
  await updateProfile(omar, { headline: 'معلّم يتعلم تحليل البيانات', location: 'الإسكندرية، مصر', skills: ['تدريس'] })
  await Promise.all([
    showFace(researcher, createPortrait('ada.png', [47, 73, 184], [236, 138, 94])),
    showFace(student, createPortrait('mei.png', [32, 120, 96], [240, 214, 120])),
    showFace(recruiter, createPortrait('rafael.png', [120, 40, 110], [96, 190, 220])),
  ])
}

const showFace = (person: Person, avatar: File) => person.send(`/users/${person.id}/upload-avatar`, { avatar })

interface Mail {
  subject: string
  text: string
}

async function confirmAddress(simulation: Simulation, email: string) {
  const mails = await simulation.anonymous.get<Mail[]>(`/sandbox/mail?to=${encodeURIComponent(email)}`)
  const [, token] = mails.map(({ text }) => /verify-email\?token=([\w-]+)/.exec(text)).find((one) => one !== null) ?? []
  if (token === undefined) throw new Error(`No mail asks ${email} to confirm the address.`)
  await simulation.anonymous.post('/auth/email/verify', { token })
}

/** Signs up all researchers and returns the first of them. */
async function settleIn(simulation: Simulation): Promise<Person> {
  const [first] = await Promise.all(researchers.map((one, index) => settle(simulation, one, index)))
  if (first === undefined) throw new Error('There are no researchers.')
  return first
}

async function settle(simulation: Simulation, one: (typeof researchers)[number], index: number): Promise<Person> {
  const { name, city, topic, publications, ...shown } = one
  const [given = ''] = name.split(' ')
  const person = await simulation.signUp(name, `${toAscii(given)}@people.demo.example`, 'researcher')
  await person.put('/researchers/me', {
    ...shown,
    department: `Department of ${one.fields[0]}`,
    location: `${city}, ${one.country}`,
    headline: `Works on ${topic}`,
    bio: `${name} is at ${one.institution} and works on ${topic}. ${given} gladly answers questions about ${one.skills.slice(0, 2).join(' and ')}.`,
    availability: availabilities[index % availabilities.length],
    publications,
  })
  return person
}

const availabilities = ['available', 'available', 'busy', 'available', 'unavailable']

/** Removes letters that an e-mail address can not have. */
const toAscii = (name: string) =>
  normalizeForm(name, 'NFD')
    .replace(/\P{ASCII}/gu, '')
    .toLowerCase()

/** The administrator verifies every third researcher, and the one who can sign in. */
/** The works of the researcher that are typed in full. */
const recordedWorks = [
  {
    title: 'Small trials, honest answers',
    authors: [
      { given: 'Ada', family: 'Okafor', orcid: '0000-0002-1825-0097' },
      { given: 'Jan', family: 'van der Berg' },
    ],
    date: '2024-02-15',
    container_title: 'The Lancet',
    type: 'article-journal',
    abstract: 'What a trial with forty patients can say, and what it cannot.',
  },
  { title: 'Statistics for nurses', authors: [{ given: 'Ada', family: 'Okafor' }], year: 2022, type: 'book' },
]

export async function verifyResearchers({ admin, researcher }: DemoUsers): Promise<number> {
  const profile = await researcher.put('/researchers/me', {
    headline: 'Statistician who works with hospitals',
    bio: 'Ada Okafor finds out which treatments work when trials are small, and what to do about data that is missing.',
    institution_ror: '03wx2rr30',
    department: 'Department of Statistics',
    location: 'Ibadan, Nigeria',
    country: 'Nigeria',
    fields: ['Statistics', 'Epidemiology'],
    skills: ['Statistics', 'R', 'Causal Inference', 'Biostatistics'],
    languages: ['English', 'Yoruba', 'French'],
    years_experience: 12,
    h_index: 23,
    orcid: '0000-0002-1825-0097',
    publications: [
      { title: 'Small trials, honest answers', year: 2024, venue: 'The Lancet' },
      { title: 'When patients leave the study', year: 2021, venue: 'PLOS ONE' },
    ],
    education: [
      { ror: '00a0jsq62', degree: 'PhD', field: 'Medical Statistics', start: '2008-10', end: '2012' },
      { ror: '03wx2rr30', degree: 'BSc', field: 'Statistics', start: '2003', end: '2007' },
    ],
    employment: [
      { ror: '03wx2rr30', title: 'Professor of Statistics', start: '2018-02', current: true },
      { institution: 'Lagos General Hospital', title: 'Statistician', start: '2012', end: '2018-01' },
    ],
  })
  for (const publication of recordedWorks) await researcher.post(`/researchers/${profile.id}/publications`, publication)
  const everybody = await admin.get<CreatedRow[]>('/researchers?limit=100')
  const trusted = everybody.filter(({ id }, index) => index % 3 === 0 && id !== profile.id)
  for (const { id } of [profile, ...trusted]) await admin.post(`/researchers/${id}/verify`)
  return profile.id
}

/** Marks some notifications as read. */
export async function readNotifications({ researcher, student }: DemoUsers) {
  for (const person of [researcher, student]) {
    const oldest = await person.get<CreatedRow[]>('/notifications?limit=3&page=2')
    for (const { id } of oldest) await person.put(`/notifications/${id}/read`, {})
  }
}
