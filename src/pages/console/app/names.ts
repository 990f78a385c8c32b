/** The words for states, roles and kinds. */

import { write } from './kit.ts'

const states: Record<string, () => string> = {
  active: () => write('active'),
  suspended: () => write('suspended'),
  deleted: () => write('deleted'),
  unverified: () => write('unverified'),
  open: () => write('open'),
  draft: () => write('draft'),
  closed: () => write('closed'),
  published: () => write('published'),
  archived: () => write('archived'),
  public: () => write('public'),
  private: () => write('private'),
  hidden: () => write('hidden'),
  dismissed: () => write('dismissed'),
  pending: () => write('pending'),
  succeeded: () => write('received'),
  failed: () => write('failed'),
  refunded: () => write('refunded'),
  ending: () => write('ends with its period'),
  past_due: () => write('unpaid'),
  canceled: () => write('canceled'),
  expired: () => write('expired'),
  invited: () => write('invited'),
  existing: () => write('has an account'),
  running: () => write('running'),
  finished: () => write('done'),
  waiting: () => write('waiting'),
  sending: () => write('on its way'),
  offered: () => write('offered'),
  retired: () => write('retired'),
  sent: () => write('sent'),
  due: () => write('due'),
  dead: () => write('failed for good'),
  done: () => write('done'),
  refused: () => write('refused'),
  issued: () => write('issued'),
  revoked: () => write('revoked'),
  warning: () => write('risky'),
  notice: () => write('look at it'),
  none: () => write('fine'),
}

/** Other states, such as those of applications, stay as the API writes them. */
export const nameState = (state: string): string => states[state]?.() ?? state.replaceAll('_', ' ')

const roles: Record<string, () => string> = {
  student: () => write('Student'),
  learner: () => write('Learner'),
  researcher: () => write('Researcher'),
  recruiter: () => write('Recruiter'),
  admin: () => write('Administrator'),
}
export const nameRole = (role: string): string => roles[role]?.() ?? role
export const roleOptions = (): [string, string][] => Object.entries(roles).map(([role, name]) => [role, name()])

const kinds: Record<string, () => string> = {
  job_post: () => write('Job posts'),
  course: () => write('Courses'),
  exam: () => write('Exams'),
  project: () => write('Projects'),
  researcher: () => write('Researcher profiles'),
  company: () => write('Companies'),
  message: () => write('Messages'),
  application: () => write('Applications'),
  enrollment: () => write('Enrollments'),
  attempt: () => write('Exam attempts'),
  certificate: () => write('Certificates'),
  payment: () => write('Payments'),
}
export const nameKind = (kind: string): string => kinds[kind]?.() ?? kind
export const contentKinds = ['job_post', 'course', 'exam', 'project', 'researcher', 'company', 'message']

const actors: Record<string, () => string> = {
  administrator: () => write('Administrator'),
  command_line: () => write('Command line'),
  service: () => write('Service'),
  user: () => write('User'),
  visitor: () => write('Visitor'),
}
export const nameActor = (actor: string): string => actors[actor]?.() ?? actor

export const stateOptions = (...names: string[]): [string, string][] => names.map((name) => [name, nameState(name)])
