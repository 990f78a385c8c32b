/** Which language a reader gets: by header for answers and pages, by `locale` for what comes later. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, createUniqueEmail, password, testApp } from '../support/app.ts'
import { runSequentially } from '../support/concurrency.ts'
import { createCourse, createEnrollment } from '../support/courses.ts'

const { anonymous, given, listMails, settle } = await testApp()

const signUp = (more: object, headers: Record<string, string> = {}) =>
  anonymous.post(
    '/auth/signup',
    { name: 'Ada', email: createUniqueEmail(), password, password_confirmation: password, role: 'learner', ...more },
    headers,
  )

describe('Accept-Language', () => {
  const english = 'Resource Not Found'
  const cases: [header: string, language: string, message: string][] = [
    ['fr', 'fr', 'Ressource introuvable'],
    ['FR-ca', 'fr', 'Ressource introuvable'],
    ['de, fr;q=0.8', 'fr', 'Ressource introuvable'],
    ['fr;q=0.3, sw;q=0.9', 'sw', 'Rasilimali haikupatikana'],
    ['sw;q=0, es', 'es', 'Recurso no encontrado'],
    ['ar-EG,ar;q=0.9', 'ar', 'المورد غير موجود'],
    ['pt-BR', 'pt', 'Recurso não encontrado'],
    ['en-GB, fr', 'en', english],
    ['*', 'en', english],
    ['de, zh', 'en', english],
    ['', 'en', english],
    [';;;q=,', 'en', english],
    ['fr_FR', 'en', english],
    [`fr${',x'.repeat(200)}`, 'en', english],
    ['constructor, __proto__', 'en', english],
  ]
  for (const [header, language, message] of cases)
    it(`${header.slice(0, 40) || 'without a value'} gets ${language}`, async () => {
      const reply = await anonymous.get('/nowhere', { 'accept-language': header })

      assert.equal(reply.message, message)
      assert.equal(reply.headers.get('content-language'), language)
      assert.match(reply.headers.get('vary') ?? '', /Accept-Language/)
    })

  it('translates the names of fields, and keeps the keys of errors', async () => {
    const { status, message, errors } = await anonymous.post(
      '/auth/signup',
      { email: 'x' },
      { 'accept-language': 'fr' },
    )

    assert.equal(status, 422)
    assert.equal(message, 'Les données fournies ne sont pas valides.')
    assert.deepEqual(errors.password, ['Le champ mot de passe est obligatoire.'])
    assert.deepEqual(errors.email, ['Le champ e-mail doit être une adresse e-mail valide.'])
  })

  it('chooses the direction of pages', async () => {
    const accept = { accept: 'text/html', 'accept-language': 'ar' }

    for (const path of ['/', '/app/sign-in', '/sandbox/mail', '/nowhere'])
      assert.ok((await anonymous.get(path, accept)).text.includes('<html lang="ar" dir="rtl">'), path)
  })

  it('holds for requests that are refused before they reach their route', async () => {
    const limited = await createApp({ RATE_LIMIT_API: '1' })
    const french = { 'accept-language': 'fr', 'content-type': 'application/json' }
    await limited.anonymous.get('/certificates/verify', french)

    const replies = [
      await limited.anonymous.get('/certificates/verify', french),
      await anonymous.send('POST', '/auth/login', { body: '{', headers: french }),
      await anonymous.send('POST', '/auth/login', { body: 'x', headers: { ...french, 'content-type': 'text/plain' } }),
      await anonymous.get('/auth/me', { ...french, authorization: 'Bearer nobody' }),
    ]

    assert.deepEqual(
      replies.map(({ status, message, headers }) => [status, message, headers.get('content-language')]),
      [
        [429, 'Trop de requêtes, veuillez ralentir.', 'fr'],
        [400, 'Le corps de la requête n’est pas du JSON valide.', 'fr'],
        [415, 'Ce Content-Type n’est pas accepté ici\u202f; envoyez application/json.', 'fr'],
        [401, 'Non authentifié.', 'fr'],
      ],
    )
  })

  it('leaves answers without sentences and files alone', async () => {
    const { text, headers } = await anonymous.get('/favicon.svg', { 'accept-language': 'fr' })

    assert.ok(text.startsWith('<svg'))
    assert.equal(headers.get('content-language'), null)
  })
})

describe('locale', () => {
  it('is the language of the sign-up unless chosen, and may be changed', async () => {
    const chosen = await signUp({ locale: 'sw' })
    const heard = await signUp({}, { 'accept-language': 'pt-BR' })
    const silent = await signUp({})

    assert.equal(chosen.data.user.locale, 'sw')
    assert.equal(heard.data.user.locale, 'pt-BR')
    assert.equal(silent.data.user.locale, null)
    const person = await given.user()
    assert.equal((await person.put(`/users/${person.id}`, { locale: 'AR-eg' })).data.locale, 'ar-EG')
    assert.equal((await person.put(`/users/${person.id}`, { locale: 'fr-latn-ca-u-nu-thai' })).data.locale, 'fr-CA')
    assert.equal((await person.put(`/users/${person.id}`, { locale: 'ar-EG' })).data.locale, 'ar-EG')
    assert.equal((await person.put(`/users/${person.id}`, { bio: 'Botany.' })).data.locale, 'ar-EG')
    assert.equal((await person.put(`/users/${person.id}`, { locale: null })).data.locale, null)
  })

  for (const locale of ['de', 'x', 'fr_FR', 'french', 7, 'fr-'.repeat(20), '../fr', '__proto__'])
    it(`is refused as ${JSON.stringify(locale)}, and nothing changes`, async () => {
      const person = await given.user()

      const { status, errors } = await person.put(`/users/${person.id}`, { locale, bio: 'Changed.' })

      assert.equal(status, 422)
      assert.deepEqual(Object.keys(errors), ['locale'])
      assert.notEqual((await person.get('/auth/me')).data.bio, 'Changed.')
      assert.equal((await signUp({ locale })).status, 422)
    })

  it('is hidden from other users', async () => {
    const [person, stranger] = [await given.user(), await given.user()]

    assert.ok(!('locale' in (await stranger.get(`/users/${person.id}`)).data))
  })

  it('decides about mails and notifications, whatever language the cause has', async () => {
    const [owner, guest] = [await given.user({ role: 'researcher' }), await given.verifiedUser()]
    await guest.put(`/users/${guest.id}`, { locale: 'sw' })
    const { data: project } = await owner.post('/projects', { title: 'Herbarium', description: 'Flora.' })

    await owner.post(
      `/projects/${project.id}/collaborators`,
      { user_id: guest.id, role: 'member' },
      { 'accept-language': 'fr' },
    )
    await settle()

    const [mail] = await listMails(guest.email)
    assert.equal(mail?.subject, 'Umeongezwa kwenye Herbarium')
    assert.ok(mail?.html.includes('<html lang="sw" dir="ltr">'))
    // A notification keeps the words in which it was sent.
    const [notice] = (await guest.get('/notifications', { 'accept-language': 'fr' })).data
    assert.equal(notice.title, 'Umeongezwa kwenye mradi')
  })

  it('decides for each of many people who are told the same', async () => {
    const teacher = await given.user({ role: 'researcher' })
    const course = await createCourse(teacher, { title: 'Flora' })
    const titles: [locale: string | null, title: string][] = [
      [null, 'A course has changed'],
      ['fr', 'Un cours a changé'],
      ['fr-CA', 'Un cours a changé'],
      ['sw-KE', 'Kozi imebadilika'],
    ]
    const learners = await runSequentially(titles.length, async (index) => {
      const learner = await given.user()
      await learner.put(`/users/${learner.id}`, { locale: titles[index]?.[0] })
      await createEnrollment(learner, course.id)
      return learner
    })

    await teacher.post(`/courses/${course.id}/lessons`, { title: 'Uno' })
    await settle()

    const told = await Promise.all(learners.map((learner) => learner.get('/notifications?type=course_update')))
    assert.deepEqual(
      told.map(({ data }) => data.map(({ title }: { title: string }) => title)),
      titles.map(([, title]) => [title]),
    )
  })

  it('gives Arabic mails their direction, and Latin names their place', async () => {
    const { data } = await signUp({ name: 'Ada (PhD)', locale: 'ar' })

    const [mail] = await listMails(data.user.email)

    assert.ok(mail?.html.includes('<html lang="ar" dir="rtl">'))
    assert.match(mail?.text ?? '', /\u2068.+\u2069/)
  })
})
