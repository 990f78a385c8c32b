/** The form to apply for a job, and the application that is made of it. */

import { type Html, html } from '#core/html.ts'
import type { JobPost, User } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { FormValues } from '../modules/form-values.ts'
import type { FormState } from './fields.ts'
import { renderOwnInput } from './form-inputs.ts'
import type { JobRequirementMatch } from './jobs.ts'
import { type RefusedForm, renderOperationForm } from './operation-forms.ts'
import type { Visit } from './visit.ts'

export const application = defineForm('POST /job-applications', {
  groups: [
    ['first_name', 'last_name', 'email', 'phone'],
    'additional_answers',
    'cover_letter',
    {
      title: 'More about me (optional)',
      isFolded: true,
      fields: [['experience_level', 'notice_period', 'available_date', 'salary_expectation', 'remote_interested']],
    },
    'resume',
    'pending_requirements',
    'consent_data',
    'consent_marketing',
  ],
  widgets: {
    resume: { accept: '.pdf,.doc,.docx' },
    additional_answers: { input: 'custom' },
    cover_letter: { label: 'Cover letter (optional)' },
    experience_level: { label: 'Experience' },
    available_date: { label: 'First possible day' },
    salary_expectation: { label: 'Expected salary per year' },
    remote_interested: { label: 'I would like to work remotely.' },
    pending_requirements: {
      label: 'Reserve a place for me: my application is sent by itself when I have what the job asks for.',
    },
    consent_data: { label: 'I agree that my data is processed for this application.' },
    consent_marketing: { label: 'I would like to get mails about other offers.' },
  },
  leftOut: { job_post_id: 'It is that of the page.' },
})

type Question = JobPost['questions'][number]

const answerName = ({ id }: Question) => `answer_${id}`

/** Returns what the form of a post adds: the post, and the answers to its questions. */
export const buildAnswers = ({ id, questions }: JobPost, values: FormValues) => ({
  job_post_id: id,
  additional_answers: questions.map((question) => ({
    question_id: question.id,
    answer: values[answerName(question)] ?? '',
  })),
})

/** Returns the failure with the messages about answers at the fields of the form. */
export function readApplicationErrors(refused: RefusedForm, { questions }: JobPost): RefusedForm {
  const errors = Object.entries(refused.errors).map(([field, messages]) => {
    const [, index] = /^additional_answers\.(\d+)/.exec(field) ?? []
    const question = index === undefined ? undefined : questions[Number(index)]
    return [question === undefined ? field : answerName(question), messages] as const
  })
  return { ...refused, errors: Object.fromEntries(errors) }
}

interface ApplyForm {
  me: User
  post: JobPost
  requirements: readonly JobRequirementMatch[]
  refused?: RefusedForm | undefined
}

/** Returns the parts of a name; the last word is the last name. */
function splitName(name: string): { first_name: string; last_name: string } {
  const [, first, last] = /^(.*)\s(\S+)$/s.exec(name.trim()) ?? [name, name.trim(), '']
  return { first_name: first ?? '', last_name: last ?? '' }
}

/** Renders the form, which is filled in from the account. */
export function renderApplyForm(here: Visit, { me, post, requirements, refused }: ApplyForm): Html {
  const { writer } = here.frame
  const lacks = requirements.some(({ required, met }) => required && !met)
  const values = refused?.entered ?? Object.fromEntries(here.keptForm?.fields ?? [])
  const state = { writer, values, errors: refused?.errors ?? {} }
  return html`<section class="card" id="apply"><h2>${writer.write('Apply')}</h2>
${renderOperationForm(here, application, {
  button: 'Send the application',
  anchor: 'apply',
  object: { ...splitName(me.name), email: me.email, phone: me.phone },
  refused,
  without: [...(lacks ? [] : ['pending_requirements']), ...(post.remote ? [] : ['remote_interested'])],
  custom: { additional_answers: post.questions.length > 0 && renderQuestions(state, post.questions) },
})}</section>`
}

const renderQuestions = (state: FormState, questions: readonly Question[]): Html =>
  html`<fieldset><legend>${state.writer.write('Questions of the employer')}</legend>
${questions.map((one) => renderOwnInput(state, { name: answerName(one), input: 'multiline', label: one.question, maxLength: 5_000, isRequired: one.required }))}
</fieldset>`
