import { renderMail } from '#adapters/mail/templates.ts'
import type { Transaction } from '#context.ts'
import { wantsMail } from '#features/notifications/index.ts'
import { queueMail } from '#platform/outbox.ts'

interface Invitation {
  to: { id: number; name: string; email: string }
  inviter: string
  project: { id: number; title: string }
  /** The role in the project; may be empty. */
  role: string
}

/** The sentence of the notification and the mail. */
export const describeInvitation = ({ inviter, project, role }: Omit<Invitation, 'to'>) =>
  `${inviter} added you to the project ${project.title}${role === '' ? '' : ` as ${role}`}.`

/** Queues the mail, unless the user has switched such mails off. */
export async function announceInvitation(tx: Transaction, { to, ...invitation }: Invitation): Promise<void> {
  if (!(await wantsMail(tx, to.id, 'project_invite'))) return
  const { project } = invitation
  const parts = renderMail({
    organization: tx.config.organizationName,
    heading: 'You are part of a project',
    paragraphs: [`Hello ${to.name},`, describeInvitation(invitation)],
    button: { text: 'View the project', url: `${tx.config.frontendUrl}/projects/${project.id}` },
    footer: 'You can leave the project at any time.',
  })
  await queueMail(tx, { to: to.email, subject: `You were added to ${project.title}`, ...parts })
}
