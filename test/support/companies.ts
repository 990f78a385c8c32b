/** Creates companies and their members. */

import assert from 'node:assert/strict'
import type { Person } from './app.ts'

/** A new company of the owner. */
export async function createCompany(owner: Person, more: object = {}) {
  const reply = await owner.post('/companies', { name: 'Kew Gardens', ...more })
  assert.equal(reply.status, 201, reply.text)
  return reply.data
}

/** Invites a person, who accepts, and returns the membership. */
export async function addMember(inviter: Person, companyId: number, person: Person, role = 'recruiter') {
  const { data, status, text } = await inviter.post(`/companies/${companyId}/members`, { user_id: person.id, role })
  assert.equal(status, 201, text)
  const accepted = await person.post(`/companies/${companyId}/members/${data.id}/accept`)
  assert.equal(accepted.status, 200, accepted.text)
  return accepted.data
}
