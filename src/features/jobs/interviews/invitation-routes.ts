import { type Static, Type } from 'typebox'
import { ensure, notFound } from '#core/problem.ts'
import { oneOf, Text, withDescription } from '#core/schema.ts'
import { formatInstant } from '#core/time.ts'
import { createLinkedPageRoutes } from '#pages/linked-page-routes.ts'
import { storeAnswer } from './answers.ts'
import { proposedFields, renderInvitation } from './invitation-page.ts'
import { interviewLink } from './links.ts'
import { interviews } from './queries.ts'
import { InterviewAnswer } from './schemas.ts'

const LocalTime = Type.Optional(
  Text(30, {
    description: 'When the applicant could come instead, as `2026-11-21T09:30` in the time zone of the page.',
  }),
)

const InvitationForm = Type.Object({
  answer: withDescription(oneOf('accepted', 'declined', 'proposed'), 'What the applicant answers to the invitation.'),
  message: InterviewAnswer.properties.message,
  time_1: LocalTime,
  time_2: LocalTime,
  time_3: LocalTime,
})

/** Reads the times of the form, which are those of the applicant's clock. Others are left out. */
function readTimes(form: Static<typeof InvitationForm>, timezone: string): string[] {
  return proposedFields.flatMap((name) => {
    try {
      const plain = Temporal.PlainDateTime.from(form[name] ?? '')
      return [formatInstant(plain.toZonedDateTime(timezone).epochMilliseconds)]
    } catch {
      // A field that is no time is left out.
      return []
    }
  })
}

/** The page of the link in an invitation. */
export const invitationRoutes = createLinkedPageRoutes({
  link: interviewLink,
  tags: ['Jobs'],
  works: 'until the interview begins',
  show: { operationId: 'showInvitation', summary: 'Show the page of an invitation to an interview' },
  answer: {
    operationId: 'answerInvitation',
    summary: 'Answer an invitation to an interview by its link',
    description: 'Those who hold the interview are notified.',
  },
  fields: InvitationForm.properties,
  isRefusable: true,
  /** Answers 404 while the post is hidden. */
  async find(ctx, id) {
    const row = await interviews.byId.one(ctx, { id })
    ensure(row.post_hidden_at === null, notFound)
    return row
  },
  async store(tx, row, form) {
    const proposed_times = readTimes(form, row.applicant_timezone ?? row.timezone)
    await storeAnswer(tx, row, { answer: form.answer, message: form.message ?? '', proposed_times })
  },
  present: async (_, row) => row,
  render: renderInvitation,
})
