/** People who sign up, each with a mail that asks them to confirm their address. */

import assert from 'node:assert/strict'
import type { PostOffice } from '../../journeys/post-office.ts'
import { password, uniqueEmail } from '../../support/app.ts'
import { type Doer, expected, type Reach } from './doer.ts'

export class Newcomers implements Doer {
  readonly #office: PostOffice
  /** The access token by the e-mail address; null until the sign-up was acknowledged. */
  readonly #tokens = new Map<string, string | null>()
  readonly #seen = new Set<string>()
  #looks = 0

  constructor(office: PostOffice) {
    this.#office = office
  }

  /** Hashing a password takes more than everything else here, so most of the time the newest one only looks around. */
  async act({ anonymous, as }: Reach) {
    const newest = [...this.#tokens.values()].at(-1)
    if (newest && ++this.#looks % 5 !== 0) {
      expected(await as(newest).get('/courses'), 200)
      return
    }
    const email = uniqueEmail()
    this.#tokens.set(email, null)
    const { data } = expected(
      await anonymous.post('/auth/signup', { name: 'Newcomer', email, password }),
      201,
    )
    this.#tokens.set(email, data.token)
  }

  async check(reach: Reach, settled: boolean) {
    for (const [email, token] of this.#tokens) {
      if (this.#seen.has(email) && !settled) continue
      const known = token ?? (await this.#secondTry(reach, email))
      const { data } = expected(await reach.as(known).get('/auth/me'), 200)
      assert.equal(data.email, email)
      this.#seen.add(email)
      if (settled) assert.equal(mailsTo(this.#office, email).length, 1, email)
    }
  }

  /** Whoever has no account after all can have it now; whoever has one can use it. */
  async #secondTry({ anonymous }: Reach, email: string): Promise<string> {
    const body = { name: 'Newcomer', email, password }
    const signUp = expected(await anonymous.post('/auth/signup', body), 201, 422)
    const { data } =
      signUp.status === 201 ? signUp : expected(await anonymous.post('/auth/login', { email, password }), 200)
    this.#tokens.set(email, data.token)
    return data.token
  }
}

/** The subjects of the mails to an address. The same mail may come twice, and is known by its id. */
export function mailsTo(office: PostOffice, email: string): string[] {
  const byId = new Map(office.mailsTo(email).map(({ messageId, subject }) => [messageId, subject ?? '']))
  return [...byId.values()]
}
