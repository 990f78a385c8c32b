import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { describe, it, type TestContext } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer } from 'smtp-server'
import { createSmtpTransport, type MailTransport, mailboxTransport } from '#adapters/mail/transport.ts'
import { createSystemContext } from '#context.ts'
import { prepare } from '#database/query/prepare.ts'
import { createBackground } from '#test/support/background.ts'
import { createFakeClock } from '#test/support/clock.ts'
import { createDatabase } from '#test/support/database.ts'
import { listMailbox } from './mailbox.ts'
import { mailSchedules, type QueuedMail, queueMail, sendMail, sweepMails } from './outbox.ts'
import { startSchedules } from './schedule.ts'

const allMails = prepare((q) =>
  q.selectFrom('mails').select(['id', 'to', 'subject', 'text', 'html', 'attachments', 'sent_at']).orderBy('id'),
)

const reset: QueuedMail = {
  to: 'ada@example.org',
  subject: 'Reset your password',
  text: 'https://example.org/reset/secret',
  html: '<a href="https://example.org/reset/secret">Reset</a>',
}

const allFailures = prepare((q) => q.selectFrom('mails').select(['failed_at', 'failure']).orderBy('id'))

const otherDeadTask = prepare((q, p: { now: string }) =>
  q
    .insertInto('tasks')
    .values({ kind: 'something_else', payload: {}, run_at: p.now, created_at: p.now, dead_at: p.now }),
)

interface PermanentRefusals {
  atSender?: number
  atRecipient?: number
  atContent?: number
}

const refuse = (message: string, responseCode: number | undefined) =>
  responseCode === undefined ? undefined : Object.assign(new Error(message), { responseCode })

/** An SMTP server that stores accepted mails and temporarily refuses the first `refused` ones. */
async function mailServer(t: TestContext, refused = 0, permanent: PermanentRefusals = {}) {
  const accepted: Email[] = []
  const recipients: string[][] = []
  const seenIds: string[] = []
  let turnsAway = refused
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onMailFrom: (_, __, answer) => answer(refuse('This sender is not allowed', permanent.atSender)),
    onRcptTo: (_, __, answer) => answer(refuse('No such mailbox', permanent.atRecipient)),
    async onData(stream, session, answer) {
      const mail = await PostalMime.parse(Buffer.concat(await stream.toArray()))
      seenIds.push(mail.messageId ?? '')
      if (permanent.atContent) return answer(refuse('Not this content', permanent.atContent))
      if (turnsAway-- > 0) return answer(Object.assign(new Error('Try again later'), { responseCode: 451 }))
      recipients.push(session.envelope.rcptTo.map(({ address }) => address))
      accepted.push(mail)
      answer()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const transport = createSmtpTransport(`smtp://127.0.0.1:${port}`, 'Platform <no-reply@example.org>')
  t.after(async () => {
    transport.close()
    await new Promise<void>((closed) => server.close(closed))
  })
  return { transport, accepted, recipients, seenIds }
}

async function outbox(t: TestContext, mail: MailTransport = mailboxTransport) {
  const parts = createBackground(t, await createDatabase(), createFakeClock())
  return {
    ...parts,
    works: parts.worker([sendMail, sweepMails], { mail }),
    queued: (...mails: QueuedMail[]) =>
      parts.inTransaction(async (tx) => {
        for (const one of mails) await queueMail(tx, one)
      }),
    // As plain objects, because rows of SQLite have no prototype.
    mails: async () => (await allMails.all({ db: parts.db }, {})).map((mail) => ({ ...mail })),
    failures: () => allFailures.all({ db: parts.db }, {}),
    ctx: createSystemContext(parts.platform(() => undefined, { mail })),
  }
}

describe('mails over SMTP', () => {
  it('are delivered with all parts and attachments intact', async (t) => {
    const { transport, accepted, recipients } = await mailServer(t)
    const { queued, works } = await outbox(t, transport)
    const content = randomBytes(200_000)

    await queued({
      ...reset,
      attachments: [{ filename: 'Zeugnis ä.pdf', content_type: 'application/pdf', content }],
    })
    await works.settle()

    const [mail] = accepted
    assert.equal(accepted.length, 1)
    assert.deepEqual(recipients, [['ada@example.org']])
    assert.equal(mail?.from?.address, 'no-reply@example.org')
    assert.equal(mail?.subject, reset.subject)
    assert.equal(mail?.text?.trim(), reset.text)
    assert.equal(mail?.html?.trim(), reset.html)
    assert.match(mail?.messageId ?? '', /^<mail-1-\d+@api\.example\.org>$/)
    assert.equal(mail?.attachments[0]?.filename, 'Zeugnis ä.pdf')
    assert.equal(mail?.attachments[0]?.mimeType, 'application/pdf')
    assert.ok(content.equals(Buffer.from(mail?.attachments[0]?.content as ArrayBuffer)))
  })

  it('are deleted from the outbox once they were sent', async (t) => {
    const { transport } = await mailServer(t)
    const { queued, works, mails, tasks, clock } = await outbox(t, transport)
    const attachments = [{ filename: 'a.txt', content_type: 'text/plain', content: Buffer.from('secret') }]

    await queued({ ...reset, attachments })
    await works.settle()

    const { to, subject } = reset
    assert.deepEqual(await mails(), [{ id: 1, to, subject, text: '', html: '', attachments: [], sent_at: clock.now() }])
    assert.deepEqual(await tasks(), [])
  })

  it('are sent again, as the same message, when the server refuses temporarily', async (t) => {
    const { transport, accepted, seenIds } = await mailServer(t, 1)
    const { queued, works, mails, tasks, clock } = await outbox(t, transport)
    await queued(reset)

    await works.settle()
    const [waiting] = await mails()
    const [task] = await tasks()
    clock.advance({ minutes: 1 })
    await works.settle()

    assert.equal(waiting?.sent_at, null)
    assert.equal(waiting?.text, reset.text)
    assert.match(task?.last_error ?? '', /451 Try again later/)
    assert.equal(accepted.length, 1)
    assert.equal(seenIds.length, 2)
    assert.equal(seenIds[0], seenIds[1])
    assert.equal((await mails())[0]?.sent_at, clock.now())
  })

  for (const [what, refusal, isRecipient] of [
    ['the recipient', { atRecipient: 550 }, true],
    ['the content', { atContent: 554 }, false],
  ] as const)
    it(`are given up at the first answer that refuses ${what} permanently, and their content is deleted`, async (t) => {
      const { transport, accepted } = await mailServer(t, 0, refusal)
      const { queued, works, mails, tasks, failures } = await outbox(t, transport)

      await queued(reset)
      await works.settle()

      const [mail] = await mails()
      const [failure] = await failures()
      assert.equal(accepted.length, 0)
      assert.deepEqual([mail?.sent_at, mail?.text, mail?.html], [null, '', ''])
      assert.match(failure?.failure ?? '', isRecipient ? /^550 No such mailbox/ : /^554 Not this content/)
      assert.notEqual(failure?.failed_at, null)
      assert.deepEqual(await tasks(), [])
    })

  it('are sent again when the server refuses the sender, which is a mistake in the settings', async (t) => {
    const { transport } = await mailServer(t, 0, { atSender: 553 })
    const { queued, works, mails, tasks } = await outbox(t, transport)

    await queued(reset)
    await works.settle()

    assert.equal((await mails())[0]?.text, reset.text)
    assert.equal((await tasks()).length, 1)
  })

  it('that failed permanently are deleted after a month, unlike other dead tasks', async (t) => {
    const { transport } = await mailServer(t, 1_000)
    const { queued, works, tasks, clock, ctx } = await outbox(t, transport)
    await queued(reset)
    for (let tries = 0; tries < 60; tries++) {
      await works.settle()
      clock.advance({ hours: 1 })
    }
    const [dead] = await tasks()
    await otherDeadTask.run(ctx, { now: clock.now() })

    clock.advance({ days: 31 })
    await sweepMails.handle(ctx, {})

    assert.notEqual(dead?.dead_at, null)
    assert.deepEqual(
      (await tasks()).map(({ kind }) => kind),
      ['something_else'],
    )
  })

  it('survive a night without a server', async (t) => {
    const { transport, accepted } = await mailServer(t, 24)
    const { queued, works, clock } = await outbox(t, transport)
    await queued(reset)

    for (let hour = 0; hour < 26; hour++) {
      await works.settle()
      clock.advance({ hours: 1 })
    }

    assert.equal(accepted.length, 1)
  })

  it('are not sent again once they were sent', async (t) => {
    const { transport, accepted } = await mailServer(t)
    const { queued, works, ctx } = await outbox(t, transport)
    await queued(reset)
    await works.settle()

    await sendMail.handle(ctx, { mail_id: 1 })
    await sendMail.handle(ctx, { mail_id: 2 })

    assert.equal(accepted.length, 1)
  })

  it('cannot have headers or recipients added by a user', async (t) => {
    const { transport, accepted, recipients } = await mailServer(t)
    const { queued, works, mails } = await outbox(t, transport)
    const content = Buffer.from('x')
    const filename = 'a.txt"\r\nX-Bad: file'

    await queued({
      ...reset,
      subject: 'Hello\r\nBcc: eve@example.org\n\nX-Bad: subject\u2028\0',
      attachments: [{ filename, content_type: 'text/plain', content }],
    })
    for (const to of [
      'ada@example.org\r\nBcc: eve@example.org',
      'ada@example.org\n',
      'ada@example.org, eve@example.org',
      'Ada <ada@example.org>',
      'ada@example.org;eve@example.org',
      '',
    ])
      await assert.rejects(queued({ ...reset, to }), TypeError)
    await works.settle()

    const [mail] = accepted
    const names = mail?.headers.map(({ key }) => key) ?? []
    assert.equal(mail?.subject, 'Hello Bcc: eve@example.org X-Bad: subject')
    assert.ok(!names.includes('bcc') && !names.includes('x-bad'))
    assert.ok(!mail?.attachments[0]?.filename?.includes('\n'))
    assert.deepEqual(recipients, [['ada@example.org']])
    assert.equal((await mails()).length, 1)
  })
})

describe('mails in the sandbox', () => {
  it('are marked as sent and can be read', async (t) => {
    const { queued, works, mails, clock } = await outbox(t)

    await queued(reset)
    await works.settle()

    const [mail] = await mails()
    assert.equal(mail?.sent_at, clock.now())
    assert.equal(mail?.text, reset.text)
    assert.equal(mail?.html, reset.html)
  })

  it('are listed newest first, of all recipients or one, with pagination', async (t) => {
    const { queued, ctx } = await outbox(t)
    const attachments = [{ filename: 'a.txt', content_type: 'text/plain', content: Buffer.from('x') }]
    await queued(...['one', 'two', 'three'].map((subject) => ({ ...reset, subject, attachments })), {
      ...reset,
      to: 'grace@example.org',
      subject: 'four',
    })

    const all = await listMailbox(ctx, { limit: 3, offset: 0 })
    const rest = await listMailbox(ctx, { limit: 3, offset: 3 })
    const hers = await listMailbox(ctx, { to: 'ada@example.org', limit: 2, offset: 0 })

    const listSubjects = ({ rows }: typeof all) => rows.map(({ subject }) => subject)
    assert.deepEqual([listSubjects(all), all.total], [['four', 'three', 'two'], 4])
    assert.deepEqual([listSubjects(rest), rest.total], [['one'], 4])
    assert.deepEqual([listSubjects(hers), hers.total], [['three', 'two'], 3])
    assert.deepEqual(hers.rows[0]?.attachments, [{ filename: 'a.txt', content_type: 'text/plain' }])
  })
})

describe('sweepMails', () => {
  it('runs every night and deletes mails that were sent or given up 30 days ago, in any number', async (t) => {
    const { queued, works, mails, clock, platform, tasks } = await outbox(t)
    const schedules = startSchedules(
      platform(() => undefined),
      mailSchedules,
    )
    t.after(() => schedules.stop())
    await queued(...Array.from({ length: 600 }, () => reset))
    await schedules.tick()
    await works.settle()
    clock.advance({ days: 5 })
    await queued({ ...reset, subject: 'younger' })
    await works.settle()

    clock.set('2026-12-21T09:00:00.001Z')
    await schedules.tick()
    await works.settle()

    assert.deepEqual(
      (await mails()).map(({ subject }) => subject),
      ['younger'],
    )
    assert.deepEqual(await tasks(), [])
  })

  it('also deletes a mail that was never accepted', async (t) => {
    const { queued, clock, ctx, mails } = await outbox(t)
    await queued(reset)

    clock.advance({ days: 30 })
    await sweepMails.handle(ctx, {})
    const kept = await mails()
    clock.advance({ seconds: 1 })
    await sweepMails.handle(ctx, {})

    assert.equal(kept.length, 1)
    assert.deepEqual(await mails(), [])
  })
})
