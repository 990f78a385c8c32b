/** The development mailbox: shows every mail as its recipient would see it, without scripts. */

import { type Html, html, renderHtml } from '#core/html.ts'
import type { MailboxMail } from '#platform/outbox.ts'
import { renderLayout } from './layout.ts'

interface MailboxPage {
  base: string
  mails: readonly MailboxMail[]
  to?: string
  total: number
  page: number
  lastPage: number
}

/**
 * The Content-Security-Policy of this page. Frames inherit it, and mails have inline styles, which a hash would block.
 * Inline styles do no harm: mails are in sandboxed frames, and nothing is loaded.
 */
export const mailboxContentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const timeFormat = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'medium',
  timeZone: 'UTC',
})

// A srcdoc frame is never in quirks mode and ignores a late doctype, so the base may come first.
const renderFrameSource = (mail: MailboxMail): string => renderHtml(html`<base target="_blank">`) + mail.html

// The parser drops a newline after <pre>, so one is added for texts that begin with a newline.
const renderPlainText = (text: string): Html => html`<pre dir="auto">
${text}</pre>`

const renderBody = (mail: MailboxMail): Html => html`<iframe title="${mail.subject}" loading="lazy"
sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${renderFrameSource(mail)}"></iframe>
<details><summary>Plain text</summary>${renderPlainText(mail.text)}</details>`

const renderAttachment = ({ filename, content_type }: MailboxMail['attachments'][number]): Html =>
  html`<span title="${content_type}">Attached: <bdi>${filename}</bdi></span>
`

const renderListItem = (mail: MailboxMail): Html => html`<details class="card mail">
<summary>
<strong dir="auto">${mail.subject || '(no subject)'}</strong>
<small><span>To <bdi>${mail.to}</bdi></span>
<time class="soft" datetime="${mail.created_at}">${timeFormat.format(new Date(mail.created_at))} UTC</time>
${mail.attachments.map(renderAttachment)}</small>
</summary>
${mail.html ? renderBody(mail) : renderPlainText(mail.text)}
</details>`

function renderPageLinks({ base, to, page, lastPage }: MailboxPage): Html {
  const link = (number: number, text: string) => {
    const query = new URLSearchParams({ ...(to && { to }), page: String(number) })
    return html`<a href="${base}/sandbox/mail?${query.toString()}">${text}</a>`
  }
  return html`<nav class="pages" aria-label="Pages of the mailbox">
${page > 1 && link(page - 1, '← Newer')}
<span class="soft">Page ${page} of ${lastPage}</span>
${page < lastPage && link(page + 1, 'Older →')}
</nav>`
}

const renderEmptyHint = (base: string): Html => html`<p class="card">To get a mail, sign up with
<code>POST ${base}/auth/signup</code>: the verification mail arrives here moments later.</p>`

export function renderMailboxPage(mailbox: MailboxPage): string {
  const { base, mails, to, total, lastPage } = mailbox
  const count = total === 0 ? 'No mail yet' : total === 1 ? '1 mail' : `${total} mails`
  const body = html`<h1>Mailbox</h1>
<p class="lede">Mail is kept here instead of being sent.</p>
<form action="${base}/sandbox/mail" method="get">
<label>Recipient
<input type="search" name="to" value="${to}" inputmode="email" autocomplete="off" spellcheck="false">
</label>
<button>Filter</button>
${to && html`<a href="${base}/sandbox/mail">Show all</a>`}
</form>
<p class="soft">${count}${to && html` to <bdi>${to}</bdi>`}</p>
${mails.map(renderListItem)}
${total === 0 && renderEmptyHint(base)}
${lastPage > 1 && renderPageLinks(mailbox)}`
  const nav = [
    { href: `${base}/sandbox`, text: 'Sandbox' },
    { href: `${base}/docs`, text: 'API reference' },
  ]
  return renderLayout({ title: 'Mailbox', base, body, nav })
}
