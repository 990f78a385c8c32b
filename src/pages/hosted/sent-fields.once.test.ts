/** Every field of every operation that the pages send is shown by a form, or left out with a reason; no input is written by hand. */

import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'

const ofLink = 'The link of the mail has it.'
const ofProvider = 'The provider and the page exchange it.'
const ofButton = 'The button says it.'
const ofPage = 'It is that of the page.'
const ofPrograms = 'Programs send it.'
const ofPurchase = 'The form that pays has it.'

/**
 * What the pages send without a form of the operation: where a button is all, or the page itself asks for something. Each field has a reason, as
 * those that `defineForm` leaves out; one text is the reason for all.
 */
const withoutForm: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  'POST /auth/email/reject': { token: ofLink },
  'POST /auth/email/verify': { token: ofLink },
  'POST /auth/invitations/show': { token: ofLink },
  'POST /auth/sessions/end': { token: ofLink },
  'POST /auth/passkeys/login': { credential: 'The script of the page gets it of the browser.' },
  'POST /auth/{provider}/callback': ofProvider,
  'POST /auth/{provider}/start': ofProvider,
  'POST /courses/{id}/preview': {
    payment_method_id: 'The form to enroll has it.',
    country: 'It is that of the billing address.',
    coupon_code: 'No course takes one.',
  },
  'PUT /courses/{id}/progress': {
    lesson_id: ofPage,
    completed: ofButton,
    opened: 'The page says it when it is opened.',
    watched_percent: ofButton,
    time_spent_seconds: ofPrograms,
  },
  'POST /exams/{id}/grading/claim': { attempt_id: 'The service chooses.', question_id: 'The service chooses.' },
  'POST /interviews/{id}/answer': {
    answer: ofButton,
    proposed_times: 'The page behind the link of the mail has them.',
    message: 'The page behind the link of the mail has it.',
  },
  'POST /job-applications/{id}/slot-invitation': { until: ofPrograms },
  'PUT /payment-methods/{id}': { nickname: 'The service names a method.', is_default: ofButton },
  'POST /payment-methods/setups': { type: ofButton, next: ofPage, is_default: 'A button of the list does it.' },
  'POST /profile/upgrade': 'The forms of the profile have them.',
  'POST /subscriptions/pay': { payment_method_id: 'It is the default one.', company_id: ofPage },
  'POST /subscriptions/preview': {
    plan_id: ofPage,
    company_id: ofPage,
    payment_method_id: ofPurchase,
    coupon_code: ofPurchase,
    country: 'It is that of the billing address.',
  },
  'POST /subscriptions/resume': { payment_method_id: 'It stays the same.', company_id: ofPage },
  'POST /talent-pool/{id}/answer': { answer: ofButton, requested_until: 'It is the day on the page.' },
  'POST /upload': {
    file: 'The form of a message has it.',
    type: 'The name of the file says it.',
    folder: 'Programs sort files.',
  },
}

/** The files of the pages that have inputs in their text, each with the reason. */
const writtenInputs: Readonly<Record<string, string>> = {
  'src/pages/hosted/form-inputs.ts': 'It renders the inputs of all forms.',
  'src/pages/hosted/applications.ts': 'A box in each row of a list, which `bulkAction` declares as custom.',
  'src/pages/front-page.ts': 'One word for the list of jobs, without its other filters.',
  'src/pages/identity-page.ts': 'A provider of the sandbox, which is no operation.',
  'src/pages/mailbox-page.ts': 'The mails of the sandbox, which are no operation.',
  'src/pages/sandbox-sign-in/page.ts': 'An example of a frontend, whose script sends everything.',
}

interface Schema {
  $ref?: string
  properties?: Record<string, unknown>
}

const description = JSON.parse(readFileSync('openapi.json', 'utf8'))

const resolve = <T extends { $ref?: string }>(value: T): T => {
  if (value.$ref === undefined) return value
  const names = value.$ref.split('/').slice(1)
  return resolve(names.reduce((part, name) => part[name.replaceAll('~1', '/')], description))
}

/** Returns the names of the fields of the body of an operation. */
function listFields(operation: string): string[] {
  const [method = '', path = ''] = operation.split(' ')
  const { requestBody } = description.paths[path]?.[method.toLowerCase()] ?? {}
  if (requestBody === undefined) return []
  const [content] = Object.values<{ schema: Schema }>(resolve(requestBody).content)
  return Object.keys(resolve(content?.schema ?? {}).properties ?? {}).sort()
}

/** Returns the operations that a text names, outside of comments. */
const listOperations = (text: string): string[] =>
  [...text.replaceAll(/^\s*(?:\/?\*|\/\/).*$/gm, '').matchAll(/['`]((?:POST|PUT|PATCH|DELETE) \/[^'`\s]*)['`]/g)].map(
    ([, operation = '']) => operation,
  )

const listForms = (text: string): string[] =>
  [...text.matchAll(/defineForm\(\s*'([A-Z]+ [^']+)'/g)].map(([, operation = '']) => operation)

/** Inputs that a person fills in. */
const writtenInput = /<(?:select|textarea)\b|<input\b(?! type="hidden")/

describe('what the pages send', () => {
  const files = globSync('src/pages/**/*.ts', {
    exclude: ['**/*.test.ts', 'src/pages/{console,design,modules}/**', 'src/pages/contract.ts'],
  })
  const texts = files.map((file) => readFileSync(file, 'utf8'))

  it('is shown by a form of the operation, or left out with a reason', () => {
    const declared = new Set(texts.flatMap(listForms))
    const sent = new Set(texts.flatMap(listOperations))
    const byHand = [...sent].filter((operation) => !declared.has(operation) && listFields(operation).length > 0)

    const reasons = Object.entries(withoutForm).map(([operation, reason]) => [
      operation,
      typeof reason === 'string' ? listFields(operation) : Object.keys(reason).sort(),
    ])

    assert.ok(declared.size > 30, String(declared.size))
    assert.deepEqual(
      Object.fromEntries(byHand.map((operation) => [operation, listFields(operation)])),
      Object.fromEntries(reasons),
    )
  })

  it('names operations that exist, so that the check above reads them', () => {
    // Exams and courses have the same operation.
    const kind = /\$\{kind\}/
    const sent = texts
      .flatMap(listOperations)
      .flatMap((operation) =>
        kind.test(operation) ? ['exams', 'courses'].map((noun) => operation.replace(kind, noun)) : operation,
      )

    const unknown = sent.filter((operation) => {
      const [method = '', path = ''] = operation.split(' ')
      return description.paths[path]?.[method.toLowerCase()] === undefined
    })

    assert.deepEqual(unknown, [])
  })

  it('is entered in inputs that are made from declarations', () => {
    const written = files.filter((_, index) => writtenInput.test(texts[index] ?? ''))

    assert.deepEqual(written.sort(), Object.keys(writtenInputs).sort())
    assert.match('<label>Name <input name="name"></label>', writtenInput)
    assert.doesNotMatch('<input type="hidden" name="act" value="add">', writtenInput)
  })
})
