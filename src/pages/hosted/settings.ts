/** The HTML of the visitor's settings. */

import { type Html, html } from '#core/html.ts'
import { formatDateTime, formatDay } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import { listLanguages, listZones } from '../choice-names.ts'
import type { NotificationPreferences, Session, User } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import type { FormState } from './fields.ts'
import { renderOwnInput } from './form-inputs.ts'
import { type RefusedForm, renderOperationForm } from './operation-forms.ts'
import { renderForm } from './pages.ts'
import type { Visit } from './visit.ts'

const typeNames = {
  job_application: 'Applications and interviews',
  project_invite: 'Projects and companies',
  course_update: 'Courses',
  exam_reminder: 'Exams',
  certificate_issued: 'Certificates',
  payment_received: 'Payments',
  subscription_expiring: 'The end of a plan',
} as const satisfies Record<string, PlainTemplate>

/** The kinds of notifications, in their order. */
const types = Object.keys(typeNames) as (keyof typeof typeNames)[]

const listTypes = <W extends 'in_app' | 'email'>(where: W) => types.map((type) => `${type}.${where}` as const)

export const preferences = defineForm('PUT /notifications/preferences', {
  groups: [
    { title: 'On this site', fields: [listTypes('in_app')] },
    { title: 'By mail', fields: [listTypes('email')] },
  ],
  widgets: Object.fromEntries(
    types.flatMap((type) => [`${type}.in_app`, `${type}.email`].map((name) => [name, { label: typeNames[type] }])),
  ),
})

const inProfile = 'The form of the profile has the others, or says where they are.'

export const region = defineForm('PUT /users/{id}', {
  groups: [['locale', 'timezone']],
  widgets: { locale: { label: 'Language of mails and pages' } },
  leftOut: inProfile,
})

export const email = defineForm('PUT /users/{id}', {
  groups: ['email', 'current_password'],
  widgets: {
    email: { label: 'New address', isRequired: true },
    current_password: { label: 'Present password', isRequired: true },
  },
  leftOut: inProfile,
})

export const newPassword = defineForm('PUT /users/{id}', {
  groups: ['current_password', 'password', 'password_confirmation'],
  widgets: {
    current_password: { label: 'Present password', isRequired: true },
    password: { label: 'New password', isRequired: true },
    password_confirmation: { label: 'Password again', isRequired: true, hint: 'All other devices are signed out.' },
  },
  leftOut: inProfile,
})

/** The parts of the page, in their order. */
const parts = [
  ['region', 'Language and time'],
  ['notifications', 'Notifications'],
  ['email', 'E-mail'],
  ['password', 'Password'],
  ['sign-in', 'How I sign in'],
  ['passkeys', 'Passkeys'],
  ['sessions', 'Where I am signed in'],
  ['data', 'My data'],
] as const satisfies readonly (readonly [id: string, name: PlainTemplate])[]

/** Renders the links to the parts of the page that the visitor has. */
export const renderContents = ({ write }: Writer, hasPassword: boolean): Html =>
  html`<nav class="pages" aria-label="${write('On this page')}">${parts
    .filter(([id]) => id !== 'password' || hasPassword)
    .map(([id, name]) => html`<a href="#${id}">${write(name)}</a> `)}</nav>`

/** What the parts of the page with a form of the account share. */
interface Part {
  account: User
  refused: RefusedForm | undefined
}

/** Renders the form of language and time zone. */
export function renderRegion(here: Visit, { account, refused }: Part, fallback: string): Html {
  const { write } = here.frame.writer
  const language = { value: '', text: write('As my browser says') }
  const zone = { value: '', text: write('That of this site ({zone})', { zone: { verbatim: fallback } }) }
  const form = renderOperationForm(here, region, {
    button: 'Save',
    isQuiet: true,
    hidden: { act: 'region' },
    anchor: 'region',
    object: { locale: account.locale?.split('-')[0] ?? '', timezone: account.timezone ?? '' },
    choices: { locale: [language, ...listLanguages()], timezone: [zone, ...listZones()] },
    refused,
  })
  return html`<section class="card" id="region"><h2>${write('Language and time')}</h2>
${form}</section>`
}

/** Renders which notifications the visitor gets, and where. */
export const renderPreferences = (here: Visit, object: NotificationPreferences, refused: RefusedForm | undefined) =>
  html`<section class="card" id="notifications"><h2>${here.frame.writer.write('Notifications')}</h2>
${renderOperationForm(here, preferences, { button: 'Save', isQuiet: true, hidden: { act: 'notifications' }, anchor: 'notifications', object, refused })}</section>`

/** Renders the form to change the address. `asksPassword` is whether the visitor signs in with a password. */
export function renderEmail(here: Visit, { account, refused }: Part, asksPassword: boolean): Html {
  const { writer } = here.frame
  const { email: address, pending_email } = account
  const form = renderOperationForm(here, email, {
    button: 'Change the address',
    isQuiet: true,
    hidden: { act: 'email' },
    anchor: 'email',
    without: asksPassword ? [] : ['current_password'],
    refused,
  })
  return html`<section class="card" id="email"><h2>${writer.write('E-mail')}</h2>
<p>${writer.writeHtml('Your address is {email}.', { email: address })}</p>
${pending_email !== null && html`<p class="alert">${writer.writeHtml('{email} takes over when you open the link in the mail that we sent there.', { email: pending_email })}</p>`}
${form}</section>`
}

/** Renders the form to change the password, or to set one. */
export function renderPassword(here: Visit, { account, refused }: Part): Html {
  const hasPassword = account.login_methods.includes('password')
  const form = renderOperationForm(here, newPassword, {
    button: 'Change the password',
    isQuiet: true,
    hidden: { act: 'password' },
    anchor: 'password',
    without: hasPassword ? [] : ['current_password'],
    refused,
  })
  return html`<section class="card" id="password"><h2>${here.frame.writer.write('Password')}</h2>
${form}</section>`
}

const renderAct = (writer: Writer, act: string, value: string, button: PlainTemplate): Html =>
  renderForm(writer, {
    hidden: { act, value },
    button,
    isQuiet: true,
  })

export interface SignInWays {
  account: User
  /** The providers of the installation. */
  providers: readonly { name: string; label: string }[]
}

/** Renders how the visitor signs in: the second factor and providers. */
export function renderSignInWays(writer: Writer, { account, providers }: SignInWays, base: string): Html {
  const { write } = writer
  const isLinked = (name: string) => account.login_methods.includes(name)
  return html`<section class="card" id="sign-in"><h2>${write('How I sign in')}</h2>
<p><a href="${base}/app/security">${write(account.two_factor_enabled ? 'The second factor is on' : 'The second factor is off')}</a></p>
<ul class="plain">${providers.map(
    ({ name, label }) =>
      html`<li><bdi>${label}</bdi> ${isLinked(name) ? renderAct(writer, 'unlink', name, 'Unlink') : html`<a href="${base}/app/sign-in/link/${name}">${write('Link')}</a>`}</li>`,
  )}</ul></section>`
}

interface Sessions {
  sessions: readonly Session[]
  timezone: string
}

/** Renders where the visitor is signed in. */
export function renderSessions(writer: Writer, { sessions, timezone }: Sessions): Html {
  const { write, wording } = writer
  return html`<section class="card" id="sessions"><h2>${write('Where I am signed in')}</h2>
<ul class="plain">${sessions.map(
    ({ id, device, ip_address, last_used_at, current }) =>
      html`<li><span><bdi>${device}</bdi>${current && html` <span class="tag">${write('This device')}</span>`}<br>
<span class="soft"><bdi>${ip_address}</bdi> · ${formatDateTime(last_used_at, timezone, wording)}</span></span>
${!current && renderAct(writer, 'end-session', String(id), 'End')}</li>`,
  )}</ul>
${renderAct(writer, 'end-all', '', 'Sign out everywhere')}</section>`
}

/** Renders the ways to take all data along, and to delete the account. */
export const renderFarewell = ({ write }: Writer, base: string): Html =>
  html`<section class="card" id="data"><h2>${write('My data')}</h2>
<p><a href="${base}/app/settings/export">${write('Download all data that is stored about me')}</a></p>
<p><a href="${base}/app/settings/delete">${write('Delete my account')}</a></p></section>`

/** What ends with an account, as far as the person may not think of it. */
export interface Losses {
  /** The plan that is paid; null for the free one. */
  plan: { name: string; until: string | null } | null
  openApplications: number
  base: string
}

/** Renders what goes with the account, and the way to the data. */
export function renderLosses({ write, wording }: Writer, { plan, openApplications, base }: Losses): Html {
  const day = (until: string) => ({ verbatim: formatDay(until, wording) })
  const named = plan && { verbatim: plan.name }
  const ends =
    plan &&
    named &&
    (plan.until === null
      ? write('Your plan {plan} ends with the account.', { plan: named })
      : write('Your plan {plan} is paid until {day}. It ends with the account.', { plan: named, day: day(plan.until) }))
  const withdrawn = write(
    '{count, plural, one {{count} open application is} other {{count} open applications are}} withdrawn.',
    { count: openApplications },
  )
  return html`${
    (ends || openApplications > 0) &&
    html`<section class="card"><h2>${write('What goes with the account')}</h2><ul>
${ends && html`<li>${ends} <a href="${base}/app/plans">${write('Plans')}</a></li>`}
${openApplications > 0 && html`<li>${withdrawn} <a href="${base}/app/applications">${write('My applications')}</a></li>`}</ul></section>`
  }
<p><a href="${base}/app/settings/export">${write('Download your data before you delete the account')}</a></p>`
}

/**
 * Renders the form that deletes the account. The address must be entered, so that no click alone deletes it; the page compares it, because the
 * operation takes no body.
 */
export function renderDeletion(state: FormState, email: string): Html {
  const { write, writeHtml } = state.writer
  return html`<p>${write('Your profile, your applications and what you have written in private are deleted, and you are signed out everywhere. This cannot be undone.')}</p>
<p>${write('Invoices and certificates that you were given stay as long as the law or those who rely on them need them.')}</p>
<form class="stacked" method="post">
<p>${writeHtml('Enter {email} to confirm.', { email })}</p>
${renderOwnInput(state, { name: 'email', input: 'text', label: write('E-mail'), isRequired: true })}
<button class="bad">${write('Delete my account')}</button></form>`
}
