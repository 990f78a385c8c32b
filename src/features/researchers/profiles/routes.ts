import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
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

export const researcherRoutes = (achievements: Achievements) =>
  routes('Researchers', [
    route('GET /researchers', {
      config: { discloses: true, access: 'signed-in', scope: 'researchers:read', readsReplica: true },
      summary: 'List researchers',
      description:
        'Best profiles first by default. Private profiles are visible to their owner, their team and ' +
        'administrators. Names of fields, skills, institutions and countries are compared without regard to ' +
        'case.',
      query: ResearcherQuery,
      response: respondsPage(ResearcherCard),
      run: listResearchers,
    }),
    route('GET /researchers/details/:id', {
      config: { discloses: true, access: 'signed-in', scope: 'researchers:read' },
      operationId: 'showResearcher',
      summary: 'Show a researcher',
      description:
        'With published courses and the numbers of certificates and team members. Private profiles are visible to their owner, their team and administrators; 403 for others.',
      response: responds(200, ResearcherDetails, forbidden, notFound),
      run: (ctx, id) => showResearcher(ctx, id, achievements),
    }),
    route('GET /researchers/me', {
      config: { access: 'signed-in', scope: 'researchers:read' },
      summary: 'Show my researcher profile',
      description: '404 for users without a profile; `POST /profile/upgrade` creates one.',
      response: responds(200, Researcher, notFound),
      run: showMyResearcher,
    }),
    route('PUT /researchers/me', {
      config: { access: 'signed-in', scope: 'researchers:write', message: 'The profile is saved.' },
      operationId: 'changeMyResearcher',
      summary: 'Change my researcher profile',
      description: 'Changes only the fields that are sent. 404 for users without a profile.',
      body: ResearcherChange,
      response: responds(200, Researcher, notFound),
      run: updateOwnProfile,
    }),
    route('PUT /researchers/:id', {
      config: { access: 'signed-in', scope: 'researchers:write', message: 'The profile is saved.' },
      operationId: 'changeResearcher',
      summary: 'Change a researcher profile',
      description: 'Any subset of the fields; for the owner and administrators. Searches use the change immediately.',
      body: ResearcherChange,
      response: responds(200, Researcher, forbidden, notFound),
      run: updateResearcher,
    }),
    route('DELETE /researchers/:id', {
      config: { access: 'signed-in', scope: 'researchers:write', message: 'The researcher profile is deleted.' },
      summary: 'Delete a researcher profile',
      description: 'For the owner and administrators. The user becomes a learner again.',
      response: respondsMessage(forbidden, notFound),
      run: deleteResearcher,
    }),
    ...(
      [
        ['verify', true],
        ['unverify', false],
      ] as const
    ).map(([verb, verified]) =>
      route(`POST /researchers/:id/${verb}`, {
        config: { access: ['admin'], scope: 'admin:write' },
        operationId: `${verb}Researcher`,
        summary: verified ? 'Mark a researcher as verified' : 'Remove the verification of a researcher',
        description: 'For administrators. The verification is shown on the profile and can be used as a search filter.',
        response: responds(200, Researcher, notFound),
        run: (ctx, id) => verifyResearcher(ctx, id, verified),
      }),
    ),
  ])
