import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { type Proof, weights } from '#features/evidence/index.ts'
import { testApp } from '#test/support/app.ts'
import { completeCourse } from '#test/support/courses.ts'
import { createSkillCourse, createSkillExam, createVerifiedAuthor, prove } from '#test/support/evidence.ts'
import { takeExam } from '#test/support/exams.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { calculateMatch, shareSkills } from '../matching/calculation.ts'

async function createScene(more: object = {}) {
  const app = await testApp()
  const admin = await app.given.admin()
  const author = await createVerifiedAuthor(app, admin)
  const recruiter = await app.given.user({ role: 'recruiter' })
  const post = await createJobPost(recruiter, { skills: ['R', 'Statistics', 'Botany'], ...more })
  const rank = async (query = '') => {
    const { data } = await recruiter.get(`/job-posts/${post.id}/applicants?sort=evidence${query}`)
    return data.map(({ id, match }: { id: number; match: { score: number } }) => [id, match.score])
  }
  return { ...app, admin, author, recruiter, post, rank }
}

describe('GET /job-posts/{id}/applicants?sort=evidence', () => {
  it('ranks by what is proven at this moment, and gives the reasons', async () => {
    const { given, author, recruiter, post, rank } = await createScene()
    const [ada, grace, emmy] = [await given.user(), await given.user(), await given.user()]
    const first = await createApplication(ada, post.id)
    const second = await createApplication(grace, post.id)
    const third = await createApplication(emmy, post.id)

    const before = await rank()
    await prove(grace, author, { exams: ['statistics'], courses: ['r'] })
    await prove(emmy, author, { exams: ['Botany'] })
    const after = await rank()

    assert.deepEqual(before, [
      [first, 0],
      [second, 0],
      [third, 0],
    ])
    // 34, 33 and 33 points: 17 for the course, 33 for an exam with all points.
    assert.deepEqual(after, [
      [second, 17 + 33],
      [third, 33],
      [first, 0],
    ])
    const [{ match, evidence }] = (await recruiter.get(`/job-posts/${post.id}/applicants?sort=evidence`)).data
    assert.deepEqual(
      match.reasons.map(({ skill, weight }: { skill: string; weight: number }) => [skill, weight]),
      [
        ['R', 17],
        ['Statistics', 33],
      ],
    )
    assert.deepEqual([match.missing, match.required_met, evidence.length], [['Botany'], true, 2])
  })

  it('pages, filters and searches in the order of the evidence', async () => {
    const { given, author, recruiter, post, rank } = await createScene()
    const last = await given.user()
    const people = [await given.user(), await given.user(), last]
    const ids: number[] = []
    for (const [index, person] of people.entries())
      ids.push(await createApplication(person, post.id, { first_name: `Name${index}` }))
    const [one = 0, two = 0, three = 0] = ids
    await prove(last, author, { exams: ['R'] })
    await recruiter.put(`/job-applications/${one}/status`, { status: 'reviewing' })

    assert.deepEqual(await rank('&limit=1&page=2'), [[one, 0]])
    assert.deepEqual(await rank('&status=applied'), [
      [three, 34],
      [two, 0],
    ])
    const found = await recruiter.get(`/job-posts/${post.id}/applicants?sort=evidence&search=name1`)
    assert.deepEqual([found.data.map(({ id }: { id: number }) => id), found.meta.total], [[two], 1])
  })

  it('follows changes of the skills of posts and exams, and revoked certificates', async () => {
    const { given, admin, author, recruiter, post, rank, settle } = await createScene()
    const ada = await given.user()
    const id = await createApplication(ada, post.id)
    const exam = await createSkillExam(author, ['Chemistry'])
    await takeExam(ada, exam.id, 'right')

    const unasked = await rank()
    await recruiter.put(`/job-posts/${post.id}`, { skills: ['Chemistry', 'R'] })
    const asked = await rank()
    await author.put(`/exams/${exam.id}`, { skills: ['R', 'Chemistry'] })
    await settle()
    const both = await rank()
    const [certificate] = (await ada.get('/certificates')).data
    await admin.post(`/certificates/${certificate.id}/revoke`, {})

    assert.deepEqual([unasked, asked, both], [[[id, 0]], [[id, 50]], [[id, 100]]])
    assert.deepEqual(await rank(), [[id, 0]])
  })

  it('does not change when two applicants exchange name, photo, address and gendered words', async () => {
    const { given, author, recruiter, post } = await createScene()
    const [one, other] = [await given.user({ name: 'Mr John Smith' }), await given.user({ name: 'Mrs Amina Okafor' })]
    const identities = [
      { first_name: 'John', last_name: 'Smith', cover_letter: 'He is 61, a father and a chairman.' },
      { first_name: 'Amina', last_name: 'Okafor', cover_letter: 'She is 24, a mother and a chairwoman.' },
    ]
    await createApplication(one, post.id, identities[0])
    await createApplication(other, post.id, identities[1])
    await prove(one, author, { exams: ['R'] })
    await prove(other, author, { courses: ['Botany'] })
    const list = async () => {
      const { data } = await recruiter.get(`/job-posts/${post.id}/applicants?sort=evidence`)
      return data.map(({ id, match }: { id: number; match: object }) => [id, JSON.stringify(match)])
    }

    const before = await list()
    const photo = { profile_photo: 'https://example.org/a.png' }
    await one.put(`/users/${one.id}`, { name: 'Mrs Amina Okafor', location: 'Lagos', bio: 'Born in 2002', ...photo })
    await other.put(`/users/${other.id}`, { name: 'Mr John Smith', location: 'Boston', bio: 'Born in 1965' })

    assert.deepEqual(await list(), before)
  })
})

describe('GET /job-posts/{id}/match', () => {
  it('shows the applicant what would change it, which then does', async () => {
    const { given, author, post } = await createScene({ skills: ['R', 'Statistics', 'Palynology'] })
    const ada = await given.user()
    const course = await createSkillCourse(author, ['palynology'])
    const exam = await createSkillExam(author, ['PALYNOLOGY'])
    await createSkillExam(await given.user({ role: 'researcher' }), ['Palynology'], {
      title: 'Of an unverified author',
    })
    await createSkillExam(author, ['Palynology'], { title: 'A draft', publication_status: 'draft' })

    const { data } = await ada.get(`/job-posts/${post.id}/match`)
    const ofAuthor = (await author.get(`/job-posts/${post.id}/match`)).data
    await completeCourse(ada, course)
    const after = (await ada.get(`/job-posts/${post.id}/match`)).data

    assert.deepEqual([data.score, data.missing], [0, ['R', 'Statistics', 'Palynology']])
    assert.deepEqual(data.suggestions[2], {
      skill: 'Palynology',
      exams: [{ id: exam.id, title: exam.title }],
      courses: [{ id: course.id, title: course.title }],
    })
    assert.deepEqual(ofAuthor.suggestions[2], { skill: 'Palynology', exams: [], courses: [] })
    assert.deepEqual([after.score, after.missing], [16, ['R', 'Statistics']])
  })

  it('answers 404 for a draft of another user', async () => {
    const { given, post } = await createScene({ status: 'draft' })

    assert.equal((await (await given.user()).get(`/job-posts/${post.id}/match`)).status, 404)
  })
})

describe('GET /job-posts?fit=true', () => {
  it('lists the open posts of others, those first that fit the caller', async () => {
    const { given, author, recruiter } = await createScene()
    const ada = await given.user()
    const plain = await createJobPost(recruiter, { title: 'Plain' })
    const half = await createJobPost(recruiter, { title: 'Half', skills: ['Zoology', 'Law'] })
    const whole = await createJobPost(recruiter, { title: 'Whole', skills: ['zoology'] })
    await createJobPost(recruiter, { title: 'Draft', skills: ['Zoology'], status: 'draft' })
    await prove(ada, author, { exams: ['Zoology'] })

    const listed = await ada.get('/job-posts?fit=true&limit=3')
    const titles = (rows: { title: string; match: { score: number } }[]) =>
      rows.map(({ title, match }) => [title, match.score])

    assert.deepEqual(titles(listed.data), [
      ['Whole', 100],
      ['Half', 50],
      ['Plain', 0],
    ])
    const second = await ada.get('/job-posts?fit=true&limit=2&page=2')
    assert.equal(second.data[0].id, plain.id)
    assert.equal(second.meta.total, listed.meta.total)
    assert.deepEqual((await recruiter.get('/job-posts?fit=true&search=whole')).data, [])
    assert.deepEqual(titles((await ada.get('/job-posts?fit=true&search=half')).data), [['Half', 50]])
    assert.ok(half.id < whole.id)
  })

  it('says whether the caller meets what each post requires, and not what it only wishes for', async () => {
    const { given, author, recruiter } = await createScene()
    const ada = await given.user()
    const { id: exam_id } = await createSkillExam(author, ['Mycology'])
    await createJobPost(recruiter, { title: 'Truffle expert', requirements: [{ exam_id, required: false }] })
    await createJobPost(recruiter, { title: 'Truffle inspector', requirements: [{ exam_id }] })
    const list = async () =>
      (await ada.get('/job-posts?fit=true&search=truffle')).data
        .map(({ title, match }: { title: string; match: { required_met: boolean } }) => [title, match.required_met])
        .toSorted()

    const before = await list()
    await takeExam(ada, exam_id, 'right')

    assert.deepEqual(before, [
      ['Truffle expert', true],
      ['Truffle inspector', false],
    ])
    assert.deepEqual(await list(), [
      ['Truffle expert', true],
      ['Truffle inspector', true],
    ])
  })
})

const kinds = ['exam', 'course', 'publication', 'project_version'] as const
const keys = ['a', 'b', 'c', 'd', 'e'] as const

const proofs = fc.array(
  fc.record({
    key: fc.constantFrom(...keys),
    kind: fc.constantFrom(...kinds),
    score: fc.integer({ min: 0, max: 100 }),
  }),
  { maxLength: 20 },
)
const skills = fc.uniqueArray(fc.constantFrom(...keys, 'f', 'g'), { maxLength: 7 })

const toProof = ({ key, kind, score }: { key: string; kind: (typeof kinds)[number]; score: number }): Proof => ({
  user_id: 1,
  key,
  skill: key,
  kind,
  title: `${kind} ${key}`,
  url: null,
  awarded_by: { id: 1, name: 'Rosalind', verified: true },
  weight: weights[kind](score),
  at: null,
})

describe('the calculation of a match', () => {
  it('divides exactly 100 points among the skills', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(1_000).map(String), { minLength: 1, maxLength: 50 }), (given) => {
        const shares = shareSkills(given).map(({ share }) => share)
        assert.equal(
          shares.reduce((sum, share) => sum + share, 0),
          100,
        )
        assert.ok(Math.max(...shares) - Math.min(...shares) <= 1)
      }),
    )
  })

  it('is the sum of its reasons, and names each skill once', () => {
    fc.assert(
      fc.property(skills, proofs, (asked, given) => {
        const { score, reasons, missing } = calculateMatch(asked, given.map(toProof))
        assert.equal(
          reasons.reduce((sum, { weight }) => sum + weight, 0),
          score,
        )
        assert.ok(score >= 0 && score <= 100)
        assert.deepEqual([...reasons.map(({ skill }) => skill), ...missing].toSorted(), asked.toSorted())
      }),
    )
  })

  it('never falls with more evidence, and does not depend on its order', () => {
    fc.assert(
      fc.property(skills, proofs, proofs, (asked, given, more) => {
        const score = (all: typeof given) => calculateMatch(asked, all.map(toProof)).score
        assert.ok(score([...given, ...more]) >= score(given))
        assert.equal(score(given.toReversed()), score(given))
      }),
    )
  })
})
