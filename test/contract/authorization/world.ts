/** The people who ask in the authorization matrix. */

import assert from 'node:assert/strict'
import { type Person, password, type TestApp, uniqueEmail } from '../../support/app.ts'
import type { Role } from '../walk.ts'

/** Somebody who asks, or nobody in particular. */
export interface Asker extends Person {
  role: Role | 'nobody'
}

/** The roles that anybody can have; the fifth is the administrator's. */
const commonRoles = ['student', 'learner', 'researcher', 'recruiter'] as const

export interface World {
  app: TestApp
  /** Without a token. */
  nobody: Asker
  admin: Asker
  /** One person of each common role: the same ones whenever they are called by that name. */
  cast(name: string): Promise<Asker[]>
  /** Somebody whom nobody else asks as. */
  newcomer(role: Role): Promise<Asker>
}

export async function createWorld(app: TestApp): Promise<World> {
  const admin: Asker = { ...(await app.given.admin()), role: 'admin' }
  const newcomer = async (role: Role): Promise<Asker> => {
    if (role !== 'admin') return { ...(await app.given.user({ role })), role }
    const person = await app.given.user()
    await withRole(admin, person, role)
    return { ...person, role }
  }
  const casts = new Map<string, Promise<Asker[]>>()
  return {
    app,
    nobody: { ...app.anonymous, id: 0, name: '', email: uniqueEmail(), token: '', role: 'nobody' },
    admin,
    newcomer,
    cast(name) {
      const known = casts.get(name) ?? Promise.all(commonRoles.map(newcomer))
      casts.set(name, known)
      return known
    },
  }
}

async function withRole(admin: Person, { id }: Person, role: Role): Promise<void> {
  const { status, text } = await admin.put(`/users/${id}`, { role })
  assert.equal(status, 200, text)
}

/** The same person with another token, which they may lose. */
export async function signedInAgain({ app }: World, who: Asker): Promise<Asker> {
  if (who.role === 'nobody') return who
  const { data } = await app.anonymous.post('/auth/login', { email: who.email, password })
  return { ...who, ...app.withToken(data.token), token: data.token }
}

/** Of a cast, the one with the role. */
export function ofRole(cast: readonly Asker[], role: Role): Asker {
  const found = cast.find((one) => one.role === role)
  assert.ok(found, `Nobody here is a ${role}.`)
  return found
}

/** Two who made something that takes a role to make: one who has it still, and one who has it no more. */
export async function makers(world: World, role: Role): Promise<{ all: Asker[]; settle(): Promise<void> }> {
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
