import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { getPath } from '#test/support/forms.ts'
import {
  collaborator,
  listStoredFiles,
  milestone,
  project,
  sendScopeDocument,
  version,
} from '#test/support/projects.ts'

const everything = { can_edit: true, can_upload_versions: true, can_manage_milestones: true }

describe('projects and the deletion of an account', () => {
  it('are in the export, with contributions to projects of others', async () => {
    const { given } = await testApp()
    const [owner, ada] = [await given.user(), await given.user()]
    const { id } = await project(owner, { milestones: [{ title: 'Sow', due_date: '2027-04-01' }] })
    const [sow] = (await owner.get(`/projects/${id}/milestones`)).data
    const place = await collaborator(owner, id, ada, everything)
    await version(ada, id, { notes: 'Raw' })
    await ada.put(`/projects/${id}/milestones/${sow.id}`, { status: 'blocked', notes: 'Frost' })

    const mine = (await owner.get(`/users/${owner.id}/export`)).data.projects
    const hers = (await ada.get(`/users/${ada.id}/export`)).data.projects

    assert.deepEqual(
      mine.projects.map((one: { id: number }) => one.id),
      [id],
    )
    assert.equal(mine.milestones[0].title, 'Sow')
    assert.deepEqual([hers.projects, hers.milestones], [[], []])
    assert.equal(hers.versions[0].notes, 'Raw')
    assert.equal(hers.milestone_changes[0].notes, 'Frost')
    assert.deepEqual([hers.collaborations[0].id, hers.collaborations[0].can_edit], [place.id, true])
  })

  it('are deleted with it, unless they have collaborators', async () => {
    const app = await testApp()
    const [owner, ada, admin] = [await app.given.user(), await app.given.user(), await app.given.admin()]
    const total = async () => (await admin.get('/projects?limit=1')).meta.total
    const [count, files] = [await total(), await listStoredFiles(app)]
    const kept = await project(owner, { title: 'Kept' })
    const gone = [await project(owner), await project(owner, { visibility: 'public' })]
    for (const { id } of [kept, ...gone]) {
      await version(owner, id)
      await sendScopeDocument(owner, id)
    }
    await collaborator(owner, kept.id, ada)

    assert.equal((await owner.delete(`/users/${owner.id}`)).status, 200)
    await app.settle()

    for (const { id } of gone) assert.equal((await admin.get(`/projects/${id}`)).status, 404)
    const { data } = await ada.get(`/projects/${kept.id}`)
    assert.equal(data.owner.name, 'Deleted user')
    const [one] = (await ada.get(`/projects/${kept.id}/versions`)).data
    assert.equal(one.uploaded_by.name, 'Deleted user')
    assert.equal((await fetch(`${app.address}${getPath(one.file_url)}`)).status, 200)
    assert.equal((await admin.put(`/projects/${kept.id}`, { status: 'archived' })).status, 200)
    assert.deepEqual([await total(), (await listStoredFiles(app)).length], [count + 1, files.length + 2])
  })

  it('keep contributions of a deleted collaborator', async () => {
    const { given } = await testApp()
    const [owner, ada] = [await given.user(), await given.user()]
    const { id } = await project(owner)
    await collaborator(owner, id, ada, everything)
    await version(ada, id)
    const { id: one } = await milestone(ada, id)
    await ada.put(`/projects/${id}/milestones/${one}`, { status: 'completed', notes: 'Done' })

    await ada.delete(`/users/${ada.id}`)

    assert.deepEqual((await owner.get(`/projects/${id}/collaborators`)).data, [])
    assert.equal((await owner.get(`/projects/${id}`)).data.collaborators_count, 0)
    assert.equal((await owner.get(`/projects/${id}/versions`)).data[0].uploaded_by.name, 'Deleted user')
    const { history } = (await owner.get(`/projects/${id}/milestones/${one}`)).data
    assert.deepEqual([history[0].changed_by.name, history[0].notes], ['Deleted user', 'Done'])
  })
})
