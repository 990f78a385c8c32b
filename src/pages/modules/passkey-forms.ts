/**
 * The forms of the hosted pages that carry a passkey. The browser fills the credential in, and the form is then sent like
 * any other, so that the page that follows and all refusals are those of the service.
 */

import { createCredential, isPasskeySupported, requestCredential } from './webauthn.ts'

interface Reply {
  data: unknown
  message: string
  errors?: Record<string, string[]>
}

/** Throws an error with the sentences of the service when it refuses. */
async function fetchOptions(address: string): Promise<unknown> {
  const headers = {
    accept: 'application/json',
    'accept-language': document.documentElement.lang,
    'x-requested-with': 'page',
  }
  const response = await fetch(address, { method: 'POST', headers })
  const { data, message, errors = {} } = (await response.json()) as Reply
  if (response.ok) return data
  const sentences = Object.values(errors).flat()
  throw new Error(sentences.length > 0 ? sentences.join(' ') : message, { cause: errors })
}

const askBrowser = (act: string | undefined, options: unknown): Promise<unknown> =>
  act === 'create'
    ? createCredential(options as PublicKeyCredentialCreationOptionsJSON)
    : requestCredential(options as PublicKeyCredentialRequestOptionsJSON)

/** Chooses the sentence for what went wrong. */
function explain(error: unknown, { stopped = '', taken = '', unreachable = '' }: DOMStringMap): string {
  if (error instanceof DOMException) return error.name === 'InvalidStateError' ? taken || stopped : stopped
  // The service was not reached, or something before it answered with a page.
  if (error instanceof TypeError || error instanceof SyntaxError) return unreachable
  return error instanceof Error ? error.message : String(error)
}

const find = (form: HTMLFormElement, part: string) => form.querySelector<HTMLElement>(`[data-part="${part}"]`)

function show(form: HTMLFormElement, part: string, isShown: boolean) {
  const element = find(form, part)
  if (element !== null) element.hidden = !isShown
}

async function send(form: HTMLFormElement, button: HTMLButtonElement) {
  const alert = find(form, 'alert')
  const field = form.elements.namedItem('credential')
  if (alert === null || !(field instanceof HTMLInputElement)) return
  alert.hidden = true
  alert.textContent = ''
  button.disabled = true
  try {
    const options = await fetchOptions(form.dataset.options ?? '')
    field.value = JSON.stringify(await askBrowser(form.dataset.passkey, options))
    form.submit()
  } catch (error) {
    alert.hidden = false
    alert.textContent = explain(error, form.dataset)
    const causes = error instanceof Error && error.cause instanceof Object ? error.cause : {}
    show(form, 'sign-in', 'reauthentication' in causes)
  }
  button.disabled = false
}

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-passkey]')) {
  const button = form.querySelector('button')
  if (button === null) continue
  form.hidden = !isPasskeySupported()
  const excuse = document.querySelector<HTMLElement>(`[data-excuse="${form.id}"]`)
  if (excuse !== null) excuse.hidden = !form.hidden
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    // It shows its errors in the form.
    void send(form, button)
  })
}
