/** The form to apply for a job, and the application that is made of it. */

import { type Html, html } from '#core/html.ts'
import type { JobPost, User } from '../contract.ts'
import type { Writer } from '../writer.ts'
import type { Failure } from './api.ts'
import { type FormState, renderCheckbox, renderFormAlert, renderTextArea, renderTextField } from './fields.ts'
import type { JobRequirementMatch } from './jobs.ts'
import type { Upload } from './uploads.ts'

/** The fields of the form besides the answers and the file. */
const applyFields = [
  'first_name',
  'last_name',
  'email',
  'phone',
  'cover_letter',
  'experience_level',
  'available_date',
  'notice_period',
  'salary_expectation',
  'remote_interested',
  'consent_data',
  'consent_marketing',
  'pending_requirements',
] as const

type Question = JobPost['questions'][number]

const answerName = ({ id }: Question) => `answer_${id}`

/** Returns the application as the API takes it. Empty fields are left out, so that each has its default. */
export function buildApplication(post: JobPost, { values, files }: Upload): FormData {
  const form = new FormData()
  form.append('job_post_id', String(post.id))
  for (const name of applyFields) {
    const value = values[name] ?? ''
    if (value !== '') form.append(name, value)
  }
  for (const question of post.questions) {
    const answer = { question_id: question.id, answer: values[answerName(question)] ?? '' }
    form.append('additional_answers[]', JSON.stringify(answer))
  }
  const { resume } = files
  if (resume !== undefined) form.append('resume', resume, resume.name)
  return form
}

/** Returns the failure with the messages about answers at the fields of the form. */
export function readApplicationErrors(failure: Failure, { questions }: JobPost): Failure {
  const errors = Object.entries(failure.errors).map(([field, messages]) => {
    const [, index] = /^additional_answers\.(\d+)/.exec(field) ?? []
    const question = index === undefined ? undefined : questions[Number(index)]
    return [question === undefined ? field : answerName(question), messages] as const
  })
  return { ...failure, errors: Object.fromEntries(errors) }
}

interface ApplyForm {
  me: User
  post: JobPost
  requirements: readonly JobRequirementMatch[]
  /** What was entered and is wrong. */
  entered?: { values: Record<string, string>; failure: Failure } | undefined
}

/** Returns the parts of a name; the last word is the last name. */
function splitName(name: string): { first_name: string; last_name: string } {
  const [, first, last] = /^(.*)\s(\S+)$/s.exec(name.trim()) ?? [name, name.trim(), '']
  return { first_name: first ?? '', last_name: last ?? '' }
}

/** Renders the form, which is filled in from the account. */
export function renderApplyForm(writer: Writer, { me, post, requirements, entered }: ApplyForm): Html {
  const { write } = writer
  const values = entered?.values ?? { ...splitName(me.name), email: me.email, phone: me.phone }
  const state = { writer, values, errors: entered?.failure.errors ?? {} }
  const shown = [...applyFields, 'resume', ...post.questions.map(answerName)]
  const lacks = requirements.some(({ required, met }) => required && !met)
  return html`<section class="card" id="apply"><h2>${write('Apply')}</h2>
${entered && renderFormAlert(entered.failure, shown)}
<form class="stacked" method="post" enctype="multipart/form-data" action="#apply">
<div class="filters">
${renderTextField(state, { name: 'first_name', label: 'First name', most: 100, isRequired: true, autocomplete: 'given-name' })}
${renderTextField(state, { name: 'last_name', label: 'Last name', most: 100, isRequired: true, autocomplete: 'family-name' })}
${renderTextField(state, { name: 'email', label: 'E-mail', type: 'email', most: 254, isRequired: true, autocomplete: 'email' })}
${renderTextField(state, { name: 'phone', label: 'Telephone', type: 'tel', most: 50, isRequired: true, autocomplete: 'tel' })}
</div>
${renderTextField(state, { name: 'resume', label: 'Resume', type: 'file', isRequired: true, accept: '.pdf,.doc,.docx', hint: 'PDF, DOC or DOCX, at most 10 MB. It is kept private.' })}
${post.questions.length > 0 && renderQuestions(state, post.questions)}
${renderTextArea(state, { name: 'cover_letter', label: 'Cover letter (optional)', rows: 8, most: 20_000 })}
${renderDetails(state, post)}
${lacks && renderCheckbox(state, { name: 'pending_requirements', label: 'Reserve a place for me: my application is sent by itself when I have what the job asks for.' })}
${renderCheckbox(state, { name: 'consent_data', label: 'I agree that my data is processed for this application.', isRequired: true })}
${renderCheckbox(state, { name: 'consent_marketing', label: 'I would like to get mails about other offers.' })}
<button>${write('Send the application')}</button>
</form></section>`
}

const renderQuestions = (state: FormState, questions: readonly Question[]): Html =>
  html`<fieldset><legend>${state.writer.write('Questions of the employer')}</legend>
${questions.map((one) => renderTextArea(state, { name: answerName(one), label: { verbatim: one.question }, rows: 3, most: 5_000, isRequired: one.required }))}
</fieldset>`

const detailFields = ['experience_level', 'available_date', 'notice_period', 'salary_expectation'] as const

/** What few employers ask for is folded until it is used. */
function renderDetails(state: FormState, { remote }: JobPost): Html {
  const isUnfolded = detailFields.some((name) => (state.values[name] ?? '') !== '' || state.errors[name] !== undefined)
  return html`<details${isUnfolded && html` open`}><summary>${state.writer.write('More about me (optional)')}</summary>
<div class="filters">
${renderTextField(state, { name: 'experience_level', label: 'Experience', most: 50 })}
${renderTextField(state, { name: 'notice_period', label: 'Notice period', most: 100 })}
${renderTextField(state, { name: 'available_date', label: 'First possible day', type: 'date' })}
${renderTextField(state, { name: 'salary_expectation', label: 'Expected salary per year', type: 'number', most: 1_000_000_000_000 })}
${remote && renderCheckbox(state, { name: 'remote_interested', label: 'I would like to work remotely.' })}
</div></details>`
}
