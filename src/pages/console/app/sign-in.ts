/** The sign-in: password, provider, second factor, or passkey. */

import type { VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { SignInMethods } from '#pages/contract.ts'
import { isPasskeySupported, requestCredential } from '../../modules/webauthn.ts'
import { base, callApi, callSession, html, readData, type SignInStep, toRefusal, write } from './kit.ts'

type Methods = Pick<SignInMethods, 'password' | 'providers'>

/** From the link of the command line, with which a password works where passwords are not used. */
const link = new URLSearchParams(location.search).get('link')
const isRefused = new URLSearchParams(location.search).get('sign-in') === 'refused'

/** The challenge of a sign-in through a provider, which stands behind the #. */
function takeChallenge(): string {
  const challenge = new URLSearchParams(location.hash.slice(1)).get('challenge') ?? ''
  if (challenge !== '') history.replaceState(null, '', location.pathname)
  return challenge
}

/** How one can sign in; passwords until it is known. */
function useMethods(): Methods {
  const [methods, setMethods] = useState<Methods>({ password: true, providers: [] })
  useEffect(() => {
    // Without an answer there is the form for passwords, which shows what is wrong.
    readData('GET /auth/methods').then(setMethods, () => undefined)
  }, [])
  return methods
}

export function SignIn({ ended, enter }: { ended: boolean; enter: () => void }): VNode {
  const methods = useMethods()
  const hasPassword = methods.password || link !== null
  const [challenge, setChallenge] = useState(takeChallenge)
  const [problem, setProblem] = useState(
    isRefused ? write('The sign-in was refused. Use the account of an administrator.') : '',
  )
  const [busy, setBusy] = useState(false)
  const run = async (work: () => Promise<SignInStep>) => {
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
    // It shows its errors.
    void run(() =>
      challenge === ''
        ? callSession('POST', '', { ...entered, ...(link === null ? {} : { link }) })
        : callSession('POST', '/code', { challenge, ...entered }),
    )
  }
  return html`<main class="page narrow"><h1>${write('Sign in to the console')}</h1>
${ended && html`<p class="notice">${write('The session has ended. Please sign in again.')}</p>`}
${problem !== '' && html`<p class="notice bad" role="alert">${problem}</p>`}
<form class="stacked" onSubmit=${submit}>
${
  challenge === ''
    ? hasPassword &&
      html`<label>${write('E-mail')}<input name="email" type="email" autocomplete="username" required /></label>
<label>${write('Password')}<input name="password" type="password" autocomplete="current-password" required /></label>`
    : html`<label>${write('Six digits of your authenticator app, or a recovery code')}<input name="code" autocomplete="one-time-code" inputmode="text" required key="code" /></label>`
}
<div class="buttons">${(hasPassword || challenge !== '') && html`<button class="main" disabled=${busy}>${write('Sign in')}</button>`}
${challenge === '' && isPasskeySupported() && html`<button type="button" disabled=${busy} onClick=${() => run(usePasskey)}>${write('Use a passkey')}</button>`}</div></form>
${challenge === '' && methods.providers.length > 0 && html`<p class="links">${methods.providers.map(({ name, label }) => html`<a href=${`${base}/console/sign-in/with/${name}`}>${write('Continue with {provider}', { provider: label })}</a> `)}</p>`}</main>`
}

async function usePasskey(): Promise<SignInStep> {
  const { data } = await callApi('POST /auth/passkeys/login/options')
  return callSession('POST', '/passkey', { credential: await requestCredential(data) })
}
