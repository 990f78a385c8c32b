/** The words for acts in the audit log, and for background tasks; what has none is written as words of its identifier. */

import { names } from './catalogue.ts'
import { write } from './kit.ts'

const acts: Record<string, () => string> = {
  invitePerson: () => write('Invite a person'),
  importPeople: () => write('Import people'),
  resendInvitation: () => write('Send the invitation again'),
  revokeInvitation: () => write('Revoke the invitation'),
  suspendPerson: () => write('Suspend'),
  restorePerson: () => write('End the suspension'),
  endSessionsOfPerson: () => write('End sessions'),
  endSessionOfPerson: () => write('End one session'),
  mailResetLink: () => write('Send a reset link'),
  changeRole: () => write('Change the role'),
  verifyPerson: () => write('Verify the researcher'),
  verifyResearcher: () => write('Verify the researcher'),
  unverifyResearcher: () => write('Withdraw the verification'),
  verifyCompany: () => write('Verify the company'),
  unverifyCompany: () => write('Withdraw the verification'),
  deleteCompany: () => write('Delete the company'),
  deleteUser: () => write('Delete the account'),
  exportUser: () => write('Export all data'),
  hideContent: () => write('Hide'),
  restoreContent: () => write('Show again'),
  decideReport: () => write('Decide a report'),
  takeDownFile: () => write('Take down a file'),
  createAnnouncement: () => write('Announce something'),
  finishAnnouncement: () => write('Finish an announcement'),
  cancelAnnouncement: () => write('Stop an announcement'),
  retryMail: () => write('Send now'),
  cancelMail: () => write('Do not send'),
  retryTask: () => write('Run a task'),
  deleteTask: () => write('Delete a task'),
  runSchedule: () => write('Run a schedule'),
  addPlan: () => write('Add a plan'),
  changePlan: () => write('Change a plan'),
  addCoupon: () => write('Add a coupon'),
  deleteCoupon: () => write('Delete a coupon'),
  grantSubscription: () => write('Give a plan'),
  cancelSubscriptionOfPerson: () => write('Cancel a subscription'),
  extendSubscription: () => write('Extend a subscription'),
  recordPayment: () => write('Record a payment'),
  recordUnmatchedPayment: () => write('Record unmatched money'),
  matchUnmatchedPayment: () => write('Match'),
  returnUnmatchedPayment: () => write('Return'),
  refundPayment: () => write('Refund'),
  failRefund: () => write('A refund has failed'),
  retryRefund: () => write('Try a refund again'),
  closeRefund: () => write('Close a refund'),
  closePaymentDifference: () => write('Close a difference'),
  revokeCertificate: () => write('Revoke'),
  beginConsoleSession: () => write('Sign in to the console'),
  keepConsoleSession: () => write('Stay in the console'),
}

/** Writes `extendSubscription` and `extend_subscription` as `Extend subscription`. */
function toWords(identifier: string): string {
  const words = identifier
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export const nameAct = (action: string): string => acts[action]?.() ?? toWords(action)

const objects: Record<string, () => string> = {
  user: () => write('Person'),
  plan: () => write('Plan'),
  announcement: () => write('Announcements'),
  file: () => write('File'),
  company: () => write('Companies'),
  coupon: () => write('Coupons'),
  session: () => write('Sessions'),
  report: () => write('Reports'),
  mail: () => write('Mails'),
  task: () => write('Task'),
  subscription: () => write('Subscriptions'),
}

export const nameObject = (kind: string): string => objects[kind]?.() ?? names.kind?.[kind] ?? toWords(kind)

/** What the service deletes once it has expired, by the kind of the task. */
const expired: Record<string, () => string> = {
  end_consents: () => write('consents'),
  remove_old_candidates: () => write('candidates'),
  sweep_changes: () => write('changes'),
  sweep_company_invitations: () => write('invitations of companies'),
  sweep_dismissed_events: () => write('dismissed notifications'),
  sweep_expired_tokens: () => write('links and sign-ins'),
  sweep_files: () => write('files'),
  sweep_gateway_events: () => write('messages of gateways'),
  sweep_gateway_results: () => write('answers of gateways'),
  sweep_idempotency_keys: () => write('keys of requests'),
  sweep_mails: () => write('mails'),
  sweep_method_setups: () => write('unfinished cards and phones'),
  sweep_people_imports: () => write('imports of people'),
  sweep_saved_search_matches: () => write('hits of saved searches'),
  sweep_searches: () => write('searches'),
  sweep_stream_tickets: () => write('tickets of live pages'),
  sweep_throttle_windows: () => write('counts of requests'),
  sweep_webhook_deliveries: () => write('deliveries of webhooks'),
}

/** What tasks do, by the beginnings of their kinds; the first one that fits. */
const tasks: [beginning: string, name: () => string][] = [
  ['send_mail', () => write('Send a mail')],
  ['mail_', () => write('Write a mail')],
  ['send_announcement', () => write('Send an announcement')],
  ['announce_', () => write('Notify people')],
  ['notify_', () => write('Notify people')],
  ['remind_of_exams', () => write('Remind of exams')],
  ['remind_of_due_lessons', () => write('Remind of due lessons')],
  ['remind_', () => write('Remind people')],
  ['remove_from_gateway', () => write('Delete a customer at the gateway')],
  ['forget_customer', () => write('Delete a customer at the gateway')],
  ['remove_', () => write('Delete files')],
  ['append_to_transparency_log', () => write('Extend the public log')],
  ['sign_audit_log', () => write('Sign the audit log')],
  ['apply_pending_documents', () => write('Update the search')],
  ['rebuild_search_index', () => write('Update the search')],
  ['empty_inactive_search_copy', () => write('Update the search')],
  ['read_resumes_again', () => write('Update the search')],
  ['compact_counters', () => write('Add up counters')],
  ['store_daily_figures', () => write('Count figures')],
  ['deliver_sealed_applications', () => write('Deliver applications')],
  ['submit_reserved_places', () => write('Deliver applications')],
  ['end_reserved_places', () => write('End reserved places')],
  ['complete_quiz_lessons', () => write('Complete lessons')],
  ['expire_attempts', () => write('Finish and grade exams')],
  ['finish_grading', () => write('Finish and grade exams')],
  ['regrade_exam', () => write('Finish and grade exams')],
  ['refresh_exams_of_bank', () => write('Finish and grade exams')],
  ['find_due_subscriptions', () => write('Renew subscriptions')],
  ['advance_subscription', () => write('Renew subscriptions')],
  ['finish_bulk_action', () => write('Act on many applications')],
  ['invite_people', () => write('Invite people')],
  ['match_saved_searches', () => write('Run saved searches')],
  ['send_search_digests', () => write('Mail what saved searches have found')],
  ['pull_received_money', () => write('Fetch received payments')],
  ['reconcile_payments', () => write('Compare payments with the gateways')],
  ['read_orcid_works', () => write('Read works from ORCID')],
  ['refresh_proofs', () => write('Renew proofs of skills')],
  ['refund_', () => write('Refund')],
  ['settle_', () => write('Settle a payment')],
]

export function nameTask(kind: string): string {
  const what = expired[kind]?.()
  if (what !== undefined) return write('Delete what has expired: {what}', { what })
  return tasks.find(([beginning]) => kind.startsWith(beginning))?.[1]() ?? toWords(kind)
}
