/** The page `/sandbox/sign-in`, on which one tries second factors, passkeys and API keys. */

import { type Html, html } from '#core/html.ts'
import { scopes } from '#core/scopes.ts'
import { createPolicy, renderLayout } from '../layout.ts'

interface SignInPage {
  base: string
  /** The address at which browsers offer passkeys; null when it is the present one. */
  passkeyUrl: string | null
}

/** Its own script and requests to this service; the QR code is a data address. */
export const signInPolicy = createPolicy("script-src 'self'; connect-src 'self'")

const renderField = (name: string, label: string, more: { type?: string; autocomplete?: string; id?: string }): Html =>
  html`<label>${label} <input name="${name}" type="${more.type ?? 'text'}" autocomplete="${more.autocomplete ?? 'off'}" id="${more.id ?? `field-${name}`}" required></label>`

const signedOut = html`<section class="card" id="signed-out">
<h2>Sign in</h2>
<form id="login">
${renderField('email', 'E-mail', { type: 'email', autocomplete: 'username webauthn' })}
${renderField('password', 'Password', { type: 'password', autocomplete: 'current-password' })}
<button>Sign in</button>
</form>
<p><button type="button" id="passkey-login">Sign in with a passkey</button>
<button type="button" id="orcid-login">Sign in with ORCID</button>
<button type="button" id="new-account">Create a test account</button></p>
</section>
<section class="card" id="second-step" hidden>
<h2>Enter a code</h2>
<p>The six digits of the authenticator app, or a recovery code.</p>
<form id="second-step-form">
${renderField('code', 'Code', { autocomplete: 'one-time-code', id: 'code-field' })}
<button>Go on</button>
</form>
</section>`

const secondFactor = html`<section class="card">
<h2>Second factor</h2>
<div id="factor-off">
<p>Off: a password is enough to sign in.</p>
<p><button type="button" id="set-up">Set up an authenticator app</button></p>
<div id="setup" hidden>
<p>Scan the code with the app, or type the secret: <code id="secret"></code></p>
<img id="picture" alt="QR code of the secret" width="220" height="220">
<form id="enable">
${renderField('code', 'Code of the app', { autocomplete: 'one-time-code', id: 'enable-code' })}
<button>Turn on</button>
</form>
</div>
</div>
<div id="factor-on" hidden>
<p>On: a login needs a code as well. Unused recovery codes: <strong id="codes-left"></strong></p>
<div id="codes" hidden>
<p>Recovery codes, shown only now:</p>
<pre id="code-list"></pre>
</div>
<form id="disable">
${renderField('code', 'Code', { autocomplete: 'one-time-code', id: 'disable-code' })}
<button>Turn off</button>
</form>
</div>
</section>`

const passkeys = html`<section class="card">
<h2>Passkeys</h2>
<ul id="passkeys"></ul>
<form id="add-passkey">
${renderField('name', 'Name of this device', { id: 'passkey-name' })}
<button>Add a passkey</button>
</form>
</section>`

const apiKeys = html`<section class="card">
<h2>API keys</h2>
<ul id="keys"></ul>
<div id="key" hidden>
<p>The key, shown only now:</p>
<pre id="key-text"></pre>
</div>
<form id="add-key">
${renderField('name', 'Name', { id: 'key-name' })}
<label>Scopes <select name="scopes" id="key-scopes" multiple size="5" required>
${scopes.map((scope) => html`<option>${scope}</option>`)}
</select></label>
<button>Create an API key</button>
</form>
</section>`

export function renderSignInPage({ base, passkeyUrl }: SignInPage): string {
  const body = html`<h1>Strong sign-in</h1>
<p class="lede">Try second factors, passkeys and API keys with an account of this sandbox. The page calls the API as a
frontend does; <a href="${base}/sandbox/sign-in.js">its script</a> is short enough to read.</p>
${passkeyUrl && html`<p>For passkeys, open this page as <a href="${passkeyUrl}">${passkeyUrl}</a>: browsers bind them to a name, not to a number.</p>`}
<p id="status" role="status" class="status"></p>
${signedOut}
<div id="signed-in" hidden>
<section class="card">
<h2 id="name"></h2>
<p>Ways to sign in: <span id="methods"></span></p>
<p><button type="button" id="orcid-link">Link ORCID</button>
<button type="button" id="sign-out">Sign out</button></p>
</section>
${secondFactor}
${passkeys}
${apiKeys}
</div>
<script src="${base}/sandbox/sign-in.js" data-base="${base}" defer></script>`
  return renderLayout({ title: 'Strong sign-in', base, body, nav: [{ href: `${base}/sandbox`, text: 'Sandbox' }] })
}
