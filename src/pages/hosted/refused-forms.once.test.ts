/** What forms say above their fields and at them when they are refused. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp } from '#test/support/app.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { visitSite } from '#test/support/site.ts'
import { createVisitor } from '#test/support/visitor.ts'

const app = await createApp({ FRONTEND_URL: '' })
const french = { 'accept-language': 'fr' }

/** Returns what the alert of a page says: its paragraphs, and its links with the fields to which they lead. */
function readAlert(html: string) {
  const [, alert = ''] = /<div class="alert" role="alert">(.*?)<\/div>/s.exec(html) ?? []
  const read = (pattern: RegExp) => [...alert.matchAll(pattern)].map(([, ...parts]) => parts.join(' '))
  return { said: read(/<p>(.*?)<\/p>/g), links: read(/<li><a href="#field-([^"]*)">(.*?)<\/a><\/li>/g) }
}

/** Each link leads to the one control with the id, which names its message. */
function assertTargets(html: string, links: readonly string[]) {
  for (const link of links) {
    const [name = '', ...message] = link.split(' ')
    const controls = [...html.matchAll(new RegExp(`<(?:input|select|textarea)[^>]* id="field-${name}"[^>]*>`, 'g'))]
    assert.equal(controls.length, 1, html)
    assert.match(String(controls[0]), new RegExp(` aria-invalid="true" aria-describedby="[^"]*error-${name}"`))
    assert.ok(html.includes(`id="error-${name}">${message.join(' ')}</p>`), link)
  }
}

describe('a form that is refused', () => {
  const entered = { name: '', email: 'ada', password: 'correct horse', password_confirmation: 'wrong' }

  it('says how many fields need a look, with a link to each, and names fields by their labels', async () => {
    const { status, html } = await createVisitor(app).send('/app/sign-up', entered)

    const { said, links } = readAlert(html)
    assert.equal(status, 422)
    assert.deepEqual(said, ['3 fields need a look:'])
    assert.deepEqual(links, [
      'name The name field is required.',
      'email The email must be a valid e-mail address.',
      'password_confirmation The “Password again” does not match.',
    ])
    assertTargets(html, links)
    assert.doesNotMatch(html, /given data/)
  })

  it('does so in the language of the reader', async () => {
    const { html } = await createVisitor(app).send('/app/sign-up', { ...entered, name: 'Ada' }, french)

    const { said, links } = readAlert(html)
    assert.deepEqual(said, ['2 champs sont à revoir :'])
    assert.deepEqual(links, [
      'email Le champ e-mail doit être une adresse e-mail valide.',
      'password_confirmation Le champ « Le mot de passe encore une fois » ne correspond pas.',
    ])
    assertTargets(html, links)
  })

  it('leaves the answers of the API as they are', async () => {
    const { status, message, errors } = await app.anonymous.post('/auth/signup', entered)

    assert.deepEqual([status, message], [422, 'The given data was invalid.'])
    assert.deepEqual(errors.password_confirmation ?? errors, ['The password confirmation does not match.'])
  })

  it('says what no field of it has in a sentence of its own, beside the fields', async () => {
    const [recruiter, ada] = [await app.given.user({ role: 'recruiter' }), await app.given.user()]
    const { id } = await createJobPost(recruiter, { questions: [{ question: 'Why <us>?', required: true }] })
    const visitor = await visitSite(app, ada)
    const form = new FormData()
    for (const [name, value] of Object.entries({ first_name: 'Ada', last_name: 'Byron', email: ada.email, phone: '1' }))
      form.append(name, value)

    const { html } = await visitor.sendForm(`/app/job-posts/${id}`, form)

    const { said, links } = readAlert(html)
    assert.deepEqual(said, ['Please answer: Why &lt;us&gt;?', '2 fields need a look:'])
    assert.deepEqual(links, [
      'resume The resume field is required.',
      'consent_data You must agree to the processing of your data.',
    ])
    assertTargets(html, links)
  })

  it('names the filters of a list by their labels too', async () => {
    const visitor = await visitSite(app, await app.given.user())

    for (const [language, message] of [
      ['en', 'The selected “Experience” is invalid.'],
      ['fr', 'Le champ « Expérience » choisi n’est pas valide.'],
    ] as const) {
      const response = await fetch(`${app.address}/app/jobs?experience_level=high`, {
        headers: { cookie: `session=${visitor.cookies.get('session')}`, 'accept-language': language },
      })
      const html = await response.text()
      const { links } = readAlert(html)
      assert.deepEqual([response.status, links], [422, [`experience_level ${message}`]])
      assertTargets(html, links)
    }
  })

  it('leads to the one field of a rule, whose sentence stands above no second time', async () => {
    const visitor = await visitSite(app, await app.given.user())

    const { html } = await visitor.send('/app/settings/delete', { email: 'nobody@example.org' })

    const { said, links } = readAlert(html)
    assert.deepEqual([said, links], [['One field needs a look:'], ['email This is not the address of the account.']])
    assertTargets(html, links)
  })
})
