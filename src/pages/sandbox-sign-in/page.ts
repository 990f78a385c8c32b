/** The page `/sandbox/sign-in`, on which one tries second factors, passkeys and API keys. */

import { type Html, html } from '#core/html.ts'
import { scopes } from '#core/scopes.ts'
import { renderLayout } from '../layout.ts'
import type { Writer } from '../writer.ts'

interface SignInPage {
  base: string
  /** The address at which browsers offer passkeys; null when it is the present one. */
  passkeyUrl: string | null
  writer: Writer
}

/** Its own script and requests to this service; the QR code is a data address. */
export const signInDirectives = "script-src 'self'; connect-src 'self'"

const renderField = (name: string, label: string, more: { type?: string; autocomplete?: string; id?: string }): Html =>
  html`<label>${label} <input name="${name}" type="${more.type ?? 'text'}" autocomplete="${more.autocomplete ?? 'off'}" id="${more.id ?? `field-${name}`}" required></label>`

const renderSignedOut = ({ write }: Writer) => html`<section class="card" id="signed-out">
<h2>${write('Sign in')}</h2>
<form id="login">
${renderField('email', write('E-mail'), { type: 'email', autocomplete: 'username webauthn' })}
${renderField('password', write('Password'), { type: 'password', autocomplete: 'current-password' })}
<button>${write('Sign in')}</button>
</form>
<p><button type="button" id="passkey-login">${write('Sign in with a passkey')}</button>
<button type="button" id="orcid-login">${write('Sign in with ORCID')}</button>
<button type="button" id="new-account">${write('Create a test account')}</button></p>
</section>
<section class="card" id="second-step" hidden>
<h2>${write('Enter a code')}</h2>
<p>${write('The six digits of the authenticator app, or a recovery code.')}</p>
<form id="second-step-form">
${renderField('code', write('Code'), { autocomplete: 'one-time-code', id: 'code-field' })}
<button>${write('Go on')}</button>
</form>
</section>`

const renderSecondFactor = ({ write }: Writer) => html`<section class="card">
<h2>${write('Second factor')}</h2>
<div id="factor-off">
<p>${write('Off: a password is enough to sign in.')}</p>
<p><button type="button" id="set-up">${write('Set up an authenticator app')}</button></p>
<div id="setup" hidden>
<p>${write('Scan the code with the app, or type the secret:')} <code id="secret"></code></p>
<img id="picture" alt="${write('QR code of the secret')}" width="220" height="220">
<form id="enable">
${renderField('code', write('Code of the app'), { autocomplete: 'one-time-code', id: 'enable-code' })}
<button>${write('Turn on')}</button>
</form>
</div>
</div>
<div id="factor-on" hidden>
<p>${write('On: a login needs a code as well. Unused recovery codes:')} <strong id="codes-left"></strong></p>
<div id="codes" hidden>
<p>${write('Recovery codes, shown only now:')}</p>
<pre id="code-list"></pre>
</div>
<form id="disable">
${renderField('code', write('Code'), { autocomplete: 'one-time-code', id: 'disable-code' })}
<button>${write('Turn off')}</button>
</form>
</div>
</section>`

const renderPasskeys = ({ write }: Writer) => html`<section class="card">
<h2>${write('Passkeys')}</h2>
<ul id="passkeys"></ul>
<form id="add-passkey">
${renderField('name', write('Name of this device'), { id: 'passkey-name' })}
<button>${write('Add a passkey')}</button>
</form>
</section>`

const renderApiKeys = ({ write }: Writer) => html`<section class="card">
<h2>${write('API keys')}</h2>
<ul id="keys"></ul>
<div id="key" hidden>
<p>${write('The key, shown only now:')}</p>
<pre id="key-text"></pre>
</div>
<form id="add-key">
${renderField('name', write('Name'), { id: 'key-name' })}
<label>${write('Scopes')} <select name="scopes" id="key-scopes" multiple size="5" required>
${scopes.map((scope) => html`<option>${scope}</option>`)}
</select></label>
<button>${write('Create an API key')}</button>
</form>
</section>`

/** The sentences of the script. */
const describeScript = ({ write }: Writer) => ({
  stopped: write('The browser was told to stop.'),
  noEmail: write('without an e-mail address'),
  remove: write('Remove'),
  visitor: write('You can sign in with this address and password:'),
})

export function renderSignInPage({ base, passkeyUrl, writer }: SignInPage): string {
  const { write, writeHtml } = writer
  const body = html`<h1>${write('Strong sign-in')}</h1>
<p class="lede">${writeHtml(
    'Try second factors, passkeys and API keys with an account of this sandbox. The page calls the API as a frontend does; {script} is short enough to read.',
    {
      script: html`<a href="${base}/sandbox/sign-in.js">${write('its script')}</a>`,
    },
  )}</p>
${
  passkeyUrl &&
  html`<p>${writeHtml('For passkeys, open this page as {address}: browsers bind them to a name, not to a number.', {
    address: html`<a href="${passkeyUrl}" dir="ltr">${passkeyUrl}</a>`,
  })}</p>`
}
<p id="status" role="status" class="status"></p>
${renderSignedOut(writer)}
<div id="signed-in" hidden>
<section class="card">
<h2 id="name"></h2>
<p>${write('Ways to sign in:')} <span id="methods"></span></p>
<p><button type="button" id="orcid-link">${write('Link ORCID')}</button>
<button type="button" id="sign-out">${write('Sign out')}</button></p>
</section>
${renderSecondFactor(writer)}
${renderPasskeys(writer)}
${renderApiKeys(writer)}
</div>
<script src="${base}/sandbox/sign-in.js" data-base="${base}" data-sentences="${JSON.stringify(describeScript(writer))}" defer></script>`
  return renderLayout({
    writer,
    title: write('Strong sign-in'),
    base,
    body,
    nav: [{ href: `${base}/sandbox`, text: write('Sandbox') }],
  })
}
