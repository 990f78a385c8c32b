import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import type { Achievements } from '../achievements.ts'
import { listResearchers } from './list.ts'
import { Researcher, ResearcherCard, ResearcherChange, ResearcherDetails, ResearcherQuery } from './schemas.ts'
import {
  deleteResearcher,
  showMyResearcher,
  showResearcher,
  updateOwnProfile,
  updateResearcher,
  verifyResearcher,
} from './service.ts'

const tags = ['Researchers']

export const researcherRoutes =
  (achievements: Achievements): Routes =>
  (app) => {
    app.get('/researchers', {
      config: { discloses: true, access: 'signed-in', scope: 'researchers:read', readsReplica: true },
      schema: {
        operationId: 'listResearchers',
        summary: 'List researchers',
        description:
          'Best profiles first by default. Private profiles are visible to their owner, their team and ' +
          'administrators. Names of fields, skills, institutions and countries are compared without regard to ' +
          'case.',
        tags,
        querystring: ResearcherQuery,
        response: respondsPage(ResearcherCard),
      },
      handler: (request) => listResearchers(request.ctx, request.query),
    })

    app.get('/researchers/details/:id', {
      config: { discloses: true, access: 'signed-in', scope: 'researchers:read' },
      schema: {
        operationId: 'showResearcher',
        summary: 'Show a researcher',
        description:
          'With published courses and the numbers of certificates and team members. Private profiles are visible to their owner, their team and administrators; 403 for others.',
        tags,
        params: ids('id'),
        response: responds(200, ResearcherDetails, forbidden, notFound),
      },
      handler: (request) => showResearcher(request.ctx, request.params.id, achievements),
    })

    app.get('/researchers/me', {
      config: { access: 'signed-in', scope: 'researchers:read' },
      schema: {
        operationId: 'showMyResearcher',
        summary: 'Show my researcher profile',
        description: '404 for users without a profile; `POST /profile/upgrade` creates one.',
        tags,
        response: responds(200, Researcher, notFound),
      },
      handler: (request) => showMyResearcher(request.ctx),
    })

    app.put('/researchers/me', {
      config: { access: 'signed-in', scope: 'researchers:write', message: 'The profile is saved.' },
      schema: {
        operationId: 'changeMyResearcher',
        summary: 'Change my researcher profile',
        description: 'Changes only the fields that are sent. 404 for users without a profile.',
        tags,
        body: ResearcherChange,
        response: responds(200, Researcher, notFound),
      },
      handler: (request) => updateOwnProfile(request.ctx, request.body),
    })

    app.put('/researchers/:id', {
      config: { access: 'signed-in', scope: 'researchers:write', message: 'The profile is saved.' },
      schema: {
        operationId: 'changeResearcher',
        summary: 'Change a researcher profile',
        description: 'Any subset of the fields; for the owner and administrators. Searches use the change immediately.',
        tags,
        params: ids('id'),
        body: ResearcherChange,
        response: responds(200, Researcher, forbidden, notFound),
      },
      handler: (request) => updateResearcher(request.ctx, request.params.id, request.body),
    })

    app.delete('/researchers/:id', {
      config: { access: 'signed-in', scope: 'researchers:write', message: 'The researcher profile is deleted.' },
      schema: {
        operationId: 'deleteResearcher',
        summary: 'Delete a researcher profile',
        description: 'For the owner and administrators. The user becomes a learner again.',
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
        config: { access: ['admin'], scope: 'admin:write' },
        schema: {
          operationId: `${verb}Researcher`,
          summary: verified ? 'Mark a researcher as verified' : 'Remove the verification of a researcher',
          description:
            'For administrators. The verification is shown on the profile and can be used as a search filter.',
          tags,
          params: ids('id'),
          response: responds(200, Researcher, notFound),
        },
        handler: (request) => verifyResearcher(request.ctx, request.params.id, verified),
      })
  }
