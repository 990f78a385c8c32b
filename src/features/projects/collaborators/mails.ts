import type { Transaction } from '#context.ts'
import { mailUser } from '#features/notifications/index.ts'
import { fill } from '#language/sentence.ts'

interface Invitation {
  to: { id: number; name: string }
  inviter: string
  project: { id: number; title: string }
  /** The role in the project; may be empty. */
  role: string
}

/** The sentence of the notification and the mail. */
export const describeInvitation = ({ inviter, project, role }: Omit<Invitation, 'to'>) =>
  role === ''
    ? fill('{inviter} added you to the project {title}.', { inviter, title: project.title })
    : fill('{inviter} added you to the project {title} as {role}.', { inviter, title: project.title, role })

export const mailProjectInvitation = (tx: Transaction, { to, ...invitation }: Invitation): Promise<void> =>
  mailUser(tx, {
    recipient: to.id,
    sender: tx.actor.id,
    type: 'project_invite',
    subject: fill('You were added to {title}', { title: invitation.project.title }),
    heading: 'You are part of a project',
    paragraphs: [fill('Hello {name},', { name: to.name }), describeInvitation(invitation)],
    button: { text: 'View the project', url: `${tx.config.frontendUrl}/projects/${invitation.project.id}` },
    footer: 'You can leave the project at any time.',
  })
