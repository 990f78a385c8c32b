/** Delivers mails: to an SMTP server, or to the mailbox of the sandbox. */

export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  /** Those with an id are shown within the mail (`cid:`, RFC 2392). */
  attachments: readonly { filename: string; content_type: string; content: Buffer; id?: string }[]
  /** The same for every attempt, so that a receiver recognizes a duplicate. */
  messageId: string
  /** Where one click of the reader, in the mail program, ends mails like this (RFC 8058); null for those that answer an act. */
  unsubscribeUrl?: string | null
}

/** The mail server refused the mail permanently. */
export class MailRejected extends Error {
  /** The answer of the mail server with its code. */
  readonly answer: string
  /** True when the recipient was refused, false when the content was. */
  readonly isRecipient: boolean

  constructor(answer: string, isRecipient: boolean) {
    super(`The mail server refused the mail: ${answer}`)
    this.name = 'MailRefused'
    this.answer = answer
    this.isRecipient = isRecipient
  }
}

export interface MailTransport {
  /** The sandbox keeps mails, so that a developer can read them. */
  readonly kind: 'smtp' | 'mailbox'
  /**
   * Resolves when the mail was accepted. Rejects with `MailRejected` when it was refused permanently, and with another
   * error when a later attempt may succeed.
   */
  deliver(mail: OutgoingMail): Promise<void>
  /** Rejects when mails cannot be delivered: no connection, or a refused login. Sends nothing. */
  check(): Promise<void>
  close(): void
}

/** Sends by SMTP. `url` is like `smtp://user:password@host:587`. */
export function createSmtpTransport(url: string, from: string): MailTransport {
  let connections: ReturnType<typeof openConnections> | undefined
  return {
    kind: 'smtp',
    async deliver({ to, subject, text, html, attachments, messageId, unsubscribeUrl = null }) {
      connections ??= openConnections(url)
      const transporter = await connections
      const mail = {
        from,
        to: { name: '', address: to },
        subject: escapeEncodedWords(subject),
        text,
        html,
        messageId,
        headers: { ...automatic, ...createListHeaders(unsubscribeUrl) },
        attachments: attachments.map(({ filename, content_type, content, id }) => ({
          filename,
          content,
          contentType: content_type,
          ...(id === undefined ? {} : { cid: id, contentDisposition: 'inline' as const }),
        })),
      }
      await transporter.sendMail(mail).catch((error: unknown) => {
        throw toMailRejected(error) ?? error
      })
    },
    async check() {
      connections ??= openConnections(url)
      await (await connections).verify()
    },
    close: () => void connections?.then((transporter) => transporter.close()),
  }
}

/**
 * No person wrote the mail (RFC 3834, 5), so absence notices and ticket systems do not answer it. Exchange and Outlook read a header of their own:
 * [MS-OXCMAIL] 2.2.3.2.14.
 */
const automatic = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' }

/** RFC 2369 names the address, and RFC 8058 says that a POST to it needs no more than the click. */
const createListHeaders = (url: string | null): Record<string, string> =>
  url === null ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }

/**
 * Keeps a subject that contains an encoded word (RFC 2047) as it was typed: nodemailer leaves ASCII as it is, and mail programs would decode it. With a
 * character that has no width, the whole subject is encoded.
 */
const escapeEncodedWords = (subject: string) => subject.replaceAll('=?', '=\u200b?')

/**
 * RFC 5321, 4.2.1: answers from 500 to 599 are permanent. Only refusals of the recipient or the content concern this
 * mail; a refused sender or login is a configuration error, after which the mail must still be sent.
 */
function toMailRejected(error: unknown): MailRejected | null {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return null
  const { responseCode, command } = error
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return null
  const isRecipient = command === 'RCPT TO'
  if (!isRecipient && command !== 'DATA') return null
  const answer = 'response' in error && typeof error.response === 'string' ? error.response : error.message
  return new MailRejected(answer.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 500), isRecipient)
}

async function openConnections(url: string) {
  // Imported on demand, because nodemailer takes 9 MB.
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 4,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

/** The sandbox delivers nothing: its mailbox shows the outbox. */
export const mailboxTransport: MailTransport = {
  kind: 'mailbox',
  deliver: async () => undefined,
  check: async () => undefined,
  close: () => undefined,
}
