import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { it } from 'node:test'
import { addDuration, subtractDuration } from '#core/time.ts'
import { testApp } from '../support/app.ts'
import { addCard, createCourse, createLessons } from '../support/courses.ts'
import { createExam, getRightAnswers, startAttempt, takeExam } from '../support/exams.ts'
import { createForm, getPath } from '../support/forms.ts'
import { pdf } from '../support/samples.ts'
import { unzip } from '../support/unzip.ts'

const app = await testApp()
const { given, clock, settle } = app

it('a learner pays for a course, learns offline, and becomes a researcher', async () => {
  const teacher = await given.user({ role: 'researcher', name: 'Agnes Arber' })
  const ada = await given.user({ name: 'Ada Lovelace' })
  const basics = await createCourse(teacher, { title: 'Basics', lessons: createLessons(1) })
  const made = await createCourse(teacher, {
    title: 'Field botany',
    price: 20,
    prerequisites: [basics.id],
    lessons: createLessons(3).map((lesson) => ({ ...lesson, content: `# ${lesson.title}` })),
  })
  const path = `/courses/${made.id}`

  // Online at first.
  const payment_method_id = await addCard(ada)
  assert.equal((await ada.post(`${path}/enroll`, { payment_method_id })).status, 422)
  await ada.post(`/courses/${basics.id}/enroll`)
  await ada.put(`/courses/${basics.id}/progress`, { lesson_id: basics.lessons[0].id, completed: true })
  await ada.post(`/courses/${basics.id}/complete`)
  assert.equal((await ada.post(`${path}/enroll`, { payment_method_id })).status, 201)
  const link = await ada.get(`${path}/download?link=1`)
  const archive = await fetch(`${app.address}${getPath(link.data.download_url)}`)
  const files = unzip(Buffer.from(await archive.arrayBuffer()))
  const manifest = JSON.parse(String(files.get('course.json')))
  for (const { path: name, sha256 } of manifest.files)
    assert.equal(
      createHash('sha256')
        .update(files.get(name) ?? '')
        .digest('hex'),
      sha256,
    )

  // Offline: lessons of the archive in another order; meanwhile the instructor removes and adds lessons.
  const lessons_completed: object[] = []
  for (const { id } of manifest.lessons.reverse()) {
    clock.advance({ hours: 5 })
    lessons_completed.push({ lesson_id: id, completed_at: clock.now(), time_spent_seconds: 1_800 })
  }
  await teacher.delete(`${path}/lessons/${made.lessons[1].id}`)
  const later = await teacher.post(`${path}/lessons`, { title: 'Grasses' })
  await settle()

  // Online again: the device syncs, is interrupted, and repeats the sync.
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
  const page = getPath(completion.data.certificate_url)
  const { data: verified } = await app.anonymous.get(page, { accept: 'application/json' })
  assert.deepEqual([verified.name, verified.title, verified.valid], ['Ada Lovelace', 'Field botany', true])
  const eligibility = await ada.get('/profile/eligibility')
  assert.equal(eligibility.data.requirements.has_courses, true)
  const [record] = (await ada.get('/billing/history')).data
  assert.equal(record.plan, 'Course: Field botany')
})

it('a learner studies for an exam, books a seat, fails, passes, and shows the certificate to an employer', async () => {
  const author = await given.user({ role: 'researcher' })
  const grace = await given.user({ name: 'Grace Hopper' })
  const made = await createExam(author, { title: 'Compilers', duration_minutes: 45, max_attempts: 2 })
  const path = `/exams/${made.id}`
  const guide = new File([Uint8Array.from(pdf)], 'guide.pdf')
  await author.send('POST', `${path}/study-materials`, { body: createForm({ title: 'Guide', file: guide }) })

  // Some days before the exam.
  const [material] = (await grace.get(`${path}/study-materials`)).data
  const studied = await app.anonymous.get(getPath(material.file_url))
  assert.equal(studied.headers.get('content-type'), 'application/pdf')
  const start = addDuration(clock.now(), { days: 3 })
  const [date = '', time = ''] = start.split(/[T.]/)
  const { data: seat } = await grace.post(`${path}/book`, { date, time, location: 'Harvard' })
  assert.deepEqual([seat.booking.status, seat.booking.starts_at], ['confirmed', start])
  clock.set(subtractDuration(start, { hours: 24 }))
  await settle()
  const [reminder] = (await grace.get('/notifications?type=exam_reminder')).data
  assert.equal((await grace.get(reminder.data.url)).data.can_take, true)

  // The exam: the connection is lost, and saved answers are there on another device.
  clock.set(start)
  assert.equal((await takeExam(grace, made.id, 'wrong')).passed, false)
  const attempt = await startAttempt(grace, made.id)
  const [first, ...others] = Object.entries(getRightAnswers(attempt.questions))
  await grace.put(`/exam-attempts/${attempt.id}/answers`, { answers: Object.fromEntries(others) })
  clock.advance({ minutes: 40 })
  const resumed = (await grace.get(`/exam-attempts/${attempt.id}`)).data
  assert.deepEqual([resumed.questions, resumed.time_remaining_seconds], [attempt.questions, 300])
  const answers = Object.fromEntries([first ?? assert.fail()])
  const result = (await grace.post(`/exam-attempts/${attempt.id}/submit`, { answers })).data
  assert.deepEqual([result.score, result.passed, result.certificate_eligible], [100, true, true])

  // After the exam.
  const [notice] = (await grace.get('/notifications?type=certificate_issued')).data
  const certificate = (await grace.get(notice.data.url)).data
  assert.deepEqual([certificate.exam, certificate.score], [{ id: made.id, title: 'Compilers' }, 100])
  const page = await app.anonymous.get(getPath(certificate.certificate_url))
  for (const text of ['Grace Hopper', 'Compilers', certificate.verification_code])
    assert.ok(page.text.includes(text), text)
  assert.equal((await grace.post(`${path}/start`)).status, 422)
})
