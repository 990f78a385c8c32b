/** The users who send requests: a few of each role, replaced after they were signed out or deleted. */

import { addAdmin } from '#features/accounts/index.ts'
import { type Role, roles } from '../contract/walk.ts'
import { createUniqueEmail, type Person, password, type TestApp } from '../support/app.ts'

export interface Member extends Person {
  role: Role
}

const ofEachRole = 2

export class Cast {
  readonly #app: TestApp
  readonly #members: Member[] = []

  constructor(app: TestApp) {
    this.#app = app
  }

  async gatherAnswers() {
    for (const role of roles)
      for (let count = 0; count < ofEachRole; count++) this.#members.push(await somebody(this.#app, role))
    return this
  }

  /** Returns a user with one of the roles. */
  pick(which: number, among: readonly Role[] = roles): Member | undefined {
    const some = this.#members.filter(({ role }) => among.includes(role))
    return some[which % some.length]
  }

  all = (): Member[] => [...this.#members]

  byId = (id: number): Member | undefined => this.#members.find((member) => member.id === id)

  /** Replaces a user who was signed out, deleted, or got another role. */
  async replace(doubtful: Iterable<Member>, gone: (member: Member) => void) {
    for (const member of new Set(doubtful)) {
      const { status, data } = await member.get('/auth/me')
      if (status === 200 && data.role === member.role) continue
      gone(member)
      this.#members[this.#members.indexOf(member)] = await somebody(this.#app, member.role)
    }
  }
}

async function somebody({ given, service, anonymous, withToken }: TestApp, role: Role): Promise<Member> {
  if (role !== 'admin') return { ...(await given.user({ role })), role }
  const email = createUniqueEmail()
  await addAdmin(service.context, { email, password })
  const { data } = await anonymous.post('/auth/login', { email, password })
  return { ...withToken(data.token), ...data.user, token: data.token, role }
}
