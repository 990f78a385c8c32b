/** The texts of the sandbox index, by feature. */

import type { SandboxSection } from './sandbox-page.ts'
import type { Writer } from './writer.ts'

/** `identityUrl` is the absolute address of the sandbox identity provider, as in its tokens. */
export const createSandboxSections = (
  { write }: Writer,
  { base, identityUrl, now }: { base: string; identityUrl: string; now: string },
) =>
  ({
    clock: {
      title: write('Clock'),
      intro: write('Advance the time: renewals, reminders and expiries run on the way.'),
      rows: [{ name: write('The time of the service'), does: now }],
      advances: [
        { advance: 'PT1H', text: write('An hour') },
        { advance: 'P1D', text: write('A day') },
        { advance: 'P30D', text: write('30 days') },
        { advance: 'P1Y', text: write('A year') },
      ],
    },
    mailbox: {
      title: write('Mailbox'),
      intro: write('Every mail the platform sends is kept here, as HTML and as text.'),
      rows: [],
      link: { href: `${base}/sandbox/mail`, text: write('Open the mailbox') },
    },
    signIn: {
      title: write('Strong sign-in'),
      intro: write('Second factors, passkeys and API keys, to try with an account of this sandbox.'),
      rows: [],
      link: { href: `${base}/sandbox/sign-in`, text: write('Try them') },
    },
    identity: {
      title: write('Identity provider'),
      intro: write('A standard OpenID Connect provider that plays Google, LinkedIn and ORCID.'),
      rows: [
        { name: write('Issuer'), does: identityUrl },
        { name: write('Client'), does: write('sandbox: a public client with PKCE (S256) and no secret') },
        {
          name: write('Client of ORCID'),
          does: write('sandbox-orcid: the same, with an invented ORCID iD and without an e-mail'),
        },
        { name: write('Sign-in form'), does: write('email, name and email_verified: you are whoever you say') },
      ],
      link: { href: `${base}/sandbox/identity/.well-known/openid-configuration`, text: write('Discovery document') },
    },
    cards: {
      title: write('Payment cards'),
      intro: write('Any expiry date in the future and any security code will do.'),
      rows: [
        { name: '4242 4242 4242 4242', does: write('Succeeds') },
        { name: '5555 5555 5555 4444', does: write('Succeeds') },
        { name: '4000 0000 0000 0002', does: write('Can be stored; is declined when charged') },
        { name: '4000 0000 0000 9995', does: write('Can be stored; has insufficient funds when charged') },
        { name: '4000 0000 0000 0341', does: write('Can be stored; is declined when charged') },
        { name: '4000 0000 0000 0119', does: write('The gateway times out after the charge went through') },
      ],
    },
    phones: {
      title: write('Mobile money'),
      intro: write('The last four digits of the phone decide, with every provider.'),
      rows: [
        { name: '… 0000', does: write('Confirmed at once') },
        { name: '… 0001', does: write('Declined') },
        { name: '… 0002', does: write('Stays pending and is confirmed 2 seconds later') },
        { name: '… 0003', does: write('Does not answer the first prompt, and confirms the next one') },
        { name: write('Any other'), does: write('Confirmed at once') },
      ],
    },
  }) satisfies Record<string, SandboxSection>
