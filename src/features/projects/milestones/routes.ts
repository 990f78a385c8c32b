import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { responds, respondsMessage, respondsWholeList } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { Milestone, MilestoneChange, MilestoneSummary, MilestoneWithHistory, NewMilestone } from './schemas.ts'
import { addMilestone, deleteMilestone, listMilestones, showMilestone, updateMilestone } from './service.ts'

export const milestoneRoutes = routes('Projects', [
  route('GET /projects/:id/milestones', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read' },
    summary: 'List the milestones of a project',
    description: 'In order of position; for all users who can see the project.',
    response: respondsWholeList(Milestone, MilestoneSummary, forbidden, notFound),
    run: listMilestones,
  }),
  route('POST /projects/:id/milestones', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The milestone is added.' },
    summary: 'Add a milestone to a project',
    description: 'For the owner, administrators, and collaborators with `can_manage_milestones`.',
    body: NewMilestone,
    response: responds(201, Milestone, forbidden, notFound),
    run: addMilestone,
  }),
  route('GET /projects/:id/milestones/:milestone_id', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read' },
    summary: 'Show a milestone with its history',
    description:
      'Its status changes and notes, oldest first, with their authors. For all users who can see the project.',
    response: responds(200, MilestoneWithHistory, forbidden, notFound),
    run: showMilestone,
  }),
  route('PUT /projects/:id/milestones/:milestone_id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The milestone is saved.' },
    operationId: 'changeMilestone',
    summary: 'Change a milestone or its status',
    description:
      'Any subset of the fields, at least one; for the owner, administrators, and collaborators with ' +
      '`can_manage_milestones`. Any status may follow any other. `completed_at` is set when it is completed, and cleared when it is reopened.',
    body: MilestoneChange,
    response: responds(200, Type.Object({ milestone: Milestone }), forbidden, notFound),
    run: updateMilestone,
  }),
  route('DELETE /projects/:id/milestones/:milestone_id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The milestone is deleted.' },
    summary: 'Delete a milestone',
    description: 'For the owner, administrators, and collaborators with `can_manage_milestones`.',
    response: respondsMessage(forbidden, notFound),
    run: deleteMilestone,
  }),
])
