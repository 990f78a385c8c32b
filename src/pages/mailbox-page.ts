/** The development mailbox: shows every mail as its recipient would see it, without scripts. */

import { type Html, html, renderHtml } from '#core/html.ts'
import { type Brand, logoId, toDataUri } from '#language/brand.ts'
import { formatTimestamp } from '#language/formats.ts'
import type { MailboxMail } from '#platform/mailbox.ts'
import { renderLayout } from './layout.ts'
import type { Writer } from './writer.ts'

interface MailboxPage {
  base: string
  mails: readonly MailboxMail[]
  to?: string
  total: number
  page: number
  lastPage: number
  writer: Writer
}

/**
 * The Content-Security-Policy of this page. Frames inherit it, and mails have inline styles, which a hash would block.
 * Inline styles do no harm: mails are in sandboxed frames, and nothing is loaded.
 */
export const mailboxContentSecurityPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; " +
  "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// A srcdoc frame is never in quirks mode and ignores a late doctype, so the base may come first.
const renderFrameSource = (mail: MailboxMail, { mailLogo }: Brand): string =>
  renderHtml(html`<base target="_blank">`) +
  (mailLogo === null ? mail.html : mail.html.replaceAll(`cid:${logoId}`, toDataUri(mailLogo)))

// The parser drops a newline after <pre>, so one is added for texts that begin with a newline.
const renderPlainText = (text: string): Html => html`<pre dir="auto">
${text}</pre>`

const renderBody = (
  { write, wording }: Writer,
  mail: MailboxMail,
): Html => html`<iframe title="${mail.subject}" loading="lazy"
sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${renderFrameSource(mail, wording.brand)}"></iframe>
<details><summary>${write('Plain text')}</summary>${renderPlainText(mail.text)}</details>`

const renderAttachment = (
  { writeHtml }: Writer,
  { filename, content_type }: MailboxMail['attachments'][number],
): Html =>
  html`<span title="${content_type}">${writeHtml('Attached: {filename}', { filename })}</span>
`

const renderListItem = (writer: Writer, mail: MailboxMail): Html => html`<details class="card mail">
<summary>
<strong dir="auto">${mail.subject || writer.write('(no subject)')}</strong>
<small><span>${writer.writeHtml('To {address}', { address: mail.to })}</span>
<time class="soft" datetime="${mail.created_at}">${formatTimestamp(mail.created_at, writer.wording)}</time>
${mail.attachments.map((attachment) => renderAttachment(writer, attachment))}</small>
</summary>
${mail.html ? renderBody(writer, mail) : renderPlainText(mail.text)}
</details>`

function renderPageLinks({ base, to, page, lastPage, writer: { write } }: MailboxPage): Html {
  const link = (number: number, text: string) => {
    const query = new URLSearchParams({ ...(to && { to }), page: String(number) })
    return html`<a href="${base}/sandbox/mail?${query.toString()}">${text}</a>`
  }
  return html`<nav class="pages" aria-label="${write('Pages of the mailbox')}">
${page > 1 && link(page - 1, write('← Newer'))}
<span class="soft">${write('Page {page} of {last}', { page, last: lastPage })}</span>
${page < lastPage && link(page + 1, write('Older →'))}
</nav>`
}

const renderEmptyHint = ({ writeHtml }: Writer, base: string): Html =>
  html`<p class="card">${writeHtml(
    'To get a mail, sign up with {request}: the verification mail arrives here moments later.',
    {
      request: html`<code>POST ${base}/auth/signup</code>`,
    },
  )}</p>`

export function renderMailboxPage(mailbox: MailboxPage): string {
  const { base, mails, to = '', total, lastPage, writer } = mailbox
  const { write, writeHtml } = writer
  const count =
    to === ''
      ? write('{count, plural, =0 {No mail yet} one {{count} mail} other {{count} mails}}', { count: total })
      : writeHtml(
          '{count, plural, =0 {No mail yet to {address}} one {{count} mail to {address}} other {{count} mails to {address}}}',
          {
            count: total,
            address: to,
          },
        )
  const body = html`<h1>${write('Mailbox')}</h1>
<p class="lede">${write('Mail is kept here instead of being sent.')}</p>
<form action="${base}/sandbox/mail" method="get">
<label>${write('Recipient')}
<input type="search" name="to" value="${to}" inputmode="email" autocomplete="off" spellcheck="false">
</label>
<button>${write('Filter')}</button>
${to && html`<a href="${base}/sandbox/mail">${write('Show all')}</a>`}
</form>
<p class="soft">${count}</p>
${mails.map((mail) => renderListItem(writer, mail))}
${total === 0 && renderEmptyHint(writer, base)}
${lastPage > 1 && renderPageLinks(mailbox)}`
  const nav = [
    { href: `${base}/sandbox`, text: write('Sandbox') },
    { href: `${base}/docs`, text: write('API reference') },
  ]
  return renderLayout({ writer, title: write('Mailbox'), base, body, nav })
}
