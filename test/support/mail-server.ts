/** A real SMTP server with mailboxes. */

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'

export interface MailServer {
  /** For `SMTP_URL`. */
  url: string
  /** All mails to an address, oldest first. */
  mailsTo(address: string): Email[]
  /** Temporarily refuses mails, like a busy server. */
  busy: boolean
  close(): Promise<void>
}

export async function startMailServer(): Promise<MailServer> {
  const delivered: { to: string[]; mail: Email }[] = []
  const office = { busy: false }
  const server = new SMTPServer({
    authOptional: true,
    // Without TLS, because its certificate would be self-signed.
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    // Clients keep their connections open.
    closeTimeout: 1,
    onRcptTo(_, __, done) {
      done(office.busy ? Object.assign(new Error('Come back later'), { responseCode: 451 }) : null)
    },
    onData(stream, { envelope }, done) {
      buffer(stream)
        .then((bytes) => PostalMime.parse(bytes))
        .then((mail) => delivered.push({ to: envelope.rcptTo.map(({ address }) => address), mail }))
        .then(() => done(), done)
    },
  })
  // The sending process may be killed on the way.
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return Object.assign(office, {
    url: `smtp://127.0.0.1:${port}`,
    mailsTo: (address: string) => delivered.filter(({ to }) => to.includes(address)).map(({ mail }) => mail),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  })
}
