/** A form of a page that is sent twice, by a second click on a slow line. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testApp } from '#test/support/app.ts'
import { runConcurrently } from '#test/support/concurrency.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { visitSite } from '#test/support/site.ts'

const app = await testApp({ FRONTEND_URL: '' })

/** The hidden fields of the first form of a page that has the part. */
function readHidden(html: string, part: string): [string, string][] {
  const form = [...html.matchAll(/<form\b[^>]*\smethod="post".*?<\/form>/gs)].find(([text]) => text.includes(part))
  const fields = (form?.[0] ?? '').matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)
  return [...fields].map(([, name = '', value = '']) => [name, value])
}

describe('a form of a page that is sent twice', () => {
  it('sends one message at the same moment, whose second answer is that of the first', async () => {
    const recruiter = await app.given.user({ role: 'recruiter' })
    const ada = await app.given.user()
    const application = await createApplication(ada, (await createJobPost(recruiter)).id)
    const path = `/app/job-applications/${application}`
    const browser = await visitSite(app, ada)
    const send = (hidden: [string, string][], text: string) => {
      const body = new FormData()
      for (const [name, value] of [...hidden, ['body', text]] as const) body.append(name, value)
      return browser.sendForm(path, body)
    }
    const hidden = readHidden((await browser.open(path)).html, 'name="body"')

    const answers = await runConcurrently(2, () => send(hidden, 'May I come on Monday?'))
    await send(hidden, 'May I come on Tuesday?')
    await send(readHidden((await browser.open(path)).html, 'name="body"'), 'May I come on Monday?')

    const messages = (await recruiter.get(`/job-applications/${application}/messages`)).data
    assert.deepEqual(
      answers.map(({ status, url }) => [status, url]),
      [
        [200, `${path}?done=message#messages`],
        [200, `${path}?done=message#messages`],
      ],
    )
    assert.deepEqual(messages.map(({ body }: { body: string }) => body).sort(), [
      'May I come on Monday?',
      'May I come on Monday?',
      'May I come on Tuesday?',
    ])
  })

  it('saves one search, and one publication', async () => {
    const ada = await app.given.user({ role: 'researcher' })
    const browser = await visitSite(app, ada)
    const search = readHidden((await browser.open('/app/jobs?search=moss')).html, 'value="create"')
    const publication = readHidden((await browser.open('/app/profile/publications')).html, 'name="title"')

    await runConcurrently(3, () => browser.send('/app/saved-searches', search))
    await runConcurrently(3, () => browser.send('/app/profile/publications', [...publication, ['title', 'Mosses']]))

    const { researcher_id } = (await ada.get('/auth/me')).data
    assert.equal((await ada.get('/saved-searches')).data.length, 1)
    assert.equal((await ada.get(`/researchers/${researcher_id}/publications`)).data.length, 1)
  })
})
