/** Thousands of people who come in by an import; some of them act, with sessions that go on from the former system. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { Client } from '#test/support/client.ts'
import { createImportFolder } from '#test/support/import.ts'
import { runProgram } from '../../resilience/program.ts'
import type { World } from '../world.ts'

/** Somebody who acts. */
export interface Citizen extends Client {
  id: number
  name: string
  email: string
  token: string
  zone: string
}

export type Role = 'learner' | 'researcher' | 'recruiter'

export const zones = ['UTC', 'Africa/Nairobi', 'America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Kiritimati']

const firstId = 1_001
const createSecret = (id: number) => `a-token-of-the-former-system-that-goes-on-${id}`
const cities = ['Nairobi', 'Lusaka', 'Pune', 'Lima', 'Kyoto']
const skills = ['Botany', 'Genetics', 'Statistics', 'Chemistry', 'Python']
const names = ['Ada Lovelace', 'Barbara McClintock', 'Wangari Maathai', 'Rosalind Franklin', 'Chien-Shiung Wu']

/** Names that share words, of which each finds its own people. */
export const institutions = ['University of Zambia', 'University of Nairobi', 'Nairobi Institute of Botany']

const pick = <T>(list: readonly T[], index: number): T => list[index % list.length] as T

const createUser = (index: number, active: number) => ({
  id: firstId + index,
  name: `${pick(names, index)} ${index}`,
  email: `person${index}@example.org`,
  email_verified_at: '2025-01-01T00:00:00.000Z',
  role: index < active ? chooseRole(index) : pick(['learner', 'student', 'researcher'], index),
  location: pick(cities, index * 3),
  skills: [pick(skills, index), pick(skills, index + 2)],
  timezone: pick(zones, index),
  created_at: '2025-01-01T00:00:00.000Z',
})

const createProfile = ({ id, location, skills }: ReturnType<typeof createUser>) => ({
  id,
  user_id: id,
  headline: `${skills[0]} in ${location}`,
  institution: pick(institutions, id),
  location,
  skills,
})

/** One in ten offers jobs, one in ten courses and exams. */
const chooseRole = (index: number): Role =>
  index % 10 === 8 ? 'researcher' : index % 10 === 9 ? 'recruiter' : 'learner'

/** Writes so many people to files and imports them into the database; `active` of them have sessions. */
export async function importPeople(people: number, active: number, settings: Record<string, string>): Promise<void> {
  const users = Array.from({ length: people }, (_, index) => createUser(index, active))
  const folder = await createImportFolder({
    users,
    researchers: users.filter(({ role }) => role === 'researcher').map(createProfile),
    access_tokens: users.slice(0, active).map(({ id }) => ({
      id,
      user_id: id,
      token: createHash('sha256').update(createSecret(id)).digest('hex'),
      name: 'Phone',
      expires_at: '2099-01-01T00:00:00.000Z',
    })),
  })
  const { code, stdout, stderr } = await runProgram(['import', folder], settings)
  assert.equal(code, 0, `${stdout}\n${stderr}`)
  await rm(folder, { recursive: true })
}

export const getCitizens = (world: World, active: number, role: Role): Citizen[] =>
  Array.from({ length: active }, (_, index) => createUser(index, active))
    .filter((user) => user.role === role)
    .map(({ id, name, email, timezone }) => {
      const token = `${id}|${createSecret(id)}`
      return { ...world.as(token), id, name, email, token, zone: timezone }
    })
