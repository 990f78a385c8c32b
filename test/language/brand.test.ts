/** The brand of an operator: its pages, mails and documents, and the mistakes that stop the start. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { ConfigurationError, readConfig } from '#config.ts'
import { createApp, testApp } from '../support/app.ts'
import { createCertificate } from '../support/certificates.ts'
import { startMailServer } from '../support/mail-server.ts'

const example = fileURLToPath(new URL('../../docs/brand-example', import.meta.url))
const branded = { BRAND_DIR: example, ORGANIZATION_NAME: 'Lakeside University', FRONTEND_URL: '' }

describe('the brand of the documentation', () => {
  it('is on every page, with a policy that allows its styles', async () => {
    const { anonymous } = await testApp(branded)

    for (const path of ['/', '/app/sign-in', '/sandbox', '/sandbox/sign-in', '/nowhere']) {
      const { text, headers } = await anonymous.get(path, { accept: 'text/html', 'accept-language': 'sw' })
      const policy = headers.get('content-security-policy') ?? ''
      const styles = Array.from(text.matchAll(/<style>([\s\S]*?)<\/style>/g), ([, style = '']) => style)
      assert.equal(styles.length, 2, path)
      for (const style of styles)
        assert.ok(policy.includes(`'sha256-${createHash('sha256').update(style).digest('base64')}'`), path)
      assert.ok(text.includes('--accent: #0b6e4f; --accent-ink: #ffffff;'), path)
      assert.ok(text.includes('<img src="data:image/svg+xml;base64,'), path)
      assert.ok(text.includes('Chuo Kikuu cha Lakeside'), path)
    }
  })

  it('has the English footer in languages without one', async () => {
    const { anonymous } = await testApp(branded)

    const { text } = await anonymous.get('/', { accept: 'text/html', 'accept-language': 'fr' })

    assert.ok(text.includes('<p class="soft" dir="auto">Lakeside University · P.O. Box 4'))
  })

  it('replaces sentences in the languages that it names', async () => {
    const { anonymous, given, listMails } = await testApp(branded)
    const person = await given.user({ name: 'Ada' })
    await person.put(`/users/${person.id}`, { locale: 'sw' })
    await anonymous.post('/auth/forgot-password', { email: person.email })
    const [swahili, english] = await listMails(person.email)

    assert.match(english?.text ?? '', /Dear Ada,/)
    assert.match(swahili?.text ?? '', /Mpendwa Ada,/)
  })

  it('lays out mails, with the logo inside', async () => {
    const { anonymous, given, listMails } = await testApp(branded)
    const person = await given.user({ name: '{{content}} <b>' })

    const [mail] = await listMails(person.email)
    const mailbox = await anonymous.get(`/sandbox/mail?to=${encodeURIComponent(person.email)}`, { accept: 'text/html' })

    assert.ok(mail?.html.includes('border-top:4px solid #0b6e4f'))
    assert.ok(mail?.html.includes('src="cid:brand-logo" alt="Lakeside University"'))
    assert.ok(mail?.html.includes('background:#0b6e4f'))
    assert.ok(mail?.html.includes('{{content}} &lt;b&gt;'))
    assert.match(mail?.text ?? '', /-- \nLakeside University\n[\s\S]*P\.O\. Box 4/)
    assert.ok(mailbox.text.includes('src=&quot;data:image/png;base64,'))
  })

  it('sends the logo with each mail', async () => {
    const server = await startMailServer()
    const { given, settle } = await createApp({ ...branded, SMTP_URL: server.url })
    const { email } = await given.user()
    await settle()

    const [mail] = server.mailsTo(email)
    await server.close()
    const [logo] = mail?.attachments ?? []

    assert.equal(logo?.contentId, '<brand-logo>')
    assert.deepEqual([logo?.disposition, logo?.mimeType], ['inline', 'image/png'])
  })

  it('is on certificates', async () => {
    const app = await testApp(branded)
    const person = await app.given.user()
    const { id } = await createCertificate(app, person)
    const plain = await testApp()
    const other = await plain.given.user()
    const { id: otherId } = await createCertificate(plain, other)

    const { text } = await person.get(`/certificates/${id}/download`)
    const { text: without } = await other.get(`/certificates/${otherId}/download`)

    assert.ok(text.includes('/Subtype /Image'))
    assert.ok(!without.includes('/Subtype /Image'))
  })
})

describe('a brand with a mistake', () => {
  let folder: string
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'brand-'))
  })
  after(() => rm(folder, { recursive: true }))

  const readMistakes = (given: string): string[] => {
    try {
      readConfig({ NODE_ENV: 'test', APP_SECRET: 'x'.repeat(40), DATA_DIR: folder, BRAND_DIR: given })
      return []
    } catch (error) {
      assert.ok(error instanceof ConfigurationError)
      return error.message.split('\n')
    }
  }

  const accent = { colors: { accent: '#0b6e4f' } }
  const cases: [name: string, file: string, content: string | object, mistake: RegExp][] = [
    ['no JSON', 'brand.json', '{\n"colors":\n\n', /brand\.json is not valid JSON: .+\.$/],
    ['a list', 'brand.json', [], /brand\.json must contain a JSON object\.$/],
    [
      'an unknown part',
      'brand.json',
      { colour: {} },
      /unknown part "colour"; its parts are colors, footer, sentences\.$/,
    ],
    ['an unknown color', 'brand.json', { colors: { accent: '#0b6e4f', ink: '#000000' } }, /unknown color "ink"/],
    ['a color in words', 'brand.json', { colors: { accent: 'green' } }, /must be like #1d2f6f, not "green"\.$/],
    ['no color', 'brand.json', { colors: {} }, /must be like #1d2f6f, not missing\.$/],
    ['a pale color', 'brand.json', { colors: { accent: '#ffee00' } }, /has a contrast of 1\.2 on light pages/],
    [
      'a dark color for dark pages',
      'brand.json',
      { colors: { ...accent.colors, darkAccent: '#000044' } },
      /dark pages/,
    ],
    ['a footer in an unknown language', 'brand.json', { footer: { de: 'Fuß' } }, /"de" is none of them\.$/],
    ['a footer that is no text', 'brand.json', { footer: 7 }, /^The footer in brand\.json must be a text/],
    [
      'an unknown sentence',
      'brand.json',
      { sentences: { en: { 'Hello {nam},': 'Hi' } } },
      /Did you mean "Hello \{name\},"\?$/,
    ],
    ['an unknown language', 'brand.json', { sentences: { de: {} } }, /"de" is none of them\.$/],
    [
      'a missing parameter',
      'brand.json',
      { sentences: { en: { 'Hello {name},': 'Hi,' } } },
      /but the parameter \{name\} is missing\.$/,
    ],
    [
      'an invented parameter',
      'brand.json',
      { sentences: { fr: { Paid: 'Payé {x}' } } },
      /but \{x\} is no parameter\.$/,
    ],
    ['a broken message', 'brand.json', { sentences: { en: { Paid: 'Paid {' } } }, /but it is no ICU message\.$/],
    [
      'a sentence that is no text',
      'brand.json',
      { sentences: { en: { Paid: 1 } } },
      /must replace "Paid" by a text\.$/,
    ],
    ['a logo that is no PNG', 'logo.png', 'GIF89a', /logo\.png must be a PNG of at most 100 KB\.$/],
    ['a large logo', 'logo.svg', `<svg ${' '.repeat(100_001)}>`, /logo\.svg must be an SVG of at most 100 KB\.$/],
    ['a mail without its content', 'mail.html', '<p>{{footer}}</p>', /must contain \{\{content\}\} once/],
    ['a mail with an unknown place', 'mail.html', '{{content}}{{name}}', /unknown place \{\{name\}\}/],
  ]
  for (const [name, file, content, mistake] of cases)
    it(`stops the start in one sentence: ${name}`, async () => {
      const path = join(folder, file)
      await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
      try {
        const mistakes = readMistakes(folder)

        assert.equal(mistakes.filter((sentence) => mistake.test(sentence)).length, 1, mistakes.join('\n'))
      } finally {
        await rm(path)
      }
    })

  it('stops the start when the folder does not exist', () => {
    assert.deepEqual(readMistakes(join(folder, 'none')), [
      `BRAND_DIR must be a folder, and there is none at ${join(folder, 'none')}.`,
    ])
  })

  it('stops the start when a file cannot be read', async () => {
    await mkdir(join(folder, 'logo.png'))
    try {
      assert.match(readMistakes(folder).join('\n'), /logo\.png cannot be read: /)
    } finally {
      await rm(join(folder, 'logo.png'), { recursive: true })
    }
  })

  it('may begin with a byte order mark', async () => {
    await writeFile(join(folder, 'brand.json'), `\ufeff${JSON.stringify(accent)}`)
    try {
      assert.deepEqual(readMistakes(folder), [])
    } finally {
      await rm(join(folder, 'brand.json'))
    }
  })

  it('may be an empty folder', () => assert.deepEqual(readMistakes(folder), []))
})
