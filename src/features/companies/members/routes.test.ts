import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, password, testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'

const app = await testApp()
const { given } = app
const admin = await given.admin()

async function createScene() {
  const owner = await given.verifiedUser({ name: 'Olga' })
  const company = await createCompany(owner)
  return { owner, company, path: `/companies/${company.id}/members` }
}

describe('POST /companies/{id}/members', () => {
  it('invites an account, which is told and permitted nothing until it accepts', async () => {
    const { owner, company, path } = await createScene()
    const person = await given.verifiedUser({ name: 'Ines' })

    const { status, data } = await owner.post(path, { user_id: person.id, role: 'recruiter' })

    assert.equal(status, 201)
    assert.deepEqual([data.user.id, data.user.email, data.accepted_at, data.invited_email], [person.id, '', null, ''])
    assert.equal((await person.get(path)).status, 403)
    const [invitation] = (await person.get('/company-invitations')).data
    assert.deepEqual(
      [invitation.id, invitation.company, invitation.role, invitation.invited_by],
      [data.id, { id: company.id, name: 'Kew Gardens', verified: false }, 'recruiter', 'Olga'],
    )
    const [notice] = (await person.get('/notifications')).data
    assert.deepEqual([notice.type, notice.data.url], ['project_invite', '/company-invitations'])
    const [mail] = await app.listMails(person.email)
    assert.match(mail?.subject ?? '', /Kew Gardens/)

    const accepted = await person.post(`${path}/${data.id}/accept`)
    const again = await person.post(`${path}/${data.id}/accept`)

    assert.deepEqual([accepted.status, again.status], [200, 200])
    assert.equal(again.data.accepted_at, accepted.data.accepted_at)
    assert.equal((await person.get(path)).data.length, 2)
    assert.equal((await owner.get(path)).data[1].user.email, person.email)
    assert.equal((await person.get('/company-invitations')).meta.total, 0)
  })

  it('answers the same for an address with and without an account, and mails only a proven one', async () => {
    const { owner, path } = await createScene()
    const proven = await given.verifiedUser()
    const unproven = await given.user()
    const unknown = 'no-one-has-this@example.org'

    const replies: { id: number; added_at: string }[] = []
    for (const email of [proven.email, unproven.email, unknown])
      replies.push((await owner.post(path, { email, role: 'interviewer' })).data)

    for (const [index, email] of [proven.email, unproven.email, unknown].entries()) {
      const { id, added_at, ...rest } = replies[index] ?? { id: 0, added_at: '' }
      assert.deepEqual(rest, { user: null, invited_email: email, role: 'interviewer', accepted_at: null })
      const mails = (await app.listMails(email)).filter(({ subject }) => subject.includes('Kew'))
      assert.equal(mails.length, index === 0 ? 1 : 0, email)
    }
    assert.equal((await proven.get('/company-invitations')).meta.total, 1)
    assert.equal((await unproven.get('/company-invitations')).meta.total, 0)
    assert.equal((await unproven.post(`${path}/${replies[1]?.id}/accept`)).status, 403)
    const accepted = await proven.post(`${path}/${replies[0]?.id}/accept`)
    assert.deepEqual([accepted.data.user.id, accepted.data.invited_email], [proven.id, ''])
  })

  it('shows an invited address only to those who change the members', async () => {
    const { owner, company, path } = await createScene()
    const recruiter = await given.user()
    await addMember(owner, company.id, recruiter)
    await owner.post(path, { email: 'guest@example.org', role: 'recruiter' })

    const shown = async (person: typeof owner) => (await person.get(path)).data[2].invited_email

    assert.deepEqual(
      [await shown(owner), await shown(recruiter), await shown(admin)],
      ['guest@example.org', '', 'guest@example.org'],
    )
  })

  it('refuses people who are members or invited, unknown ones, and to invite both or neither', async () => {
    const { owner, company, path } = await createScene()
    const person = await given.verifiedUser()
    await addMember(owner, company.id, person)

    for (const [body, fields] of [
      [{ user_id: person.id, role: 'admin' }, ['user_id']],
      [{ email: person.email, role: 'admin' }, ['email']],
      [{ user_id: 999_999, role: 'admin' }, ['user_id']],
      [{ role: 'admin' }, ['user_id']],
      [{ user_id: person.id, email: person.email, role: 'admin' }, ['email']],
      [{ user_id: person.id, role: 'king' }, ['role']],
    ] as const) {
      const { status, errors } = await owner.post(path, body)
      assert.deepEqual([status, Object.keys(errors)], [422, fields], JSON.stringify(body))
    }
    assert.equal((await owner.get(path)).data.length, 2)
  })

  it('lets admins of the company invite all but owners, and recruiters and strangers none', async () => {
    const { owner, company, path } = await createScene()
    const [manager, recruiter] = [await given.user(), await given.user()]
    await addMember(owner, company.id, manager, 'admin')
    await addMember(owner, company.id, recruiter, 'recruiter')
    const invite = async (person: typeof owner, role: string) =>
      (await person.post(path, { user_id: (await given.user()).id, role })).status

    assert.deepEqual(
      [
        await invite(manager, 'owner'),
        await invite(manager, 'admin'),
        await invite(recruiter, 'interviewer'),
        await invite(await given.user(), 'interviewer'),
        await invite(owner, 'owner'),
        await invite(admin, 'owner'),
      ],
      [403, 201, 403, 403, 201, 201],
    )
  })

  it('is accepted once by ten requests at one moment', async () => {
    const { owner, path } = await createScene()
    const person = await given.verifiedUser()
    const byId = (await owner.post(path, { user_id: person.id, role: 'recruiter' })).data.id
    const byAddress = (await owner.post(path, { email: person.email, role: 'admin' })).data.id

    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) => person.post(`${path}/${index % 2 ? byId : byAddress}/accept`)),
    )

    const { data } = await owner.get(path)
    assert.equal(data.length, 2)
    assert.ok(replies.some(({ status }) => status === 200))
    assert.ok(replies.every(({ status }) => [200, 403, 404, 422].includes(status)))
  })

  it('ends after 30 days', async () => {
    const later = await createApp()
    const owner = await later.given.user()
    const person = await later.given.user()
    const { id: company } = await createCompany(owner)
    const path = `/companies/${company}/members`
    const { id } = (await owner.post(path, { user_id: person.id, role: 'recruiter' })).data
    const signIn = async ({ email }: typeof owner) =>
      later.withToken((await later.anonymous.post('/auth/login', { email, password })).data.token)

    later.clock.advance({ days: 31 })
    const [returned, ownerAgain] = [await signIn(person), await signIn(owner)]

    assert.equal((await returned.post(`${path}/${id}/accept`)).status, 403)
    assert.equal((await returned.get('/company-invitations')).meta.total, 0)
    const admin = await later.given.admin()
    await admin.post('/admin/schedules/sweep_company_invitations/run', { reason: 'A check' })
    await later.settle()
    assert.equal((await ownerAgain.get(path)).data.length, 1)
  })
})

describe('PUT and DELETE /companies/{id}/members/{member_id}', () => {
  it('keep the last owner, also when two leave at one moment', async () => {
    const { owner, company, path } = await createScene()
    const second = await given.user()
    const [first] = (await owner.get(path)).data
    const alone = await owner.delete(`${path}/${first.id}`)
    const demoted = await owner.put(`${path}/${first.id}`, { role: 'admin' })
    const other = await addMember(owner, company.id, second, 'owner')

    const replies = await Promise.all([owner.delete(`${path}/${first.id}`), second.delete(`${path}/${other.id}`)])

    assert.deepEqual([alone.status, demoted.status], [422, 422])
    assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 422])
    const left = (await admin.get(path)).data
    assert.deepEqual(
      left.map(({ role }: { role: string }) => role),
      ['owner'],
    )
  })

  it('let admins of the company change all but owners, and each member leave', async () => {
    const { owner, company, path } = await createScene()
    const [manager, recruiter, invited] = [await given.user(), await given.user(), await given.user()]
    await addMember(owner, company.id, manager, 'admin')
    const { id: recruiterId } = await addMember(owner, company.id, recruiter, 'recruiter')
    const { id: invitedId } = (await owner.post(path, { user_id: invited.id, role: 'recruiter' })).data
    const [{ id: ownerId }] = (await owner.get(path)).data

    assert.equal((await manager.put(`${path}/${ownerId}`, { role: 'recruiter' })).status, 403)
    assert.equal((await manager.delete(`${path}/${ownerId}`)).status, 403)
    assert.equal((await manager.put(`${path}/${recruiterId}`, { role: 'owner' })).status, 403)
    assert.equal((await recruiter.put(`${path}/${recruiterId}`, { role: 'admin' })).status, 403)
    assert.equal((await manager.put(`${path}/${recruiterId}`, { role: 'interviewer' })).data.role, 'interviewer')
    assert.equal((await (await given.user()).delete(`${path}/${invitedId}`)).status, 403)
    assert.equal((await invited.delete(`${path}/${invitedId}`)).status, 200)
    assert.equal((await recruiter.delete(`${path}/${recruiterId}`)).status, 200)
    assert.equal((await recruiter.get(path)).status, 403)
    assert.equal((await owner.get(path)).data.length, 2)
  })
})
