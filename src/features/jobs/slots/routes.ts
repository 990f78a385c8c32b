import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
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

const tags = ['Jobs']

/** Slots, for those who manage a post. */
export const slotRoutes: Routes = (app) => {
  app.get('/interview-slots', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listInterviewSlots',
      summary: 'List the interview slots of a job post',
      description: 'Earliest first; for those who judge its applications.',
      tags,
      querystring: SlotQuery,
      response: respondsPage(InterviewSlot, { problems: [forbidden, notFound] }),
    },
    handler: (request) => listInterviewSlots(request.ctx, request.query),
  })

  app.post('/interview-slots', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The slots are created.' },
    schema: {
      operationId: 'createInterviewSlots',
      summary: 'Offer times for interviews',
      description:
        'For those who manage the job post: at the times `starts`, or one after the other in the `free` time. An interviewer holds no other interview and ' +
        'no other slot at the time of a slot. Applicants choose one after `POST /job-applications/{id}/slot-invitation`.',
      tags,
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
    },
    handler: (request) => createInterviewSlots(request.ctx, request.body),
  })

  app.get('/interview-slots/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'showInterviewSlot',
      summary: 'Show an interview slot',
      description: 'For those who judge the applications of its job post.',
      tags,
      params: ids('id'),
      response: responds(200, InterviewSlot, forbidden, notFound),
    },
    handler: (request) => showInterviewSlot(request.ctx, request.params.id),
  })

  app.delete('/interview-slots/:id', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The slot is deleted.' },
    schema: {
      operationId: 'deleteInterviewSlot',
      summary: 'Delete an interview slot',
      description: 'For those who manage the job post, until an applicant has chosen it.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound, slotChosen),
    },
    handler: (request) => deleteInterviewSlot(request.ctx, request.params.id),
  })

  app.post('/job-applications/:id/slot-invitation', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The applicant is invited to choose a time.' },
    schema: {
      operationId: 'inviteToSlots',
      summary: 'Invite an applicant to choose an interview slot',
      description:
        'For those who manage the job post. The applicant gets a mail with a link that needs no sign-in and works until `until`. Inviting again sends ' +
        'another mail and sets another end.',
      tags,
      params: ids('id'),
      body: NewSlotInvitation,
      response: responds(201, SlotInvitation, forbidden, notFound, wrongEnd, isRejected, noSlots),
    },
    handler: (request) => inviteToChoose(request.ctx, request.params.id, request.body),
  })

  app.get('/job-applications/:id/slot-invitation', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'showSlotInvitation',
      summary: 'Show until when an applicant may choose an interview slot',
      description: 'For the applicant and those who manage the job post; 404 without an invitation.',
      tags,
      params: ids('id'),
      response: responds(200, SlotInvitation, forbidden, notFound),
    },
    handler: (request) => showSlotInvitation(request.ctx, request.params.id),
  })

  app.delete('/job-applications/:id/slot-invitation', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The invitation has ended.' },
    schema: {
      operationId: 'endSlotInvitation',
      summary: 'End the invitation to choose an interview slot',
      description: 'For those who manage the job post. An interview that the applicant has booked stays.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => endSlotInvitation(request.ctx, request.params.id),
  })
}

/** What the applicant does who is invited. */
export const slotChoiceRoutes: Routes = (app) => {
  app.get('/job-applications/:id/interview-slots', {
    config: { discloses: true, access: 'signed-in', scope: 'jobs:read' },
    schema: {
      operationId: 'listOfferedSlots',
      summary: 'List the interview slots that I may choose',
      description: 'For the applicant who is invited: the free ones and the chosen one. Earliest first.',
      tags,
      params: ids('id'),
      querystring: OfferQuery,
      response: respondsPage(OfferedSlot, { problems: [forbidden, notFound, notInvited] }),
    },
    handler: (request) => listOfferedSlots(request.ctx, request.params.id, request.query),
  })

  app.put('/job-applications/:id/interview-slot', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'Your interview is booked.' },
    schema: {
      operationId: 'chooseInterviewSlot',
      summary: 'Choose an interview slot, or change the choice',
      description:
        'For the applicant who is invited. The interview is booked, and those who hold it are notified; another choice moves the interview and leaves the ' +
        'first slot to others.',
      tags,
      params: ids('id'),
      body: SlotChoice,
      response: responds(200, Interview, forbidden, notFound, notInvited, slotTaken),
    },
    handler: (request) => bookSlot(request.ctx, request.params.id, request.body.slot_id),
  })

  app.delete('/job-applications/:id/interview-slot', {
    config: { access: 'signed-in', scope: 'jobs:write', message: 'The interview is canceled.' },
    schema: {
      operationId: 'cancelInterviewSlot',
      summary: 'Cancel the interview that I have chosen',
      description:
        'For the applicant, until it begins. The slot is free again, and those who hold the interview are notified.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound, noneChosen),
    },
    handler: (request) => cancelChoice(request.ctx, request.params.id),
  })
}
