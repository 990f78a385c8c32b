import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, createUniqueEmail, extractToken, type Person, testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { createCourse } from '#test/support/courses.ts'
import { createExam, getRightAnswers, startAttempt } from '#test/support/exams.ts'

const booking = { exam_type: 'online', date: '2099-01-01', time: '09:00', location: 'Online' }

async function createInvited(more: object = {}) {
  const { given } = await testApp()
  const author = await given.user({ role: 'researcher' })
  const exam = await createExam(author, { access: 'invited', ...more })
  return { author, exam, path: `/exams/${exam.id}/roster` }
}

const listIds = async (person: Person, query = '') =>
  (await person.get(`/exams?limit=100${query}`)).data.map(({ id }: { id: number }) => id)

const countNotices = async (person: Person) => {
  const { settle } = await testApp()
  await settle()
  return (await person.get('/notifications?type=exam_reminder')).meta.total
}

async function verify(person: Person): Promise<void> {
  const { anonymous, listMails } = await testApp()
  const { status } = await anonymous.post('/auth/email/verify', {
    token: extractToken((await listMails(person.email))[0]),
  })
  assert.equal(status, 200)
}

describe('the roster of an exam', () => {
  it('takes all members of a company, for those who are members themselves', async () => {
    const { given } = await testApp()
    const { author, exam, path } = await createInvited()
    const owner = await given.verifiedUser()
    const company = await createCompany(owner)
    const [member, invited] = [await given.verifiedUser(), await given.user()]
    await addMember(owner, company.id, member, 'interviewer')
    await owner.post(`/companies/${company.id}/members`, { user_id: invited.id, role: 'recruiter' })

    const stranger = await author.post(path, { company_id: company.id })
    const unknown = await author.post(path, { company_id: 999_999 })
    await addMember(owner, company.id, author, 'recruiter')
    const added = await author.post(path, { company_id: company.id, user_ids: [member.id] })
    const again = await author.post(path, { company_id: company.id })

    assert.deepEqual([stranger.status, stranger.errors], [422, unknown.errors])
    assert.deepEqual(Object.keys(stranger.errors), ['company_id'])
    const show = ({ data }: { data: { user_id: number; verdict: string }[] }) =>
      data.map(({ user_id, verdict }) => [user_id, verdict])
    assert.deepEqual(show(added), [
      [member.id, 'added'],
      [owner.id, 'added'],
      [member.id, 'already_added'],
    ])
    assert.deepEqual(
      show(again).map(([, verdict]) => verdict),
      ['already_added', 'already_added'],
    )
    assert.equal((await member.get(`/exams/${exam.id}`)).status, 200)
    assert.equal((await invited.get(`/exams/${exam.id}`)).status, 404)
    assert.equal(await countNotices(member), 1)
  })

  it('takes all learners of a cohort, for the instructor of its course and administrators', async () => {
    const { given } = await testApp()
    const { author, exam, path } = await createInvited()
    const cohorts = [
      { title: 'Spring', starts_at: '2026-01-01T00:00:00Z' },
      { title: 'Autumn', starts_at: '2026-02-01T00:00:00Z' },
    ]
    const course = await createCourse(author, { cohorts, status: 'published' })
    const other = await createCourse(await given.user({ role: 'researcher' }), { cohorts, status: 'published' })
    const [spring, autumn] = course.cohorts
    const [first, second] = [await given.user(), await given.user()]
    await first.post(`/courses/${course.id}/enroll`, { cohort_id: spring.id })
    await second.post(`/courses/${course.id}/enroll`, { cohort_id: autumn.id })

    const foreign = await author.post(path, { cohort_id: other.cohorts[0].id })
    const added = await author.post(path, { cohort_id: spring.id })
    const none = await author.post(path, {})
    const byAdmin = await (await given.admin()).post(path, { cohort_id: autumn.id })

    assert.deepEqual([foreign.status, Object.keys(foreign.errors)], [422, ['cohort_id']])
    assert.deepEqual(
      added.data.map(({ user_id, verdict }: { user_id: number; verdict: string }) => [user_id, verdict]),
      [[first.id, 'added']],
    )
    assert.equal(none.status, 422)
    assert.equal((await first.get(`/exams/${exam.id}`)).status, 200)
    assert.equal(byAdmin.data[0].user_id, second.id)
  })
})

describe('an exam for invited people', () => {
  it('does not exist for others, in details, lists and totals, and in what belongs to it', async () => {
    const { given } = await testApp()
    const { author, exam, path } = await createInvited({ category: 'Zymurgy' })
    const [guest, stranger] = [await given.user(), await given.user()]
    await author.post(path, { user_ids: [guest.id] })

    for (const below of ['', '/accommodations', '/study-materials', '/questions', '/attempts', '/roster'])
      assert.equal((await stranger.get(`/exams/${exam.id}${below}`)).status, 404, below)
    assert.equal((await stranger.post(`/exams/${exam.id}/start`)).status, 404)
    assert.equal((await stranger.post(`/exams/${exam.id}/book`, booking)).status, 404)
    assert.equal((await stranger.post(path, { user_ids: [stranger.id] })).status, 404)
    const totals: number[] = []
    for (const person of [stranger, guest, author])
      for (const status of ['', '&status=available', '&status=upcoming', '&status=completed'])
        totals.push((await person.get(`/exams?category=zymurgy${status}`)).meta.total)
    assert.deepEqual(totals, [0, 0, 0, 0, 1, 1, 0, 0, 1, 1, 0, 0])
    assert.equal((await listIds(stranger)).includes(exam.id), false)
    assert.deepEqual((await listIds(guest)).filter((id: number) => id === exam.id).length, 1)
    const { data } = await guest.get(`/exams/${exam.id}`)
    assert.deepEqual([data.access, data.can_take], ['invited', true])
    assert.equal((await guest.get(path)).status, 403)
    assert.equal((await guest.post(path, { user_ids: [stranger.id] })).status, 403)
  })

  it('is listed once for a person on its roster with another window', async () => {
    const { given } = await testApp()
    const { author, exam, path } = await createInvited({ category: 'Yodeling' })
    const guest = await given.user()
    await author.post(path, { user_ids: [guest.id] })
    await author.post(`/exams/${exam.id}/accommodations`, { user_id: guest.id, available_from: '2098-01-01T00:00:00Z' })

    const totals: number[] = []
    for (const status of ['available', 'upcoming', 'completed'])
      totals.push((await guest.get(`/exams?category=yodeling&status=${status}`)).meta.total)
    assert.deepEqual(totals, [0, 1, 0])
  })

  it('counts again for everybody when it is opened', async () => {
    const { given } = await testApp()
    const { author, exam } = await createInvited({ category: 'Xylology' })
    const stranger = await given.user()
    const count = async () => (await stranger.get('/exams?category=xylology')).meta.total

    const before = await count()
    await author.put(`/exams/${exam.id}`, { access: 'everyone' })
    const open = await count()
    await author.put(`/exams/${exam.id}`, { access: 'invited', title: 'Mine' })
    const closed = await count()
    await author.delete(`/exams/${exam.id}`)

    assert.deepEqual([before, open, closed, await count()], [0, 1, 0, 0])
  })

  it('is graded by a grader who is not on its roster, and who can neither take, book nor list it', async () => {
    const { given } = await testApp()
    const essay = { type: 'essay', question: 'Why do we sow?', points: 4 }
    const { author, exam, path } = await createInvited({ questions: [essay], category: 'Xylography' })
    const [guest, grader, stranger] = [await given.user(), await given.user(), await given.user()]
    await author.post(path, { user_ids: [guest.id] })
    assert.equal((await author.post(`/exams/${exam.id}/graders`, { user_id: grader.id })).status, 201)
    const { id, questions } = await startAttempt(guest, exam.id)
    const question = questions[0]?.id ?? 0
    await guest.post(`/exam-attempts/${id}/submit`, { answers: { [question]: 'To eat in winter.' } })
    const gradePath = `/exam-attempts/${id}/grades/${question}`

    const queue = await grader.get(`/exams/${exam.id}/grading`)
    const graded = await grader.put(gradePath, { points: 3, comment: 'Good.' })

    assert.deepEqual([queue.status, queue.data.length, graded.status], [200, 1, 200], graded.text)
    assert.equal((await grader.get(`/exams/${exam.id}/graders`)).status, 200)
    for (const person of [grader, stranger]) {
      assert.equal((await person.get(`/exams/${exam.id}`)).status, 404)
      assert.equal((await person.post(`/exams/${exam.id}/start`)).status, 404)
      assert.equal((await person.post(`/exams/${exam.id}/book`, booking)).status, 404)
      assert.equal((await person.get(path)).status, 404)
      assert.equal((await person.get('/exams?category=xylography')).meta.total, 0)
    }
    assert.equal((await stranger.get(`/exams/${exam.id}/grading`)).status, 404)
    assert.equal((await stranger.put(gradePath, { points: 4 })).status, 404)
    assert.equal((await guest.put(gradePath, { points: 4 })).status, 403)
  })

  it('is graded and objected to after the person was taken off its roster', async () => {
    const { given, settle } = await testApp()
    const essay = { type: 'essay', question: 'Why do we sow?', points: 4 }
    const { author, exam, path } = await createInvited({ questions: [essay] })
    const guest = await given.user()
    await author.post(path, { user_ids: [guest.id] })
    const { id, questions } = await startAttempt(guest, exam.id)
    const question = questions[0]?.id ?? 0
    await guest.post(`/exam-attempts/${id}/submit`, { answers: { [question]: 'To eat in winter.' } })
    const [entry] = (await author.get(path)).data

    await author.delete(`${path}?entry_id=${entry.id}`)
    await author.put(`/exam-attempts/${id}/grades/${question}`, { points: 1 })
    await author.post(`/exams/${exam.id}/grades/release`, {})
    await settle()

    assert.equal((await guest.get(`/exam-attempts/${id}`)).data.score, 25)
    const appeal = await guest.post(`/exam-attempts/${id}/appeals`, { question_id: question, reason: 'Read it again.' })
    assert.equal(appeal.status, 201, appeal.text)
    assert.equal((await guest.post(`/exams/${exam.id}/start`)).status, 404)
  })

  it('may be required by jobs of its author alone, and has no title in those of others', async () => {
    const { given } = await testApp()
    const author = await given.admin()
    const recruiter = await given.user({ role: 'recruiter' })
    const exam = await createExam(author, { title: 'Quizzaciously' })
    const job = { title: 'Keeper', description: 'D', requirements: [{ exam_id: exam.id }] }
    const { data: post } = await recruiter.post('/job-posts', job)
    await author.put(`/exams/${exam.id}`, { access: 'invited' })

    const shown = await recruiter.get(`/job-posts/${post.id}`)
    assert.equal(shown.data.requirements[0].title, '')
    assert.equal((await recruiter.post('/job-posts', job)).status, 422)
    assert.equal((await author.post('/job-posts', job)).status, 201)
  })
})

const notInvited =
  'An account that has verified this address is on the list, now or later. Without an account, the person gets no invitation: only administrators send it.'

describe('POST /exams/{id}/roster', () => {
  it('adds people by id and by address, and notifies each once', async () => {
    const { given } = await testApp()
    const { author, path } = await createInvited()
    const [byId, verified] = [await given.user(), await given.verifiedUser()]
    const body = { user_ids: [byId.id, 999_999, author.id], emails: [verified.email.toUpperCase()] }

    const first = await author.post(path, body)
    const second = await author.post(path, body)

    const outline = ({ data }: typeof first) =>
      data.map(({ verdict, message }: Record<string, string>) => [verdict, message])
    const refusals = [
      ['refused', 'There is no such user.'],
      ['refused', 'This person is the author.'],
    ]
    assert.deepEqual(outline(first), [['added', ''], ...refusals, ['added', notInvited]])
    assert.deepEqual(outline(second), [['already_added', ''], ...refusals, ['already_added', '']])
    const list = await author.get(path)
    assert.deepEqual(
      list.data.map(({ user, email }: { user: { id: number } | null; email: string | null }) => [
        user?.id ?? null,
        email,
      ]),
      [
        [byId.id, null],
        [null, verified.email],
      ],
    )
    assert.deepEqual([await countNotices(byId), await countNotices(verified)], [1, 1])
    const [notice] = (await verified.get('/notifications?type=exam_reminder')).data
    assert.match(notice.message, /has invited you to Basics\./)
  })

  it('does not tell whether an address has an account', async () => {
    const { given } = await testApp()
    const { author, path } = await createInvited()
    const [verified, unverified] = [await given.verifiedUser(), await given.user()]
    const emails = [verified.email, unverified.email, createUniqueEmail()]

    const { data } = await author.post(path, { emails })

    assert.deepEqual(
      new Set(data.map(({ verdict, user_id, message }: Record<string, unknown>) => `${verdict} ${user_id} ${message}`)),
      new Set([`added null ${notInvited}`]),
    )
    const list = await author.get(path)
    assert.deepEqual(
      list.data.map(({ user }: { user: unknown }) => user),
      [null, null, null],
    )
    const { given: other } = await testApp()
    const admin = await other.admin()
    const seen = (await admin.get(path)).data.map(({ user }: { user: { id: number } | null }) => user?.id ?? null)
    assert.deepEqual(seen, [verified.id, null, null])
  })

  it('lets a person in as soon as they verify the address, and nobody else with it', async () => {
    const { given } = await testApp()
    const { author, exam, path } = await createInvited()
    const email = createUniqueEmail()
    await author.post(path, { emails: [email] })

    const person = await given.user({ email })
    const before = await person.get(`/exams/${exam.id}`)
    await verify(person)
    const after = await person.get(`/exams/${exam.id}`)

    assert.deepEqual([before.status, after.status], [404, 200])
    assert.equal(await countNotices(person), 1)
  })

  it('invites unknown addresses for administrators, and mails nothing for others', async () => {
    const app = await testApp()
    const { author, exam, path } = await createInvited()
    const admin = await app.given.admin()
    const [email, waiting] = [createUniqueEmail(), createUniqueEmail()]

    const { data } = await admin.post(path, { csv: `email;name\n${email};Grace Hopper` })
    const other = await author.post(path, { emails: [waiting] })

    assert.deepEqual([data[0].verdict, data[0].line, data[0].message], ['invited', 2, ''])
    assert.deepEqual([other.data[0].verdict, other.data[0].message], ['added', notInvited])
    assert.deepEqual(await app.listMails(waiting), [])
    const [mail] = await app.listMails(email)
    const accepted = await app.anonymous.post('/auth/invitations/accept', {
      token: extractToken(mail),
      password: 'Correct horse 1',
    })
    assert.equal(accepted.status, 200, accepted.text)
    assert.equal((await app.withToken(accepted.data.token).get(`/exams/${exam.id}`)).status, 200)
  })

  it('reads a file with a verdict for each row', async () => {
    const { given } = await testApp()
    const { author, path } = await createInvited()
    const person = await given.user()
    const csv = ['user_id,email,name', `${person.id},,`, `,${createUniqueEmail()},`, ',nobody,', ',,Ada'].join('\n')

    const { data } = await author.post(path, { csv })

    assert.deepEqual(
      data.map(({ line, verdict, message }: Record<string, unknown>) => [line, verdict, message]),
      [
        [2, 'added', ''],
        [3, 'added', notInvited],
        [4, 'refused', 'The email must be a valid e-mail address.'],
        [5, 'refused', 'A row needs an address or the id of a user.'],
      ],
    )
    assert.equal((await author.post(path, { csv: 'boss\n1' })).status, 422)
    assert.equal((await author.post(path, {})).status, 422)
    assert.equal((await author.get(path)).meta.total, 2)
  })

  it('reads a file as a spreadsheet writes it, and refuses the rows that cannot be read', async () => {
    const { author, path } = await createInvited()
    const csv = [
      'sep=;',
      'EMAIL;Name;;',
      `${createUniqueEmail()};Ann "Nan" Lee;;`,
      ';;;',
      '"a@example.org;A',
      'b@example.org;B;x',
    ]

    const { data } = await author.post(path, { csv: csv.join('\r\n') })

    assert.deepEqual(
      data.map(({ line, verdict, message }: Record<string, unknown>) => [line, verdict, message]),
      [
        [
          3,
          'added',
          'An account that has verified this address is on the list, now or later. Without an account, the person gets no invitation: only administrators send it.',
        ],
        [5, 'refused', 'The row cannot be read as CSV; a quote may be missing.'],
        [6, 'refused', 'The row has more values than the file has columns.'],
      ],
    )
    const many = await author.post(path, { csv: `email${'\na'.repeat(40_000)}` })
    assert.deepEqual(many.errors, { csv: ['The file may not have more than 200 rows.'] })
  })

  it('bounds how many people an author invites in a day, and adds none of a request beyond it', async () => {
    const { given } = await createApp({ INVITATIONS_PER_DAY: '3' })
    const author = await given.user({ role: 'researcher' })
    const { id } = await createExam(author, { access: 'invited' })
    const path = `/exams/${id}/roster`
    const emails = Array.from({ length: 4 }, createUniqueEmail)

    assert.equal((await author.post(path, { emails })).status, 429)
    assert.equal((await author.get(path)).meta.total, 0)
    assert.equal((await author.post(path, { emails: emails.slice(0, 3) })).status, 200)
    assert.equal((await author.post(path, { emails })).status, 429)
    assert.equal((await author.get(path)).meta.total, 3)
  })

  it('adds a person once when ten requests do so at the same time', async () => {
    const { given } = await testApp()
    const { author, path } = await createInvited()
    const person = await given.verifiedUser()
    const body = { user_ids: [person.id], emails: [person.email] }

    const replies = await runConcurrently(10, () => author.post(path, body))

    assert.deepEqual(countByStatus(replies), { 200: 10 })
    assert.equal((await author.get(path)).meta.total, 2)
    assert.equal(await countNotices(person), 1)
  })

  it('notifies people of a draft when it is published', async () => {
    const { given } = await testApp()
    const { author, exam, path } = await createInvited({ publication_status: 'draft' })
    const person = await given.user()
    await author.post(path, { user_ids: [person.id] })

    const before = await countNotices(person)
    assert.equal((await person.get(`/exams/${exam.id}`)).status, 404)
    await author.put(`/exams/${exam.id}`, { publication_status: 'published' })

    assert.deepEqual([before, await countNotices(person)], [0, 1])
    assert.equal((await person.get(`/exams/${exam.id}`)).status, 200)
  })
})

describe('DELETE /exams/{id}/roster', () => {
  it('takes the exam away, and leaves attempts, also running ones, and certificates', async () => {
    const { given } = await testApp()
    const { author, exam, path } = await createInvited()
    const [passed, writing] = [await given.user(), await given.user()]
    await author.post(path, { user_ids: [passed.id, writing.id] })
    const done = await startAttempt(passed, exam.id)
    await passed.post(`/exam-attempts/${done.id}/submit`, { answers: getRightAnswers(done.questions) })
    await passed.post(`/exams/${exam.id}/book`, booking)
    const open = await startAttempt(writing, exam.id)
    const entries: { id: number }[] = (await author.get(path)).data

    for (const { id } of entries) assert.equal((await author.delete(`${path}?entry_id=${id}`)).status, 200)

    assert.deepEqual(
      [(await passed.get(`/exams/${exam.id}`)).status, (await writing.get(`/exams/${exam.id}`)).status],
      [404, 404],
    )
    assert.equal((await passed.get(`/exam-attempts/${done.id}`)).status, 200)
    assert.equal((await passed.get('/certificates')).data.length, 1)
    assert.equal((await passed.get('/exam-bookings')).meta.total, 0)
    const answers = getRightAnswers(open.questions)
    assert.equal((await writing.put(`/exam-attempts/${open.id}/answers`, { answers })).status, 200)
    assert.equal((await writing.post(`/exam-attempts/${open.id}/submit`, { answers })).status, 200)
    assert.equal((await writing.post(`/exams/${exam.id}/start`)).status, 404)
    assert.equal((await author.delete(`${path}?entry_id=${entries[0]?.id}`)).status, 404)
  })

  it('names the person by id or by address, and one only', async () => {
    const { given } = await testApp()
    const { author, path } = await createInvited()
    const [one, other] = [await given.user(), await given.user()]
    await author.post(path, { user_ids: [one.id, other.id], emails: ['later@example.org'] })

    for (const wrong of ['', `?user_id=${one.id}&email=later@example.org`]) {
      const { status, errors } = await author.delete(path + wrong)
      assert.deepEqual([status, Object.keys(errors)], [422, ['entry_id']])
    }
    assert.equal((await author.delete(`${path}?user_id=${one.id}`)).status, 200)
    assert.equal((await author.delete(`${path}?user_id=${one.id}`)).status, 404)
    assert.equal((await author.delete(`${path}?email=Later@example.org`)).status, 200)
    assert.equal((await author.delete(`${path}?email=unknown@example.org`)).status, 404)
    const { data } = await author.get(path)
    assert.deepEqual(
      data.map(({ user }: { user: { id: number } }) => user.id),
      [other.id],
    )
  })

  it('removes no entry of another exam', async () => {
    const { given } = await testApp()
    const [mine, theirs] = [await createInvited(), await createInvited()]
    await theirs.author.post(theirs.path, { user_ids: [(await given.user()).id] })
    const [entry] = (await theirs.author.get(theirs.path)).data

    assert.equal((await mine.author.delete(`${mine.path}?entry_id=${entry.id}`)).status, 404)
    assert.equal((await mine.author.delete(`${theirs.path}?entry_id=${entry.id}`)).status, 404)
    assert.equal((await mine.author.delete(`${mine.path}?user_id=${entry.user.id}`)).status, 404)
    assert.equal((await mine.author.delete(`${theirs.path}?user_id=${entry.user.id}`)).status, 404)
    assert.equal((await theirs.author.get(theirs.path)).meta.total, 1)
  })

  it('is told to the person by the change feed, like the addition', async () => {
    const { given, settle } = await testApp()
    const { author, exam, path } = await createInvited()
    const person = await given.user()
    await settle()
    const { meta } = await person.get('/changes?since=0&limit=100')
    const read = async (since: string) => {
      await settle()
      const { data } = await person.get(`/changes?since=${since}&limit=100`)
      return data
        .filter(
          ({ object }: { object: { kind: string; id: number } }) => object.kind === 'exam' && object.id === exam.id,
        )
        .map(({ type }: { type: string }) => type)
    }

    await author.post(path, { user_ids: [person.id] })
    const added = await read(meta.next)
    const [entry] = (await author.get(path)).data
    await author.delete(`${path}?entry_id=${entry.id}`)

    assert.deepEqual(added, ['exam.created'])
    assert.deepEqual(await read(meta.next), ['exam.created', 'exam.deleted'])
  })

  it('exports the rosters of a person, and forgets the verified address with the account', async () => {
    const { given } = await testApp()
    const { author, exam, path } = await createInvited()
    const person = await given.verifiedUser()
    await author.post(path, { user_ids: [person.id], emails: [person.email] })

    const { data } = await person.get(`/users/${person.id}/export`)
    await person.delete(`/users/${person.id}`)

    assert.deepEqual(
      data.rosters.exams.map(({ exam_id, email }: Record<string, unknown>) => [exam_id, email]),
      [
        [exam.id, null],
        [exam.id, person.email],
      ],
    )
    assert.equal((await author.get(path)).meta.total, 0)
  })
})
