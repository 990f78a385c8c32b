import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import type { Achievements } from '../achievements.ts'
import { listResearchers } from './list.ts'
import {
  Researcher,
  ResearcherCard,
  ResearcherChange,
  ResearcherDetails,
  ResearcherQuery,
} from './schemas.ts'
import {
  changeMyResearcher,
  changeResearcher,
  deleteResearcher,
  showMyResearcher,
  showResearcher,
  verifyResearcher,
} from './service.ts'

const tags = ['Researchers']

export const researcherRoutes =
  (achievements: Achievements): Routes =>
  (app) => {
    app.get('/researchers', {
      config: { access: 'signed-in' },
      schema: {
        operationId: 'listResearchers',
        summary: 'List researchers',
        description:
          'Best profiles first unless `sort` says otherwise. Private profiles show to their owner, their team and ' +
          'administrators. Names of fields, skills, institutions and countries are compared in any case.',
        tags,
        querystring: ResearcherQuery,
        response: respondsPage(ResearcherCard),
      },
      handler: (request) => listResearchers(request.ctx, request.query),
    })

    app.get('/researchers/details/:id', {
      config: { access: 'signed-in' },
      schema: {
        operationId: 'showResearcher',
        summary: 'Show a researcher',
        description:
          'With their published courses, and how many certificates and team members they have. Private profiles show to their owner, their team and administrators (403).',
        tags,
        params: ids('id'),
        response: responds(200, ResearcherDetails, forbidden, notFound),
      },
      handler: (request) => showResearcher(request.ctx, request.params.id, achievements),
    })

    app.get('/researchers/me', {
      config: { access: 'signed-in' },
      schema: {
        operationId: 'showMyResearcher',
        summary: 'Show my researcher profile',
        description: '404 for those who have none; `POST /profile/upgrade` makes one.',
        tags,
        response: responds(200, Researcher, notFound),
      },
      handler: (request) => showMyResearcher(request.ctx),
    })

    app.put('/researchers/me', {
      config: { access: 'signed-in', message: 'The profile is saved.' },
      schema: {
        operationId: 'changeMyResearcher',
        summary: 'Change my researcher profile',
        description: 'Changes the fields that are sent and leaves the others. 404 for those who have none.',
        tags,
        body: ResearcherChange,
        response: responds(200, Researcher, notFound),
      },
      handler: (request) => changeMyResearcher(request.ctx, request.body),
    })

    app.put('/researchers/:id', {
      config: { access: 'signed-in', message: 'The profile is saved.' },
      schema: {
        operationId: 'changeResearcher',
        summary: 'Change a researcher profile',
        description: 'Any subset of the fields; for the owner and administrators. Searches see it at once.',
        tags,
        params: ids('id'),
        body: ResearcherChange,
        response: responds(200, Researcher, forbidden, notFound),
      },
      handler: (request) => changeResearcher(request.ctx, request.params.id, request.body),
    })

    app.delete('/researchers/:id', {
      config: { access: 'signed-in', message: 'The researcher profile is deleted.' },
      schema: {
        operationId: 'deleteResearcher',
        summary: 'Delete a researcher profile',
        description: 'For the owner and administrators. The person becomes a learner again.',
        tags,
        params: ids('id'),
        response: respondsMessage(forbidden, notFound),
      },
      handler: (request) => deleteResearcher(request.ctx, request.params.id),
    })

    for (const [verb, verified] of [
      ['verify', true],
      ['unverify', false],
    ] as const)
      app.post(`/researchers/:id/${verb}`, {
        config: { access: ['admin'] },
        schema: {
          operationId: `${verb}Researcher`,
          summary: verified ? 'Mark a researcher as verified' : 'Take the mark of a verified researcher back',
          description: 'For administrators. The mark shows on the profile, and searches may ask for it.',
          tags,
          params: ids('id'),
          response: responds(200, Researcher, notFound),
        },
        handler: (request) => verifyResearcher(request.ctx, request.params.id, verified),
      })
  }
