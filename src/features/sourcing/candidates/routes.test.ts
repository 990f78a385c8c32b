import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createUniqueEmail, type Person, password, type TestApp, testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { apply, createApplication, createJobPost } from '#test/support/jobs.ts'
import { assertStatuses } from '#test/support/replies.ts'
import { assertUntold } from '#test/support/secrets.ts'

const origin = { source: 'Career day', consent: 'A form that each of them signed.' }

async function createScene(more: object = {}) {
  const app = await testApp()
  const recruiter = await app.given.verifiedUser({ role: 'recruiter', name: 'Rosalind' })
  const post = await createJobPost(recruiter, more)
  const path = `/job-posts/${post.id}/candidates`
  const importCsv = (lines: readonly string[], options: object = {}, who: Person = recruiter) =>
    who.post(`${path}/import`, { csv: lines.join('\n'), ...origin, ...options })
  const list = async () => (await recruiter.get(`${path}?limit=100`)).data
  const applicants = async () => (await recruiter.get(`/job-posts/${post.id}/applicants?limit=100`)).data
  return { ...app, recruiter, post, path, importCsv, list, applicants }
}

interface Row {
  verdict: string
  messages: string[]
  candidate_id: number | null
  application_id: number | null
}

const verdicts = (data: { rows: Row[] }) => data.rows.map(({ verdict }) => verdict)

/** Opens the page of the invitation that was mailed to the address, and answers on it. */
async function answer(
  { listMails, anonymous, settle }: Pick<TestApp, 'listMails' | 'anonymous' | 'settle'>,
  email: string,
  given: 'accepted' | 'declined',
) {
  await settle()
  const mail = (await listMails(email)).find(({ subject }) => subject.startsWith('Your application for'))
  const url = new URL(/http\S+\/job-candidates\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
  const page = await anonymous.get(`${url.pathname}${url.search}`)
  const reply = await anonymous.post(url.pathname, { answer: given, ...Object.fromEntries(url.searchParams) })
  return { page, reply }
}

describe('POST /job-posts/{id}/candidates/import', () => {
  it('tells the verdict of every row of a preview, and stores and mails nothing', async () => {
    const { given, recruiter, post, importCsv, list, listMails, settle } = await createScene()
    const [fresh, known] = [createUniqueEmail(), createUniqueEmail()]
    const learner = await given.verifiedUser()
    const id = await createApplication(learner, post.id, { email: known })

    const { status, data, text } = await importCsv(
      ['Name;email;tags', `Grace Hopper;${fresh.toUpperCase()};fair|spring`, `Ada L;${known};`, `X;${fresh};`, ';no;'],
      { preview: true, invite: true },
    )
    await settle()

    assert.equal(status, 200, text)
    assert.match(text, /The file is read\. Nothing is stored or mailed\./)
    assert.deepEqual(verdicts(data), ['added', 'joined', 'joined', 'refused'])
    assert.deepEqual([data.preview, data.total, data.added, data.joined, data.refused], [true, 4, 1, 2, 1])
    assert.equal(data.rows[1].application_id, id)
    assert.deepEqual(data.rows[3].messages, [
      'The name field is required.',
      'The email must be a valid e-mail address.',
    ])
    assert.deepEqual([await list(), await listMails(fresh)], [[], []])
    assert.equal((await recruiter.get(`/job-posts/${post.id}/applicants`)).meta.total, 1)
  })

  it('stores candidates with their source and consent, and mails nothing unless it is asked', async () => {
    const { recruiter, path, importCsv, list, applicants, listMails, settle } = await createScene()
    const email = createUniqueEmail()

    const { data } = await importCsv(
      [
        'first_name,last_name,email,phone,tags,note,consented_on',
        `Grace,Hopper,${email},+1 55,fair | Fair,Call her,2026-11-03`,
      ],
      { source: 'Fair' },
    )
    await settle()

    assert.deepEqual(verdicts(data), ['added'])
    const [candidate] = await list()
    assert.equal(candidate.id, data.rows[0].candidate_id)
    const { first_name, last_name, phone, tags, note, state, application_id, invited_at } = candidate
    assert.deepEqual(
      { first_name, last_name, email: candidate.email, phone, tags, note, state, application_id, invited_at },
      {
        ...{ first_name: 'Grace', last_name: 'Hopper', email, phone: '+1 55', tags: ['fair'], note: 'Call her' },
        ...{ state: 'imported', application_id: null, invited_at: null },
      },
    )
    const [{ imported_at, ...source }] = candidate.sources
    assert.deepEqual(source, { source: 'Fair', consent: origin.consent, consented_on: '2026-11-03' })
    assert.deepEqual([await applicants(), await listMails(email)], [[], []])
    assert.equal((await recruiter.get(`${path}/${candidate.id}`)).data.resume, null)
  })

  it('joins an address in capitals or in another Unicode form, and takes one with a plus for another person', async () => {
    const { importCsv, list } = await createScene()
    const tail = createUniqueEmail()
    const [composed, decomposed] = [`\u00e9milie.${tail}`, `e\u0301milie.${tail}`]

    const lines = [composed, composed.toUpperCase(), decomposed, `plus+fair.${tail}`, `plus.${tail}`]
    const preview = await importCsv(['name,email', ...lines.map((email) => `Emilie,${email}`)], { preview: true })
    const { data, text } = await importCsv(['name,email', ...lines.map((email) => `Emilie,${email}`)])
    const again = await importCsv(['name,email', `Emilie,${decomposed.toUpperCase()}`])

    const expected = ['added', 'joined', 'joined', 'added', 'added']
    assert.deepEqual([verdicts(preview.data), verdicts(data)], [expected, expected], text)
    assert.match(text, /The candidates are imported\. The rows say what came of each\./)
    assert.deepEqual(verdicts(again.data), ['joined'])
    assert.deepEqual(
      (await list()).map(({ email }: { email: string }) => email).toSorted(),
      [composed, `plus+fair.${tail}`, `plus.${tail}`].toSorted(),
    )
  })

  it('says in a preview that a closed post invites nobody', async () => {
    const { recruiter, post, importCsv, list } = await createScene()
    await recruiter.put(`/job-posts/${post.id}`, { status: 'closed' })
    const lines = ['name,email', `Grace,${createUniqueEmail()}`]

    const replies = [await importCsv(lines, { preview: true, invite: true }), await importCsv(lines, { invite: true })]

    for (const { data } of replies)
      assert.deepEqual(
        [data.rows[0].invited, data.rows[0].messages],
        [false, ['This job post accepts no applications at the moment.']],
      )
    assert.equal((await list())[0].state, 'imported')
  })

  it('reads JSON Resumes, and keeps them without the contacts', async () => {
    const { recruiter, path } = await createScene()
    const email = createUniqueEmail()
    const work = [{ name: 'Navy', position: 'Admiral', startDate: '1943-12' }]
    const basics = {
      name: 'Grace Brewster Hopper',
      email,
      phone: '1',
      label: 'Admiral',
      location: { city: 'New York' },
    }

    const { data, status, text } = await recruiter.post(`${path}/import`, {
      resumes: JSON.stringify([
        { basics, work },
        { basics: { name: 'X' } },
        ...[{ work }, 5, { basics: { ...basics, email: 5 } }],
        { basics: { ...basics, email: createUniqueEmail() }, work: 'x'.repeat(50_000) },
        { basics: { ...basics, email: createUniqueEmail(), phone: null, summary: ' ', location: null }, work: null },
      ]),
      ...origin,
    })

    assert.equal(status, 200, text)
    assert.deepEqual(verdicts(data), ['added', 'refused', 'refused', 'refused', 'refused', 'refused', 'added'], text)
    const shown = (await recruiter.get(`${path}/${data.rows[0].candidate_id}`)).data
    assert.deepEqual(
      [shown.first_name, shown.last_name, shown.location, shown.resume],
      ['Grace Brewster', 'Hopper', 'New York', { basics: { label: 'Admiral', location: { city: 'New York' } }, work }],
    )
  })

  it('joins an address that was imported before, and fills what was empty', async () => {
    const { importCsv, list } = await createScene()
    const email = createUniqueEmail()
    await importCsv(['name,email,phone,tags', `Grace Hopper,${email},1,a`])

    const { data } = await importCsv(
      ['name,email,phone,location,tags', `G H,${email.toUpperCase()},2,Lisbon,A|b`, `G H,${email},,,c`],
      { source: 'Another fair' },
    )

    assert.deepEqual(verdicts(data), ['joined', 'joined'])
    const [candidate, ...others] = await list()
    assert.deepEqual(
      [others.length, candidate.first_name, candidate.phone, candidate.location, candidate.tags],
      [0, 'Grace', '1', 'Lisbon', ['a', 'b', 'c']],
    )
    assert.deepEqual(
      candidate.sources.map(({ source }: { source: string }) => source),
      ['Career day', 'Another fair'],
    )
  })

  it('stores an address once when ten files have it at the same time, and one of them applies meanwhile', async () => {
    const scene = await createScene()
    const person = await scene.given.verifiedUser()
    const lines = ['name,email', `Grace Hopper,${person.email}`]

    const replies = await runConcurrently(11, (index) =>
      index === 5 ? apply(person, scene.post.id) : scene.importCsv(lines),
    )

    assert.ok(replies.every(({ status }) => status < 300))
    const [candidate, ...others] = await scene.list()
    const [applicant, ...rest] = await scene.applicants()
    assert.deepEqual([others.length, rest.length], [0, 0])
    assert.deepEqual([candidate.state, candidate.application_id], ['applied', applicant.id])
  })

  it('tells nothing of accounts: a known and an unknown address have the same answer', async () => {
    const { importCsv, given, list } = await createScene()
    const person = await given.verifiedUser()

    const { data } = await importCsv(['name,email', `Ada B,${person.email}`, `Ada B,${createUniqueEmail()}`])

    const rows = data.rows.map(({ candidate_id, email, line, ...row }: Row & { email: string; line: number }) => row)
    assert.deepEqual(rows[0], rows[1])
    const [first, second] = (await list()).map(({ id, email, ...row }: { id: number; email: string }) => row)
    assert.deepEqual(first, second)
  })

  for (const [what, body, errors] of [
    ['no file', {}, { csv: ['Send either a CSV file or resumes.'] }],
    ['both', { csv: 'name,email\nA,a@example.org', resumes: '{}' }, { csv: ['Send either a CSV file or resumes.'] }],
    [
      'no names',
      { csv: 'email\na@example.org' },
      { csv: ['The file needs the column name, or first_name and last_name.'] },
    ],
    ['no addresses', { csv: 'name\nA' }, { csv: ['The file needs the columns email.'] }],
    [
      '501 rows',
      { csv: `name,email${'\nA,a@example.org'.repeat(501)}` },
      { csv: ['The file may not have more than 500 rows.'] },
    ],
    ['no JSON', { resumes: '{' }, { resumes: ['The text is no JSON Resume and no list of them.'] }],
    ['an empty list', { resumes: '[]' }, { resumes: ['The text is no JSON Resume and no list of them.'] }],
    [
      'texts that cannot be stored',
      { resumes: '{"basics": {"name": "A", "email": "a@example.org", "label": "\\u0000"}}' },
      { resumes: ['The resumes contains characters that cannot be stored.'] },
    ],
    ['501 resumes', { resumes: `[${'0,'.repeat(500)}0]` }, { resumes: ['The file may not have more than 500 rows.'] }],
    [
      'a consent of tomorrow',
      { csv: 'name,email\nA,a@example.org', consented_on: '2099-01-01' },
      { consented_on: ['The consent was given today or earlier.'] },
    ],
  ] as const)
    it(`refuses ${what}`, async () => {
      const { recruiter, path, list } = await createScene()

      const reply = await recruiter.post(`${path}/import`, { ...origin, ...body })

      assert.deepEqual([reply.status, reply.errors], [422, errors])
      assert.deepEqual(await list(), [])
    })

  it('reads files as spreadsheets write them, and refuses the rows that cannot be read', async () => {
    const { importCsv } = await createScene()
    const lines = [
      '\ufeffsep=;',
      'Name;Email;Note;;',
      'Grace "Amazing" Hopper;grace@example.org;;;',
      ';;;;',
      '"Ada;ada@example.org;;;',
      '"Mary; Ward";mary@example.org;"two\r\nlines";;',
      'No\ufffdl;noel@example.org;;;',
      'X;x@example.org;a;b;',
    ]

    const { status, data } = await importCsv([lines.join('\r\n')], { preview: true })

    assert.equal(status, 200)
    assert.deepEqual(
      data.rows.map(({ line, name, verdict, messages }: Row & { line: number; name: string }) => [
        ...[line, name, verdict],
        ...messages,
      ]),
      [
        [3, 'Grace "Amazing" Hopper', 'added'],
        [5, '', 'refused', 'The row cannot be read as CSV; a quote may be missing.'],
        [6, 'Mary; Ward', 'added'],
        [8, 'No\ufffdl', 'refused', 'Some characters could not be read (\ufffd). Save the file as UTF-8.'],
        [9, 'X', 'refused', 'The row has more values than the file has columns.'],
      ],
    )
  })

  it('reads no more rows than a file may have, and resumes within their limits', async () => {
    const { recruiter, path } = await createScene()
    const deep = {
      basics: { name: 'A', email: createUniqueEmail() },
      work: JSON.parse('['.repeat(200) + ']'.repeat(200)),
    }
    const wide = { basics: { name: 'A', email: createUniqueEmail(), label: '\\u0000 \u{1f600}' }, work: [] }

    const rows = await recruiter.post(`${path}/import`, { ...origin, csv: `name,email${'\na,b'.repeat(249_000)}` })
    const lists = await recruiter.post(`${path}/import`, { ...origin, resumes: `[${'[],'.repeat(1_600_000)}[]]` })
    const nested = await recruiter.post(`${path}/import`, { ...origin, resumes: JSON.stringify([deep, wide]) })
    const surrogate = await recruiter.post(`${path}/import`, { ...origin, resumes: '[{"basics":{"label":"\\udead"}}]' })

    assert.deepEqual([rows.status, rows.errors], [422, { csv: ['The file may not have more than 500 rows.'] }])
    assert.deepEqual([lists.status, lists.errors], [422, { resumes: ['The file may not have more than 500 rows.'] }])
    assert.deepEqual(verdicts(nested.data), ['refused', 'added'])
    assert.deepEqual(nested.data.rows[0].messages, [
      'The lists and objects of the resume stand too deep within each other.',
    ])
    const shown = (await recruiter.get(`${path}/${nested.data.rows[1].candidate_id}`)).data
    assert.deepEqual(shown.resume, { basics: { label: '\\u0000 \u{1f600}' }, work: [] })
    assert.deepEqual(surrogate.errors, { resumes: ['The resumes contains characters that cannot be stored.'] })
  })

  it('counts previews among the thirty files of an hour', async () => {
    const { importCsv } = await createScene()
    const lines = ['name,email', `Grace Hopper,${createUniqueEmail()}`]
    for (let count = 0; count < 30; count++) assert.equal((await importCsv(lines, { preview: true })).status, 200)

    assert.equal((await importCsv(lines)).status, 429)
  })

  it('refuses an import without a source and a consent', async () => {
    const { recruiter, path } = await createScene()

    const { status, errors } = await recruiter.post(`${path}/import`, { csv: 'name,email\nA,a@example.org' })

    assert.deepEqual(
      [status, errors],
      [422, { source: ['The source field is required.'], consent: ['The consent field is required.'] }],
    )
  })

  it('is for those who recruit for the post, within its own candidates', async () => {
    const { given, importCsv, post, recruiter } = await createScene()
    const company = await createCompany(recruiter)
    await recruiter.put(`/job-posts/${post.id}`, { company_id: company.id })
    const [colleague, interviewer] = [await given.user(), await given.user()]
    const stranger = await given.user({ role: 'recruiter' })
    await addMember(recruiter, company.id, colleague, 'recruiter')
    await addMember(recruiter, company.id, interviewer, 'interviewer')
    const other = await createJobPost(stranger)
    const line = ['name,email', `A B,${createUniqueEmail()}`]

    const imported = await importCsv(line, {}, colleague)

    const foreign = `/job-posts/${other.id}/candidates/${imported.data.rows[0].candidate_id}`
    assertStatuses({
      'a colleague who recruits': [imported, 200],
      'an interviewer': [await importCsv(line, {}, interviewer), 403],
      'a stranger': [await importCsv(line, {}, stranger), 403],
      'reading through another post': [await stranger.get(foreign), 404],
      'deleting through another post': [await stranger.delete(foreign), 404],
      'inviting through another post': [await stranger.post(`${foreign}/invite`, {}), 404],
    })
  })
})

describe('an invitation of an imported candidate', () => {
  it('makes an application of the account that has proven the address, with tags and note', async () => {
    const scene = await createScene()
    const person = await scene.given.verifiedUser()
    const lines = ['name,email,phone,tags,note', `Grace Hopper,${person.email},1,fair,Call her`]
    const { data } = await scene.importCsv(lines, { invite: true })
    assert.deepEqual([data.rows[0].invited, (await scene.list())[0].state], [true, 'invited'])

    const { page, reply } = await answer(scene, person.email, 'accepted')

    assert.match(page.text, /Rosalind invites you to apply for Botanist/)
    assert.match(page.text, /Career day/)
    assert.match(reply.text, /You have applied/)
    const [applicant] = await scene.applicants()
    const { data: shown } = await scene.recruiter.get(`/job-applications/${applicant.id}`)
    assert.deepEqual(
      [shown.user_id, shown.name, shown.email, shown.status, shown.tags],
      [person.id, 'Grace Hopper', person.email, 'applied', ['fair']],
    )
    const { data: notes } = await scene.recruiter.get(`/job-applications/${applicant.id}/notes`)
    assert.deepEqual(
      notes.map(({ text }: { text: string }) => text),
      ['Call her'],
    )
    assert.equal((await person.get('/job-applications')).data[0].id, applicant.id)
    assert.equal((await scene.list())[0].application_id, applicant.id)
    await answer(scene, person.email, 'accepted')
    assert.equal((await scene.applicants()).length, 1)
  })

  it('waits for an account with the address, which another account does not take', async () => {
    const scene = await createScene()
    const email = createUniqueEmail()
    await scene.importCsv(['name,email', `Grace Hopper,${email}`], { invite: true })
    const { reply } = await answer(scene, email, 'accepted')
    assert.match(reply.text, /as soon as you have an account/)
    assert.deepEqual([(await scene.list())[0].state, (await scene.applicants()).length], ['accepted', 0])

    await scene.given.user({ email })
    assert.equal((await scene.applicants()).length, 0)
    const mail = (await scene.listMails(email)).find(({ text }) => text.includes('token='))
    const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1]
    assert.equal((await scene.anonymous.post('/auth/email/verify', { token })).status, 200)

    const [applicant] = await scene.applicants()
    assert.equal(applicant.email, email)
    assert.equal((await scene.list())[0].state, 'applied')
  })

  it('makes an application of the person, also when another one has stated the address before', async () => {
    const scene = await createScene()
    const [grace, mallory] = [await scene.given.verifiedUser(), await scene.given.verifiedUser()]
    await scene.importCsv(['name,email', `Grace Hopper,${grace.email}`], { invite: true })
    const stated = await createApplication(mallory, scene.post.id, { email: grace.email })

    const { page, reply } = await answer(scene, grace.email, 'accepted')

    assert.ok(!page.text.includes('You have applied'))
    assert.match(reply.text, /You have applied/)
    const [own] = (await grace.get('/job-applications')).data
    assert.notEqual(own.id, stated)
    assert.equal((await scene.list())[0].application_id, own.id)
    assert.equal((await scene.applicants()).length, 2)
  })

  it('does not say that a person has applied who accepted without an account, when another one states the address', async () => {
    const scene = await createScene()
    const email = createUniqueEmail()
    const mallory = await scene.given.verifiedUser({ name: 'Mallory' })
    await scene.importCsv(['name,email', `Grace Hopper,${email}`], { invite: true })
    const accepted = await answer(scene, email, 'accepted')
    const stated = {
      email,
      first_name: 'Mallory',
      last_name: 'Malloy',
      cover_letter: 'I am not Grace.',
      phone: '+1 999',
    }
    await createApplication(mallory, scene.post.id, stated)

    const { page, reply } = await answer(scene, email, 'accepted')

    for (const { text } of [page, reply]) {
      assertUntold(text, ['You have applied', 'Mallory', 'Malloy', 'not Grace', '999'])
      assert.match(text, /Your application is sent as soon as you have an account/)
    }
    assert.equal(page.text, accepted.reply.text)
    const grace = await scene.given.verifiedUser({ email })
    assert.match((await answer(scene, email, 'accepted')).page.text, /You have applied/)
    const [own] = (await grace.get('/job-applications')).data
    assert.equal((await scene.list())[0].application_id, own.id)
    assert.equal((await scene.applicants()).length, 2)
  })

  it('erases the data of a person who declines, and imports the address no more', async () => {
    const scene = await createScene()
    const email = createUniqueEmail()
    const lines = ['name,email', `Grace Hopper,${email}`]
    await scene.importCsv(lines, { invite: true })

    const { reply } = await answer(scene, email, 'declined')
    const again = await scene.importCsv(lines, { invite: true })

    assert.match(reply.text, /Nothing is stored about you here/)
    assert.ok(!reply.text.includes(email))
    assert.deepEqual([await scene.list(), verdicts(again.data)], [[], ['refused']])
    assert.deepEqual(again.data.rows[0].messages, ['This person does not want to be considered for this job post.'])
    assert.match((await answer(scene, email, 'accepted')).reply.text, /Nothing is stored about you here/)
    assert.equal((await scene.applicants()).length, 0)
  })

  it('refuses a link that is changed, and one of another candidate', async () => {
    const scene = await createScene()
    const email = createUniqueEmail()
    await scene.importCsv(['name,email', `Grace Hopper,${email}`, `Ada B,${createUniqueEmail()}`], { invite: true })
    await scene.settle()
    const [mail] = await scene.listMails(email)
    const url = new URL(/http\S+\/job-candidates\/\S+/.exec(mail?.text ?? '')?.[0] ?? '')
    const id = Number(url.pathname.split('/')[2])
    const form = { answer: 'declined', ...Object.fromEntries(url.searchParams) }

    const other = `/job-candidates/${id + 1}/invitation`

    assertStatuses({
      'the page of another': [await scene.anonymous.get(`${other}${url.search}`), 403],
      'an answer for another': [await scene.anonymous.post(other, form), 403],
      'another signature': [await scene.anonymous.post(url.pathname, { ...form, signature: 'x' }), 403],
    })
    assert.equal((await scene.list()).length, 2)
  })

  it('is mailed once in a day, and not for a closed post', async () => {
    const scene = await createScene()
    const email = createUniqueEmail()
    const { data } = await scene.importCsv(['name,email', `Grace Hopper,${email}`])
    const path = `${scene.path}/${data.rows[0].candidate_id}/invite`

    const replies = [await scene.recruiter.post(path, {}), await scene.recruiter.post(path, {})]
    await scene.settle()
    await scene.recruiter.put(`/job-posts/${scene.post.id}`, { status: 'closed' })

    const closed = await scene.recruiter.post(path, {})
    assert.deepEqual(
      [...replies, closed].map(({ status }) => status),
      [200, 422, 422],
    )
    assert.equal(replies[1]?.message, 'This person was invited in the last 24 hours.')
    assert.equal((await scene.listMails(email)).length, 1)
    assert.match((await answer(scene, email, 'accepted')).reply.text, /as soon as you have an account/)
  })

  it('stops at the invitations of a day, and keeps the candidates', async () => {
    const app = await testApp({ INVITATIONS_PER_DAY: '2' })
    const recruiter = await app.given.verifiedUser({ role: 'recruiter' })
    const post = await createJobPost(recruiter)
    const lines = Array.from({ length: 3 }, () => `A B,${createUniqueEmail()}`)

    const { data } = await recruiter.post(`/job-posts/${post.id}/candidates/import`, {
      csv: ['name,email', ...lines].join('\n'),
      invite: true,
      ...origin,
    })

    assert.deepEqual(
      data.rows.map(({ verdict, invited }: { verdict: string; invited: boolean }) => [verdict, invited]),
      [
        ['added', true],
        ['added', true],
        ['added', false],
      ],
    )
    assert.deepEqual(data.rows[2].messages, ['You have invited too many people today, please try again later.'])
  })
})

describe('an imported candidate of a blind post', () => {
  it('is not told to have applied, and becomes a candidate with a number a day later', async () => {
    const scene = await createScene({ blind: true })
    const [accepting, applying] = [await scene.given.verifiedUser(), await scene.given.verifiedUser()]
    const lines = ['name,email,tags,note', `Grace Hopper,${accepting.email},fair,x`, `Ada B,${applying.email},fair,x`]
    await scene.importCsv(lines, { invite: true })
    const before = await scene.list()

    await answer(scene, accepting.email, 'accepted')
    await apply(applying, scene.post.id)
    const sealed = [await scene.list(), (await scene.importCsv(lines, { preview: true })).data]
    scene.clock.advance({ days: 1 })
    await scene.settle()

    assert.deepEqual(sealed[0], before)
    assert.deepEqual(
      sealed[1].rows.map((row: Row) => row.application_id),
      [null, null],
    )
    const applicants = await scene.applicants()
    assert.deepEqual(
      applicants
        .map(({ name, tags, email }: { name: string; tags: string[]; email: string }) => [name, tags, email])
        .sort(),
      [
        ['Candidate 1', [], ''],
        ['Candidate 2', [], ''],
      ],
    )
    assert.deepEqual(await scene.list(), before)
    const { data: notes } = await scene.recruiter.get(`/job-applications/${applicants[0].id}/notes`)
    assert.deepEqual(notes, [])
  })
})

describe('personal data of imported candidates', () => {
  it('are in the export of the person, and erased with the account', async () => {
    const scene = await createScene()
    const person = await scene.given.verifiedUser()
    await scene.importCsv(['name,email,note', `Grace Hopper,${person.email},secret`])

    const own = (await person.get(`/users/${person.id}/export`)).data.jobs
    const importer = await scene.recruiter.get(`/users/${scene.recruiter.id}/export`)
    assert.equal((await person.delete(`/users/${person.id}`)).status, 200)

    const [about] = own.imports_about_me
    assert.deepEqual([about.email, about.sources[0].source, about.note], [person.email, 'Career day', undefined])
    assert.equal(importer.data.jobs.imported_candidates.length, 1)
    assert.ok(!importer.text.includes(person.email))
    assert.deepEqual(await scene.list(), [])
  })

  it('are neither told to an applicant who gives the address of another person, nor erased by them', async () => {
    const scene = await createScene()
    const [grace, mallory] = [await scene.given.verifiedUser(), await scene.given.verifiedUser()]
    const line = `Grace Hopper,${grace.email},+44 20 7946 0000`
    const early = await createApplication(mallory, scene.post.id, { email: grace.email })
    await scene.importCsv(['name,email,phone', line])

    const told = (await mallory.get(`/users/${mallory.id}/export`)).data.jobs.imports_about_me
    assert.equal((await mallory.delete(`/job-applications/${early}`)).status, 200)
    const [kept] = await scene.list()
    const again = await scene.importCsv(['name,email,phone', line])
    await createApplication(mallory, scene.post.id, { email: grace.email })
    assert.equal((await mallory.delete(`/users/${mallory.id}`)).status, 200)
    const [left] = await scene.list()

    assert.deepEqual(told, [])
    assert.deepEqual([kept.email, kept.state, left.email], [grace.email, 'imported', grace.email])
    assert.deepEqual(verdicts(again.data), ['joined'])
    assert.equal((await grace.get(`/users/${grace.id}/export`)).data.jobs.imports_about_me.length, 1)
  })

  it('of a blind post who withdraw stay in the list until the night, and importing them again says what it says of others', async () => {
    const scene = await createScene({ blind: true })
    const [person, mallory] = [await scene.given.verifiedUser(), await scene.given.verifiedUser()]
    const [ada, newcomer] = [createUniqueEmail(), createUniqueEmail()]
    await scene.importCsv(['name,email', `Ada B,${ada}`, `Grace Hopper,${person.email}`])
    const id = await createApplication(person, scene.post.id)
    const foreign = await createApplication(mallory, scene.post.id, { email: ada })

    assert.equal((await person.delete(`/job-applications/${id}`)).status, 200)
    assert.equal((await mallory.delete(`/job-applications/${foreign}`)).status, 200)
    await scene.settle()
    const atOnce = await scene.list()
    scene.clock.advance({ hours: 24 })
    await scene.settle()
    const { data: session } = await scene.anonymous.post('/auth/login', { email: scene.recruiter.email, password })
    const nextDay = (await scene.withToken(session.token).get(scene.path)).data
    const again = await scene.importCsv(['name,email', `Grace Hopper,${person.email}`, `New,${newcomer}`])

    assert.equal(atOnce.length, 2)
    // Who gives the address of another person erases nothing.
    assert.deepEqual(
      nextDay.map(({ email }: { email: string }) => email),
      [ada],
    )
    assert.deepEqual(verdicts(again.data), ['added', 'added'])
    assert.equal((await person.get(`/users/${person.id}/export`)).data.jobs.imports_about_me.length, 0)
  })

  it('are removed a year after the import, and erased with a withdrawn application', async () => {
    const scene = await createScene()
    const person = await scene.given.verifiedUser()
    await scene.importCsv(['name,email', `Ada B,${createUniqueEmail()}`, `Grace Hopper,${person.email}`])
    const id = await createApplication(person, scene.post.id)
    assert.equal((await scene.list()).length, 2)

    assert.equal((await person.delete(`/job-applications/${id}`)).status, 200)
    assert.equal((await scene.list()).length, 1)
    scene.clock.advance({ days: 366 })
    await scene.settle()

    const { data } = await scene.anonymous.post('/auth/login', { email: scene.recruiter.email, password })
    assert.deepEqual((await scene.withToken(data.token).get(scene.path)).data, [])
  })
})
