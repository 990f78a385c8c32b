/** The pages of statistics and of grading, as a browser without scripts uses them. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { createExam, questions, startAttempt, takeExam } from '#test/support/exams.ts'
import { visitSite } from '#test/support/site.ts'
import { createVisitor } from '#test/support/visitor.ts'

const app = await testApp({ FRONTEND_URL: '' })
const { given } = app

const rubric = [
  {
    criterion: 'Argument',
    levels: [
      { points: 0, description: 'None' },
      { points: 3, description: '<b>Sound</b>' },
    ],
  },
  { criterion: 'Style', levels: [{ points: 0 }, { points: 1 }] },
]

async function createEssays(more: object = {}) {
  const author = await given.user({ role: 'researcher', name: 'Rosalind' })
  const essays = [
    { type: 'essay', question: 'Why do we sow?', points: 4, rubric },
    { type: 'essay', question: 'What do we reap?', points: 2 },
  ]
  const exam = await createExam(author, { title: 'Sowing & reaping', questions: essays, ...more })
  const ada = await given.user({ name: 'Ada <i>' })
  const attempt = await startAttempt(ada, exam.id)
  const answers = Object.fromEntries(attempt.questions.map(({ id }: { id: number }) => [id, 'To eat <now>.']))
  await ada.post(`/exam-attempts/${attempt.id}/submit`, { answers })
  return { author, exam, ada, attempt }
}

describe('the pages of grading', () => {
  it('lead from the exam over the next answer to the release', async () => {
    const { author, exam, ada, attempt } = await createEssays()
    const browser = await visitSite(app, author)
    const path = `/app/exams/${exam.id}/grading`

    const page = await browser.open(`/app/exams/${exam.id}`)
    const queue = await browser.open(path)
    const first = await browser.send(path, { action: 'claim' })

    assert.match(page.html, new RegExp(`href="${path}"`))
    assert.match(queue.html, /Sowing &amp; reaping.*Why do we sow\?.*Ada &lt;i&gt;/s)
    assert.match(first.url, new RegExp(`/app/exam-attempts/${attempt.id}/grades/\\d+\\?exam=${exam.id}$`))
    assert.match(first.html, /To eat &lt;now&gt;\./)
    assert.match((await browser.open(`${path}?state=mine`)).html, /\/grades\//)

    const [withRubric, withPoints] = attempt.questions
      .map(({ id }: { id: number }) => id)
      .sort((first: number, second: number) => first - second)
      .map((id: number) => `/app/exam-attempts/${attempt.id}/grades/${id}?exam=${exam.id}`)
    const [argument = '', style = ''] = [...(await browser.open(withRubric)).html.matchAll(/name="(level_\w+)"/g)].map(
      ([, name]) => name,
    )
    const tooMany = await browser.send(withPoints, { points: '3', comment: 'Well & good' })
    const empty = await browser.send(withRubric, { comment: 'Well' })
    await browser.send(withRubric, { [argument]: '1', [style]: '0', comment: 'Well argued' })
    const saved = await browser.send(withPoints, { points: '1.5' })
    const again = await browser.open(withRubric)

    assert.deepEqual([tooMany.status, empty.status], [422, 422])
    assert.match(tooMany.html, /The answer can earn at most 2 points\..*value="3".*Well &amp; good<\/textarea>/s)
    assert.match(empty.html, /Please give points, or a level of each criterion\./)
    assert.equal(saved.url, `${path}?done=saved`)
    assert.match(again.html, /value="1" selected>Points: 3 · &lt;b&gt;Sound&lt;\/b&gt;.*Well argued<\/textarea>/s)

    const done = await browser.open(`${path}?state=done`)
    // Both grades are of the same moment, so that their order is that of random numbers.
    for (const shown of [/Points: 3 of 4/, /Points: 1\.5 of 2/, /Release the grades/]) assert.match(done.html, shown)
    assert.equal((await ada.get(`/exam-attempts/${attempt.id}`)).data.result.grading, 'pending')
    await browser.send(path, { action: 'release' })
    assert.equal((await ada.get(`/exam-attempts/${attempt.id}`)).data.score, 75)
  })

  it('show a grader no name where grading is anonymous, and neither the release nor the statistics', async () => {
    const { author, exam } = await createEssays({ anonymous_grading: true })
    const grader = await given.user()
    await author.post(`/exams/${exam.id}/graders`, { user_id: grader.id })
    const browser = await visitSite(app, grader)

    const [notice] = (await grader.get('/notifications')).data
    const queue = await browser.open(`/app${notice.data.url}`)
    const done = await browser.open(`/app/exams/${exam.id}/grading?state=done`)
    const released = await browser.send(`/app/exams/${exam.id}/grading`, { action: 'release' })

    assert.equal(notice.data.url, `/exams/${exam.id}/grading`)
    assert.match(queue.html, /Why do we sow\?.*Anonymous/s)
    assert.doesNotMatch(queue.html, /Ada/)
    assert.doesNotMatch(done.html, /Release the grades/)
    assert.equal(released.status, 403)
    assert.equal((await browser.open(`/app/exams/${exam.id}/statistics`)).status, 403)
  })

  it('are closed to others, and take no forms of other sites', async () => {
    const { author, exam, ada, attempt } = await createEssays()
    const [owner, learner] = [await visitSite(app, author), await visitSite(app, ada)]
    const path = `/app/exams/${exam.id}/grading`
    const answer = `/app/exam-attempts/${attempt.id}/grades/${attempt.questions[0].id}`

    for (const one of [path, answer, `/app/exams/${exam.id}/statistics`])
      assert.ok([403, 404].includes((await learner.open(one)).status), one)
    assert.match((await createVisitor(app).open(path)).url, /^\/app\/sign-in\?next=/)
    assert.doesNotMatch((await learner.open(`/app/exams/${exam.id}`)).html, /grading|statistics/)
    const foreign = { origin: 'https://evil.example' }
    assert.equal((await owner.send(path, { action: 'claim' }, foreign)).status, 403)
    assert.equal((await owner.send(answer, { points: '1' }, foreign)).status, 403)
    assert.equal((await author.get(`/exams/${exam.id}/grading?state=mine`)).meta.total, 0)
  })
})

describe('the page of statistics', () => {
  it('shows scores and what was chosen, once there are five attempts', async () => {
    const author = await given.user({ role: 'researcher' })
    const exam = await createExam(author, { questions: [questions.single, questions.truth] })
    const browser = await visitSite(app, author)
    const path = `/app/exams/${exam.id}/statistics`
    const take = async (how: 'right' | 'wrong') => takeExam(await given.user(), exam.id, how)

    for (const _ of [1, 2, 3, 4]) await take('right')
    const few = await browser.open(path)
    for (const _ of [5, 6]) await take('wrong')
    const enough = await browser.open(path)

    assert.match(few.html, /<dt>Attempts<\/dt><dd>4<\/dd>.*Figures of fewer than 5 attempts are not shown\./s)
    assert.doesNotMatch(few.html, /Mean score|<meter/)
    assert.match(
      enough.html,
      /Mean score<\/dt><dd>67 %.*Median score<\/dt><dd>100 %.*90 to 100 %.*<td class="number">4</s,
    )
    assert.match(
      enough.html,
      /Share of the points<\/dt><dd>67 %.*Discrimination<\/dt><dd>1\.00.*<strong>· Right<\/strong>/s,
    )
  })
})
