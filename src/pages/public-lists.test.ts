/** The front page and the public lists: what visitors without an account see, and what they never see. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { createCompany } from '#test/support/companies.ts'
import { createCourse } from '#test/support/courses.ts'
import { createForm } from '#test/support/forms.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { png } from '#test/support/samples.ts'
import { createVisitor } from '#test/support/visitor.ts'

const app = await testApp({ FRONTEND_URL: '', ORGANIZATION_NAME: 'Lakeside University' })
const { anonymous, given } = app
const hostile = '<script>alert(1)</script>"\'&'
const visitor = createVisitor(app)
const lists = ['/jobs', '/courses', '/companies', '/people', '/plans']

const later = (days: number) => new Date(Date.parse(app.clock.now()) + days * 86_400_000).toISOString()

/** Opens a page that must be there. */
async function open(path: string): Promise<string> {
  const { status, html } = await visitor.open(path)
  assert.equal(status, 200, `${path}: ${html}`)
  return html
}

async function createPublicProfile(person: Person, more: object = {}): Promise<number> {
  const { data, status, text } = await person.put('/researchers/me', { public_page: true, ...more })
  assert.equal(status, 200, text)
  return data.id
}

const recruiter = await given.user({ role: 'recruiter', name: 'Rafael Ortiz' })
const author = await given.user({ role: 'researcher', name: 'Ada Okafor' })
const admin = await given.admin()

describe('the front page', () => {
  it('is that of the installation, in the language of the visitor, with what is newest and the ways in', async () => {
    const { id: post } = await createJobPost(recruiter, { title: 'Dendrologist' })
    const { id: course } = await createCourse(author, { title: 'Reading tree rings' })

    const [html, spanish] = await Promise.all([
      open('/'),
      fetch(`${app.address}/`, { headers: { accept: 'text/html', 'accept-language': 'es' } }),
    ])

    assert.match(html, /<h1>Lakeside University<\/h1>.*Newest jobs.*Newest courses.*Plans<\/h2>/s)
    for (const part of [
      `href="/jobs/${post}"><bdi>Dendrologist</bdi>`,
      `href="/courses/${course}"><bdi>Reading tree rings</bdi>`,
      'href="/app/sign-in"',
      'href="/app/sign-up"',
      'href="/developers"',
      ...lists.map((path) => `href="${path}"`),
    ])
      assert.ok(html.includes(part), part)
    assert.doesNotMatch(html, /curl|OpenAPI|Prometheus/)
    assert.equal(spanish.headers.get('cache-control'), 'public, max-age=60')
    assert.match(await spanish.text(), /<html lang="es"/)
    assert.match(await open('/developers'), /curl/)
  })

  it('has an icon and tells crawlers what they may read', async () => {
    const [icon, robots] = await Promise.all([anonymous.get('/favicon.ico'), anonymous.get('/robots.txt')])

    assert.deepEqual([icon.status, icon.headers.get('content-type')], [200, 'image/svg+xml'])
    assert.match(robots.text, /^User-agent: \*\nDisallow: \/app\/\n/)
    assert.match(robots.text, /\nSitemap: http:\/\/api\.test\/sitemap\.xml\n$/)
  })
})

describe('the public lists', () => {
  it('show open jobs, found also with a mistake in the word, on pages of 20', async () => {
    // A plan without a price has ten posts.
    const recruiters = await Promise.all([1, 2, 3].map(() => given.user({ role: 'recruiter' })))
    for (let count = 1; count <= 21; count++)
      await createJobPost(recruiters[count % 3] ?? recruiter, {
        title: `Statistician ${count}`,
        company: 'Kew',
        location: 'Nairobi',
      })

    const [first, second] = [await open('/jobs?search=statstician'), await open('/jobs?search=statstician&page=2')]

    assert.equal(first.match(/<bdi>Statistician \d+<\/bdi>/g)?.length, 20)
    assert.equal(second.match(/<bdi>Statistician \d+<\/bdi>/g)?.length, 1)
    assert.match(first, /21 results/)
    assert.match(first, /href="\?search=statstician&amp;page=2"/)
    assert.match(first, /<meta name="robots" content="noindex">/)
    assert.match(await open('/jobs?page=2'), /<link rel="canonical" href="http:\/\/api\.test\/jobs\?page=2">/)
  })

  it('show no draft, closed, hidden, private or expired thing, and nobody who is suspended', async () => {
    const secret = (kind: string) => `Unseen ${kind}`
    await createJobPost(recruiter, { title: secret('draft post'), status: 'draft' })
    const hiddenPost = await createJobPost(recruiter, { title: secret('hidden post') })
    await createJobPost(recruiter, { title: secret('expired post'), deadline: later(1) })
    await createCourse(author, { title: secret('draft course'), status: 'draft' })
    await createCourse(author, { title: secret('invited course'), access: 'invited' })
    const hiddenCourse = await createCourse(author, { title: secret('hidden course') })
    const hiddenCompany = await createCompany(recruiter, { name: secret('company') })
    await given.user({ role: 'researcher', name: secret('without a page') })
    const leaver = await given.user({ role: 'researcher', name: secret('person') })
    const profile = await createPublicProfile(leaver)
    const gone = await createCourse(leaver, { title: secret('course of a suspended person') })
    assert.match(await open('/people'), /Unseen person/)
    assert.match(await open('/courses'), /course of a suspended person/)
    for (const [kind, { id }] of [
      ['job_post', hiddenPost],
      ['course', hiddenCourse],
      ['company', hiddenCompany],
    ] as const) {
      const { status, text } = await admin.post(`/admin/content/${kind}/${id}/hide`, { reason: 'Fraud' })
      assert.equal(status, 200, text)
    }
    await admin.post(`/admin/users/${leaver.id}/suspend`, {})
    app.clock.advance({ days: 2 })

    for (const path of ['/', ...lists, ...lists.slice(0, 4).map((list) => `${list}?search=unseen`)])
      assert.doesNotMatch(await open(path), /Unseen (?!person<\/title>)/, path)
    for (const path of [`/courses/${hiddenCourse.id}`, `/courses/${gone.id}`, `/people/${profile}`])
      assert.equal((await visitor.open(path)).status, 404, path)
  })

  it('show what visitors see to those who are signed in, too, because caches keep it', async () => {
    await createJobPost(recruiter, { title: 'Own unpublished post', status: 'draft' })
    const headers = { accept: 'text/html', authorization: `Bearer ${recruiter.token}` }

    for (const path of ['/', '/jobs', '/courses', '/companies'])
      assert.doesNotMatch(await (await fetch(`${app.address}${path}`, { headers })).text(), /Own unpublished/, path)
  })

  it('run nothing that a title contains, and name no recruiter and no author', async () => {
    await createJobPost(recruiter, { title: `Job ${hostile}`, company: hostile, location: hostile })
    const course = await createCourse(author, { title: `Course ${hostile}`, description: hostile, category: hostile })
    await createCompany(recruiter, { name: `Company ${hostile}`, industry: hostile })
    await createPublicProfile(await given.user({ role: 'researcher', name: `Person ${hostile}` }), {
      headline: hostile,
      institution: hostile,
    })

    for (const path of ['/', ...lists, `/courses/${course.id}`, `/jobs?search=${encodeURIComponent(hostile)}`]) {
      const html = await open(path)
      assert.ok(!html.includes('<script>alert'), path)
      assert.ok(!html.includes(`content="${hostile}`), path)
      if (path !== '/people') assert.doesNotMatch(html, /Rafael|Okafor/, path)
    }
  })

  it('find people by what they do, of those with a public page alone', async () => {
    const seen = await given.user({ role: 'researcher', name: 'Wangari Lichen' })
    await createPublicProfile(seen, { fields: ['Lichenology'], skills: ['Lichenometry'] })
    const unseen = await given.user({ role: 'researcher', name: 'Otto Lichen' })
    await unseen.put('/researchers/me', { fields: ['Lichenology'], skills: ['Lichenometry'] })

    for (const search of ['lichenology', 'lichenolgy', 'lichen']) {
      const html = await open(`/people?search=${search}`)
      assert.match(html, /Wangari Lichen/, search)
      assert.doesNotMatch(html, /Otto Lichen/, search)
    }
  })

  it('say which words were searched for instead of misspelled ones, and when the results are only near', async () => {
    await createCompany(recruiter, { name: 'Vermiculture <b> Works' })

    const [misspelled, unfinished, near, none] = [
      await open('/companies?search=vermicultre'),
      await open('/companies?search=vermicul'),
      await open('/companies?search=vermicultre%20zzyzxq'),
      await open(`/companies?search=${encodeURIComponent('<zzyzxq>')}`),
    ]

    const guess = 'Searched for “<bdi>vermiculture</bdi>” instead of “<bdi>vermicultre</bdi>”.'
    for (const html of [misspelled, unfinished, near]) assert.match(html, /Vermiculture &lt;b&gt; Works/)
    for (const html of [misspelled, near]) assert.ok(html.includes(guess), html)
    assert.match(near, /Nothing has all of the words; these are the nearest\./)
    assert.doesNotMatch(unfinished, /Searched for|the nearest/)
    assert.doesNotMatch(none, /Searched for|the nearest|<zzyzxq>/)
    assert.match(none, /No company fits\. Try other words or fewer filters\./)
  })

  it('say in a sentence what is wrong with a parameter, and take empty fields of a form for none', async () => {
    for (const [path, sentence] of [
      ['/jobs?sort=upwards', 'The selected sort is invalid.'],
      ['/courses?level=divine', 'The selected level is invalid.'],
      ['/companies?verified=perhaps', 'must be true or false'],
      ['/people?page=0', 'at least 1'],
    ] as const) {
      const { status, html } = await visitor.open(path)
      assert.equal(status, 422, path)
      assert.ok(html.includes(sentence), html.slice(html.indexOf('<main')))
    }
    assert.match(await open('/jobs?search=&location=&employment_type=&remote=&sort='), /Dendrologist|Statistician/)
  })

  it('lead through the sign-in to the very form, and back', async () => {
    const { id } = await createCourse(author, { title: 'Grafting' })
    const [, enroll = ''] =
      /href="http:\/\/api\.test(\/app\/courses\/\d+)">Enroll/.exec(await open(`/courses/${id}`)) ?? []
    assert.match(await open('/plans'), /href="http:\/\/api\.test\/app\/plans\/professional"/)

    const { url } = await createVisitor(app).open(enroll)

    assert.equal(url, `/app/sign-in?next=${encodeURIComponent(`/app/courses/${id}`)}`)
  })

  it('show jobs and companies with the logo, and the first letter where there is none or it is hidden', async () => {
    const company = await createCompany(recruiter, { name: 'Kew Gardens' })
    const picture = createForm({
      logo: new File([new Uint8Array(await png(40, 40))], 'kew.png', { type: 'image/png' }),
    })
    const { data } = await recruiter.send('POST', `/companies/${company.id}/logo`, { body: picture })
    const { id, company_logo } = await createJobPost(recruiter, { title: 'Bryologist', company_id: company.id })
    const image = `<img class="logo" src="${data.logo}" alt="Logo of Kew Gardens" width="48" height="48" loading="lazy">`

    const [jobs, job, companies, profile] = [
      await open(`/jobs?company_id=${company.id}`),
      await open(`/jobs/${id}`),
      await open('/companies?search=Kew'),
      await open(`/companies/${company.id}`),
    ]
    await admin.post(`/admin/content/company/${company.id}/hide`, { reason: 'Fraud' })

    assert.equal(company_logo, data.logo)
    for (const html of [jobs, job, companies, profile]) assert.ok(html.includes(image), html)
    assert.equal((await recruiter.get(`/job-posts/${id}`)).data.company_logo, null)
    assert.match(await open(`/jobs?company_id=${company.id}`), /<span class="logo" aria-hidden="true">K<\/span>/)
    const policy = (await fetch(`${app.address}/jobs`)).headers.get('content-security-policy')
    assert.match(String(policy), /img-src data: http:\/\/api\.test https:;/)
  })

  it('have the jobs for a frame of the sites that the operator names, without a way into the account', async () => {
    const framed = await testApp({ FRONTEND_URL: '', FRAME_ANCESTORS: 'https://kew.example, https://*.kew.example' })
    const own = await framed.given.user({ role: 'recruiter' })
    const company = await createCompany(own, { name: 'Kew' })
    const { id } = await createJobPost(own, { title: 'Dendrologist', company_id: company.id })
    const path = `/jobs?company_id=${company.id}`
    const read = async (place: string, from = framed) => {
      const answer = await fetch(`${from.address}${place}`, { headers: { accept: 'text/html' } })
      const [, ancestors] = /frame-ancestors ([^;]*)/.exec(String(answer.headers.get('content-security-policy'))) ?? []
      return { ancestors, html: await answer.text() }
    }

    const [embedded, whole, page] = [await read(`${path}&embed=1`), await read(path), await read(`/jobs/${id}`)]

    assert.equal(embedded.ancestors, 'https://kew.example https://*.kew.example')
    for (const { ancestors } of [whole, page, await read('/jobs?embed=1', app)]) assert.equal(ancestors, "'none'")
    assert.doesNotMatch(embedded.html, /<header|<footer|<nav|sign-in|rel="canonical"/)
    assert.ok(embedded.html.includes(`href="/jobs/${id}" target="_blank" rel="noopener"`))
    assert.ok(embedded.html.includes(`<input type="hidden" name="company_id" value="${company.id}">`))
    assert.ok(embedded.html.includes('<input type="hidden" name="embed" value="true">'))
    assert.doesNotMatch(whole.html, /target="_blank"/)
  })

  it('leave the operations of the same address to programs', async () => {
    for (const path of ['/courses', '/courses/1', '/companies'])
      for (const accept of [
        undefined,
        '*/*',
        'application/json',
        'application/json, text/html',
        'text/html;q=0.5, */*',
      ]) {
        const headers: Record<string, string> = accept === undefined ? {} : { accept }
        const { status, headers: sent, text } = await anonymous.get(path, headers)
        assert.deepEqual(
          [status, sent.get('content-type')],
          [401, 'application/json; charset=utf-8'],
          `${path} ${accept}`,
        )
        assert.match(String(sent.get('vary')), /Accept\b/)
        assert.match(text, /Unauthenticated/)
      }
  })

  it('are in the sitemap, one by one', async () => {
    const { id } = await createCourse(author, { title: 'Pollarding' })

    assert.ok((await anonymous.get('/sitemap.xml?of=courses&page=1')).text.includes(`/courses/${id}<`))
  })

  it('are gone with PUBLIC_PAGES=false, apart from the front page', async () => {
    const quiet = await testApp({ PUBLIC_PAGES: 'false' })
    await createJobPost(await quiet.given.user({ role: 'recruiter' }), { title: 'Dendrologist' })

    for (const path of ['/jobs', '/people', '/plans', '/pages/courses', '/pages/companies'])
      assert.equal((await quiet.anonymous.get(path)).status, 404, path)
    const front = await quiet.anonymous.get('/', { accept: 'text/html' })
    assert.equal(front.status, 200)
    assert.doesNotMatch(front.text, /Dendrologist|href="\/jobs/)
    assert.equal((await quiet.anonymous.get('/robots.txt')).text, 'User-agent: *\nDisallow: /\n')
  })
})
