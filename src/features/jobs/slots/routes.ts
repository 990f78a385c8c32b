import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { Interview } from '../interviews/schemas.ts'
import { slotTaken } from '../interviews/seats.ts'
import { bookSlot, cancelChoice, listOfferedSlots, noneChosen, notInvited } from './choice.ts'
import { endSlotInvitation, inviteToChoose, isRejected, noSlots, showSlotInvitation, wrongEnd } from './invitations.ts'
import {
  InterviewSlot,
  NewInterviewSlots,
  NewSlotInvitation,
  OfferedSlot,
  OfferQuery,
  SlotChoice,
  SlotInvitation,
  SlotQuery,
} from './schemas.ts'
import {
  createInterviewSlots,
  deleteInterviewSlot,
  listInterviewSlots,
  noFreeTime,
  showInterviewSlot,
  slotChosen,
  slotsPast,
  tooManySlots,
  unknownHolders,
} from './service.ts'

/** Slots, for those who manage a post. */
export const slotRoutes = routes('Jobs', [
  route('GET /interview-slots', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    summary: 'List the interview slots of a job post',
    description: 'Earliest first; for those who judge its applications.',
    query: SlotQuery,
    response: respondsPage(InterviewSlot, { problems: [forbidden, notFound] }),
    run: listInterviewSlots,
  }),
  route('POST /interview-slots', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The slots are created.' },
    summary: 'Offer times for interviews',
    description:
      'For those who manage the job post: at the times `starts`, or one after the other in the `free` time. An interviewer holds no other interview and ' +
      'no other slot at the time of a slot. Applicants choose one after `POST /job-applications/{id}/slot-invitation`.',
    body: NewInterviewSlots,
    response: responds(
      201,
      Type.Array(InterviewSlot),
      forbidden,
      notFound,
      unknownHolders,
      slotsPast,
      noFreeTime,
      tooManySlots,
    ),
    run: createInterviewSlots,
  }),
  route('GET /interview-slots/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    summary: 'Show an interview slot',
    description: 'For those who judge the applications of its job post.',
    response: responds(200, InterviewSlot, forbidden, notFound),
    run: showInterviewSlot,
  }),
  route('DELETE /interview-slots/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The slot is deleted.' },
    summary: 'Delete an interview slot',
    description: 'For those who manage the job post, until an applicant has chosen it.',
    response: respondsMessage(forbidden, notFound, slotChosen),
    run: deleteInterviewSlot,
  }),
  route('POST /job-applications/:id/slot-invitation', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The applicant is invited to choose a time.' },
    operationId: 'inviteToSlots',
    summary: 'Invite an applicant to choose an interview slot',
    description:
      'For those who manage the job post. The applicant gets a mail with a link that needs no sign-in and works until `until`. Inviting again sends ' +
      'another mail and sets another end.',
    body: NewSlotInvitation,
    response: responds(201, SlotInvitation, forbidden, notFound, wrongEnd, isRejected, noSlots),
    run: inviteToChoose,
  }),
  route('GET /job-applications/:id/slot-invitation', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    summary: 'Show until when an applicant may choose an interview slot',
    description: 'For the applicant and those who manage the job post; 404 without an invitation.',
    response: responds(200, SlotInvitation, forbidden, notFound),
    run: showSlotInvitation,
  }),
  route('DELETE /job-applications/:id/slot-invitation', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The invitation has ended.' },
    summary: 'End the invitation to choose an interview slot',
    description: 'For those who manage the job post. An interview that the applicant has booked stays.',
    response: respondsMessage(forbidden, notFound),
    run: endSlotInvitation,
  }),
])

/** What the applicant does who is invited. */
export const slotChoiceRoutes = routes('Jobs', [
  route('GET /job-applications/:id/interview-slots', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    summary: 'List the interview slots that I may choose',
    description: 'For the applicant who is invited: the free ones and the chosen one. Earliest first.',
    query: OfferQuery,
    response: respondsPage(OfferedSlot, { problems: [forbidden, notFound, notInvited] }),
    run: listOfferedSlots,
  }),
  route('PUT /job-applications/:id/interview-slot', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'Your interview is booked.' },
    operationId: 'chooseInterviewSlot',
    summary: 'Choose an interview slot, or change the choice',
    description:
      'For the applicant who is invited. The interview is booked, and those who hold it are notified; another choice moves the interview and leaves the ' +
      'first slot to others.',
    body: SlotChoice,
    response: responds(200, Interview, forbidden, notFound, notInvited, slotTaken),
    run: (ctx, id, body) => bookSlot(ctx, id, body.slot_id),
  }),
  route('DELETE /job-applications/:id/interview-slot', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The interview is canceled.' },
    operationId: 'cancelInterviewSlot',
    summary: 'Cancel the interview that I have chosen',
    description:
      'For the applicant, until it begins. The slot is free again, and those who hold the interview are notified.',
    response: respondsMessage(forbidden, notFound, noneChosen),
    run: cancelChoice,
  }),
])
