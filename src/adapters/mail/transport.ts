/** Where mail goes once it is due: an SMTP server, or nowhere but the outbox, which the sandbox shows as a mailbox. */

export interface OutgoingMail {
  to: string
  subject: string
  text: string
  html: string
  attachments: readonly { filename: string; content_type: string; content: Buffer }[]
  /** The same for every try, so that a receiver can tell a repetition. */
  messageId: string
}

/** The mail server refused the mail for good: no later try would be accepted. */
export class MailRejected extends Error {
  /** What the server answered, with its code. */
  readonly answer: string
  /** Whether it refused the recipient, and not what the mail says. */
  readonly isRecipient: boolean

  constructor(answer: string, isRecipient: boolean) {
    super(`The mail server refused the mail: ${answer}`)
    this.name = 'MailRefused'
    this.answer = answer
    this.isRecipient = isRecipient
  }
}

export interface MailTransport {
  /** The sandbox keeps what it was given to send, so that a developer can read it. */
  readonly kind: 'smtp' | 'mailbox'
  /**
   * Resolves when the mail was accepted. Rejects with `MailRefused` when it never will be, and with another error when it
   * should be tried again.
   */
  deliver(mail: OutgoingMail): Promise<void>
  /** Rejects when mails cannot be handed over: no connection, or a refused sign-in. Sends nothing. */
  check(): Promise<void>
  close(): void
}

/** Sends by SMTP. `url` is like `smtp://user:password@host:587`. */
export function createSmtpTransport(url: string, from: string): MailTransport {
  let connections: ReturnType<typeof openConnections> | undefined
  return {
    kind: 'smtp',
    async deliver({ to, subject, text, html, attachments, messageId }) {
      connections ??= openConnections(url)
      const transporter = await connections
      const mail = {
        from,
        to: { name: '', address: to },
        subject,
        text,
        html,
        messageId,
        attachments: attachments.map(({ filename, content_type, content }) => ({
          filename,
          content,
          contentType: content_type,
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
 * RFC 5321, 4.2.1: an answer of 500 to 599 is permanent. Only those to the recipient and to the mail itself are about this
 * mail: one to the sender or to the sign-in is a mistake in the settings, after which the mail is still to be sent.
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
  // Loaded with the first mail, because it weighs 9 MB.
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

/** The sandbox: the outbox itself is the mailbox. */
export const mailboxTransport: MailTransport = {
  kind: 'mailbox',
  deliver: async () => undefined,
  check: async () => undefined,
  close: () => undefined,
}
