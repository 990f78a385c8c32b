import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createApp, createUniqueEmail, extractToken, password, testApp } from '#test/support/app.ts'
import { createCourse } from '#test/support/courses.ts'
import { createExam } from '#test/support/exams.ts'

interface Row {
  line: number
  verdict: string
  messages: string[]
  email: string
  user_id: number | null
}

const countVerdicts = ({ waiting, invited, existing, refused }: Record<string, number>) => [
  waiting,
  invited,
  existing,
  refused,
]

describe('POST /admin/users/import', () => {
  it('tells the verdict of every row of a preview, and stores and mails nothing', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const known = await app.given.user()
    const email = createUniqueEmail()
    const csv = [
      '\uFEFFName;email;role;locale',
      `"Hopper; Grace";${email.toUpperCase()};researcher;fr`,
      `Ada;${known.email};;`,
      `Twice;${email};;`,
      ';no address;boss;xx',
    ].join('\r\n')

    const { status, data, text } = await admin.post('/admin/users/import', { csv, preview: true })

    assert.equal(status, 200, text)
    assert.deepEqual([data.id, data.status, data.total, ...countVerdicts(data)], [null, 'preview', 4, 0, 1, 1, 2])
    const rows: Row[] = data.rows
    assert.deepEqual(
      rows.map(({ line, verdict, user_id }) => [line, verdict, user_id]),
      [
        [2, 'invited', null],
        [3, 'existing', known.id],
        [4, 'refused', null],
        [5, 'refused', null],
      ],
    )
    assert.equal(rows[0]?.email, email)
    assert.deepEqual(rows[2]?.messages, ['An earlier row of the file has the same address.'])
    assert.deepEqual(rows[3]?.messages, [
      'The name field is required.',
      'The email must be a valid e-mail address.',
      'The selected role is invalid.',
      'The selected locale is invalid.',
    ])
    assert.deepEqual(await app.listMails(email), [])
    assert.equal((await admin.get('/admin/users/imports')).data[0]?.status, undefined)
  })

  it('invites the people in the background, and tells how far it is', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const emails = Array.from({ length: 120 }, createUniqueEmail)
    const csv = ['email,name,locale', ...emails.map((email) => `${email},Grace Hopper,es`), 'nobody,,'].join('\n')

    const { data } = await admin.post('/admin/users/import', { csv, message: 'Welcome.' })
    assert.deepEqual([data.status, data.total, ...countVerdicts(data)], ['running', 121, 120, 0, 0, 1])
    await app.settle()

    const done = (await admin.get(`/admin/users/imports/${data.id}`)).data
    assert.deepEqual([done.status, ...countVerdicts(done)], ['finished', 0, 120, 0, 1])
    assert.ok(done.finished_at)
    const [mail, ...others] = await app.listMails(emails[60] ?? '')
    assert.match(mail?.subject ?? '', /Administrator te invita/)
    assert.match(mail?.text ?? '', /Welcome\./)
    assert.equal(others.length, 0)
    const accepted = await app.anonymous.post('/auth/invitations/accept', { token: extractToken(mail), password })
    assert.equal(accepted.status, 200)
    const refused = await admin.get(`/admin/users/imports/${data.id}/rows?verdict=refused`)
    assert.deepEqual([refused.meta.total, refused.data[0].line], [1, 122])
    const all = await admin.get(`/admin/users/imports/${data.id}/rows?limit=100&page=2`)
    assert.deepEqual([all.meta.total, all.data.length], [121, 21])
  })

  it('invites an address once, also when two files have it at the same time', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const email = createUniqueEmail()

    const replies = await Promise.all(
      [1, 2, 3].map(() => admin.post('/admin/users/import', { csv: `name,email\nGrace,${email}` })),
    )
    await app.settle()

    const imports = await Promise.all(replies.map(({ data }) => admin.get(`/admin/users/imports/${data.id}`)))
    const sum = (verdict: string) => imports.reduce((total, { data }) => total + data[verdict], 0)
    assert.deepEqual([sum('invited'), sum('existing')], [1, 2])
    assert.equal((await app.listMails(email)).length, 1)
  })

  for (const [what, csv, message] of [
    ['an empty file', '\n', 'The file needs the columns name and email.'],
    ['a file without rows', 'name,email\n', 'The file has no rows.'],
    ['a file without addresses', 'name\nAda', 'The file needs the columns name and email.'],
    [
      'an unknown column',
      'name,email,boss\nAda,a@example.org,x',
      'The file has the unknown column “boss”; known are name, email, role, locale, courses, exams, company and company_role.',
    ],
    ['a column twice', 'name,email,email\nAda,a@example.org,b@example.org', 'The file has a column twice.'],
    ['an open quote in the header', 'name,"email\nAda,a@example.org', 'Line 1 of the file cannot be read as CSV.'],
    ['10,001 rows', `name,email${'\nAda,a@example.org'.repeat(10_001)}`, 'The file may not have more than 10000 rows.'],
  ] as const)
    it(`refuses ${what}`, async () => {
      const app = await testApp()
      const admin = await app.given.admin()

      const reply = await admin.post('/admin/users/import', { csv })

      assert.deepEqual([reply.status, reply.errors], [422, { csv: [message] }])
    })

  it('reads files as spreadsheets write them, with roles in capital letters', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const excel = [
      '\ufeffsep=;',
      'Name;EMAIL;Role;;',
      'Ann "Nan" Lee;ann@example.org;Student;;',
      '"Bob; the second";bob@example.org;RESEARCHER;;',
      ';;;;',
      'Cy;cy@example.org',
    ]

    const { status, data } = await admin.post('/admin/users/import', { csv: excel.join('\r\n'), preview: true })

    assert.equal(status, 200)
    assert.deepEqual(
      data.rows.map(({ line, name, role, verdict }: Record<string, unknown>) => [line, name, role, verdict]),
      [
        [3, 'Ann "Nan" Lee', 'student', 'invited'],
        [4, 'Bob; the second', 'researcher', 'invited'],
        [6, 'Cy', 'learner', 'invited'],
      ],
    )
  })

  it('refuses a row that cannot be read with its line, and invites the others', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const csv = [
      'name\temail',
      '"Ada\tada@example.org',
      'Bob\tbob@example.org\tx',
      'Caf\ufffd\tcafe@example.org',
      'Dee\tdee@example.org',
    ]

    const { data } = await admin.post('/admin/users/import', { csv: csv.join('\n'), preview: true })

    assert.deepEqual(
      data.rows.map(({ line, verdict, messages }: Record<string, unknown>) => [line, verdict, messages]),
      [
        [2, 'refused', ['The row cannot be read as CSV; a quote may be missing.']],
        [3, 'refused', ['The row has more values than the file has columns.']],
        [4, 'refused', ['Some characters could not be read (\ufffd). Save the file as UTF-8.']],
        [5, 'invited', []],
      ],
    )
  })

  it('enrolls invited people and people with an account in courses, and says which courses there are not', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const teacher = await app.given.user({ role: 'researcher' })
    const known = await app.given.user()
    const [first, second] = [await createCourse(teacher), await createCourse(teacher, { price: 10 })]
    const guarded = await createCourse(teacher, { prerequisites: [first.id] })
    const draft = await createCourse(teacher, { status: 'draft' })
    const email = createUniqueEmail()
    const csv = [
      'name,email,courses',
      `Grace,${email},${first.id} ${second.id} ${first.id}`,
      `Ada,${known.email},${second.id} ${guarded.id}`,
      `X,${createUniqueEmail()},${draft.id}`,
      `Y,${createUniqueEmail()},first`,
    ].join('\n')

    const preview = await admin.post('/admin/users/import', { csv, preview: true })
    assert.deepEqual(countVerdicts(preview.data), [0, 1, 1, 2])
    const { data, text } = await admin.post('/admin/users/import', { csv })
    await app.settle()
    assert.match(preview.text, /The file is read\. Nothing is stored or mailed\./)
    assert.match(text, /The invitations go out in the background\./)

    const rows = (await admin.get(`/admin/users/imports/${data.id}/rows`)).data
    assert.deepEqual(
      rows.map(({ verdict, messages }: Row) => [verdict, messages]),
      [
        ['invited', []],
        ['existing', ['Complete these courses first: “Botany”.']],
        ['refused', [`There is no published course ${draft.id}.`]],
        ['refused', ['The courses is invalid.']],
      ],
    )
    const enrolled = await known.get('/courses/enrolled')
    assert.deepEqual(
      enrolled.data.map(({ course }: { course: { id: number } }) => course.id),
      [second.id],
    )
    assert.equal((await teacher.get(`/courses/${first.id}`)).data.enrolled_count, 1)
    assert.equal((await teacher.get(`/courses/${second.id}`)).data.enrolled_count, 2)
  })

  it('puts people on the rosters of exams, who are told, with an account or without', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const author = await app.given.user({ role: 'researcher' })
    const known = await app.given.verifiedUser()
    const exam = await createExam(author, { access: 'invited' })
    const email = createUniqueEmail()
    const csv = [
      'name,email,exams',
      `Ada,${email},${exam.id}`,
      `Ben,${known.email},${exam.id} ${exam.id}`,
      `X,${createUniqueEmail()},999999`,
    ].join('\n')

    const { data } = await admin.post('/admin/users/import', { csv })
    await app.settle()

    const rows = (await admin.get(`/admin/users/imports/${data.id}/rows`)).data
    assert.deepEqual(
      rows.map(({ verdict, messages, exams }: Row & { exams: number[] }) => [verdict, messages, exams]),
      [
        ['invited', [], [exam.id]],
        ['existing', [], [exam.id]],
        ['refused', ['There is no exam 999999.'], [999_999]],
      ],
    )
    assert.equal((await known.get(`/exams/${exam.id}`)).status, 200)
    assert.equal((await known.get('/notifications?type=exam_reminder')).meta.total, 1)
    const [mail] = await app.listMails(email)
    const accepted = await app.anonymous.post('/auth/invitations/accept', { token: extractToken(mail), password })
    assert.equal((await app.withToken(accepted.data.token).get(`/exams/${exam.id}`)).status, 200)
    assert.equal((await author.get(`/exams/${exam.id}/roster`)).meta.total, 2)
  })

  it('takes 10,000 rows', async () => {
    const app = await createApp()
    const admin = await app.given.admin()
    const csv = `name,email${Array.from({ length: 10_000 }, (_, index) => `\nAda,ada${index}@example.org`).join('')}`

    const { data } = await admin.post('/admin/users/import', { csv, preview: true })

    assert.deepEqual([data.total, data.invited, data.rows.length], [10_000, 10_000, 10_000])
  })

  it('makes no administrators with an API key', async () => {
    const app = await testApp()
    const admin = await app.given.admin()
    const { data } = await admin.post('/auth/api-keys', { name: 'HR', scopes: ['admin:write'], expires_at: null })
    const csv = `name,email,role\nAda,${createUniqueEmail()},admin`

    assert.equal((await app.withToken(data.key).post('/admin/users/import', { csv })).status, 403)
    assert.equal((await admin.post('/admin/users/import', { csv, preview: true })).data.invited, 1)
  })

  it('exports the row of a person, erases it with the account, and deletes the import after 30 days', async () => {
    const app = await createApp()
    const admin = await app.given.admin()
    const email = createUniqueEmail()
    const { data } = await admin.post('/admin/users/import', { csv: `name,email\nGrace,${email}\nx,x` })
    await app.settle()
    const [row] = (await admin.get(`/admin/users/imports/${data.id}/rows`)).data

    const exported = await admin.get(`/users/${row.user_id}/export`)
    assert.equal(exported.data.administration.imported_from[0].data.email, email)
    await admin.delete(`/users/${row.user_id}`)
    assert.equal((await admin.get(`/admin/users/imports/${data.id}/rows`)).meta.total, 1)

    app.clock.advance({ days: 32 })
    await app.settle()
    const again = await app.given.admin()
    assert.equal((await again.get(`/admin/users/imports/${data.id}`)).status, 404)
  })
})
