/**
 * What names mean that are the same everywhere: ids, pages and times. Every other field is described in its schema, with its unit
 * and its relation to others.
 */

/** Parameters and fields, by name. */
export const glossary: Readonly<Record<string, string>> = {
  code: 'The code to check or redeem.',
  message: 'One sentence that a person can read.',
  total: 'The number of items on all pages together.',
  page: 'The page, from 1.',
  per_page: 'The number of items on a page.',
  id: 'The id, a number.',
  user_id: 'The id of the person.',
  member_id: 'The id of the membership.',
  researcher_id: 'The id of the researcher profile.',
  job_post_id: 'The id of the job post.',
  application_id: 'The id of the application.',
  interview_id: 'The id of the interview.',
  course_id: 'The id of the course.',
  lesson_id: 'The id of the lesson.',
  enrollment_id: 'The id of the enrollment.',
  instructor_id: 'Only courses of this person.',
  recruiter_id: 'Only posts of this person.',
  exam_id: 'The id of the exam.',
  share_id: 'The id of the link to the certificate.',
  delivery_id: 'The id of the delivery.',
  attempt_id: 'The id of the attempt.',
  question_id: 'The id of the question.',
  material_id: 'The id of the study material.',
  milestone_id: 'The id of the milestone.',
  session_id: 'The id of the session.',
  version_id: 'The id of the version.',
  collaborator_id: 'The id of the collaboration.',
  plan_id: 'The id of the plan, like `professional`.',
  payment_method_id: 'The id of one of my payment methods.',
  upload_id: 'The name that the client gave the upload.',
  search_id: 'The id of the search that showed the result.',
  request_id: 'The id of the request, as in the log of the service; null without one.',
  owner_id: 'The id of the owner.',
  content_id: 'The id of what was reported.',
  created_at: 'When it was created.',
  updated_at: 'When it was last changed.',
  publication_id: 'The id of the publication.',
  criterion_id: 'One of the `criteria` of the job post.',
  reviewer_id: 'The reviewer.',
  accommodation_id: 'The accommodation.',
  appeal_id: 'The appeal.',
  editor_id: 'The editor of the question bank.',
  grader_id: 'The grader, as `GET …/graders` lists them.',
  scorecard_id: 'The scorecard.',
  note_id: 'The note.',
  candidate_id: 'The imported candidate.',
  bulk_id: 'The action on many applicants.',
}

/** Words with a more particular meaning in one component or operation. */
export const particular: Readonly<Record<string, string>> = {
  'BillingRecord.status': 'Whether the money was kept or went back.',
  'StudyMaterial.type': 'The kind of material.',
  'BillingRecord.id': 'The number of the invoice.',
}

/** The resource of `{id}` in a path, by the first segment. */
export const things: Readonly<Record<string, string>> = {
  users: 'person',
  researchers: 'researcher profile',
  sessions: 'session',
  'job-posts': 'job post',
  'job-applications': 'application',
  interviews: 'interview',
  'message-templates': 'message template',
  'talent-pool': 'talent pool entry',
  'saved-searches': 'saved search',
  courses: 'course',
  projects: 'project',
  exams: 'exam',
  'exam-attempts': 'attempt',
  'exam-bookings': 'booking',
  certificates: 'certificate',
  'payment-methods': 'payment method',
  coupons: 'coupon',
  plans: 'plan',
  notifications: 'notification',
  files: 'file',
}

/** The groups of the reference, in the order of the specification. */
export const groups: readonly { name: string; description: string }[] = [
  {
    name: 'Authentication and accounts',
    description: 'Sign up, sign in with a password, Google or LinkedIn, reset a password, and list sessions.',
  },
  { name: 'Users', description: 'People: profiles, pictures, activity, export and deletion.' },
  { name: 'Search', description: 'Find researchers in natural language, with suggestions while typing.' },
  { name: 'Researchers', description: 'Researcher profiles, and the team of each.' },
  { name: 'Jobs', description: 'Job posts, applications with resumes, their states, and interviews.' },
  { name: 'Companies', description: 'Employers, their members, and their pages.' },
  { name: 'Courses', description: 'Courses with lessons, enrollment, progress, and learning offline.' },
  {
    name: 'Projects',
    description: 'Projects with versions, milestones, collaborators and a scope document.',
  },
  {
    name: 'Exams and certificates',
    description: 'Timed exams, attempts that survive a lost connection, bookings, and certificates with a public page.',
  },
  {
    name: 'Subscriptions and payments',
    description: 'Plans, coupons, payment methods, subscriptions, and invoices.',
  },
  {
    name: 'Notifications',
    description: 'Events as a list and as a stream, and preferences.',
  },
  {
    name: 'Changes',
    description: 'Everything that changes, as a feed, as a stream, and sent to your own address (webhooks).',
  },
  { name: 'File uploads', description: 'Files at once or in chunks, on disk or S3.' },
  { name: 'Operations', description: 'Liveness, readiness and metrics.' },
  {
    name: 'Administration',
    description: 'For administrators: people, content, reports, money, mail, work and the audit log.',
  },
]
