import { forbidden, notFound } from '#core/problem.ts'
import { ids } from '#core/schema.ts'
import { searchMeta } from '#features/search-index/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import type { Routes } from '#http/routes.ts'
import { showProject } from './access.ts'
import { listProjects } from './read-list.ts'
import { NewProject, Project, ProjectChange, ProjectQuery } from './schemas.ts'
import { checkDateChange, createProject, deleteProject, updateProject } from './service.ts'

const tags = ['Projects']

export const projectRoutes: Routes = (app) => {
  app.get('/projects', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read', readsReplica: true },
    schema: {
      operationId: 'listProjects',
      summary: 'List projects',
      description:
        'Public ones, my own, and those I collaborate on; administrators see all. Sorted by `recent` (newest first, the default), `title`, or `due` (the ' +
        'earliest end first, projects without an end last).',
      tags,
      querystring: ProjectQuery,
      response: respondsPage(Project, { extra: searchMeta }),
    },
    handler: (request) => listProjects(request.ctx, request.query),
  })

  app.post('/projects', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The project is created.' },
    schema: {
      operationId: 'createProject',
      summary: 'Create a project',
      description: 'The caller owns it. It is private by default and may include milestones.',
      tags,
      body: NewProject,
      response: responds(201, Project),
    },
    handler: (request) => createProject(request.ctx, request.body),
  })

  app.get('/projects/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read' },
    schema: {
      operationId: 'showProject',
      summary: 'Show a project',
      description: 'A private project is visible to its owner, its collaborators and administrators.',
      tags,
      params: ids('id'),
      response: responds(200, Project, forbidden, notFound),
    },
    handler: (request) => showProject(request.ctx, request.params.id),
  })

  app.put('/projects/:id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The project is saved.', check: checkDateChange },
    schema: {
      operationId: 'changeProject',
      summary: 'Change a project',
      description:
        'Any subset of the fields; for the owner, administrators, and collaborators with `can_edit`. Milestones have ' +
        'endpoints of their own.',
      tags,
      params: ids('id'),
      body: ProjectChange,
      response: responds(200, Project, forbidden, notFound),
    },
    handler: (request) => updateProject(request.ctx, request.params.id, request.body),
  })

  app.delete('/projects/:id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The project is deleted.' },
    schema: {
      operationId: 'deleteProject',
      summary: 'Delete a project',
      description: 'With all its versions, milestones and files; for the owner and administrators.',
      tags,
      params: ids('id'),
      response: respondsMessage(forbidden, notFound),
    },
    handler: (request) => deleteProject(request.ctx, request.params.id),
  })
}
