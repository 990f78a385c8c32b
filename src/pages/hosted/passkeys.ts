/** The forms of the hosted pages that carry a passkey, and what they send. */

import type { FastifyRequest } from 'fastify'
import { type Html, html } from '#core/html.ts'
import { formatDateTime } from '#language/formats.ts'
import type { PlainTemplate } from '#language/sentence.ts'
import type { Passkey } from '../contract.ts'
import { defineForm } from '../form-declaration.ts'
import type { Writer } from '../writer.ts'
import type { Failure } from './api.ts'
import { type RefusedForm, renderOperationFields } from './operation-forms.ts'
import { renderForm } from './pages.ts'
import { getFormField, type Visit } from './visit.ts'

interface PasskeyForm {
  act: 'create' | 'get'
  id: string
  /** Where the form is sent. */
  action: string
  /** Where the module gets the options for the browser. */
  options: string
  button: PlainTemplate
  stopped: PlainTemplate
  fields?: Html
}

/** Renders a form that a module of the page shows, so that a page without scripts says why there is none. */
function renderPasskeyForm({ write }: Writer, form: PasskeyForm): Html {
  const { act, id, action, options, button, stopped, fields } = form
  return html`<form class="stacked" id="${id}" method="post" action="${action}" data-passkey="${act}" data-options="${options}" data-stopped="${write(stopped)}" data-taken="${write('This device has a passkey of the account already.')}" data-unreachable="${write('The service does not answer. Please try again.')}" hidden>
<input type="hidden" name="credential" autocomplete="off">${fields}
<p class="alert" role="alert" data-part="alert" hidden></p>
<button class="quiet">${write(button)}</button></form>
<noscript><p class="soft">${write('A passkey needs JavaScript.')}</p></noscript>
<p class="soft" data-excuse="${id}" hidden>${write('This browser knows no passkeys.')}</p>`
}

/** Renders the button that signs in with a passkey. */
export const renderPasskeySignIn = (writer: Writer, base: string, action: string): Html =>
  renderPasskeyForm(writer, {
    act: 'get',
    id: 'use-passkey',
    action,
    options: `${base}/auth/passkeys/login/options`,
    button: 'Sign in with a passkey',
    stopped: 'The passkey was not used.',
  })

interface Passkeys {
  passkeys: readonly Passkey[]
  timezone: string
  refused: RefusedForm | undefined
}

/** The script of the page makes the credential, and sends the form when it has it; so the tag of the form is that of `renderPasskeyForm`. */
export const newPasskey = defineForm('POST /auth/passkeys', {
  groups: ['name'],
  widgets: { name: { hint: 'For example the name of the device. It may be empty.', autocomplete: 'off' } },
  leftOut: { credential: 'The browser makes it.' },
})

/** Renders the passkeys of the visitor, and the form that adds one. */
export function renderPasskeys(here: Visit, { passkeys, timezone, refused }: Passkeys): Html {
  const { writer, base } = here.frame
  const { write } = writer
  return html`<section class="card" id="passkeys"><h2>${write('Passkeys')}</h2>
<p>${write('With a passkey you sign in by the fingerprint, the face or the PIN of your device, without a password.')}</p>
${passkeys.length > 0 && html`<ul class="plain">${passkeys.map((passkey) => renderPasskey(writer, passkey, timezone))}</ul>`}
${renderPasskeyForm(writer, {
  act: 'create',
  id: 'add-passkey',
  action: '#passkeys',
  options: `${base}/app/api/auth/passkeys/options`,
  button: 'Add a passkey',
  stopped: 'The passkey was not added.',
  fields: html`${renderOperationFields(here, newPasskey, { hidden: { act: 'add-passkey' }, refused })}
<p data-part="sign-in" hidden><a href="${base}/app/sign-in?next=/app/settings">${write('Sign in')}</a></p>`,
})}</section>`
}

function renderPasskey(writer: Writer, passkey: Passkey, timezone: string): Html {
  const { id, name, created_at, last_used_at } = passkey
  const { write, wording } = writer
  const formatTime = (time: string) => ({ time: { verbatim: formatDateTime(time, timezone, wording) } })
  const remove = {
    hidden: { act: 'remove-passkey', value: String(id) },
    button: 'Remove',
    isQuiet: true,
    action: '#passkeys',
  } as const
  return html`<li><span><bdi>${name}</bdi><br>
<span class="soft">${write('Added {time}', formatTime(created_at))} · ${
    last_used_at === null ? write('Not used yet') : write('Last used {time}', formatTime(last_used_at))
  }</span></span>
${renderForm(writer, remove)}</li>`
}

/** Returns what the browser put into the form; null when it put nothing in that can be read. */
export function readCredential(request: FastifyRequest): object | null {
  try {
    const value: unknown = JSON.parse(getFormField(request, 'credential'))
    return typeof value === 'object' && value !== null && 'id' in value && 'response' in value ? value : null
  } catch {
    // What is no credential is refused.
    return null
  }
}

export const createNoCredential = ({ write }: Writer): Failure => ({
  ok: false,
  status: 422,
  message: write('The form is incomplete.'),
  errors: {},
})
