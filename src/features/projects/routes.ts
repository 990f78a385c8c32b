import { forbidden, notFound } from '#core/problem.ts'
import { searchMeta } from '#features/search-index/index.ts'
import { responds, respondsMessage, respondsPage } from '#http/envelope.ts'
import { route, routes } from '#http/route.ts'
import { showProject } from './access.ts'
import { listProjects } from './read-list.ts'
import { NewProject, Project, ProjectChange, ProjectQuery } from './schemas.ts'
import { checkDateChange, createProject, deleteProject, updateProject } from './service.ts'

export const projectRoutes = routes('Projects', [
  route('GET /projects', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read', readsReplica: true },
    summary: 'List projects',
    description:
      'Public ones, my own, and those I collaborate on; administrators see all. Sorted by `recent` (newest first, the default), `title`, or `due` (the ' +
      'earliest end first, projects without an end last).',
    query: ProjectQuery,
    response: respondsPage(Project, { extra: searchMeta }),
    run: listProjects,
  }),
  route('POST /projects', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The project is created.' },
    summary: 'Create a project',
    description: 'The caller owns it. It is private by default and may include milestones.',
    body: NewProject,
    response: responds(201, Project),
    run: createProject,
  }),
  route('GET /projects/:id', {
    config: { discloses: true, access: 'signed-in', scope: 'projects:read' },
    summary: 'Show a project',
    description: 'A private project is visible to its owner, its collaborators and administrators.',
    response: responds(200, Project, forbidden, notFound),
    run: showProject,
  }),
  route('PUT /projects/:id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The project is saved.', check: checkDateChange },
    operationId: 'changeProject',
    summary: 'Change a project',
    description:
      'Any subset of the fields; for the owner, administrators, and collaborators with `can_edit`. Milestones have ' +
      'endpoints of their own.',
    body: ProjectChange,
    response: responds(200, Project, forbidden, notFound),
    run: updateProject,
  }),
  route('DELETE /projects/:id', {
    config: { access: 'signed-in', scope: 'projects:write', message: 'The project is deleted.' },
    summary: 'Delete a project',
    description: 'With all its versions, milestones and files; for the owner and administrators.',
    response: respondsMessage(forbidden, notFound),
    run: deleteProject,
  }),
])
