import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createSystemContext, runInTransaction } from '#context.ts'
import { addTask } from '#platform/tasks.ts'
import { createUniqueEmail, extractToken, type Person, password, testApp } from '#test/support/app.ts'
import { addMember, createCompany } from '#test/support/companies.ts'
import { addCard } from '#test/support/payments.ts'
import { peopleImportRows, peopleImports } from './queries.ts'
import { invitePeople } from './service.ts'

interface Row {
  verdict: string
  messages: string[]
  company: string
  company_id: number | null
  company_role: string | null
  user_id: number | null
}

const app = await testApp({ INVITATIONS_PER_DAY: '2' })
const { given } = app
const admin = await given.admin()

/** A company with a name that no other one has. */
async function createNamed(more: object = {}) {
  const owner = await given.verifiedUser({ role: 'recruiter', name: 'Olga' })
  const company: { id: number; name: string } = await createCompany(owner, {
    name: `Kew ${crypto.randomUUID()}`,
    ...more,
  })
  return { owner, company, path: `/companies/${company.id}/members` }
}

/** Lets the company have so many members, its owner among them. */
async function limitSeats(owner: Person, company_id: number, team_members: number) {
  const plan_id = `team_${crypto.randomUUID().slice(0, 8)}`
  const limits = { job_postings: 3, candidate_searches: 3, team_members }
  await admin.post('/subscriptions/plans', { id: plan_id, name: 'Team', price: 10, limits })
  const body = { plan_id, payment_method_id: await addCard(owner), company_id }
  const { status, text } = await owner.post('/subscriptions/subscribe', body)
  assert.equal(status, 201, text)
}

/** Stores rows as they are after the check of a file, and queues the work in the background. Returns the id of the import. */
const addCheckedRows = (people: { email: string | undefined; company: { id: number; name: string } | null }[]) =>
  runInTransaction(createSystemContext(app.platform), async (tx) => {
    const row = { created_by: admin.id, message: '', total: people.length, now: tx.clock.now() }
    const { id } = await peopleImports.add.one(tx, row)
    const rows = people.map(({ email = '', company }, index) => ({
      import_id: id,
      line: index + 2,
      data: {
        ...{ name: 'Ada', email, role: 'learner', locale: 'en', courses: [] },
        ...(company === null ? {} : { company: { text: company.name, id: company.id, role: 'recruiter' } }),
      },
      verdict: 'waiting',
      messages: [],
      user_id: null,
    }))
    await peopleImportRows.add.all(tx, { rows })
    await addTask(tx, invitePeople, { import_id: id })
    return id
  })

const full = 'The Team plan allows 3 team members, and all of them are used. A larger plan allows more.'
const known = 'This person is a member or invited already.'

const previewRows = async (csv: string): Promise<Row[]> => {
  const { data, text, status } = await admin.post('/admin/users/import', { csv, preview: true })
  assert.equal(status, 200, text)
  return data.rows
}

async function importRows(csv: string): Promise<Row[]> {
  const { data, text, status } = await admin.post('/admin/users/import', { csv })
  assert.equal(status, 200, text)
  await app.settle()
  const { data: done } = await admin.get(`/admin/users/imports/${data.id}`)
  assert.deepEqual([done.status, done.waiting], ['finished', 0])
  return (await admin.get(`/admin/users/imports/${data.id}/rows?limit=100`)).data
}

const listVerdicts = (rows: readonly Row[]) => rows.map(({ verdict, messages }) => [verdict, messages])

const listInvited = async (owner: Person, path: string) =>
  (await owner.get(path)).data.map((row: Record<string, unknown>) => [row.invited_email, row.role])

describe('the column company of POST /admin/users/import', () => {
  it('invites people to a company by its id or name, who accept and are members', async () => {
    const { owner, company, path } = await createNamed()
    const account = await given.verifiedUser()
    const [first, second] = [createUniqueEmail(), createUniqueEmail()]
    const csv = [
      'name,email,company,company_role',
      `Ada,${first},${company.id},Interviewer`,
      `Ben,${second},${company.name},`,
      `Cy,${account.email},${company.name},admin`,
      `Dee,${createUniqueEmail()},,`,
    ].join('\n')

    const preview = await previewRows(csv)
    assert.equal((await owner.get(path)).data.length, 1)
    const rows = await importRows(csv)

    const expected = [
      ['invited', []],
      ['invited', []],
      ['existing', []],
      ['invited', []],
    ]
    assert.deepEqual([listVerdicts(preview), listVerdicts(rows)], [expected, expected])
    assert.deepEqual(
      rows.map(({ company, company_id, company_role }) => [company, company_id, company_role]),
      [
        [String(company.id), company.id, 'interviewer'],
        [company.name, company.id, 'recruiter'],
        [company.name, company.id, 'admin'],
        ['', null, null],
      ],
    )
    assert.deepEqual(await listInvited(owner, path), [
      ['', 'owner'],
      [first, 'interviewer'],
      [second, 'recruiter'],
      [account.email, 'admin'],
    ])
    const mails = await app.listMails(account.email)
    assert.equal(mails.filter(({ subject }) => subject === `You are invited to ${company.name}`).length, 1)
    const [told] = (await account.get('/company-invitations')).data
    assert.deepEqual([told.company.id, told.invited_by], [company.id, 'Administrator'])

    const [mail] = await app.listMails(first)
    const { data } = await app.anonymous.post('/auth/invitations/accept', { token: extractToken(mail), password })
    const ada = app.withToken(data.token)
    const [invitation] = (await ada.get('/company-invitations')).data
    assert.equal((await ada.post(`${path}/${invitation.id}/accept`)).status, 200)
    assert.equal((await ada.get(path)).data[1].role, 'interviewer')
  })

  it('refuses unknown, deleted, hidden and ambiguous companies, owners, and a role without a company', async () => {
    const { company } = await createNamed()
    const hidden = await createNamed()
    await admin.post(`/admin/content/company/${hidden.company.id}/hide`, { reason: 'Spam' })
    const deleted = await createNamed()
    await deleted.owner.delete(`/companies/${deleted.company.id}`)
    const twice = await createNamed()
    const same = await createNamed({ name: twice.company.name })
    const emails = Array.from({ length: 10 }, createUniqueEmail)
    const csv = [
      'name,email,company,company_role',
      ...[
        '999999,',
        '0,',
        'No such company,',
        `${company.name.toUpperCase()},`,
        `${hidden.company.id},`,
        `${hidden.company.name},`,
        `${deleted.company.id},`,
        `${twice.company.name},`,
        `${company.id},owner`,
        ',recruiter',
      ].map((cells, index) => `Ada,${emails[index]},${cells}`),
      `Ben,${createUniqueEmail()},${same.company.id},`,
    ].join('\n')
    const describeUnknown = (text: string | number) => [
      'refused',
      [`There is no company ${text}, or an administrator has hidden it.`],
    ]
    const expected = [
      describeUnknown(999_999),
      describeUnknown(0),
      describeUnknown('No such company'),
      describeUnknown(company.name.toUpperCase()),
      describeUnknown(hidden.company.id),
      describeUnknown(hidden.company.name),
      describeUnknown(deleted.company.id),
      ['refused', [`Several companies have the name ${twice.company.name}. Give the id.`]],
      ['refused', ['The selected company role is invalid.']],
      ['refused', ['The row has a role in a company, and no company.']],
      ['invited', []],
    ]

    assert.deepEqual(listVerdicts(await previewRows(csv)), expected)
    assert.deepEqual(listVerdicts(await importRows(csv)), expected)

    for (const email of emails) assert.deepEqual(await app.listMails(email), [], email)
    assert.equal((await twice.owner.get(twice.path)).data.length, 1)
    assert.equal((await same.owner.get(same.path)).data.length, 2)
  })

  it('leaves members and invited people as they are', async () => {
    const { owner, company, path } = await createNamed()
    const [member, invited] = [await given.verifiedUser(), await given.verifiedUser()]
    await addMember(owner, company.id, member, 'interviewer')
    await owner.post(path, { user_id: invited.id, role: 'admin' })
    const email = createUniqueEmail()
    const create = (name: string) =>
      [
        'name,email,company,company_role',
        `Ada,${member.email},${company.id},admin`,
        `Ben,${invited.email},${company.id},recruiter`,
        `${name},${email},${company.id},recruiter`,
      ].join('\n')
    await importRows(create('Cy'))
    const before = await listInvited(owner, path)

    const expected = [
      ['existing', [known]],
      ['existing', [known]],
      ['existing', [known]],
    ]
    assert.deepEqual(listVerdicts(await previewRows(create('Cy'))), expected)
    assert.deepEqual(listVerdicts(await importRows(create('Cy'))), expected)

    assert.deepEqual(await listInvited(owner, path), before)
    assert.deepEqual(before, [
      ['', 'owner'],
      ['', 'interviewer'],
      ['', 'admin'],
      [email, 'recruiter'],
    ])
  })

  it('refuses rows for which the plan of the company has no room, and goes on with the others', async () => {
    const { owner, company, path } = await createNamed()
    const other = await createNamed()
    await limitSeats(owner, company.id, 3)
    const account = await given.verifiedUser()
    const emails = Array.from({ length: 4 }, createUniqueEmail)
    const csv = [
      'name,email,company',
      `Ada,${emails[0]},${company.id}`,
      `Ben,${emails[1]},${company.id}`,
      `Cy,${emails[2]},${company.id}`,
      `Dee,${account.email},${company.id}`,
      `Olga,${owner.email},${company.id}`,
      `Eve,${emails[3]},${other.company.id}`,
    ].join('\n')
    const expected = [
      ['invited', []],
      ['invited', []],
      ['refused', [full]],
      ['refused', [full]],
      ['existing', [known]],
      ['invited', []],
    ]

    assert.deepEqual(listVerdicts(await previewRows(csv)), expected)
    assert.deepEqual(listVerdicts(await importRows(csv)), expected)

    assert.deepEqual(await app.listMails(emails[2] ?? ''), [])
    assert.equal((await account.get('/company-invitations')).meta.total, 0)
    assert.equal((await owner.get(path)).data.length, 3)
    assert.equal((await other.owner.get(other.path)).data.length, 2)
  })

  it('refuses rows in the background when the seats or the company went since the file was checked', async () => {
    const { owner, company, path } = await createNamed()
    const gone = await createNamed()
    await limitSeats(owner, company.id, 3)
    assert.equal((await owner.post(path, { email: createUniqueEmail(), role: 'recruiter' })).status, 201)
    assert.equal((await gone.owner.delete(`/companies/${gone.company.id}`)).status, 200)
    const emails = Array.from({ length: 4 }, createUniqueEmail)

    const id = await addCheckedRows([
      { email: emails[0], company },
      { email: emails[1], company },
      { email: emails[2], company: gone.company },
      { email: emails[3], company: null },
    ])
    await app.settle()

    assert.equal((await admin.get(`/admin/users/imports/${id}`)).data.status, 'finished')
    assert.deepEqual(listVerdicts((await admin.get(`/admin/users/imports/${id}/rows`)).data), [
      ['invited', []],
      ['refused', [full]],
      ['refused', [`There is no company ${gone.company.name}, or an administrator has hidden it.`]],
      ['invited', []],
    ])
    assert.equal((await owner.get(path)).data.length, 3)
    assert.deepEqual(await app.listMails(emails[1] ?? ''), [])
  })

  it('never exceeds the seats when two files come at one moment', async () => {
    const { owner, company, path } = await createNamed()
    await limitSeats(owner, company.id, 3)
    const create = () =>
      ['name,email,company', ...[1, 2].map((index) => `P${index},${createUniqueEmail()},${company.id}`)].join('\n')

    const replies = await Promise.all([1, 2, 3].map(() => admin.post('/admin/users/import', { csv: create() })))
    await app.settle()

    const done = await Promise.all(replies.map(({ data }) => admin.get(`/admin/users/imports/${data.id}`)))
    const sum = (field: string) => done.reduce((total, { data }) => total + data[field], 0)
    assert.deepEqual([sum('invited'), sum('refused')], [2, 4])
    assert.equal((await owner.get(path)).data.length, 3)
  })

  it('refuses the row past the limit of the list of members', async () => {
    const { owner, company, path } = await createNamed()
    const csv = [
      'name,email,company',
      ...Array.from({ length: 501 }, (_, index) => `Ada,ada-${company.id}-${index}@example.org,${company.id}`),
    ].join('\n')

    const preview = await previewRows(csv)
    const { data } = await admin.post('/admin/users/import', { csv })
    await app.settle()
    const refused = (await admin.get(`/admin/users/imports/${data.id}/rows?verdict=refused`)).data

    const message = 'There can be at most 500 entries in this list.'
    const expected = [
      ['refused', [message]],
      ['refused', [message]],
    ]
    assert.deepEqual(listVerdicts(preview.filter(({ verdict }) => verdict === 'refused')), expected)
    assert.deepEqual(listVerdicts(refused), expected)
    assert.equal((await owner.get(path)).data.length, 500)
  })
})
