import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, testApp } from '#test/support/app.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { collaborator, project } from '#test/support/projects.ts'

/** An owner with a project, and a user who may be added. */
async function createStaffedProject(more: object = {}) {
  const app = await testApp()
  const owner = await app.given.user({ name: 'Barbara' })
  const { id } = await project(owner, more)
  return { ...app, owner, id, path: `/projects/${id}/collaborators`, ada: await app.given.verifiedUser() }
}

const none = { can_edit: false, can_upload_versions: false, can_manage_milestones: false }

describe('POST /projects/{id}/collaborators', () => {
  it('adds a user, by default without permissions, and sends an invitation', async () => {
    const { owner, ada, id, path, clock, listMails: mailsTo } = await createStaffedProject()

    const { status, data } = await owner.post(path, {
      user_id: ada.id,
      role: ' Botanist ',
      permissions: { can_edit: true },
    })

    assert.equal(status, 201)
    const added = data.collaborator
    assert.deepEqual(added, {
      id: added.id,
      user: { id: ada.id, name: 'Ada Lovelace', email: '', profile_photo: '' },
      role: 'Botanist',
      added_at: clock.now(),
      accepted_at: null,
      permissions: { ...none, can_edit: true },
    })
    assert.deepEqual((await ada.get(path)).data, [{ ...added, user: { ...added.user, email: ada.email } }])
    const [notice] = (await ada.get('/notifications?type=project_invite')).data
    assert.deepEqual(notice.data, { url: `/projects/${id}`, action: 'view_project' })
    assert.equal(notice.message, 'Barbara added you to the project Maize as Botanist.')
    const seen = await ada.get(notice.data.url)
    assert.deepEqual([seen.data.my_permissions, seen.data.collaborators_count], [added.permissions, 1])
    const [mail] = await mailsTo(ada.email)
    assert.equal(mail?.subject, 'You were added to Maize')
    assert.match(mail?.text ?? '', /http:\/\/app\.test\/projects\/\d+/)
    const [entry] = (await owner.get(`/users/${owner.id}/activity?type=collaborator_added`)).data
    assert.deepEqual(entry.metadata, { project_id: id, collaborator_id: added.id, user_id: ada.id })
  })

  it('refuses unknown users, the owner, and existing collaborators', async () => {
    const { owner, ada, id, path, given } = await createStaffedProject()
    const gone = await given.user()
    await gone.delete(`/users/${gone.id}`)
    await collaborator(owner, id, ada)
    const admin = await given.admin()

    for (const user_id of [999_999_999, gone.id, owner.id, ada.id])
      for (const person of [owner, admin]) {
        const reply = await person.post(path, { user_id, role: 'Botanist' })
        assert.deepEqual([reply.status, Object.keys(reply.errors)], [422, ['user_id']], reply.text)
      }

    const wrong = await owner.post(path, { role: 'x'.repeat(101), permissions: { can_edit: 'yes' } })
    assert.deepEqual(Object.keys(wrong.errors).sort(), ['permissions.can_edit', 'role', 'user_id'])
    assert.equal((await owner.get(path)).data.length, 1)
  })

  it('adds a user once when twenty requests arrive at once', async () => {
    const { owner, ada, path, listMails: mailsTo } = await createStaffedProject()

    const replies = await runConcurrently(20, () => owner.post(path, { user_id: ada.id }))

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 19 })
    assert.equal((await ada.get('/notifications?type=project_invite')).meta.total, 1)
    assert.equal((await mailsTo(ada.email)).filter(({ subject }) => /Maize/.test(subject)).length, 1)
  })
})

describe('PUT /projects/{id}/collaborators/{collaborator_id}', () => {
  it('changes only the fields that are sent, immediately', async () => {
    const { owner, ada, id, path } = await createStaffedProject()
    const added = await collaborator(owner, id, ada, { can_edit: true })
    const before = await ada.post(`/projects/${id}/milestones`, { title: 'Sow', due_date: '2027-04-01' })

    const { data } = await owner.put(`${path}/${added.id}`, {
      permissions: { can_edit: false, can_manage_milestones: true },
    })

    assert.deepEqual(data, { ...added, permissions: { ...none, can_manage_milestones: true } })
    assert.equal(before.status, 403)
    assert.equal((await ada.post(`/projects/${id}/milestones`, { title: 'Sow', due_date: '2027-04-01' })).status, 201)
    assert.equal((await ada.put(`/projects/${id}`, { title: 'Mine now' })).status, 403)
    const renamed = await owner.put(`${path}/${added.id}`, { role: 'Gardener' })
    assert.deepEqual(renamed.data, { ...data, role: 'Gardener' })
  })
})

describe('DELETE /projects/{id}/collaborators/{collaborator_id}', () => {
  it('lets a collaborator leave a private project, who then cannot see it and may be invited again', async () => {
    const { owner, ada, id, path } = await createStaffedProject()
    const added = await collaborator(owner, id, ada)

    const replies = await runConcurrently(10, () => ada.delete(`${path}/${added.id}`))

    // A former collaborator is a stranger.
    assert.equal(countByStatus(replies)[200], 1)
    assert.equal((await ada.get(`/projects/${id}`)).status, 403)
    assert.equal((await owner.get(`/projects/${id}`)).data.collaborators_count, 0)
    const again = await collaborator(owner, id, ada)
    assert.notEqual(again.id, added.id)
    // A repetition within a day sends no second invitation.
    assert.equal((await ada.get('/notifications?type=project_invite')).meta.total, 1)
  })

  it('does not let collaborators remove each other, or use another project', async () => {
    const { owner, ada, id, path, given } = await createStaffedProject()
    const ben = await given.user()
    const added = await collaborator(owner, id, ada, { can_edit: true })
    await collaborator(owner, id, ben, { can_edit: true })
    const other = await project(ben)

    assert.equal((await ben.delete(`${path}/${added.id}`)).status, 403)
    assert.equal((await ben.delete(`/projects/${other.id}/collaborators/${added.id}`)).status, 404)
    assert.equal((await owner.put(`/projects/${other.id}/collaborators/${added.id}`, {})).status, 403)
    assert.equal((await owner.get(path)).data.length, 2)
  })
})

describe('POST /projects/{id}/collaborators/{collaborator_id}/accept', () => {
  it('is allowed once for the user who was added, and keeps the first time', async () => {
    const { given, clock } = await testApp()
    const [owner, ada, stranger] = [await given.user(), await given.user(), await given.user()]
    const { id } = await project(owner, { visibility: 'public' })
    const { id: one } = await collaborator(owner, id, ada)
    const path = `/projects/${id}/collaborators/${one}/accept`

    const refused = [await owner.post(path), await stranger.post(path), await (await given.admin()).post(path)]
    const first = await ada.post(path)
    clock.advance({ hours: 1 })
    const second = await ada.post(path)

    assert.deepEqual(
      refused.map(({ status }) => status),
      [403, 403, 403],
    )
    assert.notEqual(first.data.accepted_at, null)
    assert.deepEqual(second.data, first.data)
    assert.deepEqual((await owner.get(`/projects/${id}/collaborators`)).data, [first.data])
  })
})

describe('the e-mail address of a collaborator', () => {
  it('is shown to administrators, to the collaborator, and to fellow members once the collaborator has accepted', async () => {
    const { owner, ada, id, path, given } = await createStaffedProject({ visibility: 'public' })
    const [stranger, admin, fellow] = [await given.user(), await given.admin(), await given.user()]
    await collaborator(owner, id, fellow)
    const { id: memberId } = await collaborator(owner, id, ada)
    const readEmail = async (person: typeof owner): Promise<string> =>
      (await person.get(path)).data.find(({ user }: { user: { id: number } }) => user.id === ada.id).user.email
    const readers = [owner, fellow, stranger, ada, admin]

    const before = await Promise.all(readers.map(readEmail))
    await ada.post(`${path}/${memberId}/accept`)
    const after = await Promise.all(readers.map(readEmail))

    assert.deepEqual(before, ['', '', '', ada.email, ada.email])
    assert.deepEqual(after, [ada.email, ada.email, '', ada.email, ada.email])
  })

  it('is not returned to the owner who adds or changes a collaborator', async () => {
    const { owner, ada, path } = await createStaffedProject()

    const { data } = await owner.post(path, { user_id: ada.id, role: 'Botanist' })
    const changed = await owner.put(`${path}/${data.collaborator.id}`, { role: 'Geologist' })

    assert.deepEqual([data.collaborator.user.email, changed.data.user.email], ['', ''])
  })
})

describe('invitations', () => {
  it('are sent once when a user is added and removed repeatedly within a day', async () => {
    const { owner, ada, path, clock, listMails } = await createStaffedProject()
    const invite = async () => {
      const { data } = await owner.post(path, { user_id: ada.id, role: 'Botanist' })
      await owner.delete(`${path}/${data.collaborator.id}`)
    }
    const count = async () => [
      (await listMails(ada.email)).filter(({ subject }) => subject === 'You were added to Maize').length,
      (await ada.get('/notifications?type=project_invite')).meta.total,
    ]

    for (let times = 0; times < 5; times++) await invite()
    const first = await count()
    clock.advance({ days: 1 })
    await invite()

    assert.deepEqual(
      [first, await count()],
      [
        [1, 1],
        [2, 2],
      ],
    )
  })

  it('are limited per user and day', async () => {
    const { given } = await createApp({ INVITATIONS_PER_DAY: '2' })
    const owner = await given.user()
    const { id } = await project(owner)
    const add = async () => owner.post(`/projects/${id}/collaborators`, { user_id: (await given.user()).id, role: 'x' })

    const replies = [await add(), await add(), await add()]

    assert.deepEqual(countByStatus(replies), { 201: 2, 429: 1 })
    assert.equal(replies[2]?.headers.get('retry-after'), '86400')
    assert.equal((await owner.get(`/projects/${id}/collaborators`)).data.length, 2)
  })
})

describe('the visibility of a project', () => {
  it('cannot be changed by a collaborator who may edit', async () => {
    const { owner, ada, id } = await createStaffedProject()
    await collaborator(owner, id, ada, { can_edit: true })

    const published = await ada.put(`/projects/${id}`, { title: 'Open maize', visibility: 'public' })
    const edited = await ada.put(`/projects/${id}`, { title: 'Private maize', visibility: 'private' })

    assert.deepEqual([published.status, edited.status], [403, 200])
    const { data } = await owner.get(`/projects/${id}`)
    assert.deepEqual([data.title, data.visibility], ['Private maize', 'private'])
  })
})
