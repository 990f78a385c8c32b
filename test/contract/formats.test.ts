/** What people write leaves in many formats, and each lacks some characters. Readers that others wrote get it back, and nothing else. */

import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse as parseCsv } from 'csv-parse/sync'
import ICAL from 'ical.js'
import PostalMime from 'postal-mime'
import { SaxesParser } from 'saxes'
import { buildInvitation } from '#adapters/mail/invitation.ts'
import { createSmtpTransport } from '#adapters/mail/transport.ts'
import { formatContentDisposition, formatFileName } from '#core/file-name.ts'
import { testApp } from '#test/support/app.ts'
import { createForm, getPath } from '#test/support/forms.ts'
import { createApplication, createJobPost } from '#test/support/jobs.ts'
import { startMailServer } from '#test/support/mail-server.ts'
import { project } from '#test/support/projects.ts'

const app = await testApp()
const { anonymous, given } = app
const recruiter = await given.user({ role: 'recruiter', name: 'Rafael Ortiz' })

/** Ends of CDATA, markup, entities, escapes of iCalendar, formulas, patterns, and characters that formats lack. */
const line = `=1+1 ]]>]]> a]]><b>&amp;&lt;</b> "it's" \\n;,: %_ </script><!-- \ufffe\uffff 👩🏽‍🔬 =?utf-8?q?=41?= ${'ж'.repeat(60)}`
const text = `${line}\n\u0001\u000b\u001b\u0085\u2028${line}`
/** What a reader of XML gets. C1 controls are among its characters. */
const inXml = (written: string) => written.replace(/[^\P{Cc}\t\n\u0085]|[\ufffe\uffff]/gu, '\ufffd')

/** Parses a document as strictly as the recommendation asks, and returns the text and the attributes of each element. */
function readXml(document: string): { name: string; text: string; attributes: Record<string, string> }[] {
  const parser = new SaxesParser({ xmlns: true })
  const elements: ReturnType<typeof readXml> = []
  const open: typeof elements = []
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const values = Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]))
    const element = { name, text: '', attributes: values }
    elements.push(element)
    open.push(element)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', (part) => {
    const element = open.at(-1)
    if (element !== undefined) element.text += part
  })
  parser.write(document).close()
  return elements
}

const readTexts = (document: string, wanted: string) =>
  readXml(document).flatMap(({ name, text: content }) => (name === wanted ? [content] : []))

const unescapeHtml = (html: string) =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')

describe('Texts of people', async () => {
  const skill = `C<T> & "${'\ufffe'}" ]]>]]>`
  const post = await createJobPost(recruiter, { title: line, description: text, company: '', skills: [skill] })

  it('leave in RSS and Atom', async () => {
    const rss = (await anonymous.get('/job-posts.rss')).text
    const atom = (await anonymous.get('/feeds/job-posts.atom')).text

    assert.equal(readTexts(rss, 'title')[1], inXml(line))
    assert.equal(unescapeHtml(readTexts(rss, 'description')[1] ?? ''), inXml(text))
    assert.deepEqual(readTexts(rss, 'category'), [inXml(skill)])
    assert.equal(readTexts(atom, 'title')[1], inXml(line))
    assert.equal(unescapeHtml(readTexts(atom, 'summary')[0] ?? ''), inXml(text))
    const [category] = readXml(atom).filter(({ name }) => name === 'category')
    assert.deepEqual(category?.attributes, { term: inXml(skill), label: inXml(skill) })
    assert.ok(readTexts(atom, 'author').length > 0)
  })

  it('leave in JSON Feed and in the sitemap', async () => {
    const json = JSON.parse((await anonymous.get('/feeds/job-posts.json')).text)

    assert.equal(json.version, 'https://jsonfeed.org/version/1.1')
    assert.deepEqual([json.items[0].title, json.items[0].tags], [line, [skill]])
    assert.equal(unescapeHtml(json.items[0].content_html), text)
    for (const path of ['/sitemap.xml', '/sitemap.xml?of=jobs&page=1', '/sitemap.xml?of=people&page=1'])
      assert.ok(readTexts((await anonymous.get(path)).text, 'loc').length >= 0)
  })

  it('leave in a page with structured data', async () => {
    const { text: page } = await anonymous.get(`/jobs/${post.id}`, { accept: 'text/html' })

    const [, json = ''] = /<script type="application\/ld\+json">(.*?)<\/script/s.exec(page) ?? []
    const data = JSON.parse(json)
    assert.deepEqual([data.title, data.description], [line, text])
    assert.ok(!json.includes('<'))
  })

  it('leave in CSV, with a byte order mark, as cells that are no formulas', async () => {
    const person = await given.verifiedUser()
    const letter = `x \t${line}\r\n${line}\r\n"x`
    const name = line.slice(0, 40)
    await createApplication(person, post.id, { first_name: name, cover_letter: letter })

    const { text: csv, headers } = await recruiter.get(`/job-posts/${post.id}/applicants`, { accept: 'text/csv' })

    assert.equal(csv.charCodeAt(0), 0xfeff)
    const [row, ...others] = parseCsv(csv, { bom: true, columns: true }) as Record<string, string>[]
    assert.deepEqual(others, [])
    assert.equal(row?.cover_letter, letter)
    assert.ok(Object.values(row).some((cell) => cell.startsWith(`'${name}`)))
    assert.match(String(headers.get('content-disposition')), /filename="Applicants _ =1\+1 /)
  })

  it('leave in a calendar, whose lines are short and end', async () => {
    const { id } = await project(recruiter, { title: line })
    await recruiter.post(`/projects/${id}/milestones`, { title: line, due_date: '9999-12-31' })
    const { data } = await recruiter.post('/calendar')

    const { text: calendar } = await anonymous.get(getPath(data.url))

    assertCalendar(calendar, `Milestone: ${line} (${line})`)
  })

  it('leave in an invitation, also one that ends after the last year', async () => {
    const name = 'Ada "the first"; Lovelace, ^ Жж'
    const party = { name, email: 'ada@example.org' }
    const { content } = await buildInvitation(
      {
        uid: 'interview-1@example.org',
        sequence: 0,
        stamp: '2026-01-01T00:00:00.000Z',
        start: '9999-12-31T23:30:00.000Z',
        minutes: 60,
        language: 'en',
        summary: line,
        description: text,
        location: `${line}\r\nBEGIN:VALARM`,
        organizer: party,
        attendee: party,
      },
      'REQUEST',
    )

    const event = assertCalendar(content.toString(), line)
    assert.equal(event.description, text.replace(/[^\P{Cc}\n]/gu, ' '))
    assert.equal(event.endDate?.toString(), '9999-12-31T23:59:59Z')
    assert.equal(event.location, `${line}\nBEGIN:VALARM`)
    assert.equal(event.attendees[0]?.getParameter('cn'), name)
  })

  it('leave in mails', async (t) => {
    const server = await startMailServer()
    t.after(() => server.close())
    const transport = createSmtpTransport(server.url, 'Platform <no-reply@example.org>')
    t.after(() => transport.close())
    const plain = 'On =?utf-8?q?=0d=0aBcc:_eve@example.org?= and =?utf-8?B?QUI=?='

    for (const subject of [line, plain])
      await transport.deliver({
        to: 'ada@example.org',
        subject,
        text,
        html: '',
        attachments: [{ filename: `${line.slice(0, 60)}.txt`, content_type: 'text/plain', content: Buffer.from(text) }],
        messageId: '<1@example.org>',
      })

    const [first, second] = server.mailsTo('ada@example.org')
    const isShown = (subject = '') => subject.replaceAll('\u200b', '')
    assert.deepEqual([isShown(first?.subject), isShown(second?.subject)], [line, plain])
    assert.equal(first?.attachments[0]?.filename, `${line.slice(0, 60)}.txt`)
    assert.deepEqual(
      second?.to?.map(({ address }) => address),
      ['ada@example.org'],
    )
    assert.equal(second?.bcc, undefined)
  })

  it('say that they are automatic, and leave one click to unsubscribe in the headers of digests alone', async (t) => {
    const server = await startMailServer()
    t.after(() => server.close())
    const transport = createSmtpTransport(server.url, 'Platform <no-reply@example.org>')
    t.after(() => transport.close())
    const mail = { to: 'ada@example.org', subject: 'x', text, html: '', attachments: [] }
    const url = `https://api.example.org/saved-searches/unsubscribe/1?expires=1&signature=${'x'.repeat(43)}`

    await transport.deliver({ ...mail, messageId: '<1@example.org>', unsubscribeUrl: url })
    await transport.deliver({ ...mail, messageId: '<2@example.org>' })

    const listHeaders = (pattern: RegExp) =>
      server
        .mailsTo('ada@example.org')
        .map((one) => one.headers.flatMap(({ key, value }) => (pattern.test(key) ? [[key, value]] : [])))
    const automatic = [
      ['auto-submitted', 'auto-generated'],
      ['x-auto-response-suppress', 'All'],
    ]
    assert.deepEqual(listHeaders(/^(x-)?auto-/), [automatic, automatic])
    assert.deepEqual(listHeaders(/^list-/), [
      [
        ['list-unsubscribe', `<${url}>`],
        ['list-unsubscribe-post', 'List-Unsubscribe=One-Click'],
      ],
      [],
    ])
  })

  it('leave in the header that names a file', async () => {
    const header = formatContentDisposition('attachment', formatFileName(text, 'zip'))

    assert.match(header, /^[\x20-\x7e]+$/)
    const { attachments } = await PostalMime.parse(
      `Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: application/zip\r\nContent-Disposition: ${header}\r\n\r\nx\r\n--x--\r\n`,
    )
    assert.equal(attachments[0]?.filename, formatFileName(text, 'zip'))
  })

  it('are found as they are written, without patterns', async () => {
    const admin = await given.admin()
    const search = async (part: string) => {
      const { data } = await admin.get(`/admin/content?kind=exam&search=${encodeURIComponent(part)}`)
      return data.map(({ title }: { title: string }) => title)
    }
    const author = await given.user({ role: 'researcher' })
    for (const title of ['100% \\ a_b', '100x y aXb']) await author.post('/exams', { title, questions: [] })

    assert.deepEqual(await search('100%'), ['100% \\ a_b'])
    assert.deepEqual(await search('A_B'), ['100% \\ a_b'])
    assert.deepEqual(await search('\\'), ['100% \\ a_b'])
    assert.deepEqual(await search('%'), ['100% \\ a_b'])
  })
})

/** Returns the only event of a calendar, after what RFC 5545 asks of its lines. */
function assertCalendar(calendar: string, summary: string): ICAL.Event {
  assert.ok(calendar.endsWith('\r\nEND:VCALENDAR\r\n'))
  assert.ok(!/[^\P{Cc}\t\r\n]|[^\r]\n|\r[^\n]/u.test(calendar))
  assert.ok(calendar.split('\r\n').every((part) => Buffer.byteLength(part) <= 75))
  const events = new ICAL.Component(ICAL.parse(calendar)).getAllSubcomponents('vevent')
  assert.equal(events.length, 1)
  const [component] = events
  assert.ok(component !== undefined)
  const event = new ICAL.Event(component)
  assert.equal(event.summary, summary)
  return event
}

describe('The names of downloaded files', () => {
  it('are titles with their slashes, and joiners where a script needs them', () => {
    const names: [title: string, name: string][] = [
      ['HIV/AIDS care', 'HIV-AIDS care.zip'],
      ['A\\B', 'A-B.zip'],
      ['می\u200cخواهم', 'می\u200cخواهم.zip'],
      ['👩‍🔬 in the lab', '👩‍🔬 in the lab.zip'],
      ['in\u200cvoice\u202efdp.exe', 'invoicefdp.exe.zip'],
      ['...', 'file.zip'],
      ['x'.repeat(300), `${'x'.repeat(196)}.zip`],
    ]
    for (const [title, name] of names) assert.equal(formatFileName(title, 'zip'), name)
  })

  it('are in the language of the caller', async () => {
    const post = await createJobPost(recruiter, { title: 'HIV/AIDS care' })
    const accept = { accept: 'text/csv', 'accept-language': 'fr' }

    const { headers } = await recruiter.get(`/job-posts/${post.id}/applicants`, accept)

    const name = encodeURIComponent('Candidats – HIV-AIDS care.csv')
    assert.ok(String(headers.get('content-disposition')).endsWith(`filename*=UTF-8''${name}`))
  })

  it('keep what a browser escaped in the name of an upload', async () => {
    const body = createForm({ type: 'document', file: new File(['a,b\n'], 'say "hi" 100%25.csv') })

    const { status, data, text: answer } = await recruiter.send('POST', '/upload', { body })

    assert.equal(status, 201, answer)
    assert.equal(data.file.filename, 'say _hi_ 100%25.csv')
  })
})
