import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { createForm } from '#test/support/forms.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { png, svg } from '#test/support/samples.ts'
import { assertUntold } from '#test/support/secrets.ts'

const app = await testApp()
const { given, anonymous } = app
const admin = await given.admin()
const hostile = '</script><script>alert(1)</script>"\''

describe('POST /companies', () => {
  it('creates a company, of which its creator is the first owner', async () => {
    const owner = await given.user()

    const { status, data } = await owner.post('/companies', {
      name: 'Kew Gardens',
      website: 'https://kew.example.org',
      country: 'GB',
      size: '501-1000',
      industry: 'Botany',
      logo: 'https://elsewhere.example.org/logo.png',
    })

    assert.equal(status, 201)
    assert.deepEqual(
      [data.name, data.country, data.size, data.logo, data.verified, data.verified_at, data.my_role, data.description],
      ['Kew Gardens', 'GB', '501-1000', null, false, null, 'owner', ''],
    )
    const { data: members } = await owner.get(`/companies/${data.id}/members`)
    assert.deepEqual(
      members.map(({ user, role }: { user: { id: number }; role: string }) => [user.id, role]),
      [[owner.id, 'owner']],
    )
  })

  it('takes the code of a country in any case', async () => {
    const owner = await given.user()
    const { data } = await owner.post('/companies', { name: 'Kew Gardens', country: 'gb' })

    assert.equal(data.country, 'GB')
  })

  it('names all fields that are invalid, and creates nothing', async () => {
    const owner = await given.user()

    const { status, errors } = await owner.post('/companies', {
      name: '',
      website: 'ftp://x',
      country: 'England',
      size: '7',
    })

    assert.equal(status, 422)
    assert.deepEqual(Object.keys(errors).sort(), ['country', 'name', 'size', 'website'])
    assert.equal((await owner.get('/companies?mine=true')).meta.total, 0)
  })

  it('lets a person own at most 20, also when the last ones are created at one moment', async () => {
    const owner = await given.user()
    for (let count = 0; count < 18; count++) await createCompany(owner)

    const replies = await Promise.all(Array.from({ length: 10 }, () => owner.post('/companies', { name: 'More' })))

    assert.equal(replies.filter(({ status }) => status === 201).length, 2)
    assert.equal((await owner.get('/companies?mine=true')).meta.total, 20)
  })
})

describe('GET /companies', () => {
  it('finds companies by words of the name, verified ones, and one’s own', async () => {
    const owner = await given.user()
    const first = await createCompany(owner, { name: 'Écologie Zed' })
    const second = await createCompany(owner, { name: 'ecologie abc' })
    await admin.post(`/companies/${second.id}/verify`)
    const list = async (query: string) =>
      (await owner.get(`/companies?${query}`)).data.map(({ id }: { id: number }) => id)

    assert.deepEqual(await list('search=ecolo&sort=name'), [second.id, first.id])
    assert.deepEqual(await list('search=ecologie%20zed'), [first.id])
    assert.deepEqual(await list('search=ecolo&verified=true'), [second.id])
    assert.deepEqual(await list('search=logie'), [])
    assert.deepEqual(await list('mine=true'), [second.id, first.id])
    const { meta } = await owner.get('/companies?verified=true&limit=1')
    const all = (await owner.get('/companies?limit=100')).data
    assert.equal(meta.total, all.filter(({ verified }: { verified: boolean }) => verified).length)
  })
})

describe('PUT /companies/{id}', () => {
  it('is for owners and admins of the company, and a refusal changes nothing', async () => {
    const [owner, manager, recruiter, interviewer] = [
      await given.user(),
      await given.user(),
      await given.user(),
      await given.user(),
    ]
    const { id } = await createCompany(owner)
    await addMember(owner, id, manager, 'admin')
    await addMember(owner, id, recruiter, 'recruiter')
    await addMember(owner, id, interviewer, 'interviewer')
    const stranger = await given.user()

    for (const [person, expected] of [
      [stranger, 403],
      [interviewer, 403],
      [recruiter, 403],
      [manager, 200],
      [owner, 200],
      [admin, 200],
    ] as const) {
      const reply = await person.put(`/companies/${id}`, { description: `By ${person.id}` })
      assert.equal(reply.status, expected)
      const { data } = await owner.get(`/companies/${id}`, { accept: 'application/json' })
      assert.equal(data.description === `By ${person.id}`, expected === 200)
    }
    assert.equal((await owner.put('/companies/999999', { name: 'X' })).status, 404)
  })

  it('ends the verification with another name or website, unless an administrator changes them', async () => {
    const owner = await given.user()
    const { id } = await createCompany(owner)
    const verify = () => admin.post(`/companies/${id}/verify`)

    const states: boolean[] = []
    for (const [person, change] of [
      [owner, { description: 'New', name: 'Kew Gardens' }],
      [owner, { name: 'A bank' }],
      [owner, { website: 'https://bank.example.org' }],
      [admin, { name: 'Kew' }],
    ] as const) {
      await verify()
      states.push((await person.put(`/companies/${id}`, change)).data.verified)
    }

    assert.deepEqual(states, [true, false, false, true])
    assert.equal((await owner.post(`/companies/${id}/verify`)).status, 403)
    assert.equal((await admin.post(`/companies/${id}/unverify`)).data.verified_at, null)
  })

  it('is written to the audit log when an administrator verifies it', async () => {
    const { id } = await createCompany(await given.user())

    await admin.post(`/companies/${id}/verify`)

    const { data } = await admin.get('/admin/audit?action=verifyCompany')
    assert.deepEqual([data[0].object.id, data[0].changes.after.verified], [String(id), true])
  })
})

describe('POST /companies/{id}/logo', () => {
  const upload = (person: typeof admin, id: number, content: Uint8Array) =>
    person.send('POST', `/companies/${id}/logo`, {
      body: createForm({ logo: new File([Uint8Array.from(content)], 'logo.png') }),
    })

  it('replaces the logo and deletes the former file; null removes it', async () => {
    const owner = await given.user()
    const { id } = await createCompany(owner)
    const look = async (url: string) => (await fetch(`${app.address}${new URL(url).pathname}`)).status

    const first = (await upload(owner, id, await png())).data.logo
    const second = (await upload(owner, id, await png())).data.logo
    await app.settle()
    assert.deepEqual([await look(first), await look(second)], [404, 200])
    const { data } = await owner.put(`/companies/${id}`, { logo: null })
    await app.settle()

    assert.deepEqual([data.logo, await look(second)], [null, 404])
  })

  it('refuses other files and other people', async () => {
    const owner = await given.user()
    const { id } = await createCompany(owner)

    assert.equal((await upload(owner, id, Buffer.from(svg))).status, 422)
    assert.equal((await upload(await given.user(), id, await png())).status, 403)
    assert.equal((await owner.send('POST', `/companies/${id}/logo`, { body: createForm({ other: 'x' }) })).status, 422)
  })
})

describe('the page of a company', () => {
  it('shows the company and its open posts with structured data, and runs nothing of it', async () => {
    const owner = await given.user({ role: 'recruiter', name: 'Secret Owner' })
    const { id } = await createCompany(owner, {
      name: `Kew ${hostile}`,
      description: hostile,
      website: 'https://kew.org/',
      country: 'PT',
    })
    const { id: post } = await createJobPost(owner, { company_id: id, title: `Gardener ${hostile}` })
    const draft = await createJobPost(owner, { company_id: id, status: 'draft', title: 'Unseen' })

    const { status, text, headers } = await anonymous.get(`/companies/${id}`, { accept: 'text/html' })

    assert.equal(status, 200)
    assert.ok(!text.includes('<script>alert'))
    assert.ok(text.includes('Portugal'))
    assert.match(String(headers.get('content-security-policy')), /script-src|default-src 'none'/)
    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script>/s.exec(text) ?? []
    const data = JSON.parse(json)
    assert.deepEqual([data['@type'], data.name, data.sameAs], ['Organization', `Kew ${hostile}`, 'https://kew.org/'])
    assert.ok(text.includes(`/jobs/${post}"`) && !text.includes(`/jobs/${draft.id}"`))
    assertUntold(text, [owner.email, 'Secret Owner'])
    const shown = await anonymous.get(`/companies/${id}`, { accept: 'application/json' })
    assert.deepEqual([shown.data.id, shown.data.my_role], [id, null])
    assert.ok((await anonymous.get('/sitemap.xml?of=companies&page=1')).text.includes(`/companies/${id}<`))
  })

  it('is off with PUBLIC_PAGES=false, when signed-in users still read the company', async () => {
    const quiet = await testApp({ PUBLIC_PAGES: 'false' })
    const owner = await quiet.given.user()
    const { id } = await createCompany(owner)
    const json = { accept: 'application/json' }

    assert.deepEqual(
      [
        (await quiet.anonymous.get(`/companies/${id}`, { accept: 'text/html' })).status,
        (await quiet.anonymous.get(`/companies/${id}`, json)).status,
        (await owner.get(`/companies/${id}`, json)).status,
      ],
      [404, 404, 200],
    )
  })
})

describe('DELETE /companies/{id}', () => {
  it('closes the posts, which stay with their recruiters, and ends all memberships', async () => {
    const [owner, colleague] = [await given.user({ role: 'recruiter' }), await given.user({ role: 'recruiter' })]
    const { id } = await createCompany(owner)
    await addMember(owner, id, colleague, 'admin')
    const post = await createJobPost(colleague, { company_id: id })

    const refused = await colleague.delete(`/companies/${id}`)
    const { status } = await owner.delete(`/companies/${id}`)

    assert.deepEqual([refused.status, status], [403, 200])
    assert.equal((await anonymous.get(`/companies/${id}`)).status, 404)
    assert.equal((await owner.get(`/companies/${id}/members`)).status, 404)
    const { data } = await colleague.get(`/job-posts/${post.id}`)
    assert.deepEqual([data.company_id, data.status, data.company], [null, 'closed', 'Kew Gardens'])
    assert.equal((await owner.put(`/job-posts/${post.id}`, { title: 'Mine' })).status, 403)
    assert.equal((await owner.get('/companies?mine=true')).meta.total, 0)
  })
})

describe('the deletion of an account', () => {
  it('makes another member the owner, and deletes a company without one', async () => {
    const [owner, colleague] = [await given.user({ role: 'recruiter' }), await given.user({ role: 'recruiter' })]
    const shared = await createCompany(owner)
    const alone = await createCompany(owner)
    await addMember(owner, shared.id, colleague, 'recruiter')
    const post = await createJobPost(owner, { company_id: shared.id })

    assert.equal((await owner.delete(`/users/${owner.id}`)).status, 200)

    const { data } = await colleague.get(`/companies/${shared.id}`, { accept: 'application/json' })
    assert.equal(data.my_role, 'owner')
    const moved = (await colleague.get(`/job-posts/${post.id}`)).data
    assert.deepEqual([moved.status, moved.recruiter.id, moved.company_id], ['open', colleague.id, shared.id])
    assert.equal((await anonymous.get(`/companies/${alone.id}`)).status, 404)
  })

  it('erases invitations of the account and of its address', async () => {
    const owner = await given.user()
    const person = await given.verifiedUser()
    const { id } = await createCompany(owner)
    await owner.post(`/companies/${id}/members`, { email: person.email, role: 'recruiter' })
    const exported = (await owner.get(`/users/${owner.id}/export`)).data

    await person.delete(`/users/${person.id}`)

    assert.equal((await owner.get(`/companies/${id}/members`)).data.length, 1)
    assert.deepEqual([exported.companies[0].id, exported.companies[0].role], [id, 'owner'])
  })
})
