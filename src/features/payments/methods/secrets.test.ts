import assert from 'node:assert/strict'
import { Writable } from 'node:stream'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { type Person, testApp } from '#test/support/app.ts'
import type { Reply } from '#test/support/client.ts'
import { readAllFiles, readAllRows } from '#test/support/stored-data.ts'

const lines: string[] = []
const stream = new Writable({
  write(chunk, _, done) {
    lines.push(String(chunk))
    done()
  },
})
const app = await testApp({}, { logger: pino({ level: 'trace', base: null }, stream) })

/** Cards that succeed and that time out. */
const cards = [
  { card_number: '3782 822463 10005', cvv: '9731' },
  { card_number: '4000-0000-0000-0119', cvv: '9732' },
]
const numbers = /3782[ -]?822463[ -]?10005|4000[ -]?0000[ -]?0000[ -]?0119/
/** Not as a part of a longer number, such as in a random text. */
const codes = /(?<![\w.+/-])973[12](?![\w.+/-])/
const isSecret = (text: string) => numbers.test(text) || codes.test(text)
const removeField = (texts: readonly string[]) => assert.deepEqual(texts.filter(isSecret), [])

/** All operations with a card, valid and invalid. */
async function runEverything(person: Person, { card_number, cvv }: { card_number: string; cvv: string }) {
  const replies: Reply[] = []
  const keep = async (reply: Promise<Reply>) => {
    replies.push(await reply)
    return reply
  }
  const card = { type: 'card', card_number, expiry_month: 12, expiry_year: 2040, cvv }
  const add = (more: object = {}, headers: Record<string, string> = {}) =>
    keep(person.post('/payment-methods', { ...card, ...more }, headers))
  const code = card_number.startsWith('3') ? cvv : cvv.slice(1)
  const { data } = await add({ cvv: code }, { 'idempotency-key': 'card' })
  await add({ cvv: `${cvv}1` })
  await add({ cvv: [cvv] })
  await add({ cvv: code, is_default: 'maybe' })
  await add({ cvv: code, expiry_month: card_number })
  await add({ cvv: code, type: card_number })
  const wish = { plan_id: 'professional', payment_method_id: data.payment_method.id }
  await keep(person.post('/subscriptions/subscribe', wish, { 'idempotency-key': 'wish' }))
  app.clock.advance({ minutes: 2 })
  await app.settle()
  await keep(person.get('/subscriptions/current'))
  await keep(person.get('/payment-methods'))
  const [record] = (await keep(person.get('/billing/history'))).data
  for (const url of [record.invoice_url, record.pdf_url])
    await keep(app.anonymous.get(url.replace('http://api.test', '')))
  await keep(person.get('/notifications'))
  await keep(person.get(`/users/${person.id}/activity`))
  await keep(person.get(`/users/${person.id}/export`))
  await keep(person.delete(`/payment-methods/${data.payment_method.id}`))
  return replies.map(({ text }) => text)
}

describe('the card number and the CVV', () => {
  it('are in no row, file, log, mail or response', async () => {
    const answers: string[] = []
    for (const card of cards) answers.push(...(await runEverything(await app.given.user(), card)))
    await app.settle()
    const mails = await app.anonymous.get('/sandbox/mail', { accept: 'application/json' })

    const rows = await readAllRows(app.service.context.config)
    const files = await readAllFiles(app.platform.config.dataDir)

    removeField(answers)
    removeField(lines)
    removeField(mails.data.map((mail: object) => JSON.stringify(mail)))
    removeField(rows)
    assert.ok(files.every((bytes) => !numbers.test(bytes)))
    // Checks that the search would find a stored text.
    assert.ok(rows.some((row) => row.startsWith('charges ') && row.includes('•••• 0119')))
    assert.ok(lines.some((line) => line.includes('/subscriptions/subscribe')))
    assert.ok(mails.data.length >= 2)
  })
})
