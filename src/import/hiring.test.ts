import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ask } from '#test/contract/empty-database.ts'
import { createApp } from '#test/support/app.ts'
import { createImportFolder, importInto, readRefused } from '#test/support/import.ts'

const hash = '$2y$10$92IXUNpkjO0rOQ5byMi.Ye4oKoEa3Ro9llC/.og/at2.uheWG/igi'
const json = { accept: 'application/json' }
const at = '2024-05-06T07:08:09.000Z'
const [ada, bob, cleo, dan] = [1_007, 1_008, 1_009, 1_010]
const verified = { password: hash, email_verified_at: at }
const users = [
  { id: ada, name: 'Ada Lovelace', email: 'ada.l@example.org', role: 'recruiter', ...verified },
  { id: bob, name: 'Bob Noyce', email: 'bob.n@example.org', ...verified },
  { id: cleo, name: 'Cleo Ray', email: 'cleo.r@example.org', role: 'recruiter', ...verified },
  { id: dan, name: 'Dan Hill', email: 'dan.h@example.org', role: 'recruiter', ...verified },
]
const companies = [{ id: 40, name: 'Reef Institute', country: 'KE', size: '11-50', verified_at: at }]
const owner = { id: 50, company_id: 40, user_id: ada, role: 'owner', accepted_at: at }
const post = { id: 60, user_id: ada, title: 'Reef modeller', company_id: 40, criteria: [{ id: 3, name: 'Diving' }] }
const person = { first_name: 'Bob', last_name: 'Noyce', email: 'bob.n@example.org' }
const application = { id: 70, job_post_id: 60, user_id: bob, ...person }

type App = Awaited<ReturnType<typeof createApp>>

async function logIn(app: App, email: string) {
  const { data } = await app.anonymous.post('/auth/login', { email, password: 'password' })
  return app.withToken(data.token)
}

describe('imported companies', () => {
  it('have their logo, members and templates, and those who are invited can accept', async () => {
    const app = await createApp()
    const soon = app.clock.now()
    const folder = await createImportFolder(
      {
        users,
        files: [{ path: 'logo.png', user_id: ada, purpose: 'logo' }],
        companies: [
          { ...companies[0], logo: 'logo.png' },
          { id: 41, name: 'Kelp Works' },
        ],
        company_members: [
          owner,
          { id: 51, company_id: 40, user_id: cleo, role: 'recruiter', invited_by: ada, added_at: soon },
          { id: 52, company_id: 40, email: 'DAN.H@example.org', role: 'interviewer', invited_by: ada, added_at: soon },
        ],
        message_templates: [
          {
            id: 80,
            user_id: ada,
            company_id: 40,
            name: 'Thanks',
            texts: [{ language: 'en', body: 'Dear {{candidate.first_name}}' }],
          },
        ],
        job_posts: [post],
      },
      ['logo.png'],
    )

    const { code, stdout, stderr } = await importInto(app, folder)

    assert.equal(code, 0, stdout + stderr)
    const asAda = await logIn(app, 'ada.l@example.org')
    const { data: company } = await asAda.get('/companies/40', json)
    assert.deepEqual([company.my_role, company.verified, company.country], ['owner', true, 'KE'])
    assert.equal((await fetch(company.logo.replace('http://api.test', app.address))).status, 200)
    const list = await asAda.get('/companies?verified=true', json)
    assert.deepEqual([list.meta.total, list.data[0].id], [1, 40])
    assert.equal((await asAda.get('/companies', json)).meta.total, 2)
    assert.equal((await asAda.get('/message-templates?company_id=40')).data[0].id, 80)
    const asCleo = await logIn(app, 'cleo.r@example.org')
    assert.equal((await asCleo.get('/job-posts/60/applicants')).status, 403)
    assert.equal((await asCleo.post('/companies/40/members/51/accept')).status, 200)
    assert.equal((await asCleo.get('/job-posts/60/applicants')).status, 200)
    const asDan = await logIn(app, 'dan.h@example.org')
    assert.equal((await asDan.post('/companies/40/members/52/accept')).status, 200)
    assert.deepEqual(await app.listMails('dan.h@example.org'), [])
    const added = await asAda.post('/companies', { name: 'Tide' })
    assert.equal(added.data.id, 42)
  })

  it('are refused with members, posts and templates that could not be, each with its reason', async () => {
    const app = await createApp()
    const folder = await createImportFolder(
      {
        users,
        files: [{ path: 'secret.png', user_id: ada, purpose: 'message' }],
        companies: [
          ...companies,
          { id: 41, name: 'Kelp', logo: 'secret.png' },
          { id: 42, name: 'Kelp', country: 'Kenya' },
        ],
        company_members: [
          owner,
          { ...owner, id: 51 },
          { id: 52, company_id: 40, role: 'admin' },
          { id: 53, company_id: 40, email: 'x@example.org', role: 'admin', accepted_at: at },
          { id: 54, company_id: 49, user_id: bob, role: 'admin' },
          { id: 55, company_id: 40, user_id: cleo, role: 'boss' },
          { id: 56, company_id: 40, user_id: dan, role: 'interviewer', accepted_at: at },
          { id: 57, company_id: 40, user_id: cleo, role: 'recruiter' },
        ],
        message_templates: [
          { id: 80, user_id: ada, name: 'T', texts: [{ language: 'en', body: '{{candidate.wealth}}' }] },
        ],
        job_posts: [
          { ...post, id: 61, user_id: dan },
          { ...post, id: 62, user_id: cleo },
          {
            ...post,
            id: 63,
            criteria: [
              { id: 1, name: 'A' },
              { id: 1, name: 'B' },
            ],
          },
        ],
      },
      ['secret.png'],
    )

    const trial = await importInto(app, folder, '--dry-run')
    const { code } = await importInto(app, folder)

    assert.deepEqual([trial.code, code], [1, 1])
    assert.deepEqual(
      await readRefused(folder, 'companies'),
      [
        'The column "logo" is "secret.png", whose file is private.',
        'The column "country" must match pattern "^([A-Z]{2})?$".',
      ]
        .toSorted()
        .toReversed(),
    )
    assert.deepEqual((await readRefused(folder, 'company_members')).sort(), [
      'Another row has the same company_id and the same person already.',
      'The column "accepted_at" needs "user_id": an address is invited until a person accepts.',
      'The column "company_id" is 49, which is no id of companies.',
      'The column "role" must be one of owner, admin, recruiter, interviewer.',
      'The row needs one of "user_id" and "email".',
    ])
    assert.deepEqual(await readRefused(folder, 'message_templates'), [
      'The column "texts" (at texts.0.body) is refused: The placeholder candidate.wealth is unknown. These are known: candidate.first_name, ' +
        'candidate.last_name, candidate.name, post.title, post.company, post.location, post.deadline, application.applied_at and sender.name.',
    ])
    const posts = await readRefused(folder, 'job_posts')
    assert.deepEqual(posts.toSorted(), [
      'The column "criteria" has an id twice.',
      'The user 1009 does not recruit for the company 40.',
      'The user 1010 does not recruit for the company 40.',
    ])
    for (const name of ['companies', 'company_members', 'message_templates', 'job_posts'])
      assert.deepEqual(
        (await readRefused(folder, name, 'refused-dry-run')).toSorted(),
        (await readRefused(folder, name)).toSorted(),
      )
  })
})

describe('what is imported about an application', () => {
  const base = { users, companies, company_members: [owner], job_posts: [post], job_applications: [application] }

  it('is shown to those who judge, and messages with their files to the applicant', async () => {
    const app = await createApp()
    const folder = await createImportFolder({
      ...base,
      files: [{ path: 'terms.pdf', user_id: ada, purpose: 'message' }],
      job_reviewers: [{ id: 90, job_post_id: 60, user_id: cleo }],
      job_applications: [
        { ...application, status: 'shortlisted', tags: ['Lisbon', 'lisbon', 'second'], candidate_number: 7 },
      ],
      job_application_changes: [
        {
          id: 91,
          application_id: 70,
          changed_by: ada,
          from_status: 'applied',
          to_status: 'shortlisted',
          changed_at: at,
        },
      ],
      scorecards: [
        { id: 92, application_id: 70, user_id: cleo, recommendation: 'yes', ratings: [{ criterion_id: 3, rating: 4 }] },
      ],
      application_notes: [{ id: 93, application_id: 70, user_id: ada, text: 'Ask about the wreck.' }],
      application_messages: [
        { id: 94, application_id: 70, user_id: ada, body: 'Can you come?', files: ['terms.pdf'], created_at: at },
        { id: 95, application_id: 70, user_id: bob, body: 'I can.', created_at: at },
      ],
    })
    await mkdir(join(folder, 'files'))
    await writeFile(join(folder, 'files/terms.pdf'), '%PDF-1.4\n% terms\n%%EOF\n')

    const { code, stdout, stderr } = await importInto(app, folder)

    assert.equal(code, 0, stdout + stderr)
    const asAda = await logIn(app, 'ada.l@example.org')
    const asBob = await logIn(app, 'bob.n@example.org')
    const asCleo = await logIn(app, 'cleo.r@example.org')
    const { data } = await asAda.get('/job-applications/70')
    assert.deepEqual(data.tags, ['Lisbon', 'second'])
    assert.equal((await asCleo.get('/job-posts/60/reviewers')).data[0].id, 90)
    const cards = await asCleo.get('/job-applications/70/scorecards')
    assert.deepEqual(cards.data[0].ratings, [{ criterion_id: 3, criterion: 'Diving', rating: 4, notes: '' }])
    assert.equal((await asAda.get('/job-applications/70/notes')).data[0].text, 'Ask about the wreck.')
    assert.equal((await asBob.get('/job-applications/70/notes')).status, 403)
    const messages = await asBob.get('/job-applications/70/messages')
    assert.deepEqual(
      messages.data.map(({ id, sender }: { id: number; sender: string }) => [id, sender]),
      [
        [95, 'candidate'],
        [94, 'recruiter'],
      ],
    )
    const file = await fetch(messages.data[1].files[0].url.replace('http://api.test', app.address))
    assert.match(await file.text(), /% terms/)
    const [stored] = await ask(app.platform.config, 'select candidates_numbered from job_posts where id = 60')
    assert.equal(Number(stored?.candidates_numbered), 7)
    const history = await ask(app.platform.config, 'select to_status from job_application_changes')
    assert.deepEqual(
      history.map(({ to_status }) => to_status),
      ['shortlisted'],
    )
    assert.deepEqual(await app.listMails('bob.n@example.org'), [])
  })

  it('is refused from people and with ratings that could not be, and again is no error with --merge', async () => {
    const app = await createApp()
    const card = { application_id: 70, recommendation: 'no' }
    const folder = await createImportFolder({
      ...base,
      job_reviewers: [
        { id: 90, job_post_id: 60, user_id: ada },
        { id: 91, job_post_id: 60, user_id: cleo },
        { id: 92, job_post_id: 60, user_id: cleo },
      ],
      scorecards: [
        { id: 1, user_id: bob, ...card },
        { id: 2, user_id: cleo, ...card, ratings: [{ criterion_id: 9, rating: 3 }] },
        { id: 3, user_id: cleo, ...card, ratings: [{ criterion_id: 3, rating: 6 }] },
        {
          id: 4,
          user_id: cleo,
          ...card,
          ratings: [
            { criterion_id: 3, rating: 1 },
            { criterion_id: 3, rating: 2 },
          ],
        },
        { id: 5, user_id: cleo, ...card, ratings: [{ criterion_id: 9, criterion: 'Writing', rating: 3 }] },
      ],
      application_notes: [{ id: 1, application_id: 70, user_id: bob, text: 'Hire me.' }],
      application_messages: [{ id: 1, application_id: 70, user_id: ada, body: 'x', files: ['missing.pdf'] }],
    })

    const { stdout } = await importInto(app, folder)
    const again = await createImportFolder({ job_reviewers: [{ id: 91, job_post_id: 60, user_id: cleo }] })
    const merged = await importInto(app, again, '--merge')

    assert.match(stdout, /scorecards\.ndjson: 1 imported, 0 kept, 4 refused/)
    assert.deepEqual((await readRefused(folder, 'job_reviewers')).sort(), [
      'Another row has the same job_post_id and user_id already.',
      'The user 1007 is the owner of the job post 60.',
    ])
    assert.deepEqual((await readRefused(folder, 'scorecards')).sort(), [
      'The column "ratings" (at 0.rating) must be <= 5.',
      'The column "ratings" has a criterion twice.',
      'The criterion 9 is none of the job post.',
      'The user 1008 is the applicant of the application 70.',
    ])
    assert.deepEqual(await readRefused(folder, 'application_notes'), [
      'The user 1008 is the applicant of the application 70.',
    ])
    assert.deepEqual(await readRefused(folder, 'application_messages'), [
      'The column "files" has "missing.pdf", which is no path of files.ndjson.',
    ])
    assert.match(merged.stdout, /job_reviewers\.ndjson: 0 imported, 1 kept, 0 refused/)
  })
})
