/** Hidden content: nothing that others can ask for shows it, neither its parts nor its name. */

import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import type { Person, TestApp } from '../support/app.ts'
import type { Client, Reply } from '../support/client.ts'
import { createCompany } from '../support/companies.ts'
import { completeCourse, completeLessons, createCourse, createEnrollment } from '../support/courses.ts'
import { createSkillCourse, createSkillExam } from '../support/evidence.ts'
import { startAttempt } from '../support/exams.ts'
import { createForm, getPath } from '../support/forms.ts'
import { apply, createApplication, createJobPost } from '../support/jobs.ts'
import { collaborator, content, milestone, project, sendScopeDocument, version } from '../support/projects.ts'
import { pdf } from '../support/samples.ts'
import { type Route, walk } from './walk.ts'

/** A word of each kind, which is in every text of the content and nowhere else. */
const words = {
  job_post: 'Quixpostery',
  course: 'Quixcoursery',
  exam: 'Quixexamery',
  project: 'Quixprojectery',
  researcher: 'Quixprofilery',
  company: 'Quixcompanery',
  message: 'Quixmessagery',
  account: 'Quixpersonery',
} as const
type Kind = keyof typeof words

/**
 * What a person was told or has earned stays: notifications, their own history, certificates, their own export and the
 * mails of the sandbox.
 */
const isOwnRecord = ({ url }: Route) =>
  /^\/(notifications|users\/:id\/(activity|export|transcript)|certificates|billing|sandbox)/.test(url)

/** Streams do not end, and what describes the service alone is not asked. */
const isAsked = (route: Route) =>
  route.method === 'GET' &&
  route.access !== undefined &&
  !/\/stream$|\*|^\/(admin|console|health|openapi|docs|\.well-known|did|issuer|transparency|auth|assets)/.test(
    route.url,
  ) &&
  !isOwnRecord(route)

interface Scene {
  admin: Person
  owners: Record<Kind, Person>
  hide: Record<Kind, () => ReturnType<Client['post']>>
  restore: Record<Kind, () => ReturnType<Client['post']>>
  readers: [name: string, reader: Client][]
  /** Paths that others have from answers before: signed links and files. */
  links: Record<string, Kind>
  /** The calendar of the member. */
  calendar: string
  ids: Record<Kind, number>
  /** What a member of the content could do with it, and is refused while it is hidden. */
  acts: Partial<Record<Kind, (() => Promise<Reply>)[]>>
  /** Links to files for the owner, made while the content is hidden. */
  fileUrls: Partial<Record<Kind, () => Promise<string>>>
}

/** Everything that a member of each kind of content can have. */
async function createScene(app: TestApp): Promise<Scene> {
  const { given, anonymous } = app
  const admin = await given.admin()
  const owners = {
    job_post: await given.user({ role: 'recruiter' }),
    course: await given.user({ role: 'researcher' }),
    exam: await given.user({ role: 'researcher' }),
    project: await given.user(),
    researcher: await given.user({ role: 'researcher' }),
    company: await given.verifiedUser({ role: 'recruiter' }),
    message: await given.admin(),
    account: await given.user({ role: 'researcher', name: words.account }),
  }
  const member = await given.verifiedUser({ role: 'learner' })
  const instructor = await given.user({ role: 'researcher' })
  const recruiter = await given.user({ role: 'recruiter' })
  const stranger = await given.user()
  const send = async (reply: ReturnType<Client['post']>) => {
    const { status, text, data } = await reply
    assert.ok(status < 300, text)
    return data
  }

  const course = await createSkillCourse(owners.course, ['Botany'], {
    title: words.course,
    description: words.course,
    category: words.course,
    lessons: [1, 2].map((index) => ({ title: `${words.course} ${index}`, content: words.course, duration_minutes: 1 })),
  })
  const graduate = await given.verifiedUser({ name: 'Grace Hopper' })
  await completeCourse(graduate, course)
  await createEnrollment(member, course.id)
  await completeLessons(member, course.id, course.lessons.slice(0, 1))
  const [question] = [{ type: 'true_false', question: `${words.exam}?`, correct_answer: true }]
  const exam = await createSkillExam(owners.exam, ['Zoology'], {
    title: words.exam,
    description: words.exam,
    category: words.exam,
    questions: [question],
    max_attempts: 5,
  })
  await send(
    owners.exam.send('POST', `/exams/${exam.id}/study-materials`, {
      body: createForm({
        title: words.exam,
        file: new File([Uint8Array.from(pdf)], `${words.exam}.pdf`),
      }),
    }),
  )
  const booking = { exam_type: 'online', date: '2099-01-01', time: '09:00', location: 'Online' }
  await send(member.post(`/exams/${exam.id}/book`, booking))
  const attempt = await startAttempt(member, exam.id)
  const answers = Object.fromEntries(attempt.questions.map(({ id }: { id: number }) => [id, true]))
  const graduation = await startAttempt(graduate, exam.id)
  await send(graduate.post(`/exam-attempts/${graduation.id}/submit`, { answers }))
  const post = await createJobPost(owners.job_post, {
    title: words.job_post,
    description: words.job_post,
    company: words.job_post,
    requirements: [{ exam_id: exam.id, required: false }],
    questions: [{ question: words.job_post, required: false }],
  })
  await send(owners.job_post.post(`/job-posts/${post.id}/reviewers`, { user_id: instructor.id }))
  const application_id = await createApplication(member, post.id)
  await send(
    owners.job_post.post(`/job-posts/${post.id}/schedule-interview`, {
      application_id,
      interview_date: '2099-01-01',
      interview_time: '10:00',
      location: words.job_post,
    }),
  )
  const company = await createCompany(owners.company, {
    name: words.company,
    description: words.company,
    industry: words.company,
  })
  const invitation = await send(
    owners.company.post(`/companies/${company.id}/members`, { user_id: member.id, role: 'interviewer' }),
  )
  const { file } = await send(
    owners.message.send('POST', '/upload', {
      body: createForm({ file: content(words.message, `${words.message}.txt`), type: 'document' }),
    }),
  )
  const correspondence = `/job-applications/${application_id}/messages`
  const message = await send(owners.message.post(correspondence, { body: words.message, files: [file.id] }))
  const study = await project(owners.project, {
    title: words.project,
    description: words.project,
    field: words.project,
    visibility: 'public',
  })
  await collaborator(owners.project, study.id, member, { can_edit: true })
  await milestone(owners.project, study.id, { title: words.project, due_date: '2099-01-01' })
  await version(owners.project, study.id, { file: content(words.project, `${words.project}.bin`) })
  const scope = await sendScopeDocument(owners.project, study.id, {
    file: content(`# ${words.project}`, `${words.project}.md`),
  })
  assert.equal(scope.status, 201, scope.text)
  for (const kind of ['researcher', 'account'] as const) {
    const { id } = await send(
      owners[kind].put('/researchers/me', {
        headline: words[kind],
        bio: words[kind],
        institution: words[kind],
        fields: [words[kind]],
        visibility: 'public',
        public_page: true,
      }),
    )
    await send(owners[kind].post(`/researchers/${id}/team`, { user_id: member.id, role: words[kind] }))
  }
  await createCourse(owners.account, { title: words.account })
  // What names the content.
  await createCourse(instructor, { title: 'Advanced', prerequisites: [course.id] })
  const keeper = await createJobPost(recruiter, {
    title: 'Keeper',
    skills: ['Botany', 'Zoology'],
    requirements: [{ exam_id: exam.id }, { course_id: course.id }],
  })
  await createApplication(graduate, keeper.id)
  await send(
    owners.account.send('POST', '/upload', {
      body: createForm({ file: content(words.account, `${words.account}.txt`), type: 'document' }),
    }),
  )
  await app.settle()

  const at = async (reply: ReturnType<Client['get']>) => (await reply).data
  const links: Record<string, Kind> = {
    [getPath((await at(member.get(`/courses/${course.id}/download?link=1`))).download_url)]: 'course',
    [getPath((await at(stranger.get(`/exams/${exam.id}/study-materials`)))[0].file_url)]: 'exam',
    [getPath((await at(stranger.get(`/projects/${study.id}/versions`)))[0].file_url)]: 'project',
    [getPath((await at(stranger.get(`/projects/${study.id}`))).scope_document_url)]: 'project',
    [getPath((await at(member.get(correspondence)))[0].files[0].url)]: 'message',
    [getPath((await at(owners.account.get('/files')))[0].url)]: 'account',
  }
  const { data: calendar } = await member.post('/calendar')
  const readers: [string, Client][] = [
    ['anonymous', anonymous],
    ['stranger', stranger],
    ['member', member],
    ['instructor', instructor],
    ['recruiter', recruiter],
  ]
  const contents: Record<Exclude<Kind, 'account'>, number> = {
    job_post: post.id,
    course: course.id,
    exam: exam.id,
    project: study.id,
    researcher: (await at(owners.researcher.get('/researchers/me'))).id,
    company: company.id,
    message: message.id,
  }
  const reason = { reason: 'A check' }
  const create = (act: 'hide' | 'restore', suspension: 'suspend' | 'restore') =>
    ({
      ...Object.fromEntries(
        Object.entries(contents).map(([kind, id]) => [
          kind,
          () => admin.post(`/admin/content/${kind}/${id}/${act}`, reason),
        ]),
      ),
      account: () => admin.post(`/admin/users/${owners.account.id}/${suspension}`, reason),
    }) as Scene['hide']
  return {
    admin,
    owners,
    hide: create('hide', 'suspend'),
    restore: create('restore', 'restore'),
    readers,
    links,
    calendar: getPath(calendar.url),
    ids: { ...contents, account: owners.account.id },
    acts: {
      job_post: [
        () => apply(stranger, post.id),
        () => member.post('/interviews/1/answer', { answer: 'accepted' }),
        () => instructor.post('/job-applications/1/scorecards', { recommendation: 'yes' }),
      ],
      course: [
        () => stranger.post(`/courses/${course.id}/enroll`),
        () => member.put(`/courses/${course.id}/progress`, { lesson_id: course.lessons[1].id, completed: true }),
        () => member.post(`/courses/${course.id}/sync-progress`, { lessons_completed: [] }),
        () => member.post(`/courses/${course.id}/complete`),
        () => member.put(`/courses/${course.id}/enrollment`, { status: 'paused' }),
        () => apply(stranger, keeper.id),
      ],
      exam: [
        () => stranger.post(`/exams/${exam.id}/start`),
        () => stranger.post(`/exams/${exam.id}/book`, booking),
        () => member.put(`/exam-attempts/${attempt.id}/answers`, { answers }),
        () => member.post(`/exam-attempts/${attempt.id}/submit`, { answers }),
        () => apply(stranger, keeper.id),
      ],
      project: [
        () => member.put(`/projects/${study.id}`, { title: 'Mine' }),
        () => member.post(`/projects/${study.id}/collaborators/1/accept`),
      ],
      researcher: [() => member.post(`/researchers/${contents.researcher}/team/1/accept`)],
      company: [
        () => member.post(`/companies/${company.id}/members/${invitation.id}/accept`),
        () => stranger.post('/reports', { kind: 'company', id: company.id, reason: 'A check' }),
      ],
      message: [() => member.post('/reports', { kind: 'message', id: message.id, reason: 'A check' })],
    },
    fileUrls: {
      exam: async () => (await at(owners.exam.get(`/exams/${exam.id}/study-materials`)))[0].file_url,
      project: async () => (await at(owners.project.get(`/projects/${study.id}/versions`)))[0].file_url,
      message: async () => (await at(owners.message.get(correspondence)))[0].files[0].url,
    },
  }
}

/** The paths of a route for each of the objects, with a search for each word where the route searches. */
function listPaths({ url, query }: Route, ids: Scene['ids']): { paths: string[]; searches: string[] } {
  const first = /^\/(users)\//.test(url)
    ? [ids.account]
    : /^\/(people|researchers)\//.test(url)
      ? [ids.researcher, ids.account]
      : /^\/(job-posts|jobs|job-applications|courses)\//.test(url)
        ? [1, 2]
        : [1]
  const paths = url.includes(':') ? first.map((id) => url.replace(/:\w+/, String(id)).replaceAll(/:\w+/g, '1')) : [url]
  const [name] = ['search', 'q'].filter((key) => key in (query?.properties ?? {}))
  // One letter less than the word, so that an answer that repeats what was asked for does not show it.
  const searches = name === undefined ? [] : Object.values(words).map((word) => `?${name}=${word.slice(0, -1)}`)
  return { paths, searches: searches.flatMap((search) => paths.map((path) => `${path}${search}`)) }
}

/** The beginnings of paths that lead to the parts of an object, which is the first of its table. */
const parts: Partial<Record<Kind, RegExp>> = {
  job_post: /^\/(job-posts|jobs)\/1(\/|$)/,
  course: /^\/courses\/1(\/|$)/,
  exam: /^\/(exams|exam-attempts)\/1(\/|$)/,
  project: /^\/projects\/1(\/|$)/,
  company: /^\/companies\/1(\/|$)/,
}

interface Finding {
  name: string
  reader: Client
  path: string
  accept: string
  kinds: Kind[]
}

/** Returns the kinds that the answer shows: by their words, or by answering at all for one of their parts. */
function findKinds(path: string, { status, text }: { status: number; text: string }): Kind[] {
  const shown = text.toLowerCase()
  return (Object.keys(words) as Kind[]).filter(
    (kind) => shown.includes(words[kind].toLowerCase()) || (status < 300 && parts[kind]?.test(path)),
  )
}

const lists = /applicants$|attempts$|users$/

/** Asks every route as every reader, as CSV too where there is one, and returns which answers show something. */
async function findAll(routes: readonly Route[], { readers, ids, calendar }: Scene): Promise<Finding[]> {
  const findings: Finding[] = []
  const all = routes.filter(isAsked).map((route) => listPaths(route, ids))
  const asked = [...all.flatMap(({ paths }) => paths), calendar]
  const searches = all.flatMap((route) => route.searches)
  const questions = readers.flatMap(([name, reader]) =>
    (name === 'stranger' ? [...asked, ...searches] : asked).flatMap((path) =>
      (lists.test(path) ? ['application/json', 'text/csv'] : ['*/*']).map((accept) => ({ name, reader, path, accept })),
    ),
  )
  for (const question of questions) {
    const kinds = findKinds(question.path, await question.reader.get(question.path, { accept: question.accept }))
    if (kinds.length > 0) findings.push({ ...question, kinds })
  }
  return findings
}

/** Returns what still shows the kind, which is hidden: answers, links, and acts that are not refused. */
async function listShowing({ readers, links, acts }: Scene, kind: Kind, leads: readonly Finding[]): Promise<string[]> {
  const left: string[] = []
  for (const { name, reader, path, accept } of leads)
    if (findKinds(path, await reader.get(path, { accept })).includes(kind)) left.push(`${name}: ${path} (${accept})`)
  const [, anonymous] = readers[0] ?? []
  for (const path of Object.keys(links).filter((one) => links[one] === kind))
    if ((await anonymous?.get(path))?.status === 200) left.push(`link: ${path}`)
  for (const act of acts[kind] ?? []) {
    const { status, text } = await act()
    if (status < 300 || findKinds('', { status, text }).includes(kind)) left.push(`act: ${act} ${status} ${text}`)
  }
  return left
}

/** Returns the paths whose answers show hidden content to the administrator, with the ids of the requests. */
async function listReads(routes: readonly Route[], { admin, ids }: Scene): Promise<{ path: string; id: string }[]> {
  const paths = routes
    .filter((route) => isAsked(route) || /^\/admin\/(content|users|reports)/.test(route.url))
    .map((route) => listPaths(route, ids))
    .flatMap(({ paths: all, searches }) => [...all, ...searches])
    .flatMap((path) => (path === '/admin/content' ? Object.keys(ids).map((kind) => `${path}?kind=${kind}`) : [path]))
  const reads: { path: string; id: string }[] = []
  for (const path of paths) {
    const answer = await admin.get(path)
    if (answer.status < 300 && findKinds(path, answer).length > 0)
      reads.push({ path, id: answer.headers.get('x-request-id') ?? '' })
  }
  return reads
}

async function listAuditedRequests({ admin }: Scene): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let page = 1, more = true; more; page++) {
    const { data } = await admin.get(`/admin/audit?limit=100&page=${page}`)
    for (const { request_id } of data) ids.add(request_id)
    more = data.length === 100
  }
  return ids
}

const kinds = Object.keys(words) as Kind[]

describe('hidden content', () => {
  let scene: Scene
  let routes: readonly Route[]
  let settle: TestApp['settle']
  let findings: Finding[]
  before(async () => {
    const walked = await walk()
    routes = walked.routes
    settle = walked.app.settle
    scene = await createScene(walked.app)
    findings = await findAll(routes, scene)
  })

  const change = async (act: Scene['hide'], changed: readonly Kind[]) => {
    for (const kind of changed) assert.equal((await act[kind]()).status, 200)
    // The index of the search follows in the background.
    await settle()
  }
  const open = async (path: string) => (await scene.readers[0]?.[1].get(path))?.status

  for (const kind of kinds)
    it(`is shown by no route to others, neither in parts nor by name: ${kind}`, async () => {
      const leads = findings.filter((finding) => finding.kinds.includes(kind))
      const links = Object.keys(scene.links).filter((path) => scene.links[path] === kind)
      // A message is in the correspondence alone.
      assert.ok(leads.length > (kind === 'message' ? 0 : 3), 'the content was not shown before')
      for (const path of links) assert.equal(await open(path), 200, path)

      await change(scene.hide, [kind])
      const left = await listShowing(scene, kind, leads)
      const fileUrl = await scene.fileUrls[kind]?.()
      const opened = fileUrl === undefined ? 200 : await open(getPath(fileUrl))
      await change(scene.restore, [kind])

      assert.deepEqual([left, opened], [[], 200])
      for (const path of links) assert.equal(await open(path), 200, path)
    })

  it('is read by an administrator with a row in the audit log for each answer', async () => {
    await change(scene.hide, kinds)

    const reads = await listReads(routes, scene)

    const audited = await listAuditedRequests(scene)
    await change(scene.restore, kinds)
    assert.ok(reads.length > 20)
    assert.deepEqual(
      reads.filter(({ id }) => !audited.has(id)).map(({ path }) => path),
      [],
    )
  })
})
