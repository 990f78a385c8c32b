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

export interface MailTransport {
  /** The sandbox keeps what it was given to send, so that a developer can read it. */
  readonly kind: 'smtp' | 'mailbox'
  /** Resolves when the mail was accepted; rejects with an error when it should be tried again. */
  deliver(mail: OutgoingMail): Promise<void>
  close(): void
}

/** Sends by SMTP. `url` is like `smtp://user:password@host:587`. */
export function smtpTransport(url: string, from: string): MailTransport {
  let connections: ReturnType<typeof openConnections> | undefined
  return {
    kind: 'smtp',
    async deliver({ to, subject, text, html, attachments, messageId }) {
      connections ??= openConnections(url)
      const transporter = await connections
      await transporter.sendMail({
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
      })
    },
    close: () => void connections?.then((transporter) => transporter.close()),
  }
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
  close: () => undefined,
}
