import { Type } from 'typebox'
import { forbidden } from '#core/problem.ts'
import { User } from '#features/users/index.ts'
import { responds } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import type { Achievements } from '../achievements.ts'
import { Researcher, ResearcherChange } from '../profiles/schemas.ts'
import { notEligible, showEligibility, updateToVerified } from './service.ts'

const tags = ['Authentication and accounts']

const Eligibility = Type.Object(
  {
    eligible: Type.Boolean(),
    completion_percentage: Type.Integer(),
    met_requirements: Type.Integer(),
    total_requirements: Type.Integer(),
    missing_requirements: Type.Array(Type.String(), { description: 'A sentence for each that is missing.' }),
    requirements: Type.Object(
      {
        has_bio: Type.Boolean(),
        has_skills: Type.Boolean(),
        has_courses: Type.Boolean(),
        has_email: Type.Boolean(),
        has_name: Type.Boolean(),
      },
      { description: 'Each requirement, and whether it is met.' },
    ),
  },
  { title: 'Eligibility' },
)

export const upgradeRoutes =
  (achievements: Achievements): Routes =>
  (app) => {
    app.get('/profile/eligibility', {
      config: { access: 'signed-in', scope: 'researchers:read' },
      schema: {
        operationId: 'showEligibility',
        summary: 'Show what is missing to become a researcher',
        description:
          'Whether I meet each requirement, and a sentence for each one that is missing. `POST /profile/upgrade` requires all of them.',
        tags,
        response: responds(200, Eligibility),
      },
      handler: (request) => showEligibility(request.ctx, achievements),
    })

    app.post('/profile/upgrade', {
      config: { access: ['student', 'learner'], scope: null, message: 'You are now a researcher.' },
      schema: {
        operationId: 'upgradeProfile',
        summary: 'Become a researcher',
        description: 'For learners and students who meet the requirements. All fields of the profile are optional.',
        tags,
        body: ResearcherChange,
        response: responds(200, Type.Object({ user: User, researcher: Researcher }), forbidden, notEligible),
      },
      handler: (request) => updateToVerified(request.ctx, request.body, achievements),
    })
  }
