import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ask } from '#test/contract/empty-database.ts'
import { createApp } from '#test/support/app.ts'
import { createImportFolder, importInto, logo, readRefused } from '#test/support/import.ts'

const secret = 'TgT7vUk1mRkzG3rRkQ2xYd0oYb9nWq5sLp8eJcHi0a1b2c3d'
const token = createHash('sha256').update(secret).digest('hex')
const laravelHash = '$2y$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi'

const ada = { id: 1_007, name: 'Ada Lovelace', email: 'Ada.L@Example.org', password: laravelHash, role: 'researcher' }
const bob = { id: 1_008, name: 'Bob\n Noyce', email: 'bob.n@example.org', email_verified_at: '2020-01-02 03:04:05' }

describe('an imported account', () => {
  it('signs in with the old password, which then has a hash of this service', async () => {
    const app = await createApp()
    const folder = await createImportFolder({ users: [ada, bob] })

    const { code, stdout } = await importInto(app, folder)
    const wrong = await app.anonymous.post('/auth/login', { email: ada.email, password: 'passwords' })
    const first = await app.anonymous.post('/auth/login', { email: ada.email, password: 'password' })
    const second = await app.anonymous.post('/auth/login', { email: ada.email, password: 'password' })

    assert.equal(code, 0, stdout)
    assert.match(stdout, /users\.ndjson: 2 imported, 0 kept, 0 refused/)
    assert.deepEqual([wrong.status, first.status, second.status], [401, 200, 200])
    assert.equal(first.data.user.id, 1_007)
    assert.equal(first.data.user.role, 'researcher')
    const [row] = await ask(app.platform.config, `select password_hash from users where id = ${ada.id}`)
    assert.match(String(row?.password_hash), /^\$argon2id\$/)
  })

  it('signs in with the hash of another framework', async () => {
    const app = await createApp()
    const firebaseKey = 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA=='
    const firebaseTag = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ=='
    const known: [password: string, hash: string][] = [
      ['lètmein', 'pbkdf2_sha256$30000$seasalt$VrX+V8drCGo68wlvy6rfu8i1d1pfkdeXA4LJkRGJodY='],
      ['password', '$argon2i$v=19$m=512,t=2,p=2$aI2R0hpDyLm3ltLa+1/rvQ$LqPKjd6n8yniKtAithoR7A'],
      ['password', '$scrypt$ln=16,r=8,p=1$aM15713r3Xsvxbi31lqr1Q$nFNh2CVHVjNldFVKDHDlm4CbdRSCdEBsjjJxD+iCs5E'],
      ['user1password', `$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=${firebaseKey}$42xEC+ixf3L2lw==$${firebaseTag}`],
    ]
    const users = known.map(([, hash], n) => ({
      id: 3_000 + n,
      name: 'Ada',
      email: `a${n}@example.org`,
      password: hash,
    }))
    await importInto(app, await createImportFolder({ users }))

    const replies = await Promise.all(
      known.map(([password], n) => app.anonymous.post('/auth/login', { email: `a${n}@example.org`, password })),
    )

    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 200],
    )
    const rows = await ask(app.platform.config, 'select password_hash from users where id >= 3000')
    assert.ok(rows.every(({ password_hash }) => String(password_hash).startsWith('$argon2id$v=19$m=8,t=1,p=1$')))
  })

  it('is found by its name and counted, mails nobody, and later accounts get higher ids', async () => {
    const app = await createApp()
    const folder = await createImportFolder({ users: [ada, bob] })
    const admin = await app.given.admin()
    const before = await admin.get('/users')

    await importInto(app, folder)

    const found = await admin.get('/users?search=noyce')
    assert.deepEqual(
      found.data.map(({ id }: { id: number }) => id),
      [bob.id],
    )
    assert.equal((await admin.get('/users')).meta.total, before.meta.total + 2)
    assert.deepEqual(await app.listMails('bob.n@example.org'), [])
    const audit = await admin.get('/admin/audit?action=import')
    assert.match(JSON.stringify(audit.data), /"imported":2/)
    assert.ok((await app.given.user()).id > bob.id)
  })

  it('goes on with a token of Laravel Sanctum, which is listed and ends like others', async () => {
    const app = await createApp()
    const rows = [{ id: 3, user_id: ada.id, token, name: 'iPhone', last_used_at: null }]
    await importInto(app, await createImportFolder({ users: [ada], access_tokens: rows }))
    const phone = app.withToken(`3|${secret}`)

    const me = await phone.get('/auth/me')
    const sessions = await phone.get('/auth/sessions')
    const others = await app.withToken(`3|${secret}x`).get('/auth/me')
    const out = await phone.post('/auth/logout')

    assert.equal(me.data.id, ada.id)
    assert.deepEqual(
      sessions.data.map(({ device, current }: { device: string; current: boolean }) => [device, current]),
      [['iPhone', true]],
    )
    assert.equal(others.status, 401)
    assert.equal(out.status, 200)
    assert.equal((await phone.get('/auth/me')).status, 401)
  })

  it('goes on with the secret of a token alone, as old apps send it, and not with the id of another one', async () => {
    const app = await createApp()
    const other = 'a'.repeat(80)
    const rows = [
      { id: 3, user_id: ada.id, token, name: 'iPhone' },
      { id: 4, user_id: bob.id, token: createHash('sha256').update(other).digest('hex') },
    ]
    await importInto(app, await createImportFolder({ users: [ada, bob], access_tokens: rows }))

    const tokens = [
      secret,
      other,
      `3|${secret}`,
      `4|${secret}`,
      `3|${other}`,
      `03|${secret}`,
      `|${secret}`,
      `${secret}x`,
    ]
    const replies = await Promise.all(tokens.map((one) => app.withToken(one).get('/auth/me')))

    assert.deepEqual(
      replies.map(({ status, data }) => (status === 200 ? data.id : status)),
      [ada.id, bob.id, ada.id, 401, 401, 401, 401, 401],
    )
  })

  it('has its files, whose old addresses lead to them', async () => {
    const app = await createApp({ LEGACY_FILE_PREFIX: '/storage' })
    const files = [
      { path: 'avatars/ada.png', user_id: ada.id, purpose: 'avatar', uploaded_at: '2021-01-01 00:00:00' },
      { path: 'docs/plan.png', user_id: ada.id },
      { path: 'docs/missing.png', user_id: ada.id },
      { path: 'docs/a.png', user_id: 5, file: 'files/docs/plan.png' },
      { path: 'docs/b.png', user_id: ada.id, file: '../secret.png' },
    ]
    const folder = await createImportFolder({ users: [ada], files }, ['avatars/ada.png', 'docs/plan.png'])

    const { code } = await importInto(app, folder)

    assert.equal(code, 1)
    assert.deepEqual(await readRefused(folder, 'files'), [
      'There is no file "files/docs/missing.png" in the folder.',
      'The column "user_id" is 5, which is no id of users.',
      'There is no file "../secret.png" in the folder.',
    ])
    const old = await fetch(`${app.address}/storage/docs/plan.png`, { redirect: 'manual' })
    assert.equal(old.status, 301)
    const path = (old.headers.get('location') ?? '').replace('http://api.test', app.address)
    assert.deepEqual(Buffer.from(await (await fetch(path)).arrayBuffer()), await readFile(logo))
    assert.equal((await fetch(`${app.address}/storage/docs/missing.png`, { redirect: 'manual' })).status, 404)
    const { data } = await (await app.given.admin()).get(`/users/${ada.id}`)
    assert.match(data.profile_photo, /^http:\/\/api\.test\/files\/public\//)
  })
})

describe('an import', () => {
  it('says of each refused row why, in one sentence', async () => {
    const app = await createApp()
    const folder = await createImportFolder({
      users: [
        ada,
        { id: 2_001, name: 'Bob', email: 'ada.l@example.org' },
        { id: 2_002, name: 'Bob', emial: 'x@example.org' },
        { id: 1_007, name: 'Bob', email: 'x@example.org' },
        { id: 2_003, name: 'Bob', email: 'x@example.org', role: 'boss' },
        { id: 2_004, name: 'Bob', email: 'x@example.org', password: laravelHash.replace('10', '15') },
        { id: 2_005, name: 'Bob', email: 'x' },
        { id: 2_006, name: 'Bob', email: 'y@example.org', created_at: 'yesterday' },
        { id: '2007', name: 'Bob', email: 'y@example.org' },
        { id: 2_008, email: 'y@example.org' },
        { id: 2_009, name: '\u200b', email: 'y@example.org' },
        { id: 2_010, name: 'Half \ud800', email: 'y@example.org' },
        { id: 2_011, name: 'Zero \0', email: 'y@example.org' },
        'not JSON',
      ],
      identities: [{ id: 1, user_id: 9_999, provider: 'google', subject: 'x' }],
    })

    const { code, stdout } = await importInto(app, folder)

    assert.equal(code, 1)
    assert.match(stdout, /users\.ndjson: 1 imported, 0 kept, 13 refused/)
    assert.deepEqual((await readRefused(folder, 'users')).sort(), [
      'Another row has the same e-mail address already.',
      'The column "created_at" must be a date and time like "2026-11-21T09:14:00Z".',
      'The column "email" must be an e-mail address.',
      'The column "id" must be an integer.',
      'The column "name" has characters that no text may have.',
      'The column "name" has characters that no text may have.',
      'The column "name" is missing.',
      'The column "name" shows nothing.',
      'The column "role" must be one of student, learner, researcher, recruiter, admin.',
      'The id 1007 is in the file twice.',
      'The line is not a JSON object.',
      'There is no column "emial"; the nearest is "email".',
      'Verifying the password hash would take about 3 seconds; at most 2 are allowed.',
    ])
    assert.deepEqual(await readRefused(folder, 'identities'), [
      'The column "user_id" is 9999, which is no id of users.',
    ])
  })

  it('stores nothing with --dry-run, and says the same as without', async () => {
    const app = await createApp()
    const folder = await createImportFolder({ users: [ada, { ...bob, role: 'boss' }, { ...bob, id: 1 }] })
    const admin = await app.given.admin()
    const before = await admin.get('/users')

    const tried = await importInto(app, folder, '--dry-run')
    const refused = await readRefused(folder, 'users', 'refused-dry-run')
    const after = await admin.get('/users')
    const done = await importInto(app, folder)

    assert.match(tried.stdout, /users\.ndjson: 1 imported, 0 kept, 2 refused/)
    assert.equal(after.meta.total, before.meta.total)
    assert.match(done.stdout, /users\.ndjson: 1 imported, 0 kept, 2 refused/)
    assert.deepEqual(await readRefused(folder, 'users'), refused)
    assert.match(refused.join(), /There is a row with the id 1 already, which no import has brought\./)
  })

  it('knows with --dry-run the rows that are there, to which new ones refer', async () => {
    const app = await createApp()
    await importInto(app, await createImportFolder({ users: [ada] }))
    const folder = await createImportFolder({
      access_tokens: [{ id: 3, user_id: ada.id, token }],
      researchers: [{ id: 50, user_id: ada.id }],
      job_posts: [{ id: 60, user_id: ada.id, title: 'Modeller' }],
      job_applications: [
        { id: 70, job_post_id: 60, user_id: ada.id, first_name: 'A', last_name: 'L', email: ada.email },
      ],
    })

    const { code, stdout } = await importInto(app, folder, '--dry-run')

    assert.equal(code, 0, stdout)
    assert.match(stdout, /access_tokens\.ndjson: 1 imported.*researchers\.ndjson: 1 imported.*applications\.ndjson: 1/s)
  })

  it('changes nothing when it is repeated, and keeps existing rows with --merge', async () => {
    const app = await createApp()
    const folder = await createImportFolder({ users: [ada] })
    await importInto(app, folder)

    const again = await importInto(app, folder)
    const more = await createImportFolder({ users: [{ ...ada, name: 'Another' }, bob] })
    const merged = await importInto(app, more, '--merge')

    assert.match(again.stdout, /users\.ndjson: 1 imported, 0 kept, 0 refused/)
    assert.match(merged.stdout, /users\.ndjson: 1 imported, 1 kept, 0 refused/)
    const { data } = await (await app.given.admin()).get(`/users/${ada.id}`)
    assert.equal(data.name, 'Ada Lovelace')
  })
})

describe('imported rows', () => {
  it('are what the API answers, with their numbers, words and totals', async () => {
    const app = await createApp()
    const { id: owner } = ada
    const at = '2024-05-06 07:08:09'
    const resume = 'resumes/bob.pdf'
    const folder = await createImportFolder(
      {
        users: [ada, { ...bob, password: laravelHash }],
        files: [
          { path: resume, user_id: bob.id, purpose: 'resume', file: 'files/bob.pdf' },
          { path: 'v1.pdf', user_id: owner, purpose: 'project_version', file: 'files/bob.pdf' },
        ],
        researchers: [
          { id: 50, user_id: owner, bio: 'Writes about coral reefs', skills: ['Ecology'], fields: ['Biology'] },
        ],
        job_posts: [
          { id: 60, user_id: owner, title: 'Reef modeller', location: 'Nairobi', skills: ['Ecology'], created_at: at },
          { id: 61, user_id: owner, title: 'Closed', status: 'closed' },
        ],
        job_applications: [
          { id: 70, job_post_id: 60, user_id: bob.id, first_name: 'Bob', last_name: 'Noyce', email: bob.email, resume },
          { id: 71, job_post_id: 60, user_id: bob.id, first_name: 'Bob', last_name: 'Noyce', email: bob.email },
          {
            id: 72,
            job_post_id: 61,
            user_id: bob.id,
            first_name: 'B',
            last_name: 'N',
            email: bob.email,
            resume: 'x.pdf',
          },
        ],
        courses: [{ id: 80, user_id: owner, title: 'Statistics of reefs', category: 'Statistics', price: 0 }],
        lessons: [
          { id: 90, course_id: 80, title: 'First', duration_minutes: 20, order: 1 },
          { id: 91, course_id: 80, title: 'Second', duration_minutes: 10, order: 2 },
        ],
        enrollments: [{ id: 100, course_id: 80, user_id: bob.id, enrolled_at: at }],
        lesson_progress: [
          { enrollment_id: 100, lesson_id: 90, completed_at: at, time_spent_seconds: 600 },
          { enrollment_id: 100, lesson_id: 90, completed_at: at, time_spent_seconds: 60 },
        ],
        projects: [{ id: 110, owner_id: owner, title: 'Reef atlas', visibility: 'public', field: 'Biology' }],
        project_versions: [{ id: 120, project_id: 110, version_number: '1.0', file: 'v1.pdf', uploaded_by: owner }],
        milestones: [{ id: 130, project_id: 110, title: 'Map', due_date: '2027-01-01', order: 1 }],
        project_collaborators: [{ id: 140, project_id: 110, user_id: bob.id, role: 'editor', can_edit: true }],
        exams: [
          { id: 170, user_id: owner, title: 'Reefs', duration_minutes: 30, passing_score: 60, max_attempts: 3 },
          { id: 171, user_id: owner, title: 'Dives', duration_minutes: 30, passing_score: 60, access: 'invited' },
          { id: 172, user_id: owner, title: 'Wrecks', duration_minutes: 30, passing_score: 60, access: 'invited' },
        ],
        exam_roster_entries: [
          { id: 173, exam_id: 171, email: bob.email },
          { id: 174, exam_id: 171, email: bob.email },
          { id: 175, exam_id: 172, email: 'later@example.org' },
          { id: 176, exam_id: 172 },
        ],
        exam_questions: [
          {
            id: 180,
            exam_id: 170,
            type: 'single_choice',
            question: '1 + 1?',
            options: ['1', '2'],
            correct_answer: '2',
          },
          {
            id: 181,
            exam_id: 170,
            type: 'single_choice',
            question: '1 + 2?',
            options: ['1', '2'],
            correct_answer: '3',
          },
        ],
        exam_attempts: [
          {
            id: 190,
            exam_id: 170,
            user_id: bob.id,
            number: 1,
            started_at: at,
            submitted_at: at,
            score: 80,
            passed: true,
          },
        ],
        certificates: [
          { id: 200, user_id: bob.id, exam_id: 170, title: 'Reefs', verification_code: 'aB3d-9f7g-0h', issued_at: at },
          { id: 201, user_id: bob.id, title: 'Nothing', verification_code: 'xxxx-yyyy-zzzz', issued_at: at },
        ],
        plans: [
          {
            id: 'lab',
            name: 'Lab',
            price: 900,
            currency: 'USD',
            job_postings: 5,
            candidate_searches: -1,
            team_members: 3,
          },
        ],
        payment_methods: [
          {
            id: 210,
            user_id: bob.id,
            type: 'card',
            brand: 'visa',
            last4: '4242',
            is_default: true,
            token: 'pm_1',
            gateway: 'sandbox',
          },
        ],
        gateway_customers: [{ user_id: bob.id, customer: 'cus_1', gateway: 'sandbox' }],
        subscriptions: [
          {
            id: 220,
            user_id: bob.id,
            plan_id: 'lab',
            started_at: at,
            period_start: '2026-01-06 00:00:00',
            period_end: '2099-02-06 00:00:00',
            payment_method_id: 210,
          },
        ],
        notifications: [
          { id: 150, user_id: bob.id, type: 'course_update', title: 'New lesson', read: true, url: '/courses/80' },
          { id: 151, user_id: bob.id, type: 'course_update', title: 'Another', created_at: at },
        ],
        activity_log: [{ id: 160, user_id: bob.id, activity_type: 'login', description: 'Signed in', created_at: at }],
      },
      [],
    )
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files/bob.pdf'), Buffer.from('%PDF-1.4\n% a resume\n%%EOF\n'))

    const { stdout, stderr } = await importInto(app, folder)
    const done = await importInto(app, folder)

    assert.equal(stderr, '')
    assert.equal(done.stdout.replaceAll(/\d+ s/g, ''), stdout.replaceAll(/\d+ s/g, ''))
    assert.deepEqual(await readRefused(folder, 'job_applications'), [
      'Another row has the same job_post_id and user_id, or the same resume, already.',
      'The column "resume" is "x.pdf", which is no path of files.ndjson.',
    ])
    const logIn = async (email: string) =>
      app.withToken((await app.anonymous.post('/auth/login', { email, password: 'password' })).data.token)
    const [asAda, asBob] = [await logIn(ada.email), await logIn(bob.email)]
    const get = async (who: typeof asAda, path: string) => {
      const reply = await who.get(path)
      assert.equal(reply.status, 200, `${path}: ${reply.text}`)
      return reply
    }

    assert.equal((await get(asBob, '/researchers/details/50')).data.user.name, 'Ada Lovelace')
    assert.deepEqual((await asBob.post('/search/intelligent', { query: 'coral' })).data.researchers.length, 1)
    const posts = await get(asBob, '/job-posts?search=reef')
    assert.deepEqual(
      [posts.meta.total, posts.data[0].id, posts.data[0].created_at],
      [1, 60, '2024-05-06T07:08:09.000Z'],
    )
    const applicants = await get(asAda, '/job-posts/60/applicants?status=applied&search=noyce')
    assert.deepEqual([applicants.meta.total, applicants.data[0].id], [1, 70])
    const courses = await get(asBob, '/courses?search=statistics')
    assert.deepEqual([courses.meta.total, courses.data[0].lessons_count, courses.data[0].enrolled_count], [1, 2, 1])
    const progress = await get(asBob, '/courses/80/progress')
    assert.deepEqual([progress.data.progress_percentage, progress.data.time_spent_minutes], [50, 10])
    const projects = await get(asBob, '/projects?search=atlas')
    assert.deepEqual([projects.meta.total, projects.data[0].id], [1, 110])
    assert.equal((await get(asBob, '/projects/110/versions')).data[0].version_number, '1.0')
    assert.equal((await get(asBob, '/projects/110/milestones')).meta.summary.not_started, 1)
    assert.equal((await get(asBob, '/projects/110/collaborators')).data[0].permissions.can_edit, true)
    const exam = await get(asBob, '/exams/170')
    assert.deepEqual([exam.data.questions_count, exam.data.attempts_used, exam.data.passed], [1, 1, true])
    assert.equal((await get(asBob, '/exams/171')).data.title, 'Dives')
    assert.equal((await asBob.get('/exams/172')).status, 404)
    assert.deepEqual(
      (await get(asAda, '/exams/172/roster')).data.map(({ email }: { email: string }) => email),
      ['later@example.org'],
    )
    assert.deepEqual(await readRefused(folder, 'exam_roster_entries'), [
      'Another row has the same exam_id and the same person already.',
      'The row needs one of "user_id" and "email".',
    ])
    assert.equal((await get(asBob, '/exam-attempts/190')).data.status, 'submitted')
    assert.equal((await get(asBob, '/exam-attempts?exam_id=170')).data[0].score, 80)
    assert.deepEqual(await readRefused(folder, 'exam_questions'), ['The correct answer must be one of the options.'])
    const [certificate] = (await get(asBob, '/certificates')).data
    assert.deepEqual([certificate.id, certificate.awarded_by.name], [200, 'Ada Lovelace'])
    for (const typed of ['aB3d-9f7g-0h', 'AB3D9F7G0H', 'ab3d 9f7g oh'])
      assert.match((await app.anonymous.get(`/certificates/verify/${encodeURIComponent(typed)}`)).text, /Bob Noyce/)
    const verified = await app.anonymous.send('GET', '/certificates/verify/aB3d-9f7g-0h', {
      headers: { accept: 'application/json' },
    })
    assert.equal(verified.data.verification_code, 'aB3d-9f7g-0h')
    const subscription = await get(asBob, '/subscriptions/current')
    assert.deepEqual(
      [subscription.data.id, subscription.data.plan.id, subscription.data.status],
      [220, 'lab', 'active'],
    )
    assert.equal((await get(asBob, '/payment-methods')).data[0].last4, '4242')
    const told = await get(asBob, '/notifications')
    assert.deepEqual([told.meta.total, told.meta.unread_count, told.data[0].id], [2, 1, 151])
    const activity = await get(asBob, `/users/${bob.id}/activity`)
    assert.ok(activity.data.some(({ id }: { id: number }) => id === 160))
    const added = await asAda.post('/job-posts', { title: 'New', description: 'A new post', company: 'Reef' })
    assert.ok(added.status !== 500, added.text)
  })

  it('have what belongs to them: questions, answers, requirements, prerequisites, teams, changes, links and language', async () => {
    const app = await createApp()
    const { id: owner } = ada
    const at = '2024-05-06T07:08:09.000Z'
    const links = { website: 'https://ada.example.org', orcid: '0000-0002-1825-0097' }
    const person = { job_post_id: 60, first_name: 'Bob', last_name: 'Noyce', email: bob.email }
    const folder = await createImportFolder({
      users: [
        { ...ada, links, locale: 'pt-BR' },
        { ...bob, password: laravelHash },
        { id: 1_009, name: 'X', email: 'x@example.org', locale: 'xx' },
        { id: 1_010, name: 'Y', email: 'y@example.org', links: { website: 'javascript:alert(1)' } },
      ],
      researchers: [
        {
          id: 50,
          user_id: owner,
          publications: [{ title: 'A typed work', year: 1950 }],
          institution_ror: '042nb2s44',
          education: [{ institution: 'Cornell', degree: 'PhD', end: '1927' }],
          employment: [{ institution: 'MIT', ror: '042nb2s44', start: '1941-12', current: true }],
        },
        { id: 53, user_id: bob.id, employment: [{ institution: 'x', ror: '042nb2s45' }] },
      ],
      publications: [
        {
          id: 54,
          researcher_id: 50,
          title: 'Knobs',
          authors: [{ family: 'McClintock' }],
          date: '1981-03',
          doi: '10.1000/A',
        },
        { id: 55, researcher_id: 50, title: 'Other', doi: '10.1000/a' },
        { id: 56, researcher_id: 50, title: 'Other', date: '1981-13' },
        { id: 57, researcher_id: 50, title: 'Other', authors: [{ family: 'x', orcid: '1' }] },
      ],
      researcher_team: [
        { id: 51, researcher_id: 50, user_id: bob.id, role: 'Diver', can_manage_team: true, accepted_at: at },
        { id: 52, researcher_id: 50, user_id: bob.id },
      ],
      job_posts: [
        {
          id: 60,
          user_id: owner,
          title: 'Reef modeller',
          questions: [{ id: 7, question: 'Why you?', required: true }],
        },
        {
          id: 61,
          user_id: owner,
          title: 'Twice',
          questions: [
            { id: 1, question: 'A?' },
            { id: 1, question: 'B?' },
          ],
        },
      ],
      job_applications: [
        {
          id: 70,
          user_id: bob.id,
          ...person,
          additional_answers: [{ question_id: 7, question: 'Why you?', answer: 'I dive.' }],
        },
      ],
      courses: [
        { id: 80, user_id: owner, title: 'Statistics' },
        { id: 81, user_id: owner, title: 'Reefs' },
      ],
      course_prerequisites: [
        { course_id: 81, prerequisite_id: 80 },
        { course_id: 81, prerequisite_id: 80 },
        { course_id: 81, prerequisite_id: 81 },
      ],
      projects: [{ id: 110, owner_id: owner, title: 'Reef atlas', visibility: 'public' }],
      milestones: [{ id: 130, project_id: 110, title: 'Map', due_date: '2027-01-01', status: 'completed', order: 1 }],
      milestone_changes: [
        {
          id: 131,
          milestone_id: 130,
          changed_by: owner,
          from_status: 'not_started',
          to_status: 'completed',
          changed_at: at,
        },
      ],
      job_requirements: [
        { id: 62, job_post_id: 60, course_id: 81, order: 1 },
        { id: 63, job_post_id: 60, skill: 'Diving', required: false, order: 2 },
        { id: 64, job_post_id: 60, course_id: 81, skill: 'Diving', order: 3 },
        { id: 65, job_post_id: 60, course_id: 999, order: 4 },
      ],
    })

    const { stderr } = await importInto(app, folder)

    assert.equal(stderr, '')
    assert.deepEqual(await readRefused(folder, 'users'), [
      'The column "locale" is "xx", which is no language of this service.',
      'The column "links" (at website) must match pattern "^$|^https?://[^\\s]+$".',
    ])
    assert.deepEqual(await readRefused(folder, 'researchers'), [
      '"042nb2s45" is no id of the Research Organization Registry.',
    ])
    assert.deepEqual(await readRefused(folder, 'publications'), [
      'Another row has the same researcher_id and work already.',
      'The column "date" is "1981-13", which is no day or month of the calendar.',
      'The column "authors" has "1", which is no ORCID iD.',
    ])
    assert.deepEqual(await readRefused(folder, 'researcher_team'), [
      'Another row has the same researcher_id and user_id already.',
    ])
    assert.deepEqual(await readRefused(folder, 'job_posts'), ['The column "questions" has an id twice.'])
    assert.equal(
      (await readRefused(folder, 'course_prerequisites')).at(-1),
      'A course cannot be a prerequisite of itself.',
    )
    assert.deepEqual(await readRefused(folder, 'job_requirements'), [
      'The row needs one of "exam_id", "course_id" and "skill".',
      'The column "course_id" is 999, which is no id of courses.',
    ])
    const logIn = async (email: string) =>
      app.withToken((await app.anonymous.post('/auth/login', { email, password: 'password' })).data.token)
    const [asAda, asBob] = [await logIn(ada.email), await logIn(bob.email)]
    const me = (await asAda.get('/auth/me')).data
    assert.deepEqual([me.locale, me.links], ['pt-BR', { linkedin: '', github: '', ...links }])
    const post = (await asBob.get('/job-posts/60')).data
    assert.deepEqual(post.questions, [{ id: 7, question: 'Why you?', required: true }])
    assert.deepEqual(
      post.requirements.map(({ title, required }: { title: string; required: boolean }) => [title, required]),
      [
        ['Reefs', true],
        ['Diving', false],
      ],
    )
    const application = (await asAda.get('/job-applications/70')).data
    assert.deepEqual(application.additional_answers, [{ question_id: 7, question: 'Why you?', answer: 'I dive.' }])
    assert.deepEqual((await asBob.get('/courses/81')).data.prerequisites, [80])
    assert.equal((await asBob.post('/courses/81/enroll', {})).status, 422)
    const profiles: { id: number; publications_count: number }[] = (await asBob.get('/researchers?limit=100')).data
    assert.equal(profiles.find(({ id }) => id === 50)?.publications_count, 1)
    const [member] = (await asBob.get('/researchers/50/team')).data
    assert.deepEqual([member.user.id, member.role, member.accepted_at], [bob.id, 'Diver', at])
    const milestone = (await asAda.get('/projects/110/milestones/130')).data
    assert.deepEqual(
      milestone.history.map((one: Record<string, string>) => [one.to, one.changed_at]),
      [['completed', at]],
    )
  })
})
