import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { completeCourse } from '#test/support/courses.ts'
import { createSkillCourse, createSkillExam, createVerifiedAuthor } from '#test/support/evidence.ts'
import { takeExam } from '#test/support/exams.ts'
import { createForm } from '#test/support/forms.ts'
import { signIn } from '#test/support/sign-in.ts'

async function createScene() {
  const app = await testApp()
  const admin = await app.given.admin()
  const author = await createVerifiedAuthor(app, admin)
  const holder = await app.given.user({ role: 'researcher', name: 'Ada' })
  const { id } = (await holder.get('/researchers/me')).data
  const reader = await app.given.user()
  const list = async () => (await reader.get(`/researchers/details/${id}`)).data.evidence
  return { ...app, admin, author, holder, id, reader, list }
}

describe('evidence of a researcher', () => {
  it('lists passed exams and completed courses with their weights and certificates', async () => {
    const { author, holder, list, clock } = await createScene()
    const exam = await createSkillExam(author, ['Statistics', 'statistics ', 'R'])
    const course = await createSkillCourse(author, ['R'])

    await takeExam(holder, exam.id, 'right')
    await completeCourse(holder, course)
    const evidence = await list()

    assert.deepEqual(exam.skills, ['Statistics', 'R'])
    const certificates = (await holder.get('/certificates')).data
    const awarded_by = { id: author.id, name: 'Rosalind', verified: true }
    const urlOf = (title: string) => certificates.find((one: { title: string }) => one.title === title)?.certificate_url
    const examUrl = urlOf(exam.title)
    assert.ok(examUrl)
    assert.deepEqual(evidence, [
      { skill: 'R', kind: 'exam', title: exam.title, url: examUrl, awarded_by, weight: 100, at: clock.now() },
      { skill: 'Statistics', kind: 'exam', title: exam.title, url: examUrl, awarded_by, weight: 100, at: clock.now() },
      {
        skill: 'R',
        kind: 'course',
        title: course.title,
        url: urlOf(course.title),
        awarded_by,
        weight: 50,
        at: clock.now(),
      },
    ])
  })

  it('gives no weight to authors who are not verified, until an administrator verifies them', async () => {
    const { given, admin, holder, list, settle } = await createScene()
    const author = await given.user({ role: 'researcher' })
    await takeExam(holder, (await createSkillExam(author, ['Maths'])).id, 'right')
    const profile = (await author.get('/researchers/me')).data

    const before = await list()
    await admin.post(`/researchers/${profile.id}/verify`)
    const after = await list()
    await settle()

    assert.deepEqual([before[0].weight, before[0].awarded_by.verified], [0, false])
    assert.deepEqual([after[0].weight, after[0].awarded_by.verified], [100, true])
  })

  it('counts nothing that the person made', async () => {
    const { admin, holder, id, list } = await createScene()
    await admin.post(`/researchers/${id}/verify`)
    await takeExam(holder, (await createSkillExam(holder, ['Maths'])).id, 'right')
    await completeCourse(holder, await createSkillCourse(holder, ['Maths']))
    const project = (await holder.post('/projects', { title: 'Mine', field: 'Maths', visibility: 'public' })).data
    await holder.send('POST', `/projects/${project.id}/versions`, {
      body: createForm({ version_number: '1', file: new File(['x'], 'x.txt') }),
    })
    await holder.put('/researchers/me', {
      skills: ['Maths'],
      publications: [{ title: 'On Maths', year: 2020, doi: '10.1000/182' }],
    })

    assert.deepEqual(await list(), [])
  })

  it('lists a version in a public project of another person, not in a private one', async () => {
    const { author, holder, list } = await createScene()
    const project = (await author.post('/projects', { title: 'Maize', field: 'Genetics', visibility: 'public' })).data
    await author.post(`/projects/${project.id}/collaborators`, {
      user_id: holder.id,
      role: 'writer',
      permissions: { can_upload_versions: true },
    })
    for (const number of ['1', '2'])
      await holder.send('POST', `/projects/${project.id}/versions`, {
        body: createForm({ version_number: number, file: new File(['x'], 'x.txt') }),
      })

    const shown = await list()
    await author.put(`/projects/${project.id}`, { visibility: 'private' })

    assert.deepEqual(
      shown.map(({ kind, skill, title, weight, url }: Record<string, unknown>) => [kind, skill, title, weight, url]),
      [['project_version', 'Genetics', 'Maize', 30, `http://api.test/projects/${project.id}/versions`]],
    )
    assert.deepEqual(await list(), [])
  })

  it('ends with a revoked certificate and with hidden content', async () => {
    const { admin, author, holder, list } = await createScene()
    const exam = await createSkillExam(author, ['Maths'])
    const course = await createSkillCourse(author, ['Chemistry'])
    await takeExam(holder, exam.id, 'right')
    await completeCourse(holder, course)
    const certificates = (await holder.get('/certificates')).data
    const ofExam = certificates.find(({ title }: { title: string }) => title === exam.title)

    await admin.post(`/certificates/${ofExam.id}/revoke`, { reason: 'Copied' })
    const revoked = await list()
    await admin.post(`/admin/content/course/${course.id}/hide`, { reason: 'Nonsense' })

    assert.deepEqual(
      revoked.map(({ skill }: { skill: string }) => skill),
      ['Chemistry'],
    )
    assert.deepEqual(await list(), [])
  })

  it('lists works that others have added to a proven ORCID record, for the skills that their titles name', async () => {
    const { holder, list, settle, ...app } = await createScene()
    await holder.put('/researchers/me', { skills: ['Public Health', 'Machine Learning', 'Stat'], fields: ['botany'] })

    const linked = await signIn({ ...app, settle }, { provider: 'orcid', action: 'link' }, holder)
    await settle()
    const evidence = await list()
    await holder.put('/researchers/me', { skills: ['Public Health'], fields: [] })
    const fewer = await list()
    await holder.post('/auth/orcid/unlink')

    assert.equal(linked.status, 200, linked.text)
    const shown = evidence.map(({ skill, kind, weight, url, awarded_by }: Record<string, unknown>) => ({
      ...{ skill, kind, weight, url },
      by: awarded_by,
    }))
    const work = { kind: 'publication', weight: 40, url: 'https://doi.org/10.5555/12345678' }
    const by = { id: null, name: 'Crossref', verified: true }
    assert.deepEqual(shown.slice(0, 2), [
      { skill: 'botany', ...work, by },
      { skill: 'Public Health', ...work, by },
    ])
    assert.deepEqual([shown.length, shown[2].kind, shown[2].skill, shown[2].weight], [3, 'orcid', null, 0])
    assert.deepEqual(
      fewer.map(({ skill }: { skill: string }) => skill),
      ['Public Health', null],
    )
    assert.deepEqual(await list(), [])
  })

  it('is in the export of the person, and gone with the account', async () => {
    const { author, holder, id, reader } = await createScene()
    await takeExam(holder, (await createSkillExam(author, ['Maths'])).id, 'right')

    const exported = await holder.get(`/users/${holder.id}/export`)
    await holder.delete(`/users/${holder.id}`)

    assert.equal(exported.data.evidence[0].skill, 'Maths')
    assert.equal((await reader.get(`/researchers/details/${id}`)).status, 404)
  })
})
