/** Pages to which mails of recruiters lead: what holds for each of them, whatever it asks. */

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import {
  inviteImported,
  inviteToChoose,
  inviteToInterview,
  requestConsent,
} from '#test/contract/authorization/mailed-links.ts'
import { createWorld, type TestObjects } from '#test/contract/authorization/world.ts'
import { createApp, type TestApp } from '#test/support/app.ts'

interface LinkedPage {
  invite: (world: TestObjects) => Promise<string>
  form: Record<string, string>
  /** What the form sends that is no answer. */
  invalid: Record<string, string>
}

const pages: Record<string, LinkedPage> = {
  'invitation to an interview': {
    invite: inviteToInterview,
    form: { answer: 'accepted' },
    invalid: { answer: 'maybe' },
  },
  'choice of an interview slot': { invite: inviteToChoose, form: { slot_id: '0' }, invalid: { slot_id: 'noon' } },
  'request of a talent pool': { invite: requestConsent, form: { answer: 'consented' }, invalid: { answer: 'maybe' } },
  'invitation to apply': { invite: inviteImported, form: { answer: 'declined' }, invalid: { answer: 'maybe' } },
}

for (const [what, { invite, form, invalid }] of Object.entries(pages))
  describe(`The page of an ${what}`, () => {
    const createScene = async (app: TestApp) => {
      const url = new URL(await invite(await createWorld(app)))
      const proof = Object.fromEntries(url.searchParams)
      return { ...app, url, path: `${url.pathname}${url.search}`, proof }
    }
    let unanswered: Awaited<ReturnType<typeof createScene>>
    before(async () => {
      unanswered = await createScene(await createApp())
    })

    it('refuses another object, another signature, another time and no signature, and nothing changes', async () => {
      const { anonymous, path, url, proof } = unanswered
      const shown = await anonymous.get(path)
      const other = url.pathname.replace(/\d+/, (id) => String(Number(id) + 1))
      const later = { ...proof, expires: String(Number(proof.expires) + 1) }
      const refused: [string, Record<string, string>][] = [
        [other, proof],
        [url.pathname, { ...proof, signature: 'x' }],
        [url.pathname, later],
        [url.pathname, {}],
      ]

      for (const [place, query] of refused) {
        assert.equal((await anonymous.get(`${place}?${new URLSearchParams(query)}`)).status, 403)
        assert.equal((await anonymous.post(place, { ...form, ...query })).status, 403)
      }

      assert.equal((await anonymous.get(path)).text, shown.text)
    })

    it('refuses what is no answer', async () => {
      const { anonymous, path, url, proof } = unanswered
      const shown = await anonymous.get(path)

      assert.equal((await anonymous.post(url.pathname, { ...invalid, ...proof })).status, 422)
      assert.equal((await anonymous.get(path)).text, shown.text)
    })

    it('is the same for a browser where another person is signed in, and in the language of the reader', async () => {
      const { anonymous, given, path } = unanswered
      const other = await given.user()

      assert.equal((await other.get(path)).text, (await anonymous.get(path)).text)
      assert.ok((await anonymous.get(path, { 'accept-language': 'fr' })).text.includes('<html lang="fr"'))
    })

    it('is answered by whoever has the link, also twice, until it ends, and told to no cache and no other site', async () => {
      const { anonymous, given, clock, path, url, proof } = await createScene(await createApp())
      const other = await given.user()

      const shown = await anonymous.get(path)
      const answered = await other.post(url.pathname, { ...form, ...proof })
      const again = await anonymous.post(url.pathname, { ...form, ...proof })
      clock.set(new Date(Number(proof.expires) * 1000).toISOString())

      for (const { status, headers } of [shown, answered, again]) {
        assert.ok(status === 200 || status === (what.includes('slot') ? 422 : 200), String(status))
        assert.equal(headers.get('cache-control'), 'no-store')
        assert.equal(headers.get('referrer-policy'), 'no-referrer')
        assert.equal(headers.get('x-robots-tag'), 'noindex')
      }
      assert.equal(answered.status, 200)
      assert.deepEqual(
        [(await anonymous.get(path)).status, (await anonymous.post(url.pathname, { ...form, ...proof })).status],
        [403, 403],
      )
    })
  })
