import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { testApp } from '../support/app.ts'
import { pathOf } from '../support/forms.ts'
import { card, course, titled } from '../support/learning.ts'
import { unzipped } from '../support/unzip.ts'

const app = await testApp()
const { given, clock, settle } = app

it('somebody pays for a course, learns it on a journey without a network, and becomes a researcher', async () => {
  const teacher = await given.user({ role: 'researcher', name: 'Agnes Arber' })
  const ada = await given.user({ name: 'Ada Lovelace' })
  const basics = await course(teacher, { title: 'Basics', lessons: titled(1) })
  const made = await course(teacher, {
    title: 'Field botany',
    price: 20,
    prerequisites: [basics.id],
    lessons: titled(3).map((lesson) => ({ ...lesson, content: `# ${lesson.title}` })),
  })
  const path = `/courses/${made.id}`

  // The beginning, on line.
  const payment_method_id = await card(ada)
  assert.equal((await ada.post(`${path}/enroll`, { payment_method_id })).status, 422)
  await ada.post(`/courses/${basics.id}/enroll`)
  await ada.put(`/courses/${basics.id}/progress`, { lesson_id: basics.lessons[0].id, completed: true })
  await ada.post(`/courses/${basics.id}/complete`)
  assert.equal((await ada.post(`${path}/enroll`, { payment_method_id })).status, 201)
  const link = await ada.get(`${path}/download?link=1`)
  const archive = await fetch(`${app.address}${pathOf(link.data.download_url)}`)
  const files = unzipped(Buffer.from(await archive.arrayBuffer()))
  const manifest = JSON.parse(String(files.get('course.json')))
  for (const { path: name, sha256 } of manifest.files)
    assert.equal(
      createHash('sha256')
        .update(files.get(name) ?? '')
        .digest('hex'),
      sha256,
    )

  // On the way: the lessons of the archive, in another order; meanwhile the teacher takes one out and adds one.
  const lessons_completed: object[] = []
  for (const { id } of manifest.lessons.reverse()) {
    clock.advance({ hours: 5 })
    lessons_completed.push({ lesson_id: id, completed_at: clock.now(), time_spent_seconds: 1_800 })
  }
  await teacher.delete(`${path}/lessons/${made.lessons[1].id}`)
  const later = await teacher.post(`${path}/lessons`, { title: 'Grasses' })
  await settle()

  // Back: the device sends all, is cut off, and sends it again.
  const first = await ada.post(`${path}/sync-progress`, { lessons_completed: lessons_completed.slice(0, 2) })
  const second = await ada.post(`${path}/sync-progress`, { lessons_completed, last_sync_at: clock.now() })
  assert.deepEqual([first.data.synced_count, second.data.synced_count], [1, 1])
  assert.equal(second.data.updated_progress, 66)
  const [notice] = (await ada.get('/notifications?type=course_update')).data
  assert.equal((await ada.get(notice.data.url)).data.title, 'Field botany')
  await ada.put(`${path}/progress`, { lesson_id: later.data.id, completed: true, time_spent_seconds: 60 })
  const { data } = await ada.get(`${path}/progress`)
  assert.deepEqual([data.progress_percentage, data.time_spent_minutes], [100, 61])
  const completion = await ada.post(`${path}/complete`)
  assert.equal(completion.data.certificate_eligible, true)
  const page = pathOf(completion.data.certificate_url)
  const { data: verified } = await app.anonymous.get(page, { accept: 'application/json' })
  assert.deepEqual([verified.name, verified.title, verified.valid], ['Ada Lovelace', 'Field botany', true])
  const eligibility = await ada.get('/profile/eligibility')
  assert.equal(eligibility.data.requirements.has_courses, true)
  const [record] = (await ada.get('/billing/history')).data
  assert.equal(record.plan, 'Course: Field botany')
})
