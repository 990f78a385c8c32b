/** The sign-in page of the sandbox identity provider, which accepts any name. */

import { html } from '#core/html.ts'
import { contentSecurityPolicy, renderLayout } from './layout.ts'

interface IdentityPage {
  base: string
  /** The target of the form, with the client's request in its query. */
  action: string
  /** Where the browser is redirected afterwards. */
  redirect_uri: string
  email: string
  name: string
  /** The error of the last attempt. */
  sentence: string | null
}

const createNavigation = (base: string) => [{ href: `${base}/sandbox`, text: 'Sandbox' }]

/** Browsers apply the policy of a form to the redirect that answers it, so the policy names the target. */
export function createIdentityPolicy(redirectUri: string | null): string {
  if (redirectUri === null) return contentSecurityPolicy
  const { origin, protocol } = new URL(redirectUri)
  // A redirect address of a native app has no origin.
  const target = origin === 'null' ? protocol : origin
  return contentSecurityPolicy.replace("form-action 'self'", `form-action 'self' ${target}`)
}

export const renderIdentityPage = ({ base, action, redirect_uri, email, name, sentence }: IdentityPage): string =>
  renderLayout({
    title: 'Sandbox sign-in',
    base,
    nav: createNavigation(base),
    body: html`<h1>Who would you like to be?</h1>
<p class="lede">This page stands in for Google, LinkedIn and ORCID in development: you are whoever you say, and no
account or password is needed. From ORCID, an application gets an invented iD and the name, but no address.</p>
<section class="card narrow">
${sentence !== null && html`<p class="alert" role="alert">${sentence}</p>`}
<form class="stacked" method="post" action="${action}">
<label>E-mail address
<input type="email" name="email" value="${email}" placeholder="ada@example.org" autocomplete="off" required autofocus>
</label>
<label>Name
<input type="text" name="name" value="${name}" placeholder="Ada Lovelace" autocomplete="off" maxlength="200">
</label>
<label class="check"><input type="checkbox" name="email_verified" value="true" checked>
The provider has verified this address</label>
<button>Sign in</button>
</form>
<p class="soft">Leads back to <code>${redirect_uri}</code></p>
</section>`,
  })

export const renderIdentityErrorPage = ({ base, sentence }: { base: string; sentence: string }): string =>
  renderLayout({
    title: 'Sandbox sign-in',
    base,
    nav: createNavigation(base),
    body: html`<h1>This sign-in cannot begin</h1>
<p class="lede">${sentence}</p>
<section class="card"><p>An application leads here with a standard OpenID Connect authorization request; the
<a href="${base}/sandbox/identity/.well-known/openid-configuration">discovery document</a> says how.</p></section>`,
  })
