import { Type } from 'typebox'
import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { responds, respondsMessage, respondsWholeList } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { Milestone, MilestoneChange, MilestoneSummary, MilestoneWithHistory, NewMilestone } from './schemas.ts'
import { addMilestone, deleteMilestone, listMilestones, showMilestone, updateMilestone } from './service.ts'

const tags = ['Projects']

export const milestoneRoutes: Routes = (app) => {
  app.get('/projects/:id/milestones', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read' },
    schema: {
      operationId: 'listMilestones',
      summary: 'List the milestones of a project',
      description: 'In order of position; for all users who can see the project.',
      tags,
      params: ids('id'),
      response: respondsWholeList(Milestone, MilestoneSummary, forbidden, notFound),
    },
    handler: (request) => listMilestones(request.ctx, request.params.id),
  })

  app.post('/projects/:id/milestones', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The milestone is added.' },
    schema: {
      operationId: 'addMilestone',
      summary: 'Add a milestone to a project',
      description: 'For the owner, administrators, and collaborators with `can_manage_milestones`.',
      tags,
      params: ids('id'),
      body: NewMilestone,
      response: responds(201, Milestone, forbidden, notFound),
    },
    handler: (request) => addMilestone(request.ctx, request.params.id, request.body),
  })

  app.get('/projects/:id/milestones/:milestone_id', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read' },
    schema: {
      operationId: 'showMilestone',
      summary: 'Show a milestone with its history',
      description:
        'Its status changes and notes, oldest first, with their authors. For all users who can see the project.',
      tags,
      params: ids('id', 'milestone_id'),
      response: responds(200, MilestoneWithHistory, forbidden, notFound),
    },
    handler: (request) => showMilestone(request.ctx, request.params.id, request.params.milestone_id),
  })

  app.put('/projects/:id/milestones/:milestone_id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The milestone is saved.' },
    schema: {
      operationId: 'changeMilestone',
      summary: 'Change a milestone or its status',
      description:
        'Any subset of the fields, at least one; for the owner, administrators, and collaborators with ' +
        '`can_manage_milestones`. Any status may follow any other. `completed_at` is set when it is completed, and cleared when it is reopened.',
      tags,
      params: ids('id', 'milestone_id'),
      body: MilestoneChange,
      response: responds(200, Type.Object({ milestone: Milestone }), forbidden, notFound),
    },
    handler: (request) => updateMilestone(request.ctx, request.params.id, request.params.milestone_id, request.body),
  })

  app.delete('/projects/:id/milestones/:milestone_id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The milestone is deleted.' },
    schema: {
      operationId: 'deleteMilestone',
      summary: 'Delete a milestone',
      description: 'For the owner, administrators, and collaborators with `can_manage_milestones`.',
      tags,
      params: ids('id', 'milestone_id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteMilestone(request.ctx, request.params.id, request.params.milestone_id),
  })
}
