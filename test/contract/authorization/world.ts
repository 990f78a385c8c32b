/** The users of the authorization matrix. */

import assert from 'node:assert/strict'
import { createUniqueEmail, type Person, password, type TestApp } from '#test/support/app.ts'
import type { Role } from '../walk.ts'

/** A user, or an anonymous client. */
export interface Asker extends Person {
  role: Role | 'nobody'
}

/** The roles that users can choose; the fifth is the administrator. */
const commonRoles = ['student', 'learner', 'researcher', 'recruiter'] as const

export interface TestObjects {
  app: TestApp
  /** Without a token. */
  nobody: Asker
  admin: Asker
  /** One user of each role; the same name returns the same users. */
  createCast(name: string): Promise<Asker[]>
  /** A user who is used by no other table. */
  newcomer(role: Role): Promise<Asker>
}

export async function createWorld(app: TestApp): Promise<TestObjects> {
  const admin: Asker = { ...(await app.given.admin()), role: 'admin' }
  const createNewcomer = async (role: Role): Promise<Asker> => {
    if (role !== 'admin') return { ...(await app.given.user({ role })), role }
    const person = await app.given.user()
    await withRole(admin, person, role)
    return { ...person, role }
  }
  const casts = new Map<string, Promise<Asker[]>>()
  return {
    app,
    nobody: { ...app.anonymous, id: 0, name: '', email: createUniqueEmail(), token: '', role: 'nobody' },
    admin,
    newcomer: createNewcomer,
    createCast(name) {
      const known = casts.get(name) ?? Promise.all(commonRoles.map(createNewcomer))
      casts.set(name, known)
      return known
    },
  }
}

async function withRole(admin: Person, { id }: Person, role: Role): Promise<void> {
  const { status, text } = await admin.put(`/users/${id}`, { role })
  assert.equal(status, 200, text)
}

/** The same user with another token, which may be revoked. */
export async function signInAgain({ app }: TestObjects, who: Asker): Promise<Asker> {
  if (who.role === 'nobody') return who
  const { data } = await app.anonymous.post('/auth/login', { email: who.email, password })
  return { ...who, ...app.withToken(data.token), token: data.token }
}

/** Returns the user of a cast with the role. */
export function ofRole(cast: readonly Asker[], role: Role): Asker {
  const found = cast.find((one) => one.role === role)
  assert.ok(found, `Nobody here is a ${role}.`)
  return found
}

/** Two authors whose objects require a role: one still has the role, the other has lost it. */
export async function listMakers(world: TestObjects, role: Role): Promise<{ all: Asker[]; settle(): Promise<void> }> {
  const former = await world.newcomer(role)
  const all = [await world.newcomer(role), former]
  return {
    all,
    async settle() {
      await withRole(world.admin, former, 'learner')
      former.role = 'learner'
    },
  }
}
