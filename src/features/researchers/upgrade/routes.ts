import { Type } from 'typebox'
import { forbidden } from '#core/problem.ts'
import { User } from '#features/users/index.ts'
import { responds } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import type { Achievements } from '../achievements.ts'
import { Researcher, ResearcherChange } from '../profiles/schemas.ts'
import { notEligible, showEligibility, updateToVerified } from './service.ts'

const Eligibility = Type.Object(
  {
    eligible: Type.Boolean({ description: 'Whether all requirements are met.' }),
    completion_percentage: Type.Integer({ description: 'The share of requirements that are met, in percent.' }),
    met_requirements: Type.Integer({ description: 'The number of requirements that are met.' }),
    total_requirements: Type.Integer({ description: 'The number of requirements.' }),
    missing_requirements: Type.Array(Type.String(), { description: 'A sentence for each that is missing.' }),
    requirements: Type.Object(
      {
        has_bio: Type.Boolean({ description: 'Whether there is a biography of at least 30 characters.' }),
        has_skills: Type.Boolean({ description: 'Whether at least one skill is named.' }),
        has_courses: Type.Boolean({ description: 'Whether at least one course is completed.' }),
        has_email: Type.Boolean({ description: 'Whether the e-mail address is verified.' }),
        has_name: Type.Boolean({ description: 'Whether a name is given.' }),
      },
      { description: 'Each requirement, and whether it is met.' },
    ),
  },
  { title: 'Eligibility' },
)

export const upgradeRoutes = (achievements: Achievements) =>
  routes('Authentication and accounts', [
    route('GET /profile/eligibility', {
      config: { access: 'signed-in', scope: 'researchers:read' },
      operationId: 'showEligibility',
      summary: 'Show what is missing to become a researcher',
      description:
        'Whether I meet each requirement, and a sentence for each one that is missing. `POST /profile/upgrade` requires all of them.',
      response: responds(200, Eligibility),
      run: (ctx) => showEligibility(ctx, achievements),
    }),
    route('POST /profile/upgrade', {
      config: { access: ['student', 'learner'], scope: null, message: 'You are now a researcher.' },
      operationId: 'upgradeProfile',
      summary: 'Become a researcher',
      description: 'For learners and students who meet the requirements. All fields of the profile are optional.',
      body: ResearcherChange,
      response: responds(200, Type.Object({ user: User, researcher: Researcher }), forbidden, notEligible),
      run: (ctx, body) => updateToVerified(ctx, body, achievements),
    }),
  ])
