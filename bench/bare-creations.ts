/** What the service does on PostgreSQL when it creates an item, besides adding its row, as statements by hand. */

/** The fields of a request. */
// biome-ignore lint/suspicious/noExplicitAny: each kind of item has its own fields.
type Data = any

interface Step {
  name: string
  text: string
}

interface StepWithValues extends Step {
  values(id: number, user: number, data: Data): unknown[]
}

const subscription = `select subscriptions.state, period_start, period_end, anchor_day, plans.name, job_postings,
    candidate_searches, team_members
  from subscriptions join plans on plans.id = plan_id where user_id = $1 and state in ('active', 'ending', 'past_due')`
const freePlan = `select name, job_postings, candidate_searches, team_members from plans where id = 'free' and $1::bigint > 0`

/** The limit of the plan, by the id of the user. */
export const beforeCreation: Record<string, Step[]> = {
  '/job-posts': [
    { name: 'subscription', text: subscription },
    { name: 'free plan', text: freePlan },
  ],
}

const author = `jsonb_build_object('id', author.id, 'name', author.name, 'profile_photo', author.profile_photo) as author`

/** The last step reads the item as its author sees it. */
export const afterCreation: Record<string, StepWithValues[]> = {
  '/job-posts': [
    {
      name: 'skills of a post',
      text: `insert into job_post_skills (job_post_id, skill_key, share)
        select $1::bigint, lower(skill), $3::bigint from unnest($2::text[]) as skill`,
      values: (id, _, { skills }) => [id, skills, Math.floor(100 / skills.length)],
    },
    {
      name: 'a post',
      text: `select item.*, ${author},
          (select jsonb_agg(jsonb_build_object('exam_id', exam_id, 'course_id', course_id, 'skill', skill))
            from job_requirements where job_post_id = item.id) as requirements,
          exists (select from job_applications where job_post_id = item.id and user_id = $2) as applied,
          (select coalesce(sum(total), 0) from job_application_counts where job_post_id = item.id) as applicants_count
        from job_posts as item join users as author on author.id = item.user_id where item.id = $1`,
      values: (id, user) => [id, user],
    },
  ],
  '/courses': [
    {
      name: 'lessons',
      text: 'select id, title, duration_minutes from lessons where course_id = $1 and removed_at is null order by position, id',
      values: (id) => [id],
    },
    {
      name: 'a course',
      text: `select item.*, ${author},
          (select jsonb_agg(prerequisite_id) from course_prerequisites where course_id = item.id) as prerequisites,
          exists (select from enrollments where course_id = item.id and user_id = $2) as enrolled
        from courses as item join users as author on author.id = item.user_id where item.id = $1`,
      values: (id, user) => [id, user],
    },
  ],
  '/projects': [
    {
      name: 'number of projects',
      text: `insert into owned_project_counts (owner_id, visibility, total) values ($1, 'public', 1)
        on conflict (owner_id, visibility) do update set total = owned_project_counts.total + 1`,
      values: (_, user) => [user],
    },
    {
      name: 'activity',
      text: `insert into activity_log (user_id, activity_type, description, metadata, created_at, updated_at)
        values ($1, 'project_created', $2, $3, now(), now())`,
      values: (id, user, { title }) => [user, `Created the project ${title}`, { project_id: id }],
    },
    {
      name: 'a project',
      text: `select item.*, ${author},
          (select count(*) from milestones where project_id = item.id) as milestones_count,
          (select count(*) from milestones where project_id = item.id and status = 'completed') as milestones_completed,
          (select count(*) from project_collaborators where project_id = item.id) as collaborators_count,
          mine.can_edit, mine.can_upload_versions, mine.can_manage_milestones
        from projects as item join users as author on author.id = item.owner_id
          left join project_collaborators as mine on mine.project_id = item.id and mine.user_id = $2
        where item.id = $1`,
      values: (id, user) => [id, user],
    },
  ],
}
