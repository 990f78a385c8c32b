/** Users who sign up, each with a mail that verifies their address. */

import assert from 'node:assert/strict'
import { createUniqueEmail, password } from '#test/support/app.ts'
import type { MailServer } from '#test/support/mail-server.ts'
import { expectStatus, type Program, type SimulatedUser } from './simulated-user.ts'

export class SignUps implements SimulatedUser {
  readonly #office: MailServer
  /** The access token by e-mail address; null until the sign-up was acknowledged. */
  readonly #tokens = new Map<string, string | null>()
  readonly #seen = new Set<string>()
  #looks = 0

  constructor(office: MailServer) {
    this.#office = office
  }

  /** Hashing a password is slow, so most of the time the newest user reads lists. */
  async act({ anonymous, as }: Program) {
    const newest = [...this.#tokens.values()].at(-1)
    if (newest && ++this.#looks % 5 !== 0) {
      expectStatus(await as(newest).get('/courses'), 200)
      return
    }
    const email = createUniqueEmail()
    this.#tokens.set(email, null)
    const { data } = expectStatus(await anonymous.post('/auth/signup', { name: 'Newcomer', email, password }), 201)
    this.#tokens.set(email, data.token)
  }

  async check(program: Program, settled: boolean) {
    for (const [email, token] of this.#tokens) {
      if (this.#seen.has(email) && !settled) continue
      const known = token ?? (await this.#secondTry(program, email))
      const { data } = expectStatus(await program.as(known).get('/auth/me'), 200)
      assert.equal(data.email, email)
      this.#seen.add(email)
      if (settled) assert.equal(listMails(this.#office, email).length, 1, email)
    }
  }

  /** Without an account, signing up works now; with one, logging in works. */
  async #secondTry({ anonymous }: Program, email: string): Promise<string> {
    const body = { name: 'Newcomer', email, password }
    const signUp = expectStatus(await anonymous.post('/auth/signup', body), 201, 422)
    const { data } =
      signUp.status === 201 ? signUp : expectStatus(await anonymous.post('/auth/login', { email, password }), 200)
    this.#tokens.set(email, data.token)
    return data.token
  }
}

/** The subjects of the mails to an address. A duplicate mail has the same id. */
export function listMails(office: MailServer, email: string): string[] {
  const byId = new Map(office.mailsTo(email).map(({ messageId, subject }) => [messageId, subject ?? '']))
  return [...byId.values()]
}
