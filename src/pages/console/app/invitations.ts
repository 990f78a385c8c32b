/** Invitations: a new one, those that wait, and what can be done with one. */

import type { VNode } from 'preact'
import type { Invitation } from '#pages/contract.ts'
import { go, html, Link, Time, write } from './kit.ts'
import { renderList } from './list.ts'
import { nameRole } from './names.ts'
import { Badge, Email, renderAct, type Tell } from './parts.ts'

/** A button that asks for name, address and role, and mails an invitation. */
export const Invite = ({ done }: { done: Tell }): VNode =>
  renderAct({
    label: write('Invite a person'),
    tone: 'main',
    explain: write('The person gets a mail with a link to choose a password, or to sign in through a provider.'),
    operation: 'POST /admin/users',
    done,
    values: { role: 'learner' },
  })

/** What can be done with an invitation that is not accepted. */
export const InvitationActs = ({
  user,
  done,
}: {
  user: { id: number }
  done: Tell
}): VNode => html`${renderAct({ label: write('Send the invitation again'), explain: write('The person gets a new link; the former one no longer works.'), operation: 'POST /admin/users/{id}/invitation', parameters: { id: user.id }, done })}
${renderAct({
  label: write('Revoke the invitation'),
  tone: 'bad',
  explain: write('The link no longer works, and the account, which nobody has used, is deleted.'),
  operation: 'DELETE /admin/users/{id}/invitation',
  parameters: { id: user.id },
  done: (message: string) => {
    done(message)
    go('/invitations')
  },
})}`

export const Invitations = ({ tell }: { tell: Tell }): VNode => html`<p><${Link} to="/people">${write('People')}<//></p>
<h1>${write('Invitations')}</h1>
<div class="buttons"><${Invite} done=${tell} /></div>
${renderList({
  operation: 'GET /admin/invitations',
  file: 'invitations',
  label: write('Invitations'),
  open: ({ user }: Invitation) => `/people/${user.id}`,
  empty: write('No invitation waits.'),
  columns: [
    {
      name: write('Name'),
      show: ({ user }: Invitation) => html`<${Link} to=${`/people/${user.id}`}><bdi>${user.name}</bdi><//>`,
    },
    { name: write('E-mail'), show: ({ user }: Invitation) => html`<${Email} address=${user.email} />` },
    { name: write('Role'), show: ({ user }: Invitation) => nameRole(user.role) },
    { name: write('State'), show: (row: Invitation) => html`<${Badge} state=${row.state} />` },
    { name: write('Sent'), show: (row: Invitation) => html`<${Time} at=${row.sent_at} />` },
    { name: write('Valid until'), show: (row: Invitation) => html`<${Time} at=${row.expires_at} />` },
    { name: write('Invited by'), show: (row: Invitation) => html`<bdi>${row.invited_by?.name ?? '–'}</bdi>` },
  ],
})}`
