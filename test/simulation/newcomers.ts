/** People who sign up in the year, beside those who came by the import. */

import assert from 'node:assert/strict'
import type { Domain, Scene } from './domain.ts'
import { readMailedToken } from './invitations.ts'
import { institutions } from './people/population.ts'

const signUpsEach = 3
const password = 'correct horse battery'

export class Newcomers implements Domain {
  readonly #year: Scene
  readonly #emails: string[] = []
  #before = 0

  constructor(year: Scene) {
    this.#year = year
  }

  async begin() {
    this.#before = await this.#count()
  }

  async act() {
    for (let signUp = 0; signUp < signUpsEach; signUp++) await this.#signUp()
  }

  async #signUp() {
    const { world } = this.#year
    const email = `newcomer${this.#emails.length}@example.org`
    const body = { name: `Newcomer ${this.#emails.length}`, email, password, role: 'researcher' }
    const { status, text } = await world.as(null).post('/auth/signup', body)
    assert.equal(status, 201, text)
    this.#emails.push(email)
    const verified = await world.as(null).post('/auth/email/verify', { token: await readMailedToken(world, email) })
    assert.equal(verified.status, 200, verified.text)
    const profile = { headline: 'New here', institution: this.#year.chance.of(institutions), skills: ['Botany'] }
    const saved = await world.as(await world.signIn(email, password)).put('/researchers/me', profile)
    assert.equal(saved.status, 200, saved.text)
  }

  /** All of them are there, and can sign in, and each institution finds those who are at it first. */
  async close() {
    const { world, admin } = this.#year
    for (const query of institutions) {
      const { data, text } = await admin.post('/search/intelligent', { query })
      assert.equal(data.researchers[0]?.institution, query, text)
    }
    assert.equal(await this.#count(), this.#before + this.#emails.length, 'Newcomers')
    for (const email of this.#emails) assert.ok(await world.signIn(email, password))
  }

  async #count(): Promise<number> {
    return (await this.#year.admin.get('/admin/users?role=researcher&search=Newcomer&limit=1')).meta.total
  }
}
