import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { addDuration } from '#core/time.ts'
import { type Person, testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { countByStatus, runConcurrently } from '#test/support/concurrency.ts'
import { changeSignature } from '#test/support/forged-links.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { assertStatuses } from '#test/support/replies.ts'

const taken = { slot_id: ['This time is taken; please choose another one.'] }
const notInvited = 'You are not invited to choose a time, or the invitation has ended.'

async function createScene(more: object = {}) {
  const app = await testApp()
  const recruiter = await app.given.verifiedUser({ role: 'recruiter', name: 'Rosalind' })
  const post = await createJobPost(recruiter, more)
  /** A whole minute, so many hours from now. */
  const at = (hours: number, minutes = 0) => `${addDuration(app.clock.now(), { hours, minutes }).slice(0, 16)}:00.000Z`
  const offer = (body: object, who: Person = recruiter) =>
    who.post('/interview-slots', { job_post_id: post.id, minutes: 30, ...body })
  const addApplicant = async (name = 'Ada') => {
    const person = await app.given.verifiedUser({ name })
    return { person, id: await createApplication(person, post.id) }
  }
  const invite = (id: number, body: object = {}, who: Person = recruiter) =>
    who.post(`/job-applications/${id}/slot-invitation`, body)
  const choose = (who: Person, id: number, slot_id: number) =>
    who.put(`/job-applications/${id}/interview-slot`, { slot_id })
  const listTitles = async (who: Person): Promise<string[]> =>
    (await who.get('/notifications?type=job_application')).data.map(({ title }: { title: string }) => title)
  const findLink = async (who: Person) => {
    const texts = (await app.listMails(who.email)).map(({ text }) => text)
    return (
      /http:\/\/api\.test(\S*\/choose-time\S+)/.exec(texts.find((text) => text.includes('/choose-time')) ?? '')?.[1] ??
      ''
    )
  }
  return { ...app, recruiter, post, at, offer, addApplicant, invite, choose, listTitles, findLink }
}

describe('interview slots', () => {
  it('are offered at times and in free time, without those at which an interviewer is not free', async () => {
    const { recruiter, post, at, offer } = await createScene()
    const first = await offer({
      starts: [at(26), at(24)],
      capacity: 2,
      timezone: 'Africa/Nairobi',
      location: 'Room 4',
      interview_type: 'on-site',
      notes: 'Bring a moss.',
    })
    const free = await offer({ free: [{ from: at(23, 45), to: at(25, 40) }] })

    assert.equal(first.status, 201, first.text)
    assert.deepEqual(first.data[0], {
      id: first.data[0].id,
      job_post_id: post.id,
      interviewers: [{ id: recruiter.id, name: 'Rosalind' }],
      starts_at: at(24),
      minutes: 30,
      capacity: 2,
      taken: 0,
      interviews: [],
      timezone: 'Africa/Nairobi',
      location: 'Room 4',
      interview_type: 'on-site',
      notes: 'Bring a moss.',
      created_at: first.data[0].created_at,
    })
    assert.deepEqual(
      free.data.map(({ starts_at }: { starts_at: string }) => starts_at),
      [at(24, 45)],
    )
    const list = await recruiter.get(`/interview-slots?job_post_id=${post.id}&upcoming=true`)
    assert.deepEqual(
      [list.meta.total, list.data.map(({ starts_at }: { starts_at: string }) => starts_at)],
      [3, [at(24), at(24, 45), at(26)]],
    )
    assert.deepEqual((await recruiter.get(`/interview-slots/${first.data[0].id}`)).data, first.data[0])
  })

  it('are refused in the past, at parts of a minute, twice at a time, and for people who hold no interviews of the post', async () => {
    const { recruiter, post, at, offer, given } = await createScene()
    const stranger = await given.user()
    const starts = [at(30)]
    for (const [body, errors] of [
      [{ starts: [at(-1)] }, { starts: ['Slots must begin in the future.'] }],
      [{ starts: [at(30).replace(':00.000Z', ':30.000Z')] }, { starts: ['Slots begin at a whole minute.'] }],
      [{}, { starts: ['Give either the times in starts or the free time in free.'] }],
      [
        { starts, free: [{ from: at(1), to: at(2) }] },
        { starts: ['Give either the times in starts or the free time in free.'] },
      ],
      [{ free: [{ from: at(3), to: at(2) }] }, { free: ['Free time ends after it has begun.'] }],
      [{ free: [{ from: at(2), to: at(2, 20) }] }, { free: ['The interviewers are not free in this time.'] }],
      [
        { free: [{ from: at(2), to: at(900) }], minutes: 5 },
        { starts: ['A job post has at most 200 slots that have not begun.'] },
      ],
      [
        { starts, interviewers: [stranger.id] },
        { interviewers: ['Interviewers must be the owner of the job post, its reviewers or members of its company.'] },
      ],
    ] as const) {
      const reply = await offer(body)
      assert.deepEqual([reply.status, reply.errors], [422, errors], JSON.stringify(body))
    }
    assertStatuses({
      'times that touch': [await offer({ starts: [at(30), at(30, 30)] }), 201],
      'a time that overlaps': [await offer({ starts: [at(29, 45)] }), 422],
      'times that overlap each other': [await offer({ starts: [at(40), at(40, 29)] }), 422],
      'another post of the same interviewer': [
        await offer({ starts: [at(30)], job_post_id: (await createJobPost(recruiter)).id }),
        422,
      ],
      'an unknown post': [await offer({ starts: [at(50)], job_post_id: 999_999 }), 404],
      'the post of another': [await offer({ starts: [at(50)] }, await given.user({ role: 'recruiter' })), 403],
      'the list of another': [await stranger.get(`/interview-slots?job_post_id=${post.id}`), 403],
    })
    assert.equal((await recruiter.get(`/interview-slots?job_post_id=${post.id}`)).meta.total, 2)
  })

  it('are divided from free time of a thousand slots at most, also when most of them are past', async () => {
    const { at, offer } = await createScene()
    const to = at(0, 50)
    const divide = (count: number) =>
      offer({ free: [{ from: addDuration(to, { minutes: -5 * count }), to }], minutes: 5 })

    const tooMany = await divide(1_001)
    const { status, data } = await divide(1_000)

    const errors = { starts: ['A job post has at most 200 slots that have not begun.'] }
    assert.deepEqual([tooMany.status, tooMany.errors], [422, errors])
    assert.deepEqual([status, data.length, data[0].starts_at, data.at(-1).starts_at], [201, 9, at(0, 5), at(0, 45)])
  })

  it('of one interviewer never overlap, also when two recruiters offer the same time at one moment', async () => {
    const { given, recruiter, at } = await createScene()
    const company = await createCompany(recruiter)
    const other = await given.user({ role: 'recruiter' })
    await addMember(recruiter, company.id, other)
    const posts = [
      await createJobPost(recruiter, { company_id: company.id }),
      await createJobPost(other, { company_id: company.id }),
    ]
    const starts = [at(72)]

    const replies = await runConcurrently(6, (index) =>
      recruiter.post('/interview-slots', {
        job_post_id: posts[index % 2].id,
        interviewers: [recruiter.id, other.id],
        minutes: 60,
        starts,
      }),
    )

    assert.deepEqual(countByStatus(replies), { 201: 1, 422: 5 })
  })
})

describe('an applicant who may choose a slot', () => {
  it('books, moves and cancels an interview, of which those who hold it are told', async () => {
    const { recruiter, at, offer, addApplicant, invite, choose, listTitles, listMails, settle } = await createScene()
    const { data: slots } = await offer({ starts: [at(24), at(48)], location: 'Room 4' })
    const [early, late] = slots
    const { person, id } = await addApplicant()
    const path = `/job-applications/${id}/interview-slots`
    const before = await person.get(path)
    const invited = await invite(id)

    assert.deepEqual([before.status, before.message], [422, notInvited])
    assert.equal(invited.status, 201, invited.text)
    assert.equal(invited.data.until, addDuration(invited.data.invited_at, { days: 14 }))
    const offered = await person.get(path)
    assert.deepEqual(offered.data[0], {
      id: early.id,
      starts_at: at(24),
      minutes: 30,
      timezone: 'UTC',
      location: 'Room 4',
      interview_type: '',
      notes: null,
      is_chosen: false,
    })
    assert.equal(offered.meta.total, 2)
    const booked = await choose(person, id, early.id)
    assert.equal(booked.status, 200, booked.text)
    assert.deepEqual(
      [
        booked.data.starts_at,
        booked.data.duration_minutes,
        booked.data.location,
        booked.data.answer,
        booked.data.slot_id,
      ],
      [at(24), 30, 'Room 4', 'accepted', early.id],
    )
    assert.deepEqual(
      [booked.data.interview_date, booked.data.interview_time],
      [`${at(24).slice(0, 10)}T00:00:00.000Z`, at(24).slice(11, 16)],
    )
    assert.deepEqual((await choose(person, id, early.id)).data.id, booked.data.id)
    assert.deepEqual((await recruiter.get(`/interview-slots/${early.id}`)).data.interviews, [
      { interview_id: booked.data.id, application_id: id },
    ])

    const moved = await choose(person, id, late.id)
    assert.deepEqual([moved.data.id, moved.data.starts_at], [booked.data.id, at(48)])
    assert.equal((await recruiter.get(`/interview-slots/${early.id}`)).data.taken, 0)
    assert.deepEqual(
      (await person.get(path)).data.map(({ is_chosen }: { is_chosen: boolean }) => is_chosen),
      [false, true],
    )
    assert.equal((await recruiter.delete(`/interview-slots/${late.id}`)).status, 422)

    assert.equal((await person.delete(`/job-applications/${id}/interview-slot`)).status, 200)
    assert.equal((await person.delete(`/job-applications/${id}/interview-slot`)).status, 422)
    assert.deepEqual((await recruiter.get('/interviews')).data, [])
    assert.equal((await recruiter.delete(`/interview-slots/${late.id}`)).status, 200)
    await settle()
    const titles = await listTitles(recruiter)
    for (const title of ['Interview booked', 'Interview changed', 'Interview canceled'])
      assert.equal(titles.filter((one) => one === title).length, 1, title)
    const mails = (await listMails(person.email)).map(({ subject }) => subject)
    for (const subject of ['Choose a time for your interview: Botanist', 'Your interview is booked: Botanist'])
      assert.equal(mails.includes(subject), true, mails.join())
  })

  it('gets one of the last places, also when twenty choose at one moment', async () => {
    const { recruiter, at, offer, addApplicant, invite, choose } = await createScene()
    const { data: slots } = await offer({ starts: [at(24)], capacity: 3 })
    const applicants: Awaited<ReturnType<typeof addApplicant>>[] = []
    for (let number = 0; number < 20; number++) applicants.push(await addApplicant())
    for (const { id } of applicants) await invite(id)

    const replies = await Promise.all(applicants.map(({ person, id }) => choose(person, id, slots[0].id)))

    assert.deepEqual(countByStatus(replies), { 200: 3, 422: 17 })
    assert.deepEqual(replies.find(({ status }) => status === 422)?.errors, taken)
    const slot = (await recruiter.get(`/interview-slots/${slots[0].id}`)).data
    assert.deepEqual([slot.taken, slot.interviews.length], [3, 3])
    const [loser, winner] = [422, 200].map((code) => applicants[replies.findIndex(({ status }) => status === code)])
    assert.ok(loser !== undefined && winner !== undefined)
    assert.deepEqual((await loser.person.get(`/job-applications/${loser.id}/interview-slots`)).data, [])
    await winner.person.delete(`/job-applications/${winner.id}/interview-slot`)
    assert.equal((await choose(loser.person, loser.id, slots[0].id)).status, 200)
  })

  it('has one interview, also after choosing two slots at one moment', async () => {
    const { recruiter, post, at, offer, addApplicant, invite, choose } = await createScene()
    const { data: slots } = await offer({ starts: [at(24), at(48), at(72)] })
    const { person, id } = await addApplicant()
    await invite(id)

    await runConcurrently(9, (index) => choose(person, id, slots[index % 3].id))

    assert.equal((await recruiter.get('/interviews')).meta.total, 1)
    const all = (await recruiter.get(`/interview-slots?job_post_id=${post.id}`)).data
    assert.equal(
      all.reduce((sum: number, { taken: count }: { taken: number }) => sum + count, 0),
      1,
    )
  })

  it('leaves the place by declining, and takes it again only while it is free', async () => {
    const { at, offer, addApplicant, invite, choose } = await createScene()
    const { data: slots } = await offer({ starts: [at(24)] })
    const [ada, bea] = [await addApplicant('Ada'), await addApplicant('Bea')]
    for (const { id } of [ada, bea]) await invite(id)
    const { data: interview } = await choose(ada.person, ada.id, slots[0].id)
    const answer = (word: string) => ada.person.post(`/interviews/${interview.id}/answer`, { answer: word })

    assert.equal((await choose(bea.person, bea.id, slots[0].id)).status, 422)
    assert.equal((await answer('declined')).status, 200)
    assert.equal((await answer('accepted')).status, 200)
    assert.equal((await answer('declined')).status, 200)
    assert.equal((await choose(bea.person, bea.id, slots[0].id)).status, 200)
    assert.deepEqual((await answer('accepted')).errors, taken)
  })

  it('is not offered a time at which the interviewer holds another interview, nor one of another post', async () => {
    const { recruiter, post, at, offer, addApplicant, invite, choose } = await createScene()
    const { data: slots } = await offer({ starts: [at(24), at(48)] })
    const other = await createJobPost(recruiter)
    const { data: foreign } = await offer({ starts: [at(96)], job_post_id: other.id })
    const [ada, bea] = [await addApplicant('Ada'), await addApplicant('Bea')]
    await invite(ada.id)
    await recruiter.post(`/job-posts/${post.id}/schedule-interview`, {
      application_id: bea.id,
      interview_date: at(24),
      interview_time: at(24, 10).slice(11, 16),
    })

    const { data } = await ada.person.get(`/job-applications/${ada.id}/interview-slots`)

    assert.deepEqual(
      data.map(({ id }: { id: number }) => id),
      [slots[1].id],
    )
    for (const id of [slots[0].id, foreign[0].id, 999_999])
      assert.deepEqual((await choose(ada.person, ada.id, id)).errors, taken, String(id))
  })

  it('leaves the slot when the recruiter moves the interview', async () => {
    const { recruiter, at, offer, addApplicant, invite, choose } = await createScene()
    const { data: slots } = await offer({ starts: [at(24)] })
    const { person, id } = await addApplicant()
    await invite(id)
    const { data: interview } = await choose(person, id, slots[0].id)

    const moved = await recruiter.put(`/interviews/${interview.id}`, { duration_minutes: 45 })

    assert.equal(moved.data.slot_id, null)
    assert.equal((await recruiter.get(`/interview-slots/${slots[0].id}`)).data.taken, 0)
  })

  it('may not choose when rejected, after the invitation and when it was ended, and others never', async () => {
    const { recruiter, given, clock, at, offer, addApplicant, invite, choose } = await createScene()
    const { data: slots } = await offer({ starts: [at(24 * 30)] })
    const [ada, bea, cleo] = [await addApplicant('Ada'), await addApplicant('Bea'), await addApplicant('Cleo')]
    const stranger = await given.user()
    for (const [until, status] of [
      [at(-1), 422],
      [at(24 * 61), 422],
      [at(24 * 2), 201],
    ] as const)
      assert.equal((await invite(ada.id, { until })).status, status, until)
    await invite(bea.id)
    await invite(cleo.id)
    assertStatuses({
      'a stranger invites': [await invite(ada.id, {}, stranger), 403],
      'an applicant invites': [await invite(ada.id, {}, ada.person), 403],
      'a stranger lists': [await stranger.get(`/job-applications/${ada.id}/interview-slots`), 403],
      'another applicant chooses': [await choose(bea.person, ada.id, slots[0].id), 403],
      'the recruiter chooses': [await choose(recruiter, ada.id, slots[0].id), 403],
      'an unknown application': [await choose(ada.person, 999_999, slots[0].id), 404],
      'a stranger asks for the invitation': [await stranger.get(`/job-applications/${ada.id}/slot-invitation`), 403],
      'the applicant asks for it': [await ada.person.get(`/job-applications/${ada.id}/slot-invitation`), 200],
      'the applicant ends it': [await ada.person.delete(`/job-applications/${ada.id}/slot-invitation`), 403],
      'the recruiter ends it': [await recruiter.delete(`/job-applications/${bea.id}/slot-invitation`), 200],
      'and again': [await recruiter.delete(`/job-applications/${bea.id}/slot-invitation`), 404],
    })
    await recruiter.put(`/job-applications/${cleo.id}/status`, { status: 'rejected' })
    clock.advance({ days: 3 })
    for (const { person, id } of [ada, bea, cleo]) {
      const reply = await choose(person, id, slots[0].id)
      assert.deepEqual([reply.status, reply.message], [422, notInvited])
    }
    assert.equal((await invite(cleo.id)).message, 'A rejected applicant cannot be invited.')
  })

  it('of a blind post stays a candidate with a number', async () => {
    const { recruiter, settle, clock, at, offer, addApplicant, invite, choose } = await createScene({ blind: true })
    const { data: slots } = await offer({ starts: [at(72)] })
    const { person, id } = await addApplicant('Ada Lovelace')
    // The next day's batch brings it to its judges.
    clock.advance({ days: 1 })
    await settle()
    await invite(id)
    await choose(person, id, slots[0].id)
    await settle()

    const seen = [
      await recruiter.get('/interviews'),
      await recruiter.get(`/interview-slots/${slots[0].id}`),
      await recruiter.get('/notifications'),
      await recruiter.get('/changes'),
    ]

    for (const { text } of seen)
      for (const word of ['Ada', 'Lovelace', 'McClintock', person.email])
        assert.equal(text.includes(word), false, `${word}: ${text}`)
    assert.match(seen[2]?.text ?? '', /Candidate 1 has booked the interview/)
    assert.match(seen[0]?.data[0].created_at, /T00:00:00\.000Z$/)
  })
})

describe('the page of an invitation to choose a slot', () => {
  it('books, moves and cancels without a sign-in, and ends with the invitation', async () => {
    const { recruiter, anonymous, at, offer, addApplicant, invite, findLink } = await createScene()
    const { data: slots } = await offer({ starts: [at(24), at(48)], location: '<b>Room</b>' })
    const { person, id } = await addApplicant()
    await invite(id)
    const link = await findLink(person)
    const [path = '', query = ''] = link.split('?')
    /** Sends the form as browsers do. */
    const send = (slot_id: number | string) =>
      anonymous.send('POST', path, {
        body: new URLSearchParams([...new URLSearchParams(query), ['slot_id', String(slot_id)]]).toString(),
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      })

    const page = await anonymous.get(link)
    assert.equal(page.status, 200, page.text)
    assert.match(page.text, /Choose a time/)
    assert.match(page.text, /&lt;b&gt;Room/)
    assert.equal(page.headers.get('cache-control'), 'no-store')
    const booked = await send(slots[0].id)
    assert.match(booked.text, /Your interview is booked\./)
    assert.match((await send(slots[1].id)).text, /Choose another time/)
    assert.deepEqual(
      (await recruiter.get('/interviews')).data.map(({ starts_at }: { starts_at: string }) => starts_at),
      [at(48)],
    )
    assert.equal((await send(999_999)).status, 422)
    assert.equal((await send('first')).status, 422)
    assert.match((await send(999_999)).text, /This time is taken; please choose another one\./)
    assert.doesNotMatch((await send(0)).text, /Your interview is booked/)
    assert.equal((await recruiter.get('/interviews')).meta.total, 0)
    assert.equal((await anonymous.get(changeSignature(link))).status, 403)
    assert.equal((await anonymous.get(link.replace(`/${id}/`, `/${id + 1}/`))).status, 403)
    await recruiter.delete(`/job-applications/${id}/slot-invitation`)
    const ended = await anonymous.get(link)
    assert.match(ended.text, /The invitation has ended\./)
    assert.equal((await send(slots[0].id)).status, 422)
  })
})

describe('an applicant of a post that was hidden', () => {
  it('chooses, cancels and answers nothing, and has no interview in the calendar, until it is shown again', async () => {
    const { offer, at, addApplicant, invite, choose, findLink, given, anonymous, post } = await createScene()
    const { data: slots } = await offer({ starts: [at(24), at(25)] })
    const [ada, emmy] = [await addApplicant('Ada'), await addApplicant('Emmy')]
    for (const { id } of [ada, emmy]) await invite(id)
    const chosen = await choose(ada.person, ada.id, slots[0].id)
    assert.equal(chosen.status, 200, chosen.text)
    const [{ id: interviewId }] = (await ada.person.get('/interviews')).data
    const calendar = (await ada.person.post('/calendar')).data.url.replace('http://api.test', '')
    const link = await findLink(emmy.person)
    const admin = await given.admin()
    await admin.post(`/admin/content/job_post/${post.id}/hide`, { reason: 'Fraud' })

    const page = await anonymous.get(link)
    assertStatuses({
      'a choice': [await choose(emmy.person, emmy.id, slots[1].id), 422],
      'another choice': [await choose(ada.person, ada.id, slots[1].id), 422],
      'the times': [await emmy.person.get(`/job-applications/${emmy.id}/interview-slots`), 422],
      'a cancellation': [await ada.person.delete(`/job-applications/${ada.id}/interview-slot`), 404],
      'an answer': [await ada.person.post(`/interviews/${interviewId}/answer`, { answer: 'accepted' }), 404],
    })
    const hidden = (await anonymous.get(calendar)).text
    await admin.post(`/admin/content/job_post/${post.id}/restore`, {})

    assert.match(page.text, /The invitation has ended\./)
    assert.doesNotMatch(page.text, /name="slot_id"/)
    assert.doesNotMatch(hidden, /Interview/)
    assert.match((await anonymous.get(calendar)).text, /SUMMARY:Interview/)
    assert.equal((await choose(emmy.person, emmy.id, slots[1].id)).status, 200)
  })
})
