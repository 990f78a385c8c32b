/** The sign-in: password, second factor, or passkey. */

import type { VNode } from 'preact'
import { useState } from 'preact/hooks'
import { callApi, callConsole, html, toRefusal, write } from './kit.ts'

interface Entered {
  challenge?: string
}

export function SignIn({ ended, enter }: { ended: boolean; enter: () => void }): VNode {
  const [challenge, setChallenge] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<Entered>) => {
    setBusy(true)
    setProblem('')
    try {
      const { challenge: next } = await work()
      if (next === undefined) enter()
      else setChallenge(next)
    } catch (error) {
      const isStopped = error instanceof DOMException
      setProblem(isStopped ? write('The passkey was not used.') : toRefusal(error).message)
    }
    setBusy(false)
  }
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const entered = Object.fromEntries(new FormData(event.target as HTMLFormElement))
    void run(() =>
      challenge === '' ? callConsole('POST', '', entered) : callConsole('POST', '/code', { challenge, ...entered }),
    )
  }
  return html`<main class="page narrow"><h1>${write('Sign in to the console')}</h1>
${ended && html`<p class="notice">${write('The session has ended. Please sign in again.')}</p>`}
${problem !== '' && html`<p class="notice bad" role="alert">${problem}</p>`}
<form class="stacked" onSubmit=${submit}>
${
  challenge === ''
    ? html`<label>${write('E-mail')}<input name="email" type="email" autocomplete="username" required /></label>
<label>${write('Password')}<input name="password" type="password" autocomplete="current-password" required /></label>`
    : html`<label>${write('Six digits of your authenticator app, or a recovery code')}<input name="code" autocomplete="one-time-code" inputmode="text" required key="code" /></label>`
}
<div class="buttons"><button class="main" disabled=${busy}>${write('Sign in')}</button>
${challenge === '' && 'PublicKeyCredential' in window && html`<button type="button" disabled=${busy} onClick=${() => run(usePasskey)}>${write('Use a passkey')}</button>`}</div></form></main>`
}

async function usePasskey(): Promise<Entered> {
  const { data } = await callApi<{ data: PublicKeyCredentialRequestOptionsJSON }>(
    'POST',
    '/auth/passkeys/login/options',
  )
  const credential = await navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(data),
  })
  return callConsole('POST', '/passkey', { credential: (credential as PublicKeyCredential).toJSON() })
}
