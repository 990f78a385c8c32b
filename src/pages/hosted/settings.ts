/** The HTML of the visitor's settings. */

import { type Html, html } from '#core/html.ts'
import { formatDateTime } from '#language/formats.ts'
import { languages } from '#language/languages.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { NotificationPreferences, Session, User } from '../contract.ts'
import type { Writer } from '../writer.ts'
import { type FormState, renderSelect, renderTextField } from './fields.ts'
import { renderForm } from './pages.ts'

const typeNames = {
  job_application: 'Applications and interviews',
  project_invite: 'Projects and companies',
  course_update: 'Courses',
  exam_reminder: 'Exams',
  certificate_issued: 'Certificates',
  payment_received: 'Payments',
  subscription_expiring: 'The end of a plan',
} as const satisfies Record<string, PlainTemplate>

type NotificationType = keyof typeof typeNames

/** The kinds of notifications, in their order. */
const notificationTypes = Object.keys(typeNames) as NotificationType[]

/** Returns the languages and the time zones with the names that people know. */
const listLanguages = () =>
  languages.map((code) => ({ value: code, text: new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code }))

const listZones = () =>
  Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') }))

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

/** Renders the form of language and time zone. */
export function renderRegion(state: FormState, fallback: string): Html {
  const { write } = state.writer
  const language = { value: '', text: write('As my browser says') }
  const zone = { value: '', text: write('That of this site ({zone})', { zone: { verbatim: fallback } }) }
  return html`<section class="card" id="region"><h2>${write('Language and time')}</h2>
<form class="stacked" method="post" action="#region"><input type="hidden" name="act" value="region">
<div class="filters">
${renderSelect(state, { name: 'locale', label: 'Language of mails and pages', choices: [language, ...listLanguages()] })}
${renderSelect(state, { name: 'timezone', label: 'Time zone', choices: [zone, ...listZones()] })}
</div>
<button class="quiet">${write('Save')}</button></form></section>`
}

/** Renders which notifications the visitor gets, and where. */
export function renderPreferences({ write }: Writer, preferences: NotificationPreferences): Html {
  const renderBox = (type: NotificationType, where: 'in_app' | 'email', column: PlainTemplate) =>
    html`<td><label class="check"><input type="checkbox" name="${type}.${where}" value="true"${preferences[type][where] && html` checked`} aria-label="${write(typeNames[type])}: ${write(column)}"></label></td>`
  return html`<section class="card" id="notifications"><h2>${write('Notifications')}</h2>
<form class="stacked" method="post" action="#notifications"><input type="hidden" name="act" value="notifications">
<table class="items"><thead><tr><th scope="col">${write('About')}</th><th scope="col">${write('On this site')}</th><th scope="col">${write('By mail')}</th></tr></thead>
<tbody>${notificationTypes.map(
    (type) =>
      html`<tr><th scope="row">${write(typeNames[type])}</th>${renderBox(type, 'in_app', 'On this site')}${renderBox(type, 'email', 'By mail')}</tr>\n`,
  )}</tbody></table>
<button class="quiet">${write('Save')}</button></form></section>`
}

/** Returns the preferences that were chosen; a box that is not checked is not sent. */
export const buildPreferences = (read: (name: string) => string) => {
  const entries = notificationTypes.map(
    (type) => [type, { in_app: read(`${type}.in_app`) === 'true', email: read(`${type}.email`) === 'true' }] as const,
  )
  return Object.fromEntries(entries) as Record<NotificationType, (typeof entries)[number][1]>
}

/** The fields of the form for another address. */
export const emailFields = ['email', 'current_password'] as const

const renderCurrentPassword = (state: FormState) =>
  renderTextField(state, {
    name: 'current_password',
    label: 'Present password',
    type: 'password',
    most: 200,
    isRequired: true,
    autocomplete: 'current-password',
  })

/** Renders the form to change the address. `asksPassword` is whether the visitor signs in with a password. */
export function renderEmail(state: FormState, { email, pending_email }: User, asksPassword: boolean): Html {
  const { writer } = state
  return html`<section class="card" id="email"><h2>${writer.write('E-mail')}</h2>
<p>${writer.writeHtml('Your address is {email}.', { email })}</p>
${pending_email !== null && html`<p class="alert">${writer.writeHtml('{email} takes over when you open the link in the mail that we sent there.', { email: pending_email })}</p>`}
<form class="stacked" method="post" action="#email"><input type="hidden" name="act" value="email">
${renderTextField(state, { name: 'email', label: 'New address', type: 'email', most: 254, isRequired: true, autocomplete: 'email' })}
${asksPassword && renderCurrentPassword(state)}
<button class="quiet">${writer.write('Change the address')}</button></form></section>`
}

/** The fields of the form for a new password. */
export const passwordFields = ['current_password', 'password', 'password_confirmation'] as const

/** Renders the form to change the password, or to set one. */
export function renderPassword(state: FormState, { login_methods }: User): Html {
  const { write } = state.writer
  const hasPassword = login_methods.includes('password')
  return html`<section class="card" id="password"><h2>${write('Password')}</h2>
<form class="stacked" method="post" action="#password"><input type="hidden" name="act" value="password">
${hasPassword && renderCurrentPassword(state)}
${renderTextField(state, { name: 'password', label: 'New password', type: 'password', most: 200, isRequired: true, autocomplete: 'new-password' })}
${renderTextField(state, { name: 'password_confirmation', label: 'The same once more', type: 'password', most: 200, isRequired: true, autocomplete: 'new-password' })}
<p class="soft">${write('All other devices are signed out.')}</p>
<button class="quiet">${write('Change the password')}</button></form></section>`
}

const renderAct = (writer: Writer, act: string, value: string, button: PlainTemplate): Html =>
  renderForm(writer, {
    fields: [
      { name: 'act', label: null, type: 'hidden', value: act },
      { name: 'value', label: null, type: 'hidden', value },
    ],
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

/** Renders the form that deletes the account; the address must be entered, so that no click alone deletes it. */
export const renderDeletion = (state: FormState, email: string): Html => {
  const { write, writeHtml } = state.writer
  return html`<p>${write('Your profile, your applications and what you have written in private are deleted, and you are signed out everywhere. This cannot be undone.')}</p>
<p>${write('Invoices and certificates that you were given stay as long as the law or those who rely on them need them.')}</p>
<form class="stacked" method="post">
<p>${writeHtml('Enter {email} to confirm.', { email })}</p>
${renderTextField(state, { name: 'email', label: 'E-mail', isRequired: true })}
<button class="bad">${write('Delete my account')}</button></form>`
}
