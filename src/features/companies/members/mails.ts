import type { Transaction } from '#context.ts'
import { mailUser, notify } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'

interface Invitation {
  to: { id: number; name: string }
  inviter: string
  /** The id of the inviter; 0 if the account was deleted. */
  sender: number
  company: { id: number; name: string }
  /** The id of the membership. */
  id: number
}

const describeInvitation = ({ inviter, company }: Pick<Invitation, 'inviter' | 'company'>) =>
  fill('{inviter} invites you to the company {company}.', { inviter, company: company.name })

/** Notifies and mails an invited user. */
export async function notifyInvitation(tx: Transaction, { to, id, sender, ...invitation }: Invitation): Promise<void> {
  const message = describeInvitation(invitation)
  await notify(tx, to.id, 'project_invite', {
    title: 'You are invited to a company',
    message,
    data: { url: '/company-invitations', action: 'view_company' },
    event: `company_member:${id}`,
  })
  await mailUser(tx, {
    recipient: to.id,
    sender,
    type: 'project_invite',
    subject: fill('You are invited to {company}', { company: invitation.company.name }),
    heading: 'You are invited to a company',
    paragraphs: [fill('Hello {name},', { name: to.name }), message],
    button: { text: 'View the invitation', url: `${tx.config.frontendUrl}/company-invitations` },
    footer: 'Nothing changes until you accept.',
  })
}
