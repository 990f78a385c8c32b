/** The page of an application: what was submitted, for those who decide and for the applicant, and nothing of a blind candidate. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createForm } from '#test/support/forms.ts'
import { createApplication, createJobPost, createResume } from '#test/support/jobs.ts'
import { docx, pdf, png } from '#test/support/samples.ts'
import { assertUntold } from '#test/support/secrets.ts'
import { visitSite } from '#test/support/site.ts'

const app = await testApp({ FRONTEND_URL: '' })
const { given, clock } = app
const recruiter = await given.user({ role: 'recruiter' })
const hostile = '<script>alert(1)</script>"&'

/** An application with all that can be submitted. */
async function submit({ blind = false, resume = createResume(), ...more }: { blind?: boolean; resume?: File } = {}) {
  const post = await createJobPost(recruiter, {
    title: 'Dendrologist',
    blind,
    currency: 'KES',
    questions: [{ question: `Why ${hostile}?`, required: true }],
    skills: ['botany'],
    criteria: [{ name: 'Field work' }],
    ...more,
  })
  const applicant = await given.user({ role: 'researcher', name: 'Wangari Njoroge' })
  const picture = createForm({
    avatar: new File([new Uint8Array(await png(96, 96))], 'njoroge.png', { type: 'image/png' }),
  })
  const uploaded = await applicant.send('POST', `/users/${applicant.id}/upload-avatar`, { body: picture })
  assert.equal(uploaded.status, 200, uploaded.text)
  const id = await createApplication(applicant, post.id, {
    first_name: 'Wangari',
    last_name: 'Njoroge',
    phone: '+254 712 345678',
    cover_letter: `I, Wangari Njoroge, count rings. ${hostile}`,
    salary_expectation: '380000',
    additional_answers: JSON.stringify([{ question_id: post.questions[0].id, answer: `Because ${hostile}` }]),
    resume,
  })
  return {
    id,
    post,
    applicant,
    photo: uploaded.data.user?.profile_photo ?? uploaded.data.profile_photo,
    path: `/app/job-applications/${id}`,
  }
}

const readFrame = async (cookies: ReadonlyMap<string, string>, path: string) => {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return fetch(`${app.address}${path}`, { headers: { cookie, accept: 'text/html' }, redirect: 'manual' })
}

describe('the page of an application', () => {
  it('shows those who decide the contacts, the resume, the letter and the answers beside the questions', async () => {
    const { path } = await submit()
    const site = await visitSite(app, recruiter)

    const { html, status } = await site.open(path)

    assert.equal(status, 200)
    assert.match(html, /<h1><bdi>Wangari Njoroge<\/bdi><\/h1>/)
    for (const part of [
      'mailto:',
      'tel:+254712345678',
      `src="${path}/resume/view"`,
      `href="${path}/resume"`,
      '380,000',
    ])
      assert.ok(html.includes(part), part)
    assert.match(html, /count rings\. &lt;script&gt;/)
    assert.match(html, /Why &lt;script&gt;.*Because &lt;script&gt;/s)
    assert.doesNotMatch(html, /<script>alert/)
  })

  it('shows a PDF in a frame that loads and runs nothing, and sends it as a file to download', async () => {
    const { path } = await submit()
    const { cookies } = await visitSite(app, recruiter)

    const [shown, saved] = [await readFrame(cookies, `${path}/resume/view`), await readFrame(cookies, `${path}/resume`)]

    assert.deepEqual(
      [shown.status, shown.headers.get('content-type'), shown.headers.get('content-disposition')],
      [200, 'application/pdf', 'inline'],
    )
    assert.match(String(shown.headers.get('content-security-policy')), /default-src 'none'.*frame-ancestors 'self'/)
    assert.deepEqual(Buffer.from(await shown.arrayBuffer()), Buffer.from(pdf))
    assert.match(String(saved.headers.get('content-disposition')), /^attachment/)
    assert.deepEqual(Buffer.from(await saved.arrayBuffer()), Buffer.from(pdf))
  })

  it('tells the applicant of each download, and once a day of what a person was shown, also past the page', async () => {
    const { id, applicant, path } = await submit()
    const { cookies } = await visitSite(app, recruiter)
    const stranger = await given.user()
    const file = `/job-applications/${id}/resume`
    const countDownloads = async () => (await applicant.get(`/job-applications/${id}`)).data.resume_downloads.length

    const refused = await stranger.get(`${file}?view=true`)
    const counts = [await countDownloads()]
    for (const view of [
      () => recruiter.get(`${file}?view=true`),
      () => readFrame(cookies, `${path}/resume/view`),
      () => readFrame(cookies, `${path}/resume`),
      () => recruiter.get(file),
    ]) {
      await view()
      counts.push(await countDownloads())
    }
    clock.advance({ days: 1, seconds: 1 })
    await recruiter.get(`${file}?view=true`)
    counts.push(await countDownloads())

    assert.equal(refused.status, 403)
    assert.deepEqual(counts, [0, 1, 1, 2, 3, 4])
  })

  it('shows the text of a DOCX in a sandboxed frame', async () => {
    const words = hostile.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const body = `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body><w:p><w:r><w:t>Rings ${words}</w:t></w:r></w:p></w:body></w:document>`
    const { path } = await submit({ resume: createResume(docx(undefined, body), 'cv.docx') })
    const { cookies } = await visitSite(app, recruiter)

    const shown = await readFrame(cookies, `${path}/resume/view`)

    const text = await shown.text()
    assert.match(String(shown.headers.get('content-security-policy')), /; sandbox$/)
    assert.match(text, /Rings &lt;script&gt;/)
    assert.doesNotMatch(text, /<script>/)
  })

  it('shows nothing that identifies a blind candidate, until the shortlist', async () => {
    const { id, path, applicant, photo } = await submit({
      blind: true,
      resume: createResume(pdf, 'Wangari-Njoroge-CV.pdf'),
    })
    // Applications for a blind post are delivered on the next day.
    clock.advance({ days: 1 })
    await app.settle()
    const site = await visitSite(app, recruiter)
    await applicant.post(`/job-applications/${id}/messages`, { body: 'Wangari Njoroge here, 0712 345678.' })

    const before = await site.open(path)
    const [frame, file] = [
      await readFrame(site.cookies, `${path}/resume/view`),
      await readFrame(site.cookies, `${path}/resume`),
    ]
    await recruiter.put(`/job-applications/${id}/status`, { status: 'shortlisted' })
    const after = await site.open(path)

    assert.match(before.html, /<h1><bdi>Candidate \d+<\/bdi><\/h1>/)
    assertUntold(before.html, [
      'Wangari',
      'Njoroge',
      applicant.email,
      '712',
      '0712',
      String(photo),
      'CV.pdf',
      '/resume',
    ])
    for (const refused of [frame, file]) {
      assert.equal(refused.status, 403)
      assert.doesNotMatch(await refused.text(), /Njoroge|PDF-/)
    }
    assert.match(after.html, /Wangari Njoroge.*resume\/view/s)
  })

  it('shows the applicant what was sent, under the title of the job, and others nothing', async () => {
    const { path, applicant } = await submit()
    const [own, other] = [await visitSite(app, applicant), await visitSite(app, await given.user())]

    const [mine, theirs] = [await own.open(path), await other.open(path)]

    assert.match(
      mine.html,
      /<h1><bdi>Dendrologist<\/bdi><\/h1>.*What you have sent.*resume\/view.*count rings.*Because/s,
    )
    assert.equal(theirs.status, 403)
    assert.equal((await readFrame(other.cookies, `${path}/resume`)).status, 403)
    assert.equal((await readFrame(new Map(), `${path}/resume/view`)).status, 303)
  })

  it('has the messages in the order of the conversation, each on its side', async () => {
    const { id, path, applicant } = await submit()
    for (const [person, body] of [
      [applicant, 'First words'],
      [recruiter, 'Second words'],
      [applicant, 'Third words'],
    ] as const) {
      await person.post(`/job-applications/${id}/messages`, { body })
      clock.advance({ minutes: 1 })
    }

    const { html } = await (await visitSite(app, recruiter)).open(path)

    const sides = [...html.matchAll(/<article class="message( mine)?"><h3>(.*?)<\/h3>.*?(\w+) words/gs)]
    assert.deepEqual(
      sides.map(([, mine, name, word]) => [mine === undefined ? 'theirs' : 'ours', name, word]),
      [
        ['theirs', '<bdi>Wangari Njoroge</bdi>', 'First'],
        ['ours', 'You', 'Second'],
        ['theirs', '<bdi>Wangari Njoroge</bdi>', 'Third'],
      ],
    )
  })

  it('shows the scorecards of colleagues with their ratings', async () => {
    const { id, post, path } = await submit()
    const card = { ratings: [{ criterion_id: post.criteria[0].id, rating: 4, notes: 'Strong' }], recommendation: 'yes' }
    const { status, text } = await recruiter.post(`/job-applications/${id}/scorecards`, card)
    assert.equal(status, 201, text)

    const { html } = await (await visitSite(app, recruiter)).open(path)

    assert.match(html, /Scorecards.*Rather yes.*Field work.*4 of 5.*Strong/s)
    assert.match(html, /Not proven:.*botany/)
  })
})
