/** Changes of accounts, profiles, jobs and projects. */

import {
  inProject,
  inResearcher,
  isPublic,
  ofApplication,
  ofInterview,
  ofPost,
  ofProject,
  ofResearcher,
  reference,
  user,
  withoutMember,
} from './change-audiences.ts'
import type { TrackedRows } from './change-triggers.ts'
import { part, personal } from './tracked-rows.ts'

/** Parts of a project that come and go with the right to see it. */
const withProject = (kind: string, table: string): TrackedRows[] => [
  {
    table: 'projects',
    kind,
    name: `projects_${kind}`,
    id: () => 'item.id',
    parent: reference('id'),
    audience: ofProject,
    columns: ['visibility', 'owner_id'],
    each: { table, where: (row) => `item.project_id = ${row}.id` },
  },
  {
    table: 'project_collaborators',
    kind,
    name: `collaborators_${kind}`,
    id: () => 'item.id',
    parent: reference('project_id'),
    audience: user(),
    columns: [],
    each: { table, where: (row) => `item.project_id = ${row}.project_id` },
  },
]

export const accounts: TrackedRows[] = [
  {
    table: 'users',
    kind: 'user',
    audience: (row) =>
      `case when ${row}.deleted_at is null then 'user:' || ${row}.id || ${isPublic(`${row}.suspended_at is null`)} else '' end`,
    columns: [
      'name',
      'role',
      'profile_photo',
      'headline',
      'bio',
      'location',
      'skills',
      'links',
      'deleted_at',
      'suspended_at',
    ],
  },
  {
    table: 'users',
    kind: 'user',
    name: 'private_user',
    audience: user('id'),
    onlyUpdates: true,
    columns: [
      'email',
      'email_verified_at',
      'pending_email',
      'email_bounced_at',
      'phone',
      'timezone',
      'locale',
      'billing_address',
    ],
  },
  {
    table: 'researchers',
    kind: 'researcher',
    audience: ofResearcher,
    columns: [
      ...[
        'user_id',
        'headline',
        'bio',
        'institution',
        'department',
        'location',
        'country',
        'fields',
        'skills',
        'languages',
      ],
      ...['years_experience', 'h_index', 'orcid', 'availability', 'verified', 'publications', 'visibility'],
    ],
  },
  {
    ...part('researcher_team', 'researcher', inResearcher, ['role', 'can_manage_team', 'accepted_at']),
    audienceWithout: withoutMember(inResearcher),
  },
  personal('notifications', 'notification', []),
  personal('files', 'file', ['filename']),
]

export const work: TrackedRows[] = [
  {
    table: 'job_posts',
    kind: 'job_post',
    audience: ofPost,
    columns: [
      ...['title', 'description', 'company', 'location', 'remote', 'employment_type', 'experience_level', 'skills'],
      ...['salary_min', 'salary_max', 'currency', 'deadline', 'status', 'questions', 'user_id'],
    ],
  },
  {
    table: 'job_applications',
    kind: 'job_application',
    audience: ofApplication,
    columns: ['status', 'resume_id', 'first_name', 'last_name', 'email', 'phone', 'cover_letter', 'additional_answers'],
  },
  {
    table: 'interviews',
    kind: 'interview',
    parent: reference('application_id'),
    audience: ofInterview,
    columns: [
      ...['starts_at', 'timezone', 'duration_minutes', 'location', 'interview_type', 'notes', 'answer'],
      ...['proposed_times', 'answer_message', 'answered_at'],
    ],
  },
  {
    table: 'projects',
    kind: 'project',
    audience: ofProject,
    columns: [
      ...['owner_id', 'title', 'description', 'status', 'visibility', 'field', 'start_date', 'end_date'],
      'scope_document_id',
    ],
  },
  {
    ...part('project_collaborators', 'project', inProject, [
      ...['role', 'can_edit', 'can_upload_versions', 'can_manage_milestones', 'accepted_at'],
    ]),
    audienceWithout: withoutMember(inProject),
  },
  {
    table: 'project_versions',
    kind: 'project_version',
    parent: reference('project_id'),
    audience: inProject,
    columns: ['file_id'],
  },
  {
    table: 'milestones',
    kind: 'milestone',
    parent: reference('project_id'),
    audience: inProject,
    columns: ['title', 'description', 'due_date', 'status', 'completion_criteria', 'completed_at', 'order'],
  },
  ...withProject('project_version', 'project_versions'),
  ...withProject('milestone', 'milestones'),
]
