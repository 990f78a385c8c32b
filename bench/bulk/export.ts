/** Writes the files of a system that moves here, as docs/FROM-LARAVEL.md describes them. */

import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createPerson } from '../search/people.ts'

export interface ExportSize {
  users: number
  notifications: number
  posts: number
  researchers: number
}

/** The numbers of the other system begin above those of the service. */
const firstId = 1_000_001
const recruiters = 100

/** A word that only the last post and the last researcher have, to find out when they are found. */
export const lastWord = 'zyzzogeton'

/** Writes the folder that `npm run import` reads. */
export async function writeExport(folder: string, size: ExportSize): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await writeRows(folder, 'users', size.users, (index) => ({
    ...pickUser(index, size),
    email: `imported${index}@example.org`,
    email_verified_at: writeTime(index),
    password: null,
    created_at: writeTime(index),
  }))
  await writeRows(folder, 'researchers', size.researchers, (index) => {
    const { name: _, institution_names: __, bio, ...profile } = createPerson(index)
    const isLast = index === size.researchers - 1
    return {
      ...profile,
      user_id: firstId + recruiters + index,
      bio: isLast ? `${bio} ${lastWord}` : bio,
      created_at: writeTime(index),
    }
  })
  await writeRows(folder, 'job_posts', size.posts, (index) => createPost(index, index === size.posts - 1))
  await writeRows(folder, 'notifications', size.notifications, (index) => ({
    user_id: firstId + ((index * 7_919) % size.users),
    type: index % 3 === 0 ? 'exam_reminder' : 'course_update',
    title: 'Something happened',
    message: `A course you follow has a new lesson; it is number ${index}.`,
    read: index % 4 !== 0,
    created_at: writeTime(index),
  }))
}

/** The first ones recruit, those after them have a profile, and the others learn. */
function pickUser(index: number, { researchers }: ExportSize) {
  if (index < recruiters) return { name: `Recruiter ${index}`, role: 'recruiter' }
  const place = index - recruiters
  return place < researchers
    ? { name: createPerson(place).name, role: 'researcher' }
    : { name: `Learner ${index}`, role: 'learner' }
}

function createPost(index: number, isLast: boolean) {
  const { fields, skills, location, institution, headline, bio } = createPerson(index * 3)
  return {
    user_id: firstId + (index % recruiters),
    title: `${fields[0]} position ${index}${isLast ? ` ${lastWord}` : ''}`,
    description: `${headline}. ${bio} We look for people who like to measure and to write about it. `.repeat(4),
    company: institution,
    location,
    skills,
    salary_min: 20_000 + (index % 50) * 1_000,
    salary_max: 30_000 + (index % 50) * 1_000,
    status: 'open',
    created_at: writeTime(index),
  }
}

/** Within the last weeks, in the order of the rows. */
const writeTime = (index: number) => new Date(Date.now() - 30 * 86_400_000 + index * 1_000).toISOString()

async function writeRows(folder: string, table: string, count: number, create: (index: number) => object) {
  const file = createWriteStream(join(folder, `${table}.ndjson`))
  for (let index = 0; index < count; index++)
    if (!file.write(`${JSON.stringify({ id: firstId + index, ...create(index) })}\n`)) await once(file, 'drain')
  file.end()
  await once(file, 'finish')
}
