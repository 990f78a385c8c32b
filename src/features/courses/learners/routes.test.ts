import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse as parseCsv } from 'csv-parse/sync'
import { addDuration } from '#core/time.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { completeCourse, completeLessons, createCourse, createEnrollment } from '#test/support/courses.ts'
import { createExam, takeExam } from '#test/support/exams.ts'
import { assertUntold } from '#test/support/secrets.ts'

/** A course with two lessons, of which the first is due after three days, and an exam for practice in a third one. */
async function createTaughtCourse(more: object = {}) {
  const app = await testApp()
  const teacher = await app.given.user({ role: 'researcher' })
  const quiz = await createExam(teacher, { title: 'Roots', practice: true, max_attempts: 5 })
  const lessons = [{ title: 'Seeds', due_after_days: 3 }, { title: 'Leaves' }, { title: 'Quiz', exam_id: quiz.id }]
  const course = await createCourse(teacher, { lessons, ...more })
  return { ...app, teacher, quiz, course, path: `/courses/${course.id}/learners` }
}

interface LearnerItem {
  user: { id: number; name: string }
  at_risk: boolean
  at_risk_reasons: string[]
}

const listNames = ({ data }: { data: LearnerItem[] }) => data.map(({ user }) => user.name)
const listReasons = ({ data }: { data: LearnerItem[] }) =>
  Object.fromEntries(data.map(({ user, at_risk_reasons }) => [user.name, at_risk_reasons.join()]))

async function enrollAs(given: { user(more: object): Promise<Person> }, courseId: number, name: string) {
  const person = await given.user({ name })
  await createEnrollment(person, courseId)
  return person
}

describe('GET /courses/{id}/learners', () => {
  it('says how far a learner is, when they were last there, what is due, and how their quizzes went', async () => {
    const { teacher, given, clock, quiz, course, path } = await createTaughtCourse()
    const ada = await given.user({ name: 'Ada Lovelace' })
    const { id, enrolled_at } = await createEnrollment(ada, course.id)
    clock.advance({ hours: 2 })
    const [, leaves] = course.lessons
    await ada.put(`/courses/${course.id}/progress`, {
      lesson_id: leaves.id,
      completed: true,
      time_spent_seconds: 150,
    })
    await takeExam(ada, quiz.id, 'wrong')
    const { score } = await takeExam(ada, quiz.id, 'right')

    const { status, data, meta, text } = await teacher.get(path)

    assert.equal(status, 200, text)
    assert.equal(meta.total, 1)
    assert.deepEqual(data, [
      {
        id,
        user: { id: ada.id, name: 'Ada Lovelace', profile_photo: null },
        status: 'active',
        cohort_id: null,
        cohort_title: null,
        progress: 66,
        lessons_completed: 2,
        total_lessons: 3,
        time_spent_minutes: 2,
        enrolled_at,
        last_accessed_at: clock.now(),
        completed_at: null,
        due_at: '2026-11-24T09:00:00.000Z',
        overdue_lessons: 0,
        at_risk: false,
        at_risk_reasons: [],
        quizzes: [{ exam_id: quiz.id, title: 'Roots', best_score: score, passed: true, attempts: 2, grading: 'final' }],
      },
    ])
    assert.ok(!text.includes(ada.email))
  })

  it('says who is at risk and why, and filters by it', async () => {
    const { teacher, given, clock, quiz, course, path } = await createTaughtCourse()
    const [seeds] = course.lessons
    const away = await enrollAs(given, course.id, 'Away')
    const done = await given.user({ name: 'Done' })
    await createEnrollment(done, course.id)
    await completeLessons(done, course.id, [seeds])
    await done.post(`/courses/${course.id}/complete`)
    const paused = await enrollAs(given, course.id, 'Paused')
    await paused.put(`/courses/${course.id}/enrollment`, { status: 'paused' })
    await completeLessons(away, course.id, [seeds])
    clock.advance({ days: 14 })
    const atTheBound = listReasons(await teacher.get(path))
    clock.advance({ minutes: 1 })
    const behind = await enrollAs(given, course.id, 'Behind')
    clock.advance({ days: 3, minutes: 1 })
    const failing = await enrollAs(given, course.id, 'Failing')
    for (const _ of [1, 2]) await takeExam(failing, quiz.id, 'wrong')
    const fine = await enrollAs(given, course.id, 'Fine')
    await takeExam(fine, quiz.id, 'wrong')

    const [all, risky, others] = [
      await teacher.get(path),
      await teacher.get(`${path}?at_risk=true`),
      await teacher.get(`${path}?at_risk=false`),
    ]

    assert.deepEqual(atTheBound, { Away: '', Done: '', Paused: '' })
    assert.deepEqual(listReasons(all), {
      Away: 'no_access',
      Behind: 'behind',
      Failing: 'failed_twice',
      Fine: '',
      Done: '',
      Paused: '',
    })
    assert.deepEqual(listNames(risky).toSorted(), ['Away', 'Behind', 'Failing'])
    assert.deepEqual(listNames(others).toSorted(), ['Done', 'Fine', 'Paused'])
    assert.deepEqual([risky.meta.total, others.meta.total], [3, 3])
    assert.ok(all.data.every((row: LearnerItem) => row.at_risk === row.at_risk_reasons.length > 0))
    await takeExam(failing, quiz.id, 'right')
    await behind.put(`/courses/${course.id}/progress`, { lesson_id: seeds.id, completed: true })
    assert.deepEqual(listNames(await teacher.get(`${path}?at_risk=true`)), ['Away'])
  })

  it('counts the absence and the due dates of a cohort from its start', async () => {
    const { teacher, given, clock, course, path } = await createTaughtCourse()
    const start = addDuration(clock.now(), { days: 13 })
    const cohorts = [{ title: 'January', starts_at: start }]
    const changed = await teacher.put(`/courses/${course.id}`, { cohorts })
    assert.equal(changed.status, 200, changed.text)
    const [{ id: cohort_id }] = changed.data.cohorts
    await enrollAs(given, course.id, 'Early')
    clock.advance({ days: 15 })
    const [before] = (await teacher.get(path)).data
    clock.advance({ days: 13 })
    const [after] = (await teacher.get(`${path}?cohort_id=${cohort_id}`)).data

    assert.deepEqual(
      [before.cohort_title, before.due_at, before.at_risk_reasons],
      ['January', addDuration(start, { days: 3 }), []],
    )
    assert.deepEqual([after.at_risk_reasons, after.overdue_lessons], [['no_access', 'behind'], 1])
    const other = await createTaughtCourse()
    await enrollAs(given, other.course.id, 'Elsewhere')
    assert.equal((await other.teacher.get(`${other.path}?cohort_id=${cohort_id}`)).meta.total, 0)
  })

  it('takes an attempt at the exam of a lesson for a sign of the learner', async () => {
    const { teacher, given, clock, quiz, course, path } = await createTaughtCourse()
    const ada = await enrollAs(given, course.id, 'Ada')
    await completeLessons(ada, course.id, course.lessons.slice(0, 1))
    clock.advance({ days: 15 })
    const before = listReasons(await teacher.get(path))

    await takeExam(ada, quiz.id, 'wrong')

    assert.deepEqual([before, listReasons(await teacher.get(path))], [{ Ada: 'no_access' }, { Ada: '' }])
  })

  it('filters by status and a part of the name, sorts by the last access, and has pages with an exact total', async () => {
    const { teacher, given, clock, course, path } = await createTaughtCourse()
    for (const name of ['Zoë Ångström', 'Ada Lovelace', 'Ada Yonath']) {
      await enrollAs(given, course.id, name)
      clock.advance({ minutes: 1 })
    }
    const finished = await given.user({ name: 'Grace Hopper' })
    await completeCourse(finished, { ...course, lessons: course.lessons.slice(0, 2) })

    assert.deepEqual(listNames(await teacher.get(path)), ['Grace Hopper', 'Ada Yonath', 'Ada Lovelace', 'Zoë Ångström'])
    const { data, meta } = await teacher.get(`${path}?sort=oldest&limit=2&page=2`)
    assert.deepEqual(listNames({ data }), ['Ada Yonath', 'Grace Hopper'])
    assert.deepEqual([meta.total, meta.last_page], [4, 2])
    assert.deepEqual(listNames(await teacher.get(`${path}?status=completed`)), ['Grace Hopper'])
    assert.deepEqual(listNames(await teacher.get(`${path}?search=zoe%20ang`)), ['Zoë Ångström'])
    assert.deepEqual(listNames(await teacher.get(`${path}?search=ADA&status=active&sort=oldest`)), [
      'Ada Lovelace',
      'Ada Yonath',
    ])
    for (const part of ['%', '_', finished.email, "' or 1=1 --"])
      assert.equal((await teacher.get(`${path}?search=${encodeURIComponent(part)}`)).meta.total, 0)
    for (const query of ['status=gone', 'at_risk=perhaps', 'cohort_id=x', 'sort=name'])
      assert.equal((await teacher.get(`${path}?${query}`)).status, 422, query)
  })

  it('is a table of all rows with `Accept: text/csv`, without formulas', async () => {
    const { teacher, given, quiz, course, path } = await createTaughtCourse({ title: 'Botany' })
    const cmd = await enrollAs(given, course.id, '=cmd()')
    await takeExam(cmd, quiz.id, 'right')

    const { text, headers } = await teacher.get(`${path}?limit=1`, { accept: 'text/csv', 'accept-language': 'es' })

    assert.match(String(headers.get('content-disposition')), /Alumnos/)
    const [row, ...others]: Record<string, string>[] = parseCsv(text, { bom: true, columns: true })
    assert.deepEqual(others, [])
    assert.deepEqual([row?.['user.name'], row?.progress, row?.at_risk], ["'=cmd()", '33', 'false'])
    assert.deepEqual(JSON.parse(row?.quizzes ?? ''), {
      exam_id: quiz.id,
      title: 'Roots',
      passed: true,
      attempts: 1,
      best_score: 100,
      grading: 'final',
    })
  })

  it('is for the instructor and administrators, and says nothing of a draft', async () => {
    const { given, anonymous, teacher, course, path } = await createTaughtCourse()
    const draft = await createCourse(teacher, { status: 'draft' })
    const learner = await enrollAs(given, course.id, 'Ada')
    const [stranger, admin] = [await given.user({ role: 'researcher' }), await given.admin()]

    for (const person of [learner, stranger])
      for (const accept of ['application/json', 'text/csv']) {
        const reply = await person.get(path, { accept })
        assert.equal(reply.status, 403)
        assertUntold(reply.text, ['Ada'])
        assert.equal((await person.get(`/courses/${draft.id}/learners`, { accept })).status, 404)
      }
    assert.equal((await anonymous.get(path)).status, 401)
    assert.equal((await teacher.get('/courses/999999/learners')).status, 404)
    assert.equal((await admin.get(path)).meta.total, 1)
    const audit = await admin.get('/admin/audit?action=listLearners')
    assert.deepEqual(audit.data[0]?.object, { kind: 'course', id: String(course.id) })
  })

  it('lists neither the instructor, nor pending payments, nor deleted accounts, and suspended ones like others', async () => {
    const { given, teacher, course, path } = await createTaughtCourse()
    const admin = await given.admin()
    await createEnrollment(teacher, course.id)
    const suspended = await enrollAs(given, course.id, 'Suspended')
    await admin.post(`/admin/users/${suspended.id}/suspend`, { reason: 'Spam' })
    const deleted = await enrollAs(given, course.id, 'Deleted')
    await deleted.delete(`/users/${deleted.id}`)
    await teacher.put(`/courses/${course.id}`, { price: 10 })
    const payer = await given.user({ name: 'Payer' })
    const phone = { type: 'mobile_money', provider: 'mpesa', phone: '+254712340002' }
    const { data: added } = await payer.post('/payment-methods', phone)
    const enrolled = await payer.post(`/courses/${course.id}/enroll`, {
      payment_method_id: added.payment_method.id,
    })

    assert.equal(enrolled.data.payment.status, 'pending')
    const { data, meta } = await teacher.get(path)
    assert.deepEqual([listNames({ data }), meta.total], [['Suspended'], 1])
  })
})
