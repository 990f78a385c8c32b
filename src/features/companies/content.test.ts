import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { createForm } from '#test/support/forms.ts'
import { createJobPost } from '#test/support/jobs.ts'
import { png } from '#test/support/samples.ts'

const app = await testApp()
const { given, anonymous } = app
const admin = await given.admin()
const json = { accept: 'application/json' }

const findIds = (data: { id: number }[]) => data.map(({ id }) => id)

async function createScene(name = 'Kew Gardens') {
  const owner = await given.verifiedUser({ role: 'recruiter', name: 'Rosalind Franklin' })
  const manager = await given.verifiedUser()
  const interviewer = await given.user()
  const { id } = await createCompany(owner, { name, description: 'Plants' })
  await addMember(owner, id, manager, 'admin')
  await addMember(owner, id, interviewer, 'interviewer')
  const hide = () => admin.post(`/admin/content/company/${id}/hide`, { reason: 'It is an advertisement.' })
  const restore = () => admin.post(`/admin/content/company/${id}/restore`, {})
  return { owner, manager, interviewer, id, path: `/companies/${id}`, hide, restore }
}

const uploadLogo = (person: Person, id: number, content: Uint8Array) =>
  person.send('POST', `/companies/${id}/logo`, {
    body: createForm({ logo: new File([Uint8Array.from(content)], 'logo.png') }),
  })

describe('a report of a company', () => {
  it('reaches administrators, whose decision hides the company', async () => {
    const { id, path, owner } = await createScene('Reported Ltd')
    const reader = await given.user()

    const { status, data, text } = await reader.post('/reports', { kind: 'company', id, reason: 'They ask for money.' })

    assert.equal(status, 201, text)
    assert.deepEqual(Object.keys(data).sort(), ['content_id', 'created_at', 'id', 'kind', 'reason'])
    const queue = (await admin.get('/admin/reports?state=open&limit=100')).data
    const mine = queue.find((report: { id: number }) => report.id === data.id)
    assert.deepEqual([mine.kind, mine.title, mine.owner_id], ['company', 'Reported Ltd', owner.id])
    assert.equal((await admin.get(`/admin/content/company/${id}`)).data.open_reports, 1)
    const decided = await admin.post(`/admin/reports/${data.id}/decide`, { decision: 'hidden', reason: 'Fraud' })
    assert.equal(decided.status, 200, decided.text)
    assert.equal((await reader.get(path, json)).status, 404)
  })

  it('is refused for members, for a hidden or unknown company, and twice', async () => {
    const { id, owner, interviewer, hide } = await createScene()
    const reader = await given.user()
    const report = (by: Person, of = id) => by.post('/reports', { kind: 'company', id: of, reason: 'Spam' })

    assert.deepEqual((await report(owner)).errors, { id: ['This is your own.'] })
    assert.deepEqual((await report(interviewer)).errors, { id: ['This is your own.'] })
    assert.equal((await report(reader, 999_999)).status, 404)
    assert.deepEqual([(await report(reader)).status, (await report(reader)).status], [201, 422])
    await hide()
    assert.equal((await report(await given.user())).status, 404)
  })
})

describe('a hidden company', () => {
  it('leaves the list, its total, its page and its sitemap for others, and comes back whole', async () => {
    const { id, path, hide, restore } = await createScene('Zymurgy Works')
    const reader = await given.user()
    const found = () => reader.get('/companies?search=Zymurgy')
    const before = await reader.get('/companies')
    const shown = await reader.get(path, json)

    const hidden = await hide()

    assert.equal(hidden.status, 200, hidden.text)
    assert.deepEqual((await found()).data, [])
    const after = await reader.get('/companies')
    assert.equal(after.meta.total, before.meta.total - 1)
    assert.ok(!findIds(after.data).includes(id))
    assert.deepEqual(
      [
        (await reader.get(path, json)).status,
        (await anonymous.get(path, { accept: 'text/html' })).status,
        (await reader.get(`${path}/members`)).status,
        (await reader.put(path, { name: 'Mine' })).status,
        (await reader.delete(path)).status,
      ],
      [404, 404, 404, 404, 404],
    )
    assert.ok(!(await anonymous.get(path, { accept: 'text/html' })).text.includes('Zymurgy'))
    assert.equal((await admin.post(`${path}/verify`)).status, 200)
    assert.equal((await reader.get('/companies')).meta.total, before.meta.total - 1)
    await admin.post(`${path}/unverify`)

    await restore()

    assert.deepEqual(findIds((await found()).data), [id])
    assert.equal((await reader.get('/companies')).meta.total, before.meta.total)
    const { updated_at: _, ...same } = (await reader.get(path, json)).data
    const { updated_at: __, ...was } = shown.data
    assert.deepEqual(same, was)
  })

  it('is seen by its members and administrators with the reason, which its owners and admins are mailed', async () => {
    const { owner, manager, interviewer, id, path, hide } = await createScene()

    await hide()

    for (const person of [owner, manager, interviewer, admin]) {
      const { status, data } = await person.get(path, json)
      assert.deepEqual([status, data.hidden_reason], [200, 'It is an advertisement.'])
      assert.notEqual(data.hidden_at, null)
    }
    assert.deepEqual(findIds((await owner.get('/companies?mine=true')).data), [id])
    for (const person of [owner, manager]) {
      const [mail] = await app.listMails(person.email)
      assert.match(mail?.text ?? '', /It is an advertisement\./)
    }
    assert.equal((await owner.put(path, { description: 'Better' })).data.description, 'Better')
    assert.equal((await (await given.user()).get(path, json)).status, 404)
  })

  it('shows its logo at no address from before, nor with a made-up one', async () => {
    const { owner, id, hide, restore } = await createScene()
    const { logo } = (await uploadLogo(owner, id, await png())).data
    await app.settle()
    const look = async (more = '') => (await fetch(`${app.address}${new URL(logo).pathname}${more}`)).status

    assert.equal(await look(), 200)
    await hide()
    assert.equal(await look(), 404)
    assert.ok([403, 404, 422].includes(await look('?hidden=1&expires=9999999999&signature=x')))
    assert.ok([403, 404, 422].includes(await look('?hidden=1')))
    await restore()
    assert.equal(await look(), 200)
  })

  it('leaves its job posts as they are, and invites no other member', async () => {
    const { owner, id, path, hide } = await createScene('Secret Works')
    const post = await createJobPost(owner, { company_id: id })
    const invited = await given.verifiedUser()
    const { data } = await owner.post(`${path}/members`, { user_id: invited.id, role: 'recruiter' })
    assert.equal((await invited.get('/company-invitations')).meta.total, 1)

    await hide()

    const reader = await given.user()
    assert.equal((await reader.get(`/job-posts/${post.id}`)).status, 200)
    const refused = await owner.post(`${path}/members`, { user_id: reader.id, role: 'recruiter' })
    assert.equal(refused.status, 422, refused.text)
    assert.match(refused.message, /An administrator has hidden this/)
    assert.equal((await invited.get('/company-invitations')).meta.total, 0)
    assert.equal((await invited.post(`${path}/members/${data.id}/accept`)).status, 404)
    assert.ok(!(await invited.get(`/users/${invited.id}/export`)).text.includes('Secret Works","description'))
  })

  it('is hidden once, found among hidden content, and deleted without a wrong count', async () => {
    const { owner, id, path, hide } = await createScene('Once Ltd')
    const reader = await given.user()
    const before = (await reader.get('/companies')).meta.total

    const replies = await Promise.all([hide(), hide(), hide()])

    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422, 422])
    const { data, meta } = await admin.get(`/admin/content?kind=company&hidden=true&owner_id=${owner.id}&search=once`)
    assert.deepEqual([meta.total, data[0].id, data[0].owner_id, data[0].status], [1, id, owner.id, 'unverified'])
    assert.equal((await owner.delete(path)).status, 200)
    assert.equal((await reader.get('/companies')).meta.total, before - 1)
  })

  it('is hidden with the suspension of its only member, and stays with other members', async () => {
    const alone = await given.user({ role: 'recruiter' })
    const { id } = await createCompany(alone, { name: 'Alone Ltd' })
    const shared = await createScene()
    const reader = await given.user()
    const look = async (company: number) => (await reader.get(`/companies/${company}`, json)).status

    await admin.post(`/admin/users/${alone.id}/suspend`, { reason: 'Spam' })
    await admin.post(`/admin/users/${shared.owner.id}/suspend`, { reason: 'Spam' })

    assert.deepEqual([await look(id), await look(shared.id)], [404, 200])
    await admin.post(`/admin/users/${alone.id}/restore`, {})
    assert.equal(await look(id), 200)
  })

  it('is deleted for others in the change feed, and created again', async () => {
    const { id, hide, restore } = await createScene()
    const reader = await given.user()
    await app.settle()
    const read = async (cursor: string) => {
      await app.settle()
      const { data, meta } = await reader.get(`/changes?since=${cursor}&types=company`)
      const types = data.flatMap((change: { type: string; object: { id: string } }) =>
        String(change.object.id) === String(id) ? [change.type] : [],
      )
      return { types, next: meta.next }
    }
    const start = await read((await reader.get('/changes')).meta.next)

    await hide()
    const first = await read(start.next)
    await restore()
    const second = await read(first.next)

    assert.deepEqual([first.types, second.types], [['company.deleted'], ['company.created']])
  })
})
