/** Tests that no input becomes markup, and that the pages match their policies. */

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { describe, it } from 'node:test'
import { type Fragment, html, renderHtml } from '#core/html.ts'
import { english } from '#language/wording.ts'
import { createPolicy, renderLayout, stylesheetHash } from './layout.ts'
import { renderMailboxPage } from './mailbox-page.ts'
import { createWriter } from './writer.ts'

const written = (value: Fragment) => renderHtml(html`${value}`)

const writer = createWriter(english)

describe('html', () => {
  const cases: [name: string, value: Fragment, expected: string][] = [
    [
      'escapes what could open a tag, an entity or close an attribute',
      `<a b='c' d="e">&amp;`,
      '&lt;a b=&#39;c&#39; d=&quot;e&quot;&gt;&amp;amp;',
    ],
    ['keeps nested markup and escapes within it', html`<b>${'<i>'}</b>`, '<b>&lt;i&gt;</b>'],
    ['joins lists, however deep', [html`<br>`, ['<', [1]]], '<br>&lt;1'],
    ['leaves nothing for null, undefined and false', [null, undefined, false], ''],
    ['writes zero', 0, '0'],
    ['keeps backslashes and dollars of a value', '\\n $& $1', '\\n $&amp; $1'],
  ]
  for (const [name, value, expected] of cases) it(name, () => assert.equal(written(value), expected))
})

describe('layout', () => {
  const page = renderLayout({ writer, title: '</title><script>', base: '/api', body: html`<p>${'<script>'}</p>` })

  it('has one style element, whose hash is in its content security policy', () => {
    const [, style = '', ...others] = page.split(/<\/?style>/)
    const hash = createHash('sha256').update(style).digest('base64')

    assert.equal(others.length, 1)
    assert.equal(stylesheetHash, `sha256-${hash}`)
    assert.ok(createPolicy(english.brand).includes(`style-src 'sha256-${hash}'`))
  })

  it('contains no script and no inline style', () => assert.doesNotMatch(page, /<script|\sstyle=/))
})

describe('mailboxPage', () => {
  it('keeps a hostile mail inside its frame', () => {
    const hostile = `"></iframe><script>alert('1')</script>`
    const mail = {
      id: 1,
      to: hostile,
      subject: hostile,
      text: `</pre>${hostile}`,
      html: hostile,
      attachments: [{ filename: hostile, content_type: hostile }],
      created_at: '2026-11-21T09:14:00.000Z',
    }

    const page = renderMailboxPage({ writer, base: '', mails: [mail], to: hostile, total: 1, page: 1, lastPage: 2 })

    assert.doesNotMatch(page, /<script/)
    assert.equal(page.match(/<\/iframe>/g)?.length, 1)
  })
})
