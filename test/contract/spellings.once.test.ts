/** What people write in one of several ways is accepted in each, on every route that takes it. */

import assert from 'node:assert/strict'
import { it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createCourse, createEnrollment } from '#test/support/courses.ts'

const { anonymous, given } = await testApp()
const person = await given.verifiedUser({ role: 'researcher' })

it('Links, ORCID iDs and countries of a profile are stored in one form', async () => {
  const links = { website: 'Https://Ada.example/Path', orcid: '0000 0002 1825 0097', github: 'HTTP://github.com/ada' }
  const { status, data, text } = await person.put(`/users/${person.id}`, { links })

  assert.equal(status, 200, text)
  assert.deepEqual(
    [data.links.website, data.links.orcid, data.links.github],
    ['https://Ada.example/Path', '0000-0002-1825-0097', 'http://github.com/ada'],
  )
})

it('DOIs and addresses of publications are stored in one form', async () => {
  const publications = [
    { title: 'Notes', year: 1843, doi: 'https://doi.org/10.1000/182', url: 'Https://example.org/a' },
    { title: 'More', year: 1844, doi: 'doi:10.1000/183' },
  ]
  const reply = await person.put('/researchers/me', { publications, orcid: 'orcid.org/0000-0002-1825-0097' })

  assert.equal(reply.status, 200, reply.text)
  const { data } = reply
  assert.equal(data.orcid, '0000-0002-1825-0097')
  assert.deepEqual(
    data.publications.map(({ doi }: { doi: string }) => doi),
    ['10.1000/182', '10.1000/183'],
  )
  assert.equal(data.publications[0].url, 'https://example.org/a')
  const refused = await person.put('/researchers/me', { publications: [{ title: 'Notes', year: 1843, doi: 'Nature' }] })
  assert.deepEqual(Object.keys(refused.errors), ['publications.0.doi'])
})

it('The phone of mobile money may have spaces, as the number of a card may', async () => {
  const phone = { type: 'mobile_money', provider: 'mpesa', phone: '00254 (0) 712-341 234' }
  const { status, data, text } = await person.post('/payment-methods', phone)

  assert.equal(status, 201, text)
  assert.match(data.payment_method.phone, /^\+2547.*1234$/)
  const refused = await person.post('/payment-methods', { ...phone, phone: '0712 341 234' })
  assert.deepEqual(Object.keys(refused.errors), ['phone'])
})

it('White space before a bearer token is skipped', async () => {
  const { token } = person
  for (const authorization of [`Bearer  ${token}`, `bearer \t${token}`])
    assert.equal((await anonymous.get('/auth/me', { authorization })).status, 200)
  assert.equal((await anonymous.get('/auth/me', { authorization: `Bearer${token}` })).status, 401)
})

it('HEAD of a file whose length is not known states none', async () => {
  const course = await createCourse(person, { title: 'Ferns' })
  const learner = await given.verifiedUser()
  await createEnrollment(learner, course.id)

  for (const [path, accept] of [
    [`/courses/${course.id}/download`, '*/*'],
    ['/courses/enrolled', 'text/csv'],
  ] as const) {
    const { status, headers } = await learner.send('HEAD', path, { headers: { accept } })
    assert.equal(status, 200)
    assert.equal(headers.get('content-length'), null, path)
    assert.match(headers.get('content-disposition') ?? '', /^attachment/)
  }
})
