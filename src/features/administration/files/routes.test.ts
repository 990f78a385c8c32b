import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Person, testApp } from '#test/support/app.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import { collaborator, content, project, sendScopeDocument, version } from '#test/support/projects.ts'
import { png } from '#test/support/samples.ts'

const app = await testApp()
const { anonymous, given } = app
const admin = await given.admin()

const readStatus = async (url: string) => (await anonymous.get(getPath(url))).status

async function upload(person: Person) {
  const body = createForm({ type: 'document', file: content('Buy now!', 'offer.txt') })
  const { status, data, text } = await person.send('POST', '/upload', { body })
  assert.equal(status, 201, text)
  return data.file
}

async function setAvatar(person: Person): Promise<string> {
  const avatar = new File([Uint8Array.from(await png())], 'me.png')
  const { status, data, text } = await person.send('POST', `/users/${person.id}`, { body: createForm({ avatar }) })
  assert.equal(status, 200, text)
  return data.avatar_url
}

describe('a public file', () => {
  it('is found by its owner or address, and taken down by an administrator with a reason', async () => {
    const owner = await given.verifiedUser()
    const [file, other] = [await upload(owner), await upload(owner)]

    const listed = await admin.get(`/admin/files?user_id=${owner.id}`)
    const found = await admin.get(`/admin/files?url=${encodeURIComponent(file.url)}`)
    const removed = await admin.delete(`/admin/files/${file.id}?reason=It%20is%20spam.`)

    assert.deepEqual(
      listed.data.map(({ id }: { id: number }) => id),
      [other.id, file.id],
    )
    assert.deepEqual(found.data, [{ ...file, owner_id: owner.id, purpose: 'upload' }])
    assert.equal(removed.status, 200, removed.text)
    assert.deepEqual([await readStatus(file.url), await readStatus(other.url)], [404, 200])
    assert.equal((await owner.get('/files')).meta.total, 1)
    const [mail] = await app.listMails(owner.email)
    assert.match(mail?.text ?? '', /offer\.\u200b?txt/)
    assert.match(mail?.text ?? '', /It is spam\./)
    const [row] = (await admin.get(`/admin/audit?action=takeDownFile&user_id=${owner.id}`)).data
    assert.deepEqual([row.object, row.reason], [{ kind: 'file', id: String(file.id) }, 'It is spam.'])
    assert.equal((await admin.delete(`/admin/files/${file.id}`)).status, 404)
  })

  it('is not for others to take down, and a private one is not found', async () => {
    const owner = await given.user()
    const file = await upload(owner)
    const { id } = await project(owner)
    await version(owner, id)
    const { data } = await owner.get(`/users/${owner.id}/export`)
    const [privateFile] = data.files.filter(({ purpose }: { purpose: string }) => purpose === 'project_version')

    const stranger = await given.user()
    assert.equal((await stranger.delete(`/admin/files/${file.id}`)).status, 403)
    assert.equal((await stranger.delete(`/files/${file.id}`)).status, 404)
    assert.equal((await admin.delete(`/admin/files/${privateFile.id}`)).status, 404)
    assert.deepEqual((await admin.get('/admin/files')).errors, { user_id: ['The user id field is required.'] })
    assert.equal(await readStatus(file.url), 200)
  })
})

describe('a profile picture', () => {
  for (const [how, remove] of [
    ['with null', (by: Person, { id }: Person) => by.put(`/users/${id}`, { profile_photo: null })],
    ['by its route', (by: Person, { id }: Person) => by.delete(`/users/${id}/avatar`)],
  ] as const)
    it(`is removed ${how}, by the person and by an administrator`, async () => {
      const stranger = await given.user()
      for (const by of ['person', 'administrator']) {
        const person = await given.user()
        const url = await setAvatar(person)
        assert.equal((await remove(stranger, person)).status, 403)
        assert.equal(await readStatus(url), 200)

        const statuses = [await remove(by === 'person' ? person : admin, person), await remove(person, person)]

        assert.deepEqual(
          statuses.map(({ status }) => status),
          [200, 200],
        )
        assert.equal((await person.get('/auth/me')).data.profile_photo, null)
        assert.equal(await readStatus(url), 404)
      }
    })

  it('stays when its own address is sent back, and is taken down like other files', async () => {
    const person = await given.user()
    const url = await setAvatar(person)

    assert.equal((await person.put(`/users/${person.id}`, { profile_photo: url })).data.profile_photo, url)
    const [file] = (await admin.get(`/admin/files?url=${encodeURIComponent(url)}`)).data
    assert.equal((await admin.delete(`/admin/files/${file.id}`)).status, 200)

    assert.equal((await person.get('/auth/me')).data.profile_photo, null)
    assert.equal(await readStatus(url), 404)
  })
})

describe('the files of a project', () => {
  it('are removed by the owner, and a version by the collaborator who uploaded it', async () => {
    const [owner, uploader, reader] = [await given.user(), await given.user(), await given.user()]
    const { id } = await project(owner, { visibility: 'public' })
    await collaborator(owner, id, uploader, { can_upload_versions: true })
    const first = await version(owner, id)
    const second = await version(uploader, id, { version_number: '2.0' })
    const scope = await sendScopeDocument(owner, id)
    const path = `/projects/${id}/versions`

    const refused = [
      await reader.delete(`${path}/${first.id}`),
      await uploader.delete(`${path}/${first.id}`),
      await uploader.delete(`/projects/${id}/scope-document`),
    ]
    const removed = [
      await uploader.delete(`${path}/${second.id}`),
      await owner.delete(`${path}/${first.id}`),
      await owner.delete(`/projects/${id}/scope-document`),
    ]

    assert.deepEqual(
      refused.map(({ status }) => status),
      [403, 403, 403],
    )
    assert.deepEqual(
      removed.map(({ status }) => status),
      [200, 200, 200],
    )
    for (const url of [first.file_url, second.file_url, scope.data.document_url])
      assert.equal(await readStatus(url), 404)
    assert.deepEqual((await owner.get(path)).data, [])
    assert.equal((await owner.get(`/projects/${id}`)).data.scope_document_url, null)
    assert.equal((await owner.delete(`${path}/${first.id}`)).status, 404)
    assert.equal((await owner.delete(`/projects/${id}/scope-document`)).status, 404)
    assert.equal((await version(owner, id)).version_number, '1.0')
  })
})
