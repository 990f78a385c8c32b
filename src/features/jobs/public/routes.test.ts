import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { XMLParser } from 'fast-xml-parser'
import { testApp } from '#test/support/app.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { assertUntold } from '#test/support/secrets.ts'

const app = await testApp()
const { anonymous, given } = app
const recruiter = await given.user({ role: 'recruiter', name: 'Rafael Ortiz' })
const admin = await given.admin()
const hostile = '</script><script>alert(1)</script>]]>&amp;"\''
const parser = new XMLParser({
  ignoreAttributes: false,
  isArray: (name) => ['item', 'entry', 'url', 'sitemap'].includes(name),
})

const later = (days: number) => new Date(Date.parse(app.clock.now()) + days * 86_400_000).toISOString()

describe('the page of a job post', () => {
  it('shows an open post with structured data, and runs nothing of it', async () => {
    const { id } = await createJobPost(recruiter, {
      title: hostile,
      description: `First.\n\nSecond ${hostile}`,
      company: 'Kew',
      location: 'London',
      remote: true,
      salary_min: 30_000,
      salary_max: 40_000,
      currency: 'GBP',
      deadline: later(10),
      skills: ['botany'],
    })

    const { status, text, headers } = await anonymous.get(`/jobs/${id}`, { accept: 'text/html' })

    assert.equal(status, 200)
    assert.ok(!text.includes('<script>alert'))
    assert.match(text, /30,000 – 40,000 GBP/)
    assert.match(String(headers.get('content-security-policy')), /script-src|default-src 'none'/)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    const data = JSON.parse(json)
    assert.deepEqual([data['@type'], data.title, data.jobLocationType], ['JobPosting', hostile, 'TELECOMMUTE'])
    assert.deepEqual(data.baseSalary.value, {
      '@type': 'QuantitativeValue',
      minValue: 30_000,
      maxValue: 40_000,
      unitText: 'YEAR',
    })
    assert.equal(data.validThrough, later(10))
    assert.ok(text.includes(`href="http://app.test/job-posts/${id}"`))
    assertUntold(text, [recruiter.email, 'Rafael'])
  })

  it('is gone for a draft, a closed or hidden post, and after the deadline', async () => {
    const draft = await createJobPost(recruiter, { status: 'draft' })
    const closed = await createJobPost(recruiter)
    await recruiter.put(`/job-posts/${closed.id}`, { status: 'closed' })
    const hidden = await createJobPost(recruiter)
    await admin.post(`/admin/content/job_post/${hidden.id}/hide`, { reason: 'Fraud' })
    const short = await createJobPost(recruiter, { deadline: later(1) })
    assert.equal((await anonymous.get(`/jobs/${short.id}`)).status, 200)
    app.clock.advance({ days: 2 })

    for (const { id } of [draft, closed, hidden, short]) {
      assert.equal((await anonymous.get(`/jobs/${id}`)).status, 404)
      assert.equal((await recruiter.get(`/jobs/${id}`)).status, 404)
      for (const path of [
        '/job-posts.rss',
        '/feeds/job-posts.atom',
        '/feeds/job-posts.json',
        '/sitemap.xml?of=jobs&page=1',
      ])
        assert.ok(!(await anonymous.get(path)).text.includes(`/jobs/${id}<`), path)
    }
    assert.equal((await anonymous.get('/jobs/999999')).status, 404)
  })
})

describe('the feeds of job posts', () => {
  it('have the newest open posts that the filter selects', async () => {
    const found = await createJobPost(recruiter, { title: `Phycologist ${hostile}`, location: 'Nairobi', remote: true })
    const other = await createJobPost(recruiter, { title: 'Baker', location: 'Lima' })

    const rss = await anonymous.get('/job-posts.rss?location=nairobi&remote=true')
    const atom = await anonymous.get('/feeds/job-posts.atom?search=phycologist')
    const json = await anonymous.get('/feeds/job-posts.json')

    assert.equal(rss.headers.get('content-type'), 'application/rss+xml; charset=utf-8')
    const { item } = parser.parse(rss.text).rss.channel
    assert.deepEqual(
      item.map(({ link }: { link: string }) => link),
      [`http://api.test/jobs/${found.id}`],
    )
    const { entry } = parser.parse(atom.text).feed
    assert.equal(entry.length, 1)
    const { items } = JSON.parse(json.text)
    assert.deepEqual(
      items.slice(0, 2).map(({ url }: { url: string }) => url),
      [other, found].map(({ id }) => `http://api.test/jobs/${id}`),
    )
    assert.equal((await anonymous.get('/job-posts.rss?remote=maybe')).status, 422)
  })
})

describe('the sitemap', () => {
  it('lists the pages of open posts', async () => {
    const { id } = await createJobPost(recruiter)

    const index = parser.parse((await anonymous.get('/sitemap.xml')).text)
    const map = parser.parse((await anonymous.get('/sitemap.xml?of=jobs&page=1')).text)

    const sitemaps = index.sitemapindex.sitemap.map(({ loc }: { loc: string }) => loc)
    assert.ok(sitemaps.includes('http://api.test/sitemap.xml?of=jobs&page=1'), sitemaps.join())
    assert.ok(map.urlset.url.some(({ loc }: { loc: string }) => loc === `http://api.test/jobs/${id}`))
    assert.equal((await anonymous.get('/sitemap.xml?of=jobs&page=2')).status, 404)
  })
})

describe('PUBLIC_PAGES=false', () => {
  it('switches pages, feeds and the sitemap off', async () => {
    const quiet = await testApp({ PUBLIC_PAGES: 'false' })
    const { id } = await createJobPost(await quiet.given.user({ role: 'recruiter' }))

    for (const path of [
      `/jobs/${id}`,
      '/job-posts.rss',
      '/feeds/job-posts.atom',
      '/feeds/job-posts.json',
      '/sitemap.xml',
    ])
      assert.equal((await quiet.anonymous.get(path)).status, 404, path)
  })
})
