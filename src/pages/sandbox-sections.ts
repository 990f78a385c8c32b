/** The texts of the sandbox index, by feature. */

import type { SandboxSection } from './sandbox-page.ts'

/** `identityUrl` is the absolute address of the sandbox identity provider, as in its tokens. */
export const createSandboxSections = ({ base, identityUrl }: { base: string; identityUrl: string }) =>
  ({
    mailbox: {
      title: 'Mailbox',
      intro: 'Every mail the platform sends is kept here, as HTML and as text.',
      rows: [],
      link: { href: `${base}/sandbox/mail`, text: 'Open the mailbox' },
    },
    signIn: {
      title: 'Strong sign-in',
      intro: 'Second factors, passkeys and API keys, to try with an account of this sandbox.',
      rows: [],
      link: { href: `${base}/sandbox/sign-in`, text: 'Try them' },
    },
    identity: {
      title: 'Identity provider',
      intro: 'A standard OpenID Connect provider that plays Google, LinkedIn and ORCID.',
      rows: [
        { name: 'Issuer', does: identityUrl },
        { name: 'Client', does: 'sandbox: a public client with PKCE (S256) and no secret' },
        { name: 'Client of ORCID', does: 'sandbox-orcid: the same, with an invented ORCID iD and without an e-mail' },
        { name: 'Sign-in form', does: 'email, name and email_verified: you are whoever you say' },
      ],
      link: { href: `${base}/sandbox/identity/.well-known/openid-configuration`, text: 'Discovery document' },
    },
    cards: {
      title: 'Payment cards',
      intro: 'Any expiry date in the future and any security code will do.',
      rows: [
        { name: '4242 4242 4242 4242', does: 'Succeeds' },
        { name: '5555 5555 5555 4444', does: 'Succeeds' },
        { name: '4000 0000 0000 0002', does: 'Can be stored; is declined when charged' },
        { name: '4000 0000 0000 9995', does: 'Can be stored; has insufficient funds when charged' },
        { name: '4000 0000 0000 0341', does: 'Can be stored; is declined when charged' },
        { name: '4000 0000 0000 0119', does: 'The gateway times out after the charge went through' },
      ],
    },
    phones: {
      title: 'Mobile money',
      intro: 'The last four digits of the phone decide, with every provider.',
      rows: [
        { name: '… 0000', does: 'Confirmed at once' },
        { name: '… 0001', does: 'Declined' },
        { name: '… 0002', does: 'Stays pending and is confirmed 2 seconds later' },
        { name: 'Any other', does: 'Confirmed at once' },
      ],
    },
  }) satisfies Record<string, SandboxSection>
