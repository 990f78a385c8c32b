import { Type } from 'typebox'
import { findUser } from '#features/users/index.ts'
import { createLinkedPageRoutes } from '#pages/linked-page-routes.ts'
import { applications } from '../applications/queries.ts'
import { isInvited, listOffers, removeChoice, storeChoice } from './choice.ts'
import { renderChoice } from './choice-page.ts'
import { choiceLink } from './links.ts'

const fields = {
  // Forms of browsers send digits as a text.
  slot_id: Type.String({
    pattern: '^[0-9]{1,15}$',
    maxLength: 16,
    examples: ['12'],
    sentence: 'Please choose a time.',
    description: 'The id of the slot that is chosen, in digits; `0` cancels the interview.',
  }),
}

/** The page of the link in an invitation. */
export const choiceRoutes = createLinkedPageRoutes({
  link: choiceLink,
  tags: ['Jobs'],
  works: 'until the invitation ends',
  show: { operationId: 'showSlotChoice', summary: 'Show the page where an applicant chooses an interview slot' },
  answer: {
    operationId: 'chooseSlotByLink',
    summary: 'Choose an interview slot by the link of an invitation',
    description: 'Books, moves or cancels the interview; those who hold it are notified.',
  },
  fields,
  isRefusable: true,
  /** Answers 404 when the application is withdrawn. */
  find: (ctx, id) => applications.byId.one(ctx, { id }),
  store: async (tx, application, { slot_id }) => {
    await (Number(slot_id) === 0 ? removeChoice(tx, application) : storeChoice(tx, application, Number(slot_id)))
  },
  present: async (ctx, application) => ({
    title: application.job_post.title,
    timezone: (await findUser(ctx, application.user_id))?.timezone ?? null,
    offers: (await isInvited(ctx, application)) ? await listOffers(ctx, application) : null,
  }),
  render: renderChoice,
})
