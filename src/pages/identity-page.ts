/** The sign-in page of the sandbox identity provider, which accepts any name. */

import { html } from '#core/html.ts'
import type { Brand } from '#language/brand.ts'
import { createPolicy, renderLayout } from './layout.ts'
import type { Writer } from './writer.ts'

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
  writer: Writer
}

const createNavigation = ({ write }: Writer, base: string) => [{ href: `${base}/sandbox`, text: write('Sandbox') }]

/** Browsers apply the policy of a form to the redirect that answers it, so the policy names the target. */
export function createIdentityPolicy(brand: Brand, redirectUri: string | null): string {
  const policy = createPolicy(brand)
  if (redirectUri === null) return policy
  const { origin, protocol } = new URL(redirectUri)
  // A redirect address of a native app has no origin.
  const target = origin === 'null' ? protocol : origin
  return policy.replace("form-action 'self'", `form-action 'self' ${target}`)
}

export const renderIdentityPage = ({
  base,
  action,
  redirect_uri,
  email,
  name,
  sentence,
  writer,
}: IdentityPage): string =>
  renderLayout({
    writer,
    title: writer.write('Sandbox sign-in'),
    base,
    nav: createNavigation(writer, base),
    body: html`<h1>${writer.write('Who would you like to be?')}</h1>
<p class="lede">${writer.write('This page stands in for Google, LinkedIn and ORCID in development: you are whoever you say, and no account or password is needed. From ORCID, an application gets an invented iD and the name, but no address.')}</p>
<section class="card narrow">
${sentence !== null && html`<p class="alert" role="alert">${sentence}</p>`}
<form class="stacked" method="post" action="${action}">
<label>${writer.write('E-mail address')}
<input type="email" name="email" value="${email}" placeholder="ada@example.org" autocomplete="off" required autofocus>
</label>
<label>${writer.write('Name')}
<input type="text" name="name" value="${name}" placeholder="Ada Lovelace" autocomplete="off" maxlength="200">
</label>
<label class="check"><input type="checkbox" name="email_verified" value="true" checked>
${writer.write('The provider has verified this address')}</label>
<button>${writer.write('Sign in')}</button>
</form>
<p class="soft">${writer.writeHtml('Leads back to {address}', { address: html`<code>${redirect_uri}</code>` })}</p>
</section>`,
  })

export const renderIdentityErrorPage = ({
  base,
  sentence,
  writer,
}: Pick<IdentityPage, 'base' | 'sentence' | 'writer'>): string =>
  renderLayout({
    writer,
    title: writer.write('Sandbox sign-in'),
    base,
    nav: createNavigation(writer, base),
    body: html`<h1>${writer.write('This sign-in cannot begin')}</h1>
<p class="lede">${sentence}</p>
<section class="card"><p>${writer.writeHtml(
      'An application leads here with a standard OpenID Connect authorization request; the {discovery} says how.',
      {
        discovery: html`<a href="${base}/sandbox/identity/.well-known/openid-configuration">${writer.write('discovery document')}</a>`,
      },
    )}</p></section>`,
  })
