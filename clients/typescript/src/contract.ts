// Generated from openapi.json by `npm run generate`; changes made here are lost.

import type { FileValue } from './forms.ts'
import type { Done, Page, Reply } from './replies.ts'

export interface AcceptInvitationRequest {
  /** The token of the link; keep it secret. */
  token: string
  /** The password, exactly as typed. */
  password: string
  /** Must equal `password`. */
  password_confirmation?: string | undefined
}

export interface AccommodationChange {
  extra_minutes?: ExamAccommodationExtraMinutes | undefined
  factor?: ExamAccommodationFactor | undefined
  /** Attempts in addition to `max_attempts`. */
  extra_attempts?: number | undefined
  /** The first moment at which the person can start; null for the one of the exam. */
  available_from?: DateTimeOrNull | undefined
  /** The last moment at which the person can start; null for the one of the exam. */
  available_until?: DateTimeOrNull | undefined
  /** Why, for the owner of the exam and administrators. The person does not see it. */
  note?: string | undefined
}

export interface ActivityEntry {
  id: Id
  /** What was done, like `login` or `exam_submitted`. */
  type: string
  /** The same as a sentence. */
  description: string
  /** When it was created. */
  created_at: DateTime
  /** What it was done to. */
  metadata: Record<string, unknown>
  /** The API key that did it; null for a session. */
  api_key_id: number | null
}

export interface AdminMail {
  id: Id
  /** The address of the recipient. */
  to: string
  /** The subject line of the mail. */
  subject: string
  /** `failed` when the mail server refused it for good, with the answer in `failure`. */
  state: "waiting" | "sent" | "failed" | "canceled"
  /** The answer of the mail server; empty unless it refused the mail. */
  failure: string
  /** When it was created. */
  created_at: DateTime
  /** When a mail server accepted it; null before. */
  sent_at: DateTimeOrNull
  /** When the mail server refused it for good; null otherwise. */
  failed_at: DateTimeOrNull
  /** When it was cancelled; null while it is not. */
  canceled_at: DateTimeOrNull
}

export interface AdminMailDetail {
  id: Id
  /** The address of the recipient. */
  to: string
  /** The subject line of the mail. */
  subject: string
  /** `failed` when the mail server refused it for good, with the answer in `failure`. */
  state: "waiting" | "sent" | "failed" | "canceled"
  /** The answer of the mail server; empty unless it refused the mail. */
  failure: string
  /** When it was created. */
  created_at: DateTime
  /** When a mail server accepted it; null before. */
  sent_at: DateTimeOrNull
  /** When the mail server refused it for good; null otherwise. */
  failed_at: DateTimeOrNull
  /** When it was cancelled; null while it is not. */
  canceled_at: DateTimeOrNull
  /** The text without the secrets of its links; empty once a mail server has the mail, or refused it. */
  text: string
  /** The names of the attached files. */
  attachments: string[]
  /** How often it was tried; 0 without a task. */
  attempts: number
  /** Why the last attempt failed. */
  last_error: string | null
  /** Null when it will not be tried again by itself. */
  next_attempt_at: string | null
}

export interface AdminPayment {
  id: Id
  /** The id of the person. */
  user_id: Id
  /** The name of the account. */
  user_name: string
  /** What was paid for. */
  title: string
  /** The amount in units of the currency, with its decimal places (ISO 4217). */
  amount: Amount
  /** The part of the amount that was refunded, in the currency of the payment. */
  refunded_amount: Amount
  /** The currency, an ISO 4217 code. */
  currency: string
  /** What became of the payment. */
  status: "pending" | "succeeded" | "failed" | "refunded"
  /** Why it failed or is refunded; null otherwise. */
  failure: string | null
  /** The payment method, as the person knows it. */
  method: string
  /** The payment gateway. */
  gateway: string
  /** The number of the invoice; null without one. */
  invoice_number: string | null
  /** When it was created. */
  created_at: DateTime
  /** When the outcome was known; null before. */
  settled_at: DateTimeOrNull
}

export interface AdminPaymentDetail {
  id: Id
  /** The id of the person. */
  user_id: Id
  /** The name of the account. */
  user_name: string
  /** What was paid for. */
  title: string
  /** The amount in units of the currency, with its decimal places (ISO 4217). */
  amount: Amount
  /** The part of the amount that was refunded, in the currency of the payment. */
  refunded_amount: Amount
  /** The currency, an ISO 4217 code. */
  currency: string
  /** What became of the payment. */
  status: "pending" | "succeeded" | "failed" | "refunded"
  /** Why it failed or is refunded; null otherwise. */
  failure: string | null
  /** The payment method, as the person knows it. */
  method: string
  /** The payment gateway. */
  gateway: string
  /** The number of the invoice; null without one. */
  invoice_number: string | null
  /** When it was created. */
  created_at: DateTime
  /** When the outcome was known; null before. */
  settled_at: DateTimeOrNull
  /** The kind of purchase, like `subscription`. */
  purpose: string
  /** The start of the period that was paid for. */
  period_start: DateTime
  /** The end of the period that was paid for. */
  period_end: DateTime
  /** The id at the payment provider. */
  payment_id: string | null
  /** What the charge was made for. */
  details: Record<string, unknown>
  /** The number on the receipt or statement of a payment that was recorded by hand; null otherwise. */
  reference: string | null
  /** The day on which it was received by hand; null otherwise. */
  received_on: CalendarDateOrNull
  /** The refunds of the payment, oldest first. */
  refunds: {
    id: Id
    /** The amount in units of the currency, with its decimal places (ISO 4217). */
    amount: number
    /** Whether the money is on its way back, has arrived, or could not be returned. */
    status: "pending" | "succeeded" | "failed"
    /** The reason, in free words; empty for a refund by the service. */
    reason: string
    /** Why the payment provider did not return it; empty otherwise. */
    failure: string
    /** How often it was tried. */
    tries: number
    /** When it was created. */
    created_at: DateTime
    /** When the outcome was known; null before. */
    settled_at: DateTimeOrNull
    /** When an administrator decided that a failed refund needs nothing more; null otherwise. */
    closed_at: DateTimeOrNull
    /** The id at the payment provider; null without one. */
    refund_id: string | null
    /** The number of the credit note; null until the refund has succeeded. */
    credit_note_number: string | null
  }[]
}

export interface AdminRefund {
  id: Id
  /** The payment that is refunded. */
  charge_id: Id
  /** The amount in units of the currency, with its decimal places (ISO 4217). */
  amount: number
  /** Whether the money is on its way back, has arrived, or could not be returned. */
  status: "pending" | "succeeded" | "failed"
  /** The reason, in free words; empty for a refund by the service. */
  reason: string
  /** Why the payment provider did not return it; empty otherwise. */
  failure: string
  /** How often it was tried. */
  tries: number
  /** When it was created. */
  created_at: DateTime
  /** When the outcome was known; null before. */
  settled_at: DateTimeOrNull
  /** When an administrator decided that a failed refund needs nothing more; null otherwise. */
  closed_at: DateTimeOrNull
  /** The id at the payment provider; null without one. */
  refund_id: string | null
  /** The id of the person. */
  user_id: Id
  /** The name of the account. */
  user_name: string
  /** What was paid for. */
  title: string
  /** The currency, an ISO 4217 code. */
  currency: string
  /** The payment gateway. */
  gateway: string
  /** The number of the credit note; null until the refund has succeeded. */
  credit_note_number: string | null
}

export interface AdminSubscription {
  id: Id
  /** The id of the person. */
  user_id: Id
  /** The name of the account, which pays for it. */
  user_name: string
  /** The company that has it; null for the plan of the person. */
  company_id: number | null
  /** The name of the company; null for the plan of the person. */
  company_name: string | null
  /** The id of the plan, like `professional`. */
  plan_id: string
  /** The name of the plan. */
  plan_name: string
  /** The price in units of the currency, with its decimal places (ISO 4217); 0 when free. */
  price: Amount
  /** The currency, an ISO 4217 code. */
  currency: string
  /** The length of a billing period. */
  interval: "month" | "year"
  /** `ending` is canceled at the end of its period; `past_due` waits for a payment. */
  state: "active" | "ending" | "past_due" | "canceled" | "expired"
  /** When it began. */
  started_at: DateTime
  /** The start of the period that was paid for. */
  period_start: DateTime
  /** The end of the period that was paid for. */
  period_end: DateTime
  /** When it was cancelled; null while it is not. */
  canceled_at: DateTimeOrNull
  /** The reason for the cancellation; null when none was given. */
  cancel_reason: string | null
  /** How often a payment of the present renewal has failed. */
  retries: number
  /** When the payment is attempted again; null when none has failed. */
  retry_at: DateTimeOrNull
  /** When it ended; null before. */
  ended_at: DateTimeOrNull
}

export interface AdvanceSandboxClockRequest {
  /** A duration as in ISO 8601, of at most a year. */
  advance: string
  /** After how many hours background work runs at the latest; by default a hundred-and-twentieth of the advance, from 1 to 24. It also runs at each moment at which a task is due, or a renewal, a reminder, a digest or the end of a reserved place. */
  step_hours?: number | undefined
}

export type Amount = number

export interface Announcement {
  id: Id
  /** The subject of the mail, and the title of the notification. */
  title: string
  /** What is announced. An empty line begins a new paragraph of the mail. */
  message: string
  roles: AnnouncementRoles
  channels: AnnouncementChannels
  /** Whether it is on its way, all have it, or the rest does not get it. */
  status: "sending" | "sent" | "canceled"
  /** The number of people with the roles when it began. */
  total: number
  /** The number of people whose turn has come. */
  reached: number
  /** The number of mails. Others have no verified address, or want no such mails. */
  mailed: number
  /** When it was created. */
  created_at: DateTime
  /** When it was done or canceled; null until then. */
  finished_at: DateTimeOrNull
  /** The name of the administrator; empty without the account. */
  sender_name: string
}

/** Whether they get a mail, a notification, or both. */
export type AnnouncementChannels = ("mail" | "notification")[]

export interface AnnouncementPreview {
  /** The number of people with the roles. */
  people: number
  /** The number of people who would get a mail; 0 without mails. */
  mails: number
  /** How long it takes until all have it. */
  minutes: number
  /** The mail, in the language of the administrator. */
  mail: {
    /** The subject. */
    subject: string
    /** The text, as the administrator would get it. */
    text: string
  }
}

/** Who gets it: the people with one of these roles. */
export type AnnouncementRoles = UserRole[]

export interface AnswerCandidateInvitationRequest {
  /** `accepted` applies; `declined` erases the data, and the address is not imported into this post again. */
  answer: "accepted" | "declined"
  expires?: AnswerConsentRequestExpires | undefined
  /** Proof that the service made the link. */
  signature?: string | undefined
  /** The API key that the link ends with. */
  key?: string | undefined
  /** Given to those who see hidden content. */
  hidden?: string | undefined
}

export interface AnswerConsentRequest {
  answer: ConsentAnswerAnswer
  /** With `extended`, the end that the person agrees to: that of the request. */
  requested_until?: DateTime | undefined
  expires?: AnswerConsentRequestExpires | undefined
  /** Proof that the service made the link. */
  signature?: string | undefined
  /** The API key that the link ends with. */
  key?: string | undefined
  /** Given to those who see hidden content. */
  hidden?: string | undefined
}

/** When the link expires, in seconds since 1970-01-01; part of the signature. */
export type AnswerConsentRequestExpires = string

export interface AnswerFile {
  id: Id
  /** The name of the file. */
  filename: string
  /** In bytes. */
  size: number
  /** The media type of the content. */
  mime_type: string
  /** An address at which it can be read for an hour. */
  url: string
}

export interface AnswerInvitationRequest {
  /** What the applicant answers to the invitation. */
  answer: "accepted" | "declined" | "proposed"
  /** For the recruiter. */
  message?: string | undefined
  time_1?: AnswerInvitationRequestTime1 | undefined
  time_2?: AnswerInvitationRequestTime1 | undefined
  time_3?: AnswerInvitationRequestTime1 | undefined
  expires?: AnswerConsentRequestExpires | undefined
  /** Proof that the service made the link. */
  signature?: string | undefined
  /** The API key that the link ends with. */
  key?: string | undefined
  /** Given to those who see hidden content. */
  hidden?: string | undefined
}

/** When the applicant could come instead, as `2026-11-21T09:30` in the time zone of the page. */
export type AnswerInvitationRequestTime1 = string

/** Says which answers the service has. */
export interface AnswerReceipt {
  /** The highest revision that was saved. One above that of the request says that the save changed nothing. */
  revision: number
  /** When answers were last saved. */
  saved_at: DateTime
  /** SHA-256 in hexadecimal of all saved answers as canonical JSON (RFC 8785). */
  answers_sha256: string
  /** Proof that the service made the receipt for this attempt. */
  mac: string
}

export interface ApiKey {
  id: Id
  /** The name. */
  name: string
  /** The first characters of the key. */
  hint: string
  scopes: ApiKeyScopes
  /** When it was created. */
  created_at: DateTime
  /** When it was last used, with a precision of five minutes. */
  last_used_at: DateTimeOrNull
  /** When it expires. */
  expires_at: DateTimeOrNull
}

/** What the key may do. */
export type ApiKeyScopes = ApiKeyScopesItem[]

export type ApiKeyScopesItem = "jobs:read" | "jobs:write" | "courses:read" | "courses:write" | "exams:read" | "exams:write" | "projects:read" | "projects:write" | "researchers:read" | "researchers:write" | "search:read" | "notifications:read" | "notifications:write" | "files:read" | "files:write" | "billing:read" | "admin:read" | "admin:write"

export interface Applicant {
  id: Id
  /** First and last name. */
  name: string
  /** The e-mail address. */
  email: string
  /** The telephone number. */
  phone: string
  /** From the profile, as are the skills and the picture. */
  location: string
  /** How much experience the applicant has, in free words. */
  experience_level: string
  /** How far the application is. */
  status: ApplicantStatus
  /** When the application was submitted. */
  applied_at: DateTime
  /** The cover letter. */
  cover_letter: string
  salary_expectation: ApplicantSalaryExpectation
  /** The names of skills. */
  skills: string[]
  profile_photo: ApplicantProfilePhoto
  /** Where the resume is downloaded, with a bearer token. */
  resume_url: string
  /** Within the post. */
  candidate_number: number | null
  /** Whether name, contacts, photo, cover letter and resume are withheld. */
  blind: boolean
  /** Of a rejection; empty without one. */
  rejection_reason: string
  /** To those who manage the post. */
  tags?: string[] | undefined
  /** What the applicant has proven, the heaviest first; empty for a blind candidate. */
  evidence: Evidence[]
  match: Match
}

/** The URL of the picture; null without one. */
export type ApplicantProfilePhoto = string | null

/** The expected salary a year, in the currency of the post; null when not stated. */
export type ApplicantSalaryExpectation = number | null

export type ApplicantStatus = "applied" | "reviewing" | "shortlisted" | "rejected" | "hired"

export interface ApplicationMessage {
  id: Id
  /** The id of the application. */
  application_id: Id
  /** Who wrote it: the applicant, or who manages the post. */
  sender: "candidate" | "recruiter"
  /** The user who wrote it. A blind candidate has no `id`. */
  author: {
    /** The id, a number. */
    id: IdOrNull
    /** The name, such as `Candidate 7` of a blind post. */
    name: string
  }
  /** The text; without names and addresses of a blind candidate. Of a hidden message, others than its author read that it was removed. */
  body: string
  /** The attached files, whose addresses work for an hour. */
  files: UploadedFile[]
  /** The number of attached files that are withheld until a blind candidate is shortlisted. */
  withheld_files: number
  /** When it was sent; of a blind candidate the day. */
  created_at: DateTime
  /** When an administrator removed it for all but its author; null unless it is. */
  hidden_at: DateTimeOrNull
  /** Why it is hidden, for its author; empty unless it is. */
  hidden_reason: string
}

export interface ApplicationNote {
  id: Id
  /** The id of the application. */
  application_id: Id
  /** The user who wrote the note. */
  author: Named
  /** The note, which the applicant never sees. */
  text: string
  /** When it was written. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

export interface ApplicationStatusChange {
  /** How far the application is. */
  status: ApplicantStatus
  reason?: BulkActionReason | undefined
  /** Of a rejection: a few kind words, which the applicant gets by mail. */
  letter?: string | undefined
}

export interface ApplicationTags {
  /** All tags, in their order; an empty list removes them. */
  tags: BulkActionTagsItem[]
}

export interface AttemptQuestion {
  id: Id
  /** The text of the question. */
  question: string
  type: NewQuestionType
  /** The answers to choose from. */
  options: string[]
  /** The points for a right answer. */
  points: number
  /** The words that a submitted essay may have, which spaces separate; left out without a limit. */
  max_words?: number | undefined
  /** Of matching, the left sides; of cloze, the names of the blanks, which the text has as `{{name}}`. */
  prompts?: string[] | undefined
}

export interface AuditHead {
  /** The number of rows, which is the number of the last one. */
  rows: number
  /** The hash of the last row; empty for an empty log. */
  hash: string
  /** The newest signature; null before the first. */
  signed: {
    /** The row that was the last one when it was signed. */
    last_id: number
    /** The hash of that row. */
    hash: string
    /** When it was signed. */
    signed_at: DateTime
    /** The Ed25519 key that verifies the signature, in base64url. */
    public_key: string
    /** The signature of `audit log`, row and hash, one line each. */
    signature: string
  } | null
}

export interface AuditRow {
  /** The number of the row; the log has no gaps. */
  id: number
  /** When it was created. */
  created_at: DateTime
  /** What acted: an administrator, a command, the service itself, a user through an agent, or a user or visitor who was refused. */
  actor: "administrator" | "command_line" | "service" | "user" | "visitor"
  /** The account that acted; null without one. */
  actor_id: number | null
  /** The present name of the account; empty without one. */
  actor_name: string
  /** The operation of the API, the command, or what the service did. */
  action: string
  /** What it was done to. */
  object: {
    /** The kind of the object, like `job_post`. */
    kind: string
    /** The id of the object, as text. */
    id: string
  } | null
  /** The user whom the act concerns. */
  user_id: number | null
  /** Whether it was done or refused. */
  outcome: "done" | "refused"
  /** The HTTP status, where the row was written with the answer. */
  status: number | null
  /** The values before and after, without secrets. */
  changes: {
    /** The fields that differ; null for a side without any. */
    before: Record<string, unknown> | null
    /** The fields that differ; null for a side without any. */
    after: Record<string, unknown> | null
  } | null
  /** The reason that was given. */
  reason: string | null
  /** The network address of the request. */
  address: string | null
  /** The id of the request, as in the log of the service; null without one. */
  request_id: string | null
  /** True when the details were erased with the account of the user. */
  erased: boolean
  /** SHA-256 of the row and of the hash before it, in hexadecimal digits. */
  hash: string
}

export interface AuthoredExam {
  id: Id
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The duration, in minutes. */
  duration_minutes: number
  /** Percent. */
  passing_score: number
  max_attempts: ExamMaxAttempts
  /** Of the caller: submitted and expired ones. */
  attempts_used: number
  /** How many an attempt has. */
  questions_count: number
  /** The category, in free words. */
  category: string
  /** The first moment at which the exam can be started. */
  available_from: DateTime
  available_until: ExamAvailableUntil
  /** The IANA name of the time zone in which its dates are shown. */
  timezone: string
  status: ExamStatus
  passed: ExamPassed
  /** Whether it is published or a draft. */
  publication_status: "draft" | "published"
  access: ExamAccess
  /** The skills that passing it proves. */
  skills: string[]
  /** Instructions to read before the start. */
  instructions: string
  /** Whether the caller could start an attempt now. */
  can_take: boolean
  /** The number of attempts left. */
  attempts_remaining: number
  /** The attempt to go on with. */
  open_attempt_id: number | null
  /** Whether each attempt has its own order of questions. */
  shuffle: boolean
  /** Whether it only belongs to lessons, and is in no list. */
  practice: boolean
  /** Whether passing it awards a certificate. */
  certificate_enabled: boolean
  /** How many are drawn from the pool; null for all. */
  question_count: number | null
  /** What happens to an attempt whose time is over: its saved answers are graded, or it is void. */
  on_expiry: "grade" | "void"
  /** The minutes after the end in which late answers count, for those who were writing. */
  grace_minutes: number
  marking: ExamMarking
  /** What an attempt is made of; empty for the own questions. */
  sections: ExamSection[]
  review: ExamReview
  safe_exam_browser: ExamSafeExamBrowser
  /** Whether those who grade do not see who wrote an answer. */
  anonymous_grading: boolean
  /** The owner. */
  owner: Named
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
  /** All questions, with their answers. */
  questions: ExamQuestion[]
}

export interface AvatarForm {
  /** A JPEG, PNG or WebP image of at most 5 MB. One of these fields is needed. */
  avatar?: FileValue | undefined
  /** A JPEG, PNG or WebP image of at most 5 MB. One of these fields is needed. */
  profile_photo?: FileValue | undefined
  /** A JPEG, PNG or WebP image of at most 5 MB. One of these fields is needed. */
  photo?: FileValue | undefined
  /** A JPEG, PNG or WebP image of at most 5 MB. One of these fields is needed. */
  image?: FileValue | undefined
  /** A JPEG, PNG or WebP image of at most 5 MB. One of these fields is needed. */
  file?: FileValue | undefined
}

export interface BackgroundTask {
  id: Id
  /** What it does, like `send_mail`. */
  kind: string
  /** `due` is next; `waiting` is due later, or runs at the moment; `dead` failed too often. */
  state: "due" | "waiting" | "dead"
  /** How often it was begun. */
  attempts: number
  /** Why the last attempt failed; null before. */
  last_error: string | null
  /** When it is due, or when the lease of its run ends. */
  run_at: DateTime
  /** When it was given up; null before. */
  dead_at: DateTimeOrNull
  /** When it was created. */
  created_at: DateTime
  /** What it works on, without secrets. */
  payload: Record<string, unknown>
}

export interface BankQuestion {
  id: Id
  /** The text of the question. */
  question: string
  type: NewQuestionType
  /** The points for a right answer. */
  points: number
  /** The answers to choose from. */
  options: string[]
  pairs: BankQuestionPairs
  correct_answer: BankQuestionCorrectAnswer
  /** The largest accepted difference from the right number. */
  tolerance: number
  /** Why the right answer is right, in Markdown; empty without one. */
  explanation: string
  option_feedback: BankQuestionOptionFeedback
  /** Essay: the words that a submitted answer may have; null for no limit. */
  max_words: number | null
  rubric: BankQuestionRubric
  /** Whether all candidates get the points, as for a mistaken question. */
  void: boolean
  /** The position in the list, from 1. */
  order: number
  /** Words by which sections of exams select questions. */
  tags: string[]
  /** From 1, easy, to 5, hard; null if it is not known. */
  difficulty: number | null
}

export interface BankQuestionChange {
  question?: QuestionChangeQuestion | undefined
  type?: NewQuestionType | undefined
  /** 1 unless given. */
  points?: number | undefined
  options?: NewQuestionOptions | undefined
  pairs?: NewQuestionPairs | undefined
  correct_answer?: NewQuestionCorrectAnswer | undefined
  tolerance?: NewQuestionTolerance | undefined
  explanation?: NewQuestionExplanation | undefined
  option_feedback?: NewQuestionOptionFeedback | undefined
  max_words?: NewQuestionMaxWords | undefined
  rubric?: NewQuestionRubric | undefined
  void?: NewQuestionVoid | undefined
  order?: NewQuestionOrder | undefined
  tags?: NewBankQuestionTags | undefined
  /** From 1, easy, to 5, hard; null if it is not known. */
  difficulty?: number | null | undefined
}

/** The correct answer, as it is given; null for matching, cloze, essay and file_upload. */
export type BankQuestionCorrectAnswer = string | number | boolean | string[] | null

/** What the review says about options, by the text of the option. */
export type BankQuestionOptionFeedback = Record<string, string>

/** Matching: what belongs together; empty for other types. */
export type BankQuestionPairs = {
  /** What an option is found for. */
  left: string
  /** The option that belongs to it. */
  right: string
}[]

/** The criteria by which people grade; empty without any. */
export type BankQuestionRubric = RubricCriterion[]

export interface BeginPaymentMethodSetupRequest {
  /** What is added on the page. */
  type: "card"
  /** The path of the frontend that wants the method, for its page to which the person returns. */
  next?: string | null | undefined
  /** Whether it is charged when no other method is named. */
  is_default?: boolean | undefined
}

export type BillingAddress = {
  /** A person or an organization. */
  name: string
  /** Street and number. */
  line1: string
  /** Further lines of the address. */
  line2: string
  /** The city. */
  city: string
  /** State, province or county. */
  region: string
  /** The postal code. */
  postal_code: string
  /** ISO 3166-1 alpha-2. */
  country: string
  tax_id: BillingAddressTaxId
} | null

/** VAT or tax number of the buyer. One that begins like the VAT numbers of `country` must have their form, in the European Union, Great Britain, Iceland, Norway and Switzerland; no register is asked. */
export type BillingAddressTaxId = string

export interface BillingRecord {
  /** The number of the invoice. */
  id: string
  /** The day, `YYYY-MM-DD`. */
  date: CalendarDate
  /** The amount in units of the currency, with its decimal places (ISO 4217). */
  amount: Amount
  /** The currency, an ISO 4217 code. */
  currency: string
  /** Whether the money was kept or went back. */
  status: "paid" | "refunded"
  /** The part of the amount that was refunded, in the currency of the payment; its credit notes are in `GET /billing/credit-notes`. */
  refunded_amount: Amount
  /** The part of the amount whose refund is on its way, in the currency of the payment. */
  refund_pending: Amount
  /** What was paid for: the name of a plan or of a course. */
  plan: string
  /** The coupon that reduced the price; null without one. */
  coupon_code: string | null
  /** From and to; the same date twice for what is bought once. */
  period: string
  /** The invoice as a page; works for an hour, without a token. */
  invoice_url: string
  /** The invoice as a PDF; works for an hour, without a token. */
  pdf_url: string
}

export interface BulkAction {
  /** The applications, at most 500. Either these or a `filter`. */
  application_ids?: Id[] | undefined
  /** The filters of the list of applicants, which select at most 500; an empty object selects all. */
  filter?: {
    /** How far the application is. */
    status?: ApplicantStatus | undefined
    /** A part of the name or the e-mail address; of blind candidates, a part of `Candidate 7`. */
    search?: string | undefined
    /** Beginnings of up to five words of the resume, all of which must be there. Not in blind ones. */
    resume?: string | undefined
    /** A tag of the application, without regard to case and accents; for those who manage the post. */
    tag?: string | undefined
  } | undefined
  /** `status` needs `status`; `reject` may have `reason` and `letter`; `tag` needs `tags` or `remove_tags`; `message` needs `body` or `template_id`; `slot_invitation` may have `until`. */
  action: "status" | "reject" | "tag" | "message" | "slot_invitation"
  /** How far the application is. */
  status?: ApplicantStatus | undefined
  reason?: BulkActionReason | undefined
  /** Of a rejection: a few kind words, which the applicant gets by mail. */
  letter?: string | undefined
  /** Tags to add. */
  tags?: BulkActionTagsItem[] | undefined
  /** Tags to remove. */
  remove_tags?: BulkActionTagsItem[] | undefined
  /** The text of the message. */
  body?: string | undefined
  /** Instead of `body`: one of my message templates, or of a company for which I recruit. */
  template_id?: Id | undefined
  language?: BulkActionLanguage | undefined
  /** Until when a slot can be chosen and changed; 14 days from now unless given, at most 60. */
  until?: DateTime | undefined
}

/** The language of the text: unless given that of the applicant, and of the caller where it is withheld who the applicant is. */
export type BulkActionLanguage = "en" | "fr" | "es" | "pt" | "ar" | "sw"

/** Of a rejection: one of the `rejection_reasons` of the post. The applicant does not see it. */
export type BulkActionReason = string

/** A word by which applications are sorted. */
export type BulkActionTagsItem = string

export interface BulkResult {
  /** By which the action is undone; null where nothing can be undone. */
  id: number | null
  /** Until when the action can be undone, 10 minutes; applicants are told of a status after that. Null for messages and invitations, which are sent. */
  undo_until: DateTimeOrNull
  /** One for each application, in the order of the request or, by a filter, newest first. */
  results: {
    /** The id of the application. */
    application_id: Id
    /** `done`; `unchanged`, it was so already; `not_found`, no application of the post; `refused`, as the `message` says. */
    verdict: "done" | "unchanged" | "not_found" | "refused"
    /** Why nothing was done, with `not_found` and `refused`; empty otherwise. */
    message: string
  }[]
}

export type CalendarDate = string

export type CalendarDateOrNull = string | null

export interface CalendarLink {
  /** The private address of the calendar (iCalendar), for calendar programs. It is shown only now. */
  url: string
  /** When it was created. */
  created_at: DateTime
}

export interface CancelSubscriptionOfPersonRequest {
  /** Ends it now, not with its period. */
  cancel_immediately?: boolean | undefined
  /** Why; it is written to the audit log. */
  reason?: string | undefined
}

export interface CancelSubscriptionRequest {
  /** The reason, in free words. */
  reason?: string | null | undefined
  /** Ends the plan at once, without a refund, not at the end of its period. */
  cancel_immediately?: boolean | undefined
  /** For this company, which I own or manage as an admin; for myself unless given. */
  company_id?: IdOrNull | undefined
}

export interface Candidate {
  id: Id
  /** The job post. */
  job_post_id: Id
  /** The first name. */
  first_name: string
  /** The last name; empty for a name of one word. */
  last_name: string
  /** The e-mail address. */
  email: string | null
  /** The telephone number, or an empty text. */
  phone: string
  /** City, region or country, or an empty text. */
  location: string
  /** The letter, or the summary of a resume. */
  cover_letter: string
  /** Tags for the application, which the person never sees. */
  tags: string[]
  /** A note for the application, which the person never sees. */
  note: string
  /** Where the data come from, the oldest first. */
  sources: CandidateSource[]
  state: CandidateState
  /** The application; null without one, and always of a blind post. */
  application_id: number | null
  /** The user who imported the candidate first. */
  importer: Named
  /** When the invitation was mailed last; null without one. */
  invited_at: DateTimeOrNull
  /** When the candidate was imported first. */
  created_at: DateTime
}

export interface CandidateDetails {
  id: Id
  /** The job post. */
  job_post_id: Id
  /** The first name. */
  first_name: string
  /** The last name; empty for a name of one word. */
  last_name: string
  /** The e-mail address. */
  email: string | null
  /** The telephone number, or an empty text. */
  phone: string
  /** City, region or country, or an empty text. */
  location: string
  /** The letter, or the summary of a resume. */
  cover_letter: string
  /** Tags for the application, which the person never sees. */
  tags: string[]
  /** A note for the application, which the person never sees. */
  note: string
  /** Where the data come from, the oldest first. */
  sources: CandidateSource[]
  state: CandidateState
  /** The application; null without one, and always of a blind post. */
  application_id: number | null
  /** The user who imported the candidate first. */
  importer: Named
  /** When the invitation was mailed last; null without one. */
  invited_at: DateTimeOrNull
  /** When the candidate was imported first. */
  created_at: DateTime
  /** The JSON Resume (https://jsonresume.org/schema) that was imported, without name and contacts; null without one. */
  resume: Record<string, unknown> | null
}

export interface CandidateExamAttempt {
  id: Id
  /** The exam. */
  exam: Titled
  status: ExamAttemptStatus
  score: ExamAttemptScore
  passed: ExamAttemptPassed
  /** When it began. */
  started_at: DateTime
  /** When it was submitted; null before. */
  submitted_at: DateTimeOrNull
  score_before: ExamAttemptScoreBefore
  /** The account. */
  user: Named
  /** The number of the attempt, from 1. */
  attempt_number: number
  /** The seconds after the end at which the last answers arrived; null if they were in time. */
  late_by_seconds: number | null
  /** The number of events that `GET /exam-attempts/{id}/events` lists. */
  events_count: number
}

export interface CandidateIdentity {
  /** The id of the person. */
  user_id: Id
  /** The name. */
  name: string
  /** The e-mail address. */
  email: string
  /** The telephone number. */
  phone: string
  /** City, region or country, in free words. */
  location: string
}

export interface CandidateImport {
  /** Whether nothing was stored. */
  preview: boolean
  /** The number of rows. */
  total: number
  /** The number of new candidates. */
  added: number
  /** The number of rows whose address was known. */
  joined: number
  /** The number of refused rows. */
  refused: number
  /** All rows, in the order of the file. */
  rows: CandidateRow[]
}

export interface CandidateImportRequest {
  /** The text of a CSV file with at most 500 rows, whose header names the column `email` and either `name` or `first_name` and `last_name`, and may name `phone`, `location`, `cover_letter`, `tags` (separated by `|`), `note`, `source` and `consented_on`, which replace those of the request. */
  csv?: string | undefined
  /** The text of a JSON Resume (https://jsonresume.org/schema) or of an array of at most 500, each with `basics.name` and `basics.email` and of at most 50,000 characters. */
  resumes?: string | undefined
  /** Where the data come from, such as the name of a fair or of another service. */
  source: string
  /** How these people agreed that you have their data, such as by a signed form. It is told to each of them. */
  consent: string
  /** The day of the consent, today or earlier; null where it is not known. */
  consented_on?: CalendarDateOrNull | undefined
  /** With true, the answer has the verdict of every row, and nothing is stored or mailed. */
  preview?: boolean | undefined
  /** Whether each added candidate is invited by a mail to apply or to refuse; false unless given. */
  invite?: boolean | undefined
}

export interface CandidateRow {
  /** The line of the file, or the position of the resume, from 1. */
  line: number
  /** The name in the row. */
  name: string
  /** The address in the row. */
  email: string
  /** `added`, a new candidate; `joined`, the post has a candidate or an applicant with this address, or an earlier row has it, and what was empty is filled; `refused`, with `messages`. */
  verdict: "added" | "joined" | "refused"
  /** Why it is refused, or was not invited. */
  messages: string[]
  /** The candidate; null if refused, and in a preview if new. */
  candidate_id: number | null
  /** The application with this address; null without one, and always of a blind post. */
  application_id: number | null
  /** Whether an invitation is mailed. */
  invited: boolean
}

export interface CandidateSource {
  /** Where the data come from. */
  source: string
  /** How the person agreed that these data are passed on. */
  consent: string
  /** The day of the consent; null where it is not known. */
  consented_on: string | null
  /** When the data were imported. */
  imported_at: DateTime
}

/** `imported`; `invited` by a mail; `accepted` while the person has no account with a verified address; `applied`, with an application. Of a blind post only the first two are told. */
export type CandidateState = "imported" | "invited" | "accepted" | "applied"

export interface Certificate {
  id: Id
  /** The title of the exam or course on the day of issue. */
  title: string
  /** The organization, which confirms that the record is genuine. */
  issuer: string
  awarded_by: CertificateAwarder
  /** The day on which it was issued. */
  issued_date: CalendarDate
  /** The public page that verifies the certificate; needs no token. */
  certificate_url: string
  /** The code with which anybody can verify the certificate. */
  verification_code: string
  /** False once an administrator has revoked it. */
  verified: boolean
  /** The exam. */
  exam: TitledOrNull
  /** The course. */
  course: TitledOrNull
  /** A picture (SVG) to show on other sites. */
  badge: string
}

/** The author of the exam or course. */
export type CertificateAwarder = {
  /** The author; null once their account is deleted. */
  id: number | null
  /** As they were called on the day of issue. */
  name: string
  /** Whether the issuer had verified the identity of the author on the day of issue. */
  verified: boolean
} | null

export interface CertificateDetail {
  id: Id
  /** The title of the exam or course on the day of issue. */
  title: string
  /** The organization, which confirms that the record is genuine. */
  issuer: string
  awarded_by: CertificateAwarder
  /** The day on which it was issued. */
  issued_date: CalendarDate
  /** The public page that verifies the certificate; needs no token. */
  certificate_url: string
  /** The code with which anybody can verify the certificate. */
  verification_code: string
  /** False once an administrator has revoked it. */
  verified: boolean
  /** The exam. */
  exam: TitledOrNull
  /** The course. */
  course: TitledOrNull
  /** Percent; null on the certificate of a course. */
  score: number | null
  /** The certificate to print. Needs the token. */
  pdf_download_url: string
  /** Whose it is, as they were called on the day of issue. */
  name: string
  /** When it was revoked; null while it is valid. */
  revoked_at: DateTimeOrNull
  /** The reason for the revocation. */
  revocation_reason: string
}

export interface CertificateShare {
  id: Id
  /** The page, which needs no token. */
  url: string
  /** Opens the form of LinkedIn that adds the certificate to a profile, filled in. */
  linkedin_url: string
  /** What the page shows besides the title, the issuer and the date. */
  shows: ("name" | "result" | "awarded_by")[]
  /** What the link is for; empty if it was not said. */
  purpose: string
  /** When it was created. */
  created_at: DateTime
  /** When it expires. */
  expires_at: DateTimeOrNull
}

export interface CertificateVerification {
  /** Whether it is valid. */
  valid: boolean
  /** Whether the certificate holds. */
  status: "valid" | "revoked"
  /** The name. */
  name: string
  /** The title. */
  title: string
  /** The organization that issued it. */
  issuer: string
  awarded_by: CertificateAwarder
  /** The day on which it was issued. */
  issued_date: CalendarDate
  /** The code with which anybody can verify the certificate. */
  verification_code: string
}

export interface Change {
  /** Ascends with each change, in the order of the commits. */
  id: number
  /** What happened to the object, as you see it, such as `job_post.updated`. An object that you may see now is `created` for you. */
  type: "user.created" | "user.updated" | "user.deleted" | "researcher.created" | "researcher.updated" | "researcher.deleted" | "company.created" | "company.updated" | "company.deleted" | "job_post.created" | "job_post.updated" | "job_post.deleted" | "job_application.created" | "job_application.updated" | "job_application.deleted" | "interview.created" | "interview.updated" | "interview.deleted" | "interview_slot.created" | "interview_slot.updated" | "interview_slot.deleted" | "message_template.created" | "message_template.updated" | "message_template.deleted" | "talent_pool_entry.created" | "talent_pool_entry.updated" | "talent_pool_entry.deleted" | "saved_search.created" | "saved_search.updated" | "saved_search.deleted" | "course.created" | "course.updated" | "course.deleted" | "enrollment.created" | "enrollment.updated" | "enrollment.deleted" | "exam.created" | "exam.updated" | "exam.deleted" | "exam_attempt.created" | "exam_attempt.updated" | "exam_attempt.deleted" | "exam_accommodation.created" | "exam_accommodation.updated" | "exam_accommodation.deleted" | "question_bank.created" | "question_bank.updated" | "question_bank.deleted" | "exam_booking.created" | "exam_booking.updated" | "exam_booking.deleted" | "certificate.created" | "certificate.updated" | "certificate.deleted" | "project.created" | "project.updated" | "project.deleted" | "project_version.created" | "project_version.updated" | "project_version.deleted" | "milestone.created" | "milestone.updated" | "milestone.deleted" | "plan.created" | "plan.updated" | "plan.deleted" | "subscription.created" | "subscription.updated" | "subscription.deleted" | "payment_method.created" | "payment_method.updated" | "payment_method.deleted" | "invoice.created" | "invoice.updated" | "invoice.deleted" | "credit_note.created" | "credit_note.updated" | "credit_note.deleted" | "notification.created" | "notification.updated" | "notification.deleted" | "file.created" | "file.updated" | "file.deleted" | "payment.created" | "payment.updated" | "payment.deleted" | "refund.created" | "refund.updated" | "refund.deleted" | "unmatched_payment.created" | "unmatched_payment.updated" | "unmatched_payment.deleted" | "report.created" | "report.updated" | "report.deleted" | "coupon.created" | "coupon.updated" | "coupon.deleted"
  /** What has changed. */
  object: {
    /** The kind of the object. */
    kind: "user" | "researcher" | "company" | "job_post" | "job_application" | "interview" | "interview_slot" | "message_template" | "talent_pool_entry" | "saved_search" | "course" | "enrollment" | "exam" | "exam_attempt" | "exam_accommodation" | "question_bank" | "exam_booking" | "certificate" | "project" | "project_version" | "milestone" | "plan" | "subscription" | "payment_method" | "invoice" | "credit_note" | "notification" | "file" | "payment" | "refund" | "unmatched_payment" | "report" | "coupon"
    /** The id of the object: a number, except for plans. */
    id: number | string
    /** Where it is read; for some kinds the list that has it. */
    url: string
  }
  /** When it was numbered, moments after it was saved. */
  occurred_at: string
}

export interface ChoiceStatistics {
  /** The text of the option; of true or false, `true` and `false`. */
  option: string
  /** The number of attempts that chose it. */
  chosen: number
  /** Whether it is a right one. */
  right: boolean
}

export interface ChooseSlotByLinkRequest {
  /** The id of the slot that is chosen, in digits; `0` cancels the interview. */
  slot_id: string
  expires?: AnswerConsentRequestExpires | undefined
  /** Proof that the service made the link. */
  signature?: string | undefined
  /** The API key that the link ends with. */
  key?: string | undefined
  /** Given to those who see hidden content. */
  hidden?: string | undefined
}

export interface ClaimGradingRequest {
  /** The attempt, as the queue names it; any unless given. */
  attempt_id?: Id | undefined
  /** The question; any unless given. */
  question_id?: Id | undefined
}

export interface ClosePaymentDifferenceRequest {
  /** Why it differs, and what was done; it is written to the audit log. */
  reason: string
}

export interface CodeProof {
  /** Six digits of the authenticator app, or a recovery code. */
  code: string
}

export interface Cohort {
  id: Id
  /** The title. */
  title: string
  /** When its learners begin, from which the days of lessons count. */
  starts_at: DateTime
  /** Until when people can enroll in it; null for no end. */
  ends_at: DateTimeOrNull
  /** The greatest number of learners; null for no limit. */
  capacity: number | null
  /** The number of learners, with those whose payment is pending. */
  enrolled_count: number
}

export interface CohortInput {
  /** Of the cohort that is changed; without it a cohort is added. */
  id?: Id | undefined
  /** The title. */
  title: string
  /** When its learners begin, from which the days of lessons count. */
  starts_at: DateTime
  /** Until when people can enroll in it; null for no end. */
  ends_at?: DateTimeOrNull | undefined
  /** The greatest number of learners; null for no limit. */
  capacity?: number | null | undefined
}

/** What is left out stays as it is. */
export interface CollaboratorChange {
  /** What they do in the project, in your words. */
  role?: string | undefined
  permissions?: NewCollaboratorPermissions | undefined
}

export interface Company {
  id: Id
  /** The name. */
  name: string
  /** What the company does. */
  description: string
  /** The URL of the website, or an empty text. */
  website: string
  /** The address of the picture; null without one. */
  logo: string | null
  /** ISO 3166-1 alpha-2, or an empty text. */
  country: string
  size: CompanySize
  /** The industry, in free words. */
  industry: string
  /** Whether an administrator has verified that the company is what it says. Another name or website ends it. */
  verified: boolean
  /** When it was verified; null unless it is. */
  verified_at: DateTimeOrNull
  /** The role of the caller in the company; null for all others. */
  my_role: "owner" | "admin" | "recruiter" | "interviewer" | null
  /** Passages that match `search`, at most one of each field, with `<mark>` around the words; only with `search`. */
  highlights?: CourseHighlights | undefined
  /** When an administrator hid it from all but its members; null unless it is. */
  hidden_at: DateTimeOrNull
  /** Why it is hidden, for its members; empty unless it is. */
  hidden_reason: string
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

export interface CompanyChange {
  /** The name. */
  name?: string | undefined
  /** What the company does. */
  description?: string | undefined
  /** The URL of the website, or an empty text. */
  website?: string | undefined
  /** null removes the picture. An address changes nothing: logos are uploaded. */
  logo?: string | null | undefined
  /** ISO 3166-1 alpha-2, or an empty text. */
  country?: string | undefined
  size?: CompanySize | undefined
  /** The industry, in free words. */
  industry?: string | undefined
}

export interface CompanyInvitation {
  /** The `member_id` with which it is accepted or declined. */
  id: number
  /** The company. */
  company: {
    id: Id
    /** The name. */
    name: string
    /** Whether an administrator has verified the company. */
    verified: boolean
  }
  role: CompanyMemberRole
  /** The name of the person who invited. */
  invited_by: string
  /** When the person was invited. */
  added_at: DateTime
  /** When the invitation ends unless it is accepted. */
  expires_at: DateTime
}

export interface CompanyLogoChange {
  /** A JPEG, PNG or WebP image of at most 5 MB. */
  logo?: FileValue | undefined
}

export interface CompanyMember {
  id: Id
  /** The account; null while an address is invited. */
  user: {
    id: Id
    /** The name. */
    name: string
    /** Empty, except for the member, administrators, and fellow members after acceptance. */
    email: string
    /** Empty when there is none. */
    profile_photo: string
  } | null
  /** The invited address until it is accepted, for those who change the members; otherwise empty. */
  invited_email: string
  role: CompanyMemberRole
  /** When the person was invited. */
  added_at: DateTime
  /** When the person accepted; null until then, and nothing is permitted to them. */
  accepted_at: DateTimeOrNull
}

export interface CompanyMemberChange {
  role: CompanyMemberRole
}

/** An owner may do everything; an admin changes the company and its members; a recruiter manages its job posts and applications; an interviewer sees the posts and candidates that they are assigned to. */
export type CompanyMemberRole = "owner" | "admin" | "recruiter" | "interviewer"

export type CompanyPageMetaSearchCorrections = {
  /** The word, as it was typed. */
  typed: string
  /** The word that was searched for instead. */
  meant: string
}[]

/** How many people work there; empty where it is not said. */
export type CompanySize = "" | "1-10" | "11-50" | "51-200" | "201-500" | "501-1000" | "1001-5000" | "5001-10000" | "10001+"

export interface CompleteSignInRequest {
  /** As the provider sent it to `redirect_uri`. */
  code: string
  /** As the provider sent it to `redirect_uri`. */
  state: string
  /** What the sign-in is for. */
  action: "login" | "signup" | "link"
  /** What a new person is on the platform; of no account for a known one. */
  role?: "student" | "learner" | "researcher" | "recruiter" | null | undefined
  /** The address of the frontend that the provider leads back to. */
  redirect_uri: string
  /** The token of an invitation, which this sign-in accepts; keep it secret. */
  invitation?: string | null | undefined
  /** As the provider sent it to `redirect_uri`, if it did (RFC 9207). */
  iss?: string | null | undefined
}

export interface CompleteTwoFactorRequest {
  /** As the login answered it. */
  challenge: string
  /** Six digits of the authenticator app, or a recovery code. */
  code: string
}

export interface CompleteUploadRequest {
  /** The name that the client gave the upload. */
  upload_id: string
  /** A type as POST /upload takes it, or a MIME type. */
  file_type: string
  /** Of the whole file; it is refused when it differs. */
  sha256?: string | null | undefined
}

export interface CompletedFile {
  id: Id
  /** The address of the file. */
  url: string
  /** The name it was sent with, made safe. */
  filename: string
  /** In bytes. */
  size: number
}

export interface ConsentAnswer {
  answer: ConsentAnswerAnswer
  /** With `extended`, the end that the person agrees to: that of the request. */
  requested_until?: DateTime | undefined
}

/** `consented` gives the consent until `consent_until`; `declined` refuses or withdraws it, which removes the entry with its note. `extended` agrees to `requested_until`, and `not_extended` keeps the end as it is. */
export type ConsentAnswerAnswer = "consented" | "declined" | "extended" | "not_extended"

export interface Content {
  id: Id
  kind: ReportKind
  /** Of a researcher profile, the name of the person; of a message, the beginning of its text. */
  title: string
  /** The id of the owner. */
  owner_id: Id
  /** The name of the owner; of a message, of its author. */
  owner_name: string
  /** The status that it has, or had before it was hidden. */
  status: string
  /** When it was hidden; null unless it is. */
  hidden_at: DateTimeOrNull
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

export interface ContentDetail {
  id: Id
  kind: ReportKind
  /** Of a researcher profile, the name of the person; of a message, the beginning of its text. */
  title: string
  /** The id of the owner. */
  owner_id: Id
  /** The name of the owner; of a message, of its author. */
  owner_name: string
  /** The status that it has, or had before it was hidden. */
  status: string
  /** When it was hidden; null unless it is. */
  hidden_at: DateTimeOrNull
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
  /** Why it is hidden: a decision about it, or the suspension of its owner. Empty if it is not. */
  causes: {
    /** Why it is hidden: a decision about it, or the suspension of its owner. */
    cause: "moderation" | "suspension"
    /** The reason, in free words. */
    reason: string
    /** When it was hidden; null unless it is. */
    hidden_at: DateTime
  }[]
  /** The whole text of a message. Empty for other kinds, which have an address of their own. */
  text: string
  /** The files of a message; empty for other kinds. */
  files: {
    id: Id
    /** The name of the file. */
    filename: string
    /** An address that works for an hour. */
    url: string
  }[]
  /** The reports without a decision. */
  open_reports: number
}

export interface Coupon {
  id: Id
  /** The code to check or redeem. */
  code: string
  /** The discount in percent; null for one of an amount. */
  percent_off: number | null
  /** The discount as an amount; null for one in percent. */
  amount_off: number | null
  /** The currency of an amount off, which is for prices in it; USD unless given. */
  currency: string | null
  /** When it expires. */
  expires_at: string | null
  /** The number of times it can be used; null for no limit. */
  max_redemptions: number | null
  /** The number of times it was used. */
  redemptions: number
  /** The plans it is for; empty for every plan. */
  plans: string[]
  /** When it was created. */
  created_at: DateTime
}

export interface Course {
  id: Id
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The address of a picture. */
  thumbnail: string | null
  /** The category, in free words. */
  category: string
  /** The level of difficulty. */
  level: "beginner" | "intermediate" | "advanced"
  /** The price in units of the currency, with its decimal places (ISO 4217); 0 when free. */
  price: Amount
  /** The currency, an ISO 4217 code. */
  currency: string
  prices: PlanPrices
  /** The author of the course. */
  instructor: ProjectOwner
  /** Courses to complete before this one. */
  prerequisites: Id[]
  /** Whether a lesson opens once those before it are completed. */
  sequential: boolean
  /** Whether passing or completing it awards a certificate. */
  certificate_enabled: boolean
  status: CourseStatus
  access: CourseAccess
  /** The skills that completing it proves. */
  skills: string[]
  /** The number of lessons. */
  lessons_count: number
  /** Of all lessons together. */
  duration_minutes: number
  /** The number of enrolled people. */
  enrolled_count: number
  /** Whether the caller is enrolled. */
  enrolled: boolean
  /** Passages that match `search`, at most one of each field, with `<mark>` around the words; only with `search`. */
  highlights?: CourseHighlights | undefined
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

/** Who may read and take it: `everyone` who is signed in, or only the `invited` people on its roster; for all others it does not exist. */
export type CourseAccess = "everyone" | "invited"

export interface CourseChange {
  /** The title. */
  title?: string | undefined
  /** The description. */
  description?: string | undefined
  /** The address of a picture, like the `url` of an uploaded one. */
  thumbnail?: string | null | undefined
  /** The category, in free words. */
  category?: string | undefined
  /** The level of difficulty. */
  level?: "beginner" | "intermediate" | "advanced" | undefined
  /** In units of the currency, with its decimal places (ISO 4217); 0 for a free course, else at least 0.50, or 50 where there are no cents. */
  price?: Amount | undefined
  /** The currency, an ISO 4217 code. */
  currency?: string | undefined
  /** Whether each lesson opens after the one before is completed. */
  sequential?: boolean | undefined
  /** Whether passing or completing it awards a certificate. */
  certificate_enabled?: boolean | undefined
  status?: CourseStatus | undefined
  access?: CourseAccess | undefined
  skills?: NewCourseSkills | undefined
  prices?: NewPlanPrices | undefined
  /** All of them; they may not lead back to this course. */
  prerequisites?: Id[] | undefined
  cohorts?: NewCourseCohorts | undefined
  /** With an `id` a lesson is changed, without one it is added; the others stay as they are. */
  lessons?: LessonInput[] | undefined
}

export type CourseHighlights = {
  /** The part that matched. */
  field: string
  /** HTML-escaped, with what was found in `<mark>`. */
  text: string
}[]

export interface CourseLearner {
  /** Of the enrollment. */
  id: number
  /** The account. */
  user: ProjectOwner
  status: EnrollmentStatus
  /** The cohort of the course; null in a course without cohorts. */
  cohort_id: number | null
  /** The title of the cohort; null without one. */
  cohort_title: string | null
  /** Percent of the lessons, rounded down. */
  progress: number
  /** The number of completed lessons. */
  lessons_completed: number
  /** The number of lessons of the course. */
  total_lessons: number
  /** The time that the learner has spent, in minutes. */
  time_spent_minutes: number
  /** When the person enrolled. */
  enrolled_at: DateTime
  /** When the learner last opened it. */
  last_accessed_at: DateTime
  /** When it was completed; null while it is not. */
  completed_at: DateTimeOrNull
  /** The first due date of all lessons that are not completed, which is past for a learner who is behind; null without one, and once the course is completed. */
  due_at: DateTimeOrNull
  /** The number of lessons that are not completed though their due date is past; 0 once the course is completed. */
  overdue_lessons: number
  /** Whether the learner needs help: there is a reason in `at_risk_reasons`. Never for one who pauses or has completed the course. */
  at_risk: boolean
  /** `no_access`: for 14 days has neither reported progress nor begun a quiz, nor has the cohort begun since; `behind`: a due date is past; `failed_twice`: failed two attempts or more at the exam of a lesson, and passed none. */
  at_risk_reasons: ("no_access" | "behind" | "failed_twice")[]
  /** Results at the exams of lessons, in the order of the lessons; exams without an attempt are left out. */
  quizzes: QuizResult[]
}

/** Where in the list this page is, and figures of the whole list. */
export interface CoursePageMeta {
  /** The page, from 1. */
  current_page: number
  /** How many a page has at most. */
  per_page: number
  /** How many there are on all pages. */
  total: number
  /** The last page, at least 1. */
  last_page: number
  from: ListMetaFrom
  to: ListMetaTo
  /** The address of the list without its query. */
  path: string
  /** The address of the first page. */
  first_page_url: string
  /** The address of the last page. */
  last_page_url: string
  next_page_url: ListMetaNextPageUrl
  prev_page_url: ListMetaPrevPageUrl
  /** What was made of `search`; only with it. */
  search?: {
    /** False if no row has all of what was asked for, and the nearest ones are listed. */
    all_words: boolean
    /** Every word that was guessed for a misspelled or unfinished one, and by which a row was found. */
    corrections: CompanyPageMetaSearchCorrections
    /** What rows must not have, because it was typed with a minus. */
    excluded: string[]
    /** Words that were not searched for, because they only frame what is asked for, such as `about`. */
    ignored: string[]
    /** Words that no row has. */
    not_understood: string[]
  } | undefined
}

export interface CourseProgress {
  /** The id of the enrollment. */
  enrollment_id: Id
  /** The id of the course. */
  course_id: Id
  /** The share that is completed, in whole percent, rounded down. */
  progress_percentage: number
  /** The number of completed lessons; in a request, their ids. */
  lessons_completed: number
  /** The number of lessons of the course. */
  total_lessons: number
  /** The time that the learner has spent, in minutes. */
  time_spent_minutes: number
  /** When the learner last opened it. */
  last_accessed_at: DateTime
  /** When it was completed; null while it is not. */
  completed_at: DateTimeOrNull
  /** Whether a certificate can be issued now. */
  certificate_eligible: boolean
  /** The cohort of the course; null in a course without cohorts. */
  cohort_id: number | null
}

/** Whether the course is a draft, published or archived. */
export type CourseStatus = "draft" | "published" | "archived"

export interface CourseWithOutline {
  id: Id
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The address of a picture. */
  thumbnail: string | null
  /** The category, in free words. */
  category: string
  /** The level of difficulty. */
  level: "beginner" | "intermediate" | "advanced"
  /** The price in units of the currency, with its decimal places (ISO 4217); 0 when free. */
  price: Amount
  /** The currency, an ISO 4217 code. */
  currency: string
  prices: PlanPrices
  /** The author of the course. */
  instructor: ProjectOwner
  /** Courses to complete before this one. */
  prerequisites: Id[]
  /** Whether a lesson opens once those before it are completed. */
  sequential: boolean
  /** Whether passing or completing it awards a certificate. */
  certificate_enabled: boolean
  status: CourseStatus
  access: CourseAccess
  /** The skills that completing it proves. */
  skills: string[]
  /** The number of lessons. */
  lessons_count: number
  /** Of all lessons together. */
  duration_minutes: number
  /** The number of enrolled people. */
  enrolled_count: number
  /** Whether the caller is enrolled. */
  enrolled: boolean
  /** Passages that match `search`, at most one of each field, with `<mark>` around the words; only with `search`. */
  highlights?: CourseHighlights | undefined
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
  /** The cohorts, by their start; empty where people begin when they enroll. */
  cohorts: Cohort[]
  /** The lessons in their order, without their content. */
  lessons: OutlineLesson[]
}

export interface CreatedApiKey {
  id: Id
  /** The name. */
  name: string
  /** The first characters of the key. */
  hint: string
  scopes: ApiKeyScopes
  /** When it was created. */
  created_at: DateTime
  /** When it was last used, with a precision of five minutes. */
  last_used_at: DateTimeOrNull
  /** When it expires. */
  expires_at: DateTimeOrNull
  /** Send it as `Authorization: Bearer <key>`. It is shown only now. */
  key: string
}

export interface CreatedWebhook {
  /** The id, a number. */
  id: number
  /** The URL. */
  url: string
  /** The types of changes that are sent; all if it is empty. */
  types: string[]
  /** The description. */
  description: string
  /** Whether changes are sent. */
  enabled: boolean
  disabled_because: WebhookDisabledBecause
  /** Verifies the signatures `v1a` (Ed25519). */
  public_key: string
  /** When the first attempt failed since the last one that succeeded. */
  failing_since: string | null
  /** When a message was last accepted. */
  last_delivered_at: string | null
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
  /** Verifies the signatures `v1` (HMAC-SHA256). It is shown this once. */
  secret: string
}

export interface CreditNote {
  /** The number of the credit note. */
  id: string
  /** The day, `YYYY-MM-DD`. */
  date: CalendarDate
  /** The amount that was refunded, in units of the currency, with its decimal places (ISO 4217). */
  amount: Amount
  /** The tax in the amount, in units of the currency. */
  tax_amount: Amount
  /** The currency, an ISO 4217 code. */
  currency: string
  /** The number of the invoice. */
  invoice_id: string
  /** What was paid for: the name of a plan or of a course. */
  plan: string
  /** The credit note as a page; works for an hour, without a token. */
  credit_note_url: string
  /** The credit note as a PDF; works for an hour, without a token. */
  pdf_url: string
}

export type DateTime = string

export type DateTimeOrNull = string | null

/** A day in UTC; the present one until now. */
export interface DayFigures {
  /** The day in UTC, `YYYY-MM-DD`. */
  day: CalendarDate
  /** The number of new accounts. */
  sign_ups: number
  /** People who did something that is in their activity. */
  active_people: number
  /** The number of job applications. */
  applications: number
  /** The number of enrollments in courses. */
  enrollments: number
  /** Exams that were begun. */
  attempts: number
  /** The number of certificates issued. */
  certificates: number
  /** What was paid, before refunds. */
  received: DayFiguresReceived
  /** What was returned. */
  refunded: DayFiguresReceived
  /** Sign-ins by method and outcome, without those of new accounts. */
  sign_ins: {
    /** `password`, `passkey`, or the name of a provider. */
    method: string
    /** `done`, `refused`, or `throttled` after too many failures. */
    outcome: string
    /** How many there were. */
    count: number
  }[]
  /** Mails by outcome. */
  mails: {
    /** `sent`, `refused` by a mail server, or `canceled`. */
    outcome: string
    /** How many there were. */
    count: number
  }[]
  /** Payments whose outcome became known, by gateway. */
  payments: {
    /** The payment gateway. */
    gateway: string
    /** `succeeded` or `failed`. */
    outcome: string
    /** How many there were. */
    count: number
  }[]
}

export type DayFiguresReceived = {
  /** The currency, an ISO 4217 code. */
  currency: string
  /** The sum. */
  amount: number
}[]

export interface DecideReportRequest {
  /** `hidden` hides the content and decides all open reports about it. */
  decision: "hidden" | "dismissed"
  /** Written to the audit log; told to the owner of hidden content. */
  reason?: string | undefined
}

export interface DidDocument {
  /** The JSON-LD contexts that define the terms. */
  "@context": string[]
  /** The DID of the issuer. */
  id: string
  /** The address of the profile. */
  alsoKnownAs: string[]
  /** The keys, former ones too. */
  verificationMethod: {
    /** The name of the key, as proofs state it. */
    id: string
    /** `Multikey` or `JsonWebKey`: each key is there in both forms. */
    type: string
    /** The issuer. */
    controller: string
    /** The key as a Multikey. */
    publicKeyMultibase?: string | undefined
    /** The key as a JWK. */
    publicKeyJwk?: {
      /** The type of the key, `OKP`. */
      kty: string
      /** The curve, `Ed25519`. */
      crv: string
      /** The public key, in base64url. */
      x: string
    } | undefined
  }[]
  /** The keys that may sign credentials. */
  assertionMethod: string[]
}

export interface DiscloseIdentityRequest {
  /** Why it must be known before the shortlist. The applicant sees it. */
  reason: string
}

export interface DownloadLink {
  /** The URL of the download, valid for an hour without a token. */
  download_url: string
  /** When it expires. */
  expires_at: DateTime
}

export interface Eligibility {
  /** Whether all requirements are met. */
  eligible: boolean
  /** The share of requirements that are met, in percent. */
  completion_percentage: number
  /** The number of requirements that are met. */
  met_requirements: number
  /** The number of requirements. */
  total_requirements: number
  /** A sentence for each that is missing. */
  missing_requirements: string[]
  /** Each requirement, and whether it is met. */
  requirements: {
    /** Whether there is a biography of at least 30 characters. */
    has_bio: boolean
    /** Whether at least one skill is named. */
    has_skills: boolean
    /** Whether at least one course is completed. */
    has_courses: boolean
    /** Whether the e-mail address is verified. */
    has_email: boolean
    /** Whether a name is given. */
    has_name: boolean
  }
}

export type Email = string

export interface EmailProof {
  /** The token; keep it secret. */
  token: string
}

export interface EmailState {
  /** The e-mail address. */
  email: string
  email_verified: UserEmailVerified
  /** The address that replaces the present one once it is verified; null without one. */
  pending_email: string | null
}

export interface EndAnnouncedSessionRequest {
  /** The token; keep it secret. */
  token: string
}

export interface EnrollLearnersRequest {
  /** The people to enroll. */
  user_ids: Id[]
  /** A cohort of the course; without it the first that has not ended and has a free seat. */
  cohort_id?: Id | undefined
}

export interface EnrollRequest {
  /** One of mine; needed for a course that is not free. */
  payment_method_id?: IdOrNull | undefined
  /** A cohort of the course; without it the first that has not ended and has a free seat. */
  cohort_id?: Id | undefined
}

export interface EnrolledCourse {
  /** Of the enrollment. */
  id: number
  /** The course. */
  course: {
    id: Id
    /** The title. */
    title: string
    /** The description. */
    description: string
    /** Empty when there is none. */
    thumbnail: string
  }
  /** Percent of the lessons, rounded down. */
  progress: number
  /** When the person enrolled. */
  enrolled_at: DateTime
  /** When the learner last opened it. */
  last_accessed_at: DateTime
  status: EnrollmentStatus
}

export interface Enrollment {
  id: Id
  /** The id of the course. */
  course_id: Id
  /** The id of the person. */
  user_id: Id
  /** When the person enrolled. */
  enrolled_at: DateTime
  /** Percent of the lessons, rounded down. */
  progress: number
  status: EnrollmentStatus
  /** The cohort of the course; null in a course without cohorts. */
  cohort_id: number | null
}

export interface EnrollmentChange {
  /** Whether the learner goes on or pauses. */
  status: "active" | "paused"
}

/** How the learner stands; paused too while a payment is pending. */
export type EnrollmentStatus = "active" | "completed" | "paused"

/** What the service witnessed or another organization has proven. Nothing that a person made counts. */
export interface Evidence {
  /** What it proves; null for an ORCID iD, which proves who a person is. */
  skill: string | null
  /** What proves it. */
  kind: "exam" | "course" | "project_version" | "publication" | "orcid"
  /** The title of the exam, course, project or publication. */
  title: string
  /** Where it can be verified. */
  url: string | null
  /** The author of the exam or course that awarded it. */
  awarded_by: {
    /** The author; null for another organization. */
    id: number | null
    /** The name. */
    name: string
    /** Whether their identity is verified. Evidence of others weighs 0. */
    verified: boolean
  }
  /** From 0 to 100. */
  weight: number
  /** When it was proven. */
  at: DateTimeOrNull
}

export interface Exam {
  id: Id
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The duration, in minutes. */
  duration_minutes: number
  /** Percent. */
  passing_score: number
  max_attempts: ExamMaxAttempts
  /** Of the caller: submitted and expired ones. */
  attempts_used: number
  /** How many an attempt has. */
  questions_count: number
  /** The category, in free words. */
  category: string
  /** The first moment at which the exam can be started. */
  available_from: DateTime
  available_until: ExamAvailableUntil
  /** The IANA name of the time zone in which its dates are shown. */
  timezone: string
  status: ExamStatus
  passed: ExamPassed
  /** Whether it is published or a draft. */
  publication_status: "draft" | "published"
  access: ExamAccess
  /** The skills that passing it proves. */
  skills: string[]
  /** Instructions to read before the start. */
  instructions: string
  /** Whether the caller could start an attempt now. */
  can_take: boolean
  /** The number of attempts left. */
  attempts_remaining: number
  /** The attempt to go on with. */
  open_attempt_id: number | null
  /** Whether each attempt has its own order of questions. */
  shuffle: boolean
  /** Whether it only belongs to lessons, and is in no list. */
  practice: boolean
  /** Whether passing it awards a certificate. */
  certificate_enabled: boolean
  /** How many are drawn from the pool; null for all. */
  question_count: number | null
  /** What happens to an attempt whose time is over: its saved answers are graded, or it is void. */
  on_expiry: "grade" | "void"
  /** The minutes after the end in which late answers count, for those who were writing. */
  grace_minutes: number
  marking: ExamMarking
  /** What an attempt is made of; empty for the own questions. */
  sections: ExamSection[]
  review: ExamReview
  safe_exam_browser: ExamSafeExamBrowser
  /** Whether those who grade do not see who wrote an answer. */
  anonymous_grading: boolean
  /** The owner. */
  owner: Named
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

/** Who may take it: `everyone` who is signed in, or only the `invited` people on its roster; for all others it does not exist. */
export type ExamAccess = "everyone" | "invited"

export interface ExamAccommodation {
  id: Id
  /** The id of the exam. */
  exam_id: Id
  /** The person. */
  user: Named
  extra_minutes: ExamAccommodationExtraMinutes
  factor: ExamAccommodationFactor
  /** Attempts in addition to `max_attempts`. */
  extra_attempts: number
  /** The first moment at which the person can start; null for the one of the exam. */
  available_from: DateTimeOrNull
  /** The last moment at which the person can start; null for the one of the exam. */
  available_until: DateTimeOrNull
  /** Why. Left out where the person reads it. */
  note?: string | undefined
  /** When it was given. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

/** Minutes in addition to the duration of the exam. The larger of this and `factor` counts. */
export type ExamAccommodationExtraMinutes = number

/** The usual time times this, from 1.0 to 4.0; hundredths count. */
export type ExamAccommodationFactor = number

export interface ExamAppeal {
  id: Id
  /** The attempt; for those who grade with anonymous grading, the number by which the queue names it. */
  attempt_id: Id
  /** The question. */
  question_id: Id
  /** What the learner objects. */
  reason: string
  /** Whether it waits for an answer. */
  state: "open" | "answered"
  /** When it was made; null for those who grade with anonymous grading. */
  created_at: DateTimeOrNull
  /** What the grader answers; empty before. */
  answer: string
  /** The points of the grade when it was made. */
  points_before: number
  /** The points after the answer; null before. */
  points_after: number | null
  /** When it was answered; null before. */
  answered_at: DateTimeOrNull
}

/** Without `points` and `rubric` the grade stays. It never becomes lower. */
export interface ExamAppealAnswer {
  /** The points, at most those of the question; hundredths count. With `rubric` they follow from it. */
  points?: number | undefined
  rubric?: ExamGradeRubric | undefined
  /** Why the grade changes, or does not. */
  answer: string
}

export interface ExamAttempt {
  id: Id
  /** The id of the exam. */
  exam_id: Id
  /** The id of the person. */
  user_id: Id
  /** The number of the attempt, from 1. */
  attempt_number: number
  status: ExamAttemptStatus
  /** When it began. */
  started_at: DateTime
  /** When it was submitted; null before. */
  submitted_at: DateTimeOrNull
  /** When it expires. */
  expires_at: DateTime
  /** 0 once it is over. */
  time_remaining_seconds: number
  /** When answers were last saved. */
  saved_at: DateTime
  /** By the id of the question. */
  answers: Record<string, string | number | boolean | (string | number)[] | Record<string, string>>
  /** The questions of the attempt, in its order. */
  questions: AttemptQuestion[]
  /** The uploaded files of the answers; left out without any. */
  files?: AnswerFile[] | undefined
  score: ExamAttemptScore
  passed: ExamAttemptPassed
  /** Null before it is graded. */
  result: {
    /** The id of the attempt. */
    attempt_id: Id
    /** Percent of the points. */
    score: number
    /** The least score to pass, in percent. */
    passing_score: number
    /** Whether it was passed; null until that is decided. */
    passed: boolean
    /** The number of answered questions. */
    questions_answered: number
    /** The number of questions. */
    total_questions: number
    /** The number of right answers. */
    correct_answers: number
    /** Wrong and missing ones, without those that people have yet to grade. */
    incorrect_answers: number
    /** The time taken, in seconds. */
    time_taken_seconds: number
    /** The number of the attempt, from 1. */
    attempt_number: number
    max_attempts: ExamMaxAttempts
    /** The number of attempts left. */
    attempts_remaining: number
    /** Passed, and the exam gives certificates. */
    certificate_eligible: boolean
    grading: ExamResultGrading
  } | null
  score_before: ExamAttemptScoreBefore
}

export interface ExamAttemptEvent {
  id: Id
  /** What happened on the page; or what the service noticed: a request of the candidate came with another sign-in, from another network or from another device or browser than the one before. */
  type: "focus_lost" | "focus_gained" | "pasted" | "fullscreen_left" | "other" | "session_changed" | "address_changed" | "device_changed"
  /** When it happened. What the page reports has the clock of the device, which can be wrong. */
  at: DateTime
  /** What the page says besides, such as the length of a pasted text. */
  detail: string
  /** When the service recorded it. */
  recorded_at: DateTime
}

export interface ExamAttemptItem {
  id: Id
  /** The exam. */
  exam: Titled
  status: ExamAttemptStatus
  score: ExamAttemptScore
  passed: ExamAttemptPassed
  /** When it began. */
  started_at: DateTime
  /** When it was submitted; null before. */
  submitted_at: DateTimeOrNull
  score_before: ExamAttemptScoreBefore
}

/** Whether it was passed; null until that is decided. */
export type ExamAttemptPassed = boolean | null

export interface ExamAttemptReview {
  attempt: ReviewAttempt
  /** The questions of the attempt, in its order. */
  questions: ReviewQuestion[]
}

/** Null before it is graded, and while people have yet to grade answers. */
export type ExamAttemptScore = number | null

/** The score before the exam was last graded again with another result; null otherwise. */
export type ExamAttemptScoreBefore = number | null

/** Whether the attempt is open, submitted or out of time. */
export type ExamAttemptStatus = "in_progress" | "submitted" | "expired"

/** The last moment at which the exam can be taken; null for no limit. */
export type ExamAvailableUntil = string | null

export interface ExamBooking {
  id: Id
  /** The id of the exam. */
  exam_id: Id
  /** The kind of exam, in free words. */
  exam_type: string
  /** The day, `YYYY-MM-DD`. */
  date: CalendarDate
  time: ExamBookingTime
  /** The IANA name of the time zone in which date and time are meant. */
  timezone: string
  /** City, region or country, in free words. */
  location: string
  /** A booking is confirmed until it is canceled, which deletes it. */
  status: "confirmed"
  /** The moment that date and time mean. */
  starts_at: DateTime
}

export interface ExamBookingItem {
  id: Id
  /** The id of the exam. */
  exam_id: Id
  /** The kind of exam, in free words. */
  exam_type: string
  /** The day, `YYYY-MM-DD`. */
  date: CalendarDate
  time: ExamBookingTime
  /** The IANA name of the time zone in which date and time are meant. */
  timezone: string
  /** City, region or country, in free words. */
  location: string
  /** A booking is confirmed until it is canceled, which deletes it. */
  status: "confirmed"
  /** The moment that date and time mean. */
  starts_at: DateTime
  /** The exam. */
  exam: Titled
}

/** `HH:MM` or `HH:MM:SS`, in the time zone of the exam. Echoed as sent. */
export type ExamBookingTime = string

export interface ExamChange {
  /** The title. */
  title?: string | undefined
  /** The description. */
  description?: string | undefined
  /** 60 unless given, at most a week. */
  duration_minutes?: number | undefined
  /** Percent; 70 unless given. */
  passing_score?: number | undefined
  /** 3 unless given. */
  max_attempts?: number | undefined
  /** The category, in free words. */
  category?: string | undefined
  /** Now unless given. */
  available_from?: DateTime | undefined
  /** The last moment at which the exam can be taken; null for no limit. */
  available_until?: DateTimeOrNull | undefined
  timezone?: NewExamTimezone | undefined
  /** Whether it is published or a draft. */
  publication_status?: "draft" | "published" | undefined
  access?: ExamAccess | undefined
  skills?: NewExamSkills | undefined
  /** Instructions to read before the start. */
  instructions?: string | undefined
  /** Questions and options in another order for each attempt; true unless given. */
  shuffle?: boolean | undefined
  practice?: NewExamPractice | undefined
  /** True unless given. */
  certificate_enabled?: boolean | undefined
  /** Draws so many from the pool; null for all. */
  question_count?: number | null | undefined
  /** Whether what was saved is graded when time runs out (`grade`, the default) or not. */
  on_expiry?: "grade" | "void" | undefined
  /** The minutes after the end in which late answers count, for those who were writing; 2 unless given. */
  grace_minutes?: number | undefined
  marking?: ExamMarking | undefined
  sections?: NewExamSections | undefined
  review?: ExamReview | undefined
  safe_exam_browser?: NewExamSafeExamBrowser | undefined
  /** Whether those who grade do not see who wrote an answer. It applies to attempts that are submitted from then on; false unless given. */
  anonymous_grading?: boolean | undefined
  /** One with an `id` replaces that question, one without is added, absent ones stay. */
  questions?: {
    id?: Id | undefined
    question: NewQuestionQuestion
    type: NewQuestionType
    /** 1 unless given. */
    points?: number | undefined
    options?: NewQuestionOptions | undefined
    pairs?: NewQuestionPairs | undefined
    correct_answer?: NewQuestionCorrectAnswer | undefined
    tolerance?: NewQuestionTolerance | undefined
    explanation?: NewQuestionExplanation | undefined
    option_feedback?: NewQuestionOptionFeedback | undefined
    max_words?: NewQuestionMaxWords | undefined
    rubric?: NewQuestionRubric | undefined
    void?: NewQuestionVoid | undefined
    order?: NewQuestionOrder | undefined
  }[] | undefined
}

export interface ExamEventCount {
  /** The number of events that were recorded now. */
  recorded: number
  /** The number of events that can still be recorded for the attempt. */
  remaining: number
}

/** The grade; null before it is given. */
export type ExamGrade = {
  /** The points; hundredths count. */
  points: number
  rubric: ExamGradeRubric
  /** What the grader says to the learner, who reads it once grades are released. */
  comment: string
  /** Who gave the grade; null for a deleted account. */
  grader: NamedOrNull
  /** When it was given. */
  graded_at: DateTime
} | null

/** The index of the level that the answer reached, from 0, by the id of the criterion. */
export type ExamGradeRubric = Record<string, number>

export interface ExamGradedAnswer {
  id: Id
  /** The attempt. With anonymous grading, a number in its place that is known to grading alone; the routes of grades take it. */
  attempt_id: Id
  /** The question. */
  question_id: Id
  /** The text of the question, as the learner saw it. */
  question: string
  type: NewQuestionType
  /** The points of a perfect answer. */
  points: number
  /** Whether it waits for a grader, is claimed by the caller or by another grader, or is graded. */
  state: "open" | "mine" | "claimed" | "done"
  /** When the claim ends; null without one. */
  claimed_until: DateTimeOrNull
  /** Who wrote the answer; null with anonymous grading. */
  user: NamedOrNull
  /** When the attempt was submitted; null with anonymous grading, and for one whose time ran out. */
  submitted_at: DateTimeOrNull
  /** Whether the learner has the result. */
  released: boolean
  grade: ExamGrade
  /** The text of an essay; null for files, and where it was erased. */
  answer: string | null
  /** The number of words of an essay, which spaces separate. */
  words: number
  /** The words that it may have; null for no limit. */
  max_words: number | null
  /** The uploaded files. */
  files: {
    /** The name of the file. */
    filename: string
    /** In bytes. */
    size: number
    /** The media type of the content. */
    mime_type: string
    /** An address at which it can be read for an hour. */
    url: string
  }[]
  /** The rubric of the question as it is now; empty without one. */
  criteria: RubricCriterion[]
  /** What the author explains about the question, in Markdown. */
  explanation: string
}

export interface ExamGrader {
  id: Id
  /** The account. */
  user: Named
  /** When the grader was added. */
  added_at: DateTime
}

export interface ExamGradingItem {
  id: Id
  /** The attempt. With anonymous grading, a number in its place that is known to grading alone; the routes of grades take it. */
  attempt_id: Id
  /** The question. */
  question_id: Id
  /** The text of the question, as the learner saw it. */
  question: string
  type: NewQuestionType
  /** The points of a perfect answer. */
  points: number
  /** Whether it waits for a grader, is claimed by the caller or by another grader, or is graded. */
  state: "open" | "mine" | "claimed" | "done"
  /** When the claim ends; null without one. */
  claimed_until: DateTimeOrNull
  /** Who wrote the answer; null with anonymous grading. */
  user: NamedOrNull
  /** When the attempt was submitted; null with anonymous grading, and for one whose time ran out. */
  submitted_at: DateTimeOrNull
  /** Whether the learner has the result. */
  released: boolean
  grade: ExamGrade
}

export interface ExamItem {
  id: Id
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The duration, in minutes. */
  duration_minutes: number
  /** Percent. */
  passing_score: number
  max_attempts: ExamMaxAttempts
  /** Of the caller: submitted and expired ones. */
  attempts_used: number
  /** How many an attempt has. */
  questions_count: number
  /** The category, in free words. */
  category: string
  /** The first moment at which the exam can be started. */
  available_from: DateTime
  available_until: ExamAvailableUntil
  status: ExamStatus
  passed: ExamPassed
  /** Whether it is published or a draft. */
  publication_status: "draft" | "published"
  /** The skills that passing it proves. */
  skills: string[]
  /** Whether it only belongs to lessons, and is in no list. */
  practice: boolean
}

/** How answers count that are partly right, or wrong choices. */
export interface ExamMarking {
  /** Whether an answer that is partly right earns its part: of several options, the right ones without as many as were wrong; the options at their place, the pairs and the blanks that are right. */
  partial_credit: "none" | "proportional"
  /** Percent of the points that each wrong choice costs. A question never goes below 0 unless `negative_total`. */
  negative_marks: number
  /** Whether a wrong choice can cost points of other questions. */
  negative_total: boolean
}

/** The number of attempts that each person has. */
export type ExamMaxAttempts = number

export interface ExamOutcome {
  /** The account. */
  user: ProjectOwner
  /** The best score of all graded attempts, in percent; null while none is, or its grades wait for release. */
  best_score: number | null
  /** Whether one of the attempts was passed; null until one is graded. */
  passed: boolean | null
  /** The number of attempts that were begun. */
  attempts: number
  /** `pending` while people have yet to grade an attempt, else `final`. */
  grading: "pending" | "final"
  /** The number of graded attempts that were not passed. */
  failed_attempts: number
  /** Whether the person needs help: there is a reason in `at_risk_reasons`. */
  at_risk: boolean
  /** `failed_twice`: failed two attempts or more, and passed none. Empty for a person who is not at risk. */
  at_risk_reasons: "failed_twice"[]
  /** The attempt that was begun last. */
  last_attempt: {
    id: Id
    status: ExamAttemptStatus
    /** When it began. */
    started_at: DateTime
    /** When it was submitted; null before. */
    submitted_at: DateTimeOrNull
  }
}

/** True once the caller has passed, false after a failed attempt, null before any. */
export type ExamPassed = boolean | null

export interface ExamQuestion {
  id: Id
  /** The text of the question. */
  question: string
  type: NewQuestionType
  /** The points for a right answer. */
  points: number
  /** The answers to choose from. */
  options: string[]
  pairs: BankQuestionPairs
  correct_answer: BankQuestionCorrectAnswer
  /** The largest accepted difference from the right number. */
  tolerance: number
  /** Why the right answer is right, in Markdown; empty without one. */
  explanation: string
  option_feedback: BankQuestionOptionFeedback
  /** Essay: the words that a submitted answer may have; null for no limit. */
  max_words: number | null
  rubric: BankQuestionRubric
  /** Whether all candidates get the points, as for a mistaken question. */
  void: boolean
  /** The position in the list, from 1. */
  order: number
}

export interface ExamRegrade {
  /** The number of attempts that are graded again. */
  attempts: number
  /** The number of attempts whose score or verdict changes. */
  changed: number
  /** The changes by the id of the attempt; the first 1,000 of them. */
  changes: RegradedAttempt[]
  /** What becomes of certificates. */
  certificates: {
    /** The number of people who pass the exam now and get a certificate. */
    issued: number
    /** The number of people who do not pass it any more. */
    revoked: number
  }
}

export interface ExamResult {
  /** The id of the attempt. */
  attempt_id: Id
  /** Percent of the points. */
  score: number
  /** The least score to pass, in percent. */
  passing_score: number
  /** Whether it was passed; null until that is decided. */
  passed: boolean
  /** The number of answered questions. */
  questions_answered: number
  /** The number of questions. */
  total_questions: number
  /** The number of right answers. */
  correct_answers: number
  /** Wrong and missing ones, without those that people have yet to grade. */
  incorrect_answers: number
  /** The time taken, in seconds. */
  time_taken_seconds: number
  /** The number of the attempt, from 1. */
  attempt_number: number
  max_attempts: ExamMaxAttempts
  /** The number of attempts left. */
  attempts_remaining: number
  /** Passed, and the exam gives certificates. */
  certificate_eligible: boolean
  grading: ExamResultGrading
}

/** Whether people have yet to grade answers. While it is `pending`, the score is what is certain so far, and the attempt is not passed. */
export type ExamResultGrading = "pending" | "final"

/** When learners see the review of an attempt, and what it shows. */
export interface ExamReview {
  /** When learners see the review of an attempt that is over: `never`; `after_submit`, at once; `after_last`, when they have passed or have no attempts left; `after_close`, when `available_until` has passed and no attempt is in progress, without an end as `after_last`. */
  when: "never" | "after_submit" | "after_last" | "after_close"
  /** What the review shows to learners. Owner and administrators always see all of it. */
  shows: ("own_answers" | "marks" | "right_answers" | "explanations")[]
}

/** Not null where the exam is taken in Safe Exam Browser. */
export type ExamSafeExamBrowser = {
  /** For those who manage the exam; empty for all others. */
  config_keys: string[]
} | null

export interface ExamSection {
  /** Names the section within the exam. */
  id: number
  /** The title. */
  title: string
  /** `own` for the questions of the exam, or the questions of a bank. */
  source: string | {
    /** The bank, which the author owns or edits. */
    bank_id: Id
    tags_any: ExamSectionSourceTagsAny
    /** Questions with all of these tags. */
    tags_all: string[]
    /** Questions of this difficulty, 1 to 5; null for any. */
    difficulty: number | null
  }
  /** How many questions are drawn; null for all. */
  draw: number | null
  /** The points of each question; null for those of the question. */
  points_each: number | null
  /** Whether each attempt has its own order of questions and options. */
  shuffle: boolean
}

/** Questions with at least one of these tags; all without any. */
export type ExamSectionSourceTagsAny = string[]

/** `upcoming` before `available_from`; `completed` once the caller has passed or has no attempts left, or the window has closed; else `available`. */
export type ExamStatus = "available" | "upcoming" | "completed"

export interface ExamineCredentialRequest {
  /** A PDF, SVG, PNG, JSON or JWT file of at most 10 MB that contains a credential. */
  file: FileValue
  /** The e-mail address of the supposed holder. It is compared with the hash in the credential. */
  email?: string | undefined
}

export interface ExaminedCredential {
  /** `refuted` if any finding is; `proven` if all are, apart from the holder; otherwise `open`. */
  verdict: "proven" | "refuted" | "open"
  /** Whether its issuer has revoked it. */
  revoked: boolean
  /** The verdict as a sentence. */
  summary: string
  /** What the credential calls itself. */
  name: string
  /** The issuer that the credential names. */
  issuer: {
    /** The DID or address. */
    id: string
    /** As it calls itself. */
    name: string
  }
  /** The name of the holder; empty in most credentials. */
  holder: string
  /** What the holder has achieved. */
  achievements: {
    /** What was achieved. */
    name: string
    /** What it took. */
    criteria: string
    /** The result, as the issuer wrote it; empty without one. */
    result: string
  }[]
  /** From when it is valid; null if it does not say so. */
  valid_from: DateTimeOrNull
  /** Until when it is valid; null for a credential without an end. */
  valid_until: DateTimeOrNull
  /** What was examined, and how it turned out. */
  findings: {
    /** What was examined. */
    about: "content" | "issuer" | "status" | "period" | "holder"
    /** `open`: neither proven nor refuted. */
    outcome: "proven" | "refuted" | "open"
    /** The finding as a sentence. */
    message: string
  }[]
  /** The page of the certificate, if this service issued it. */
  certificate_url: string | null
}

export interface ExportOmission {
  /** The question. */
  question_id: Id
  /** Whether the file does not contain the question at all. */
  is_omitted: boolean
  /** What the format cannot contain. */
  reason: string
}

export interface ExtendExamRequest {
  /** How many minutes each candidate who is writing gets. */
  minutes: number
  /** Why, for those who are writing, such as a failure of the network. */
  reason: string
}

export interface ExtendSubscriptionRequest {
  /** Days by which the period ends later. */
  days: number
  /** Why; it is written to the audit log. */
  reason?: string | undefined
}

export interface ForgotPasswordRequest {
  /** The e-mail address. */
  email: Email
}

/** As Daraja reads it. */
export interface GatewayAcknowledgement {
  /** `0` for yes; another code says why not. */
  ResultCode: string
  /** The same in words. */
  ResultDesc: string
}

export interface GradingExam {
  /** The grader, as `DELETE /exams/{id}/graders/{grader_id}` takes it. */
  id: Id
  /** The exam. */
  exam: Titled
  /** When I became a grader. */
  added_at: DateTime
  /** Whether answers of others have no grade yet. */
  waiting: boolean
}

export interface GrantSubscriptionRequest {
  /** Who gets the plan, or looks after it for the company. */
  user_id: Id
  /** The company that gets it, which the person owns or manages as an admin; the person unless given. */
  company_id?: IdOrNull | undefined
  /** The plan. */
  plan_id: string
  /** When it ends, in the future and at most ten years ahead. */
  until: DateTime
  /** Why; it is written to the audit log. */
  reason: string
}

export interface Health {
  /** Whether the service can work. */
  status: string
}

export interface HideContentRequest {
  /** Written to the audit log, and told to the owner. */
  reason: string
}

/** The id, a number. */
export type Id = number

export type IdOrNull = number | null

export interface ImportPeopleRequest {
  /** The text of a CSV file with at most 10,000 rows. Its header names the columns `name` and `email`, and may name `role` (`learner` unless given), `locale`, `courses`, the ids of published courses to enroll in, separated by spaces, `exams`, the ids of exams on whose rosters the people are put, `company`, the id of a company to which the person is invited, or its exact name where no other company has it (digits alone are an id), and `company_role`, the role there: `admin`, `recruiter` (unless given) or `interviewer`. Values are separated by commas, semicolons or tabs. */
  csv: string
  /** With true, the answer has the verdict of every row, and nothing is stored or mailed. */
  preview?: boolean | undefined
  /** A few words to the invited people, which the mails contain. */
  message?: string | undefined
  /** Why; it is written to the audit log. */
  reason?: string | undefined
}

export interface ImportQuestionsRequest {
  /** True to see what would be imported, without storing anything. False unless given. */
  preview?: boolean | undefined
  /** The questions, at most 64 MB. The format is recognized by the content. */
  file: FileValue
}

export interface ImportedPublication {
  /** The position of the work in the source, from 1. */
  position: number
  /** The first 200 characters of its title; its key if it has none. */
  label: string
  /** What came of the work: `imported`, it is a new publication; `changed`, it is in the list, and is filled or replaced; `existing`, it is in the list and stays as it is; `refused`, with a `message`. */
  verdict: "imported" | "changed" | "existing" | "refused"
  /** Why it is refused; null for others. */
  message: string | null
  /** The publication that it is; null if it is refused, and in a preview if it is new. */
  publication_id: number | null
}

export interface ImportedQuestion {
  /** Where the question is in the file: its line, or its identifier; in an archive after the path of its document. */
  place: string
  /** The title that the file gives it, which is not stored; empty without one. */
  title: string
  /** Whether it is stored as it is in the file, without a part of it, or not at all. */
  verdict: "imported" | "changed" | "refused"
  /** What was left out, or why it is refused; null for `imported`. */
  reason: string | null
  /** The question as it is stored; null when it is refused. */
  question: {
    /** The id in the question bank; missing in a preview. */
    id?: Id | undefined
    /** The text of the question. */
    question: string
    type: NewQuestionType
    /** The points for a right answer. */
    points: number
    /** The answers to choose from. */
    options: string[]
    pairs: BankQuestionPairs
    correct_answer: BankQuestionCorrectAnswer
    /** The largest accepted difference from the right number. */
    tolerance: number
    /** Why the right answer is right, in Markdown; empty without one. */
    explanation: string
    option_feedback: BankQuestionOptionFeedback
    /** Essay: the words that a submitted answer may have; null for no limit. */
    max_words: number | null
    rubric: BankQuestionRubric
    /** Whether all candidates get the points, as for a mistaken question. */
    void: boolean
    /** Words by which sections of exams select questions. */
    tags: string[]
    /** From 1, easy, to 5, hard; null if it is not known. */
    difficulty: number | null
  } | null
}

export interface Institution {
  /** The id in the Research Organization Registry, as an address. */
  ror: string
  /** The name. */
  name: string
  /** Acronyms first, then names in other languages and former names. */
  other_names: string[]
  /** ISO 3166-1 alpha-2; null when unknown. */
  country_code: string | null
  /** The name of the country, in the language of the answer. */
  country: string | null
  /** The city; null when unknown. */
  city: string | null
  /** False for an institution that does not exist any more. */
  active: boolean
}

export interface Interview {
  id: Id
  /** The same as `id`. */
  interview_id: number
  /** The id of the application. */
  application_id: Id
  /** The job post. */
  job_post: Titled
  /** A blind candidate has no `id`. */
  applicant: {
    /** The id, a number. */
    id: IdOrNull
    /** The name. */
    name: string
  }
  interviewers: InterviewInterviewers
  /** The day of the interview, at midnight in UTC. */
  interview_date: DateTime
  /** `HH:MM` or `HH:MM:SS`, as the clocks of `timezone` show it. Echoed as sent. */
  interview_time: string
  /** The IANA name of the time zone. */
  timezone: string
  /** The moment that date, time and zone mean. */
  starts_at: DateTime
  /** The duration, in minutes. */
  duration_minutes: number
  /** An address, or a link to a call. */
  location: string
  /** The kind of interview, in free words. */
  interview_type: string
  /** Remarks for the applicant. */
  notes: string | null
  /** What the applicant answered; null until then, and again when the time changes. */
  answer: "accepted" | "declined" | "proposed" | null
  /** When the applicant answered; null until then. */
  answered_at: DateTimeOrNull
  /** When the applicant could come instead. */
  proposed_times: DateTime[]
  /** What the applicant adds. */
  answer_message: string
  /** To those who judge the application; null until it is decided. */
  outcome?: "passed" | "failed" | "no_show" | null | undefined
  /** To those who judge the application. */
  outcome_notes?: string | undefined
  /** A warning: other interviews of the interviewers at the same time, at most 50. */
  overlaps?: InterviewOverlap[] | undefined
  /** The slot that the applicant chose; null for other interviews. */
  slot_id: IdOrNull
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

export interface InterviewAnswer {
  /** What the applicant answers to the invitation. */
  answer: "accepted" | "declined" | "proposed"
  /** When the applicant could come instead. */
  proposed_times?: DateTime[] | undefined
  /** For the recruiter. */
  message?: string | undefined
}

export interface InterviewChange {
  /** Names the day: the one it is in `timezone` at this moment. Midnight in UTC names its own day, whatever the zone, and a day alone, `2026-11-21`, is read as that. */
  interview_date?: DateTime | undefined
  interview_time?: NewInterviewInterviewTime | undefined
  /** An IANA name, UTC unless given. */
  timezone?: string | undefined
  /** 60 unless given. */
  duration_minutes?: number | undefined
  /** An address, or a link to a call. */
  location?: string | undefined
  /** The kind of interview, in free words. */
  interview_type?: string | undefined
  /** For the applicant, who gets them by mail. */
  notes?: string | null | undefined
  /** The owner of the post and reviewers of it; the owner unless given. Replaces all. */
  interviewer_ids?: Id[] | undefined
  /** How the interview went, for those who judge the application. */
  outcome?: "passed" | "failed" | "no_show" | null | undefined
  /** For those who judge the application. */
  outcome_notes?: string | undefined
}

/** The people who hold the interview. */
export type InterviewInterviewers = Named[]

/** Another interview that an interviewer holds at the same time. */
export interface InterviewOverlap {
  /** The id of the interview. */
  interview_id: Id
  /** The person who holds the other interview. */
  interviewer: Named
  /** When the other interview begins. */
  starts_at: DateTime
  /** The duration, in minutes. */
  duration_minutes: number
}

export interface InterviewSlot {
  id: Id
  /** The job post whose applicants may choose the slot. */
  job_post_id: Id
  interviewers: InterviewInterviewers
  /** When the interview begins. */
  starts_at: DateTime
  /** How long the interview takes, in minutes. */
  minutes: number
  /** How many applicants may choose the slot. */
  capacity: number
  /** How many applicants have chosen it. */
  taken: number
  /** The interviews of those who have chosen it. */
  interviews: {
    /** The id of the interview. */
    interview_id: Id
    /** The id of the application. */
    application_id: Id
  }[]
  /** The IANA name of the time zone. */
  timezone: string
  /** An address, or a link to a call. */
  location: string
  /** The kind of interview, in free words. */
  interview_type: string
  /** Remarks for the applicant. */
  notes: string | null
  /** When it was created. */
  created_at: DateTime
}

export interface Invitation {
  id: Id
  user: InvitationUser
  /** Who sent the invitation; null when their account is deleted. */
  invited_by: NamedOrNull
  /** What the inviter wrote. */
  message: string
  /** Whether the link still works, has expired, or was used. */
  state: "waiting" | "expired" | "accepted"
  /** When the newest link was mailed. */
  sent_at: DateTime
  /** When the newest link expires. */
  expires_at: DateTime
  /** When the person accepted; null until then. */
  accepted_at: DateTimeOrNull
}

export interface InvitationDetails {
  /** The name that the inviter wrote. */
  name: string
  /** The address of the account. */
  email: string
  /** The name of the inviter; empty when their account is deleted. */
  invited_by: string
  /** What the inviter wrote; empty for nothing. */
  message: string
  /** When the link expires. */
  expires_at: DateTime
}

/** The account that waits for the person. */
export interface InvitationUser {
  id: Id
  /** The name. */
  name: string
  /** The e-mail address. */
  email: string
  /** What the person is on the platform. */
  role: UserRole
}

export interface InvitePersonRequest {
  /** The name. */
  name: string
  /** The e-mail address. */
  email: Email
  /** What the person is on the platform; `learner` unless given. */
  role?: UserRole | undefined
  /** The language of the mail and of the account, as a BCP 47 tag; that of the request if absent. */
  locale?: string | undefined
  /** A few words to the invited person, which the mail contains. */
  message?: string | undefined
  /** Why; it is written to the audit log. */
  reason?: string | undefined
}

export interface IssuerProfile {
  /** The JSON-LD contexts that define the terms. */
  "@context": string[]
  /** The address of this profile. */
  id: string
  /** `Profile`. */
  type: string[]
  /** The organization. */
  name: string
  /** The address of the service. */
  url: string
  /** Other names of the issuer. */
  otherIdentifier: {
    /** `IdentifierEntry`. */
    type: string
    /** The DID of the issuer. */
    identifier: string
    /** `ext:did`. */
    identifierType: string
  }[]
}

export interface JobApplication {
  id: Id
  /** First and last name. */
  name: string
  /** The e-mail address. */
  email: string
  /** The telephone number. */
  phone: string
  /** From the profile, as are the skills and the picture. */
  location: string
  /** How much experience the applicant has, in free words. */
  experience_level: string
  /** How far the application is. */
  status: ApplicantStatus
  /** When the application was submitted. */
  applied_at: DateTime
  /** The cover letter. */
  cover_letter: string
  salary_expectation: ApplicantSalaryExpectation
  /** The names of skills. */
  skills: string[]
  profile_photo: ApplicantProfilePhoto
  /** Where the resume is downloaded, with a bearer token. */
  resume_url: string
  /** The same as `id`. */
  application_id: number
  /** The id of the job post. */
  job_post_id: Id
  /** Who applied; null for a blind candidate. */
  user_id: number | null
  job_post: MyApplicationJobPost
  /** The first name. */
  first_name: string
  /** The last name. */
  last_name: string
  /** The first day on which the applicant could start. */
  available_date: string | null
  /** The notice period of the present job, in free words. */
  notice_period: string
  /** Whether the applicant would work remotely. */
  remote_interested: boolean
  additional_answers: MyApplicationAdditionalAnswers
  /** Whether the applicant agrees to the processing of the data. */
  consent_data: boolean
  /** Whether the applicant agrees to marketing mails. */
  consent_marketing: boolean
  /** Whether it is a reserved place, which only the applicant sees. */
  pending: boolean
  /** What was written to the applicant with a rejection. */
  rejection_letter: string
  /** Whether the words of the resume can be searched. */
  resume_state: "pending" | "ready" | "unreadable"
  /** When it was last changed. */
  updated_at: DateTime
  /** Within the post. */
  candidate_number: number | null
  /** Whether it is withheld from the caller who the applicant is. */
  blind: boolean
  /** To those who judge the application. */
  rejection_reason?: string | undefined
  /** To those who manage the post. */
  tags?: string[] | undefined
  /** What the applicant has proven, the heaviest first; empty for a blind candidate. */
  evidence: Evidence[]
  match: Match
  /** Oldest first. */
  status_history: {
    /** The status before. */
    from: ApplicantStatus
    /** The status after. */
    to: ApplicantStatus
    /** Who changed it. */
    changed_by: Named
    /** When it was changed. */
    changed_at: DateTime
  }[]
  /** The last 50, newest first. */
  resume_downloads: {
    /** Who downloaded it. */
    downloaded_by: Named
    /** When it was downloaded. */
    downloaded_at: DateTime
  }[]
  /** Who asked who a blind candidate is before the shortlist. Oldest first. */
  identity_disclosures: {
    /** To whom the identity was disclosed. */
    disclosed_to: Named
    /** The reason, in free words. */
    reason: string
    /** When the identity was disclosed. */
    disclosed_at: DateTime
  }[]
}

export interface JobFunnel {
  /** Submitted applications; withdrawn ones are not counted. */
  total: number
  /** The states, in their usual order. */
  stages: {
    /** The stage. */
    status: ApplicantStatus
    /** Applications that have this status now. */
    current: number
    /** Applications that have or had this status. */
    reached: number
    /** From the application to the first time in this status, with one decimal place; null without any. */
    average_days: number | null
  }[]
  /** Of the applications that are rejected now, the most frequent first. */
  reasons: {
    /** Empty for rejections without a reason. */
    reason: string
    /** The number of items. */
    count: number
  }[]
}

export interface JobPost {
  id: Id
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The employer, as it is shown; the name of the company unless given. */
  company: string
  /** The company whose members manage the post; null for one of its recruiter alone. */
  company_id: number | null
  /** The address of the logo of the company; null without one. */
  company_logo: string | null
  /** City, region or country, in free words. */
  location: string
  /** Whether the work can be done from anywhere. */
  remote: boolean
  /** The kind of employment. */
  employment_type: JobPostEmploymentType
  /** How much experience the job asks for. */
  experience_level: "entry" | "mid" | "senior" | "lead"
  /** Skills that the job asks for. */
  skills: string[]
  salary_min: JobPostSalaryMax
  salary_max: JobPostSalaryMax
  /** ISO 4217. */
  currency: string
  /** The last moment to apply; null without one. */
  deadline: string | null
  status: JobPostStatus
  /** What applicants are asked. */
  questions: {
    /** What `question_id` of an answer refers to; unique within the post. */
    id: number
    /** The text of the question. */
    question: string
    /** Whether it must be answered. */
    required: boolean
  }[]
  /** What applicants must have proven. */
  requirements: JobRequirement[]
  /** Whether it is withheld who a candidate is until they are shortlisted. */
  blind: boolean
  /** What scorecards rate; to the owner, reviewers and administrators. */
  criteria?: {
    /** What `criterion_id` of a rating refers to; unique within the post. */
    id: number
    /** The name. */
    name: string
  }[] | undefined
  /** To the owner, reviewers and administrators. */
  rejection_reasons?: string[] | undefined
  /** The author of the post. */
  recruiter: ProjectOwner
  /** To the owner of the post and administrators. */
  applicants_count?: number | undefined
  /** Whether the caller has applied. */
  applied: boolean
  match?: Match | undefined
  /** Passages that match `search`, at most one of each field, with `<mark>` around the words; only with `search`. */
  highlights?: CourseHighlights | undefined
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

export interface JobPostChange {
  /** The title. */
  title?: string | undefined
  /** The description. */
  description?: string | undefined
  /** The employer, as it is shown; the name of the company unless given. */
  company?: string | undefined
  /** The company whose owners, admins and recruiters manage the post with me; null for a post of my own. A post stays with its company. */
  company_id?: IdOrNull | undefined
  /** City, region or country, in free words. */
  location?: string | undefined
  /** Whether the work can be done from anywhere. */
  remote?: boolean | undefined
  /** The kind of employment. */
  employment_type?: JobPostEmploymentType | undefined
  /** How much experience the job asks for. */
  experience_level?: "entry" | "mid" | "senior" | "lead" | undefined
  /** Skills that the job asks for. */
  skills?: string[] | undefined
  salary_min?: JobPostSalaryMax | undefined
  salary_max?: JobPostSalaryMax | undefined
  /** The currency, an ISO 4217 code. */
  currency?: string | undefined
  /** The last moment to apply; null without one. */
  deadline?: DateTimeOrNull | undefined
  status?: JobPostStatus | undefined
  questions?: NewJobPostQuestions | undefined
  blind?: NewJobPostBlind | undefined
  criteria?: NewJobPostCriteria | undefined
  rejection_reasons?: NewJobPostRejectionReasons | undefined
  requirements?: NewJobPostRequirements | undefined
}

export type JobPostEmploymentType = "full_time" | "part_time" | "contract" | "internship" | "fellowship"

/** Per year, in whole units of the currency; 0 where it is not stated. */
export type JobPostSalaryMax = number

/** A draft is seen by its owner alone; an open post accepts applications until its deadline. */
export type JobPostStatus = "draft" | "open" | "closed"

export interface JobRequirement {
  /** The id of the exam. */
  exam_id: IdOrNull
  /** The id of the course. */
  course_id: IdOrNull
  /** The skill. */
  skill: string | null
  /** The title of the exam or course, or the skill. */
  title: string
  /** Whether the post accepts only applicants who meet it. */
  required: boolean
}

export interface JobReviewer {
  id: Id
  /** The account. */
  user: ProjectOwner
  /** When the person was added. */
  added_at: DateTime
}

export type JsonResume = Record<string, unknown>

/** The result. */
export interface KeepConsoleSessionResponseData {
  /** When it expires. */
  expires_at: DateTime
}

export interface KeySet {
  /** The keys, former ones too. */
  keys: {
    /** The type of the key, `OKP`. */
    kty: string
    /** The curve, `Ed25519`. */
    crv: string
    /** The public key, in base64url. */
    x: string
    /** The name of the key, as JWTs state it. */
    kid: string
    /** The algorithm, `EdDSA`. */
    alg: string
    /** `sig`: the key signs. */
    use: string
  }[]
}

export interface LearnerVerdict {
  /** The person. */
  user_id: number
  /** Whether the person is enrolled now, was enrolled before, or is refused for the reason in `message`. */
  verdict: "enrolled" | "already_enrolled" | "refused"
  /** Why the person is refused; else empty. */
  message: string
}

export interface Lesson {
  id: Id
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The duration, in minutes. */
  duration_minutes: number
  /** Null while the lesson is locked. */
  video_url: string | null
  /** Null while the lesson is locked. */
  content_url: string | null
  /** Its place in the course, from 1. */
  order: number
  /** Whether it is completed. */
  completed: boolean
  /** Whether it is open to the learner: its day has come, and in a sequential course all lessons before it are completed. */
  unlocked: boolean
  /** The exam to pass; null without one, and while the lesson is locked. */
  exam_id: number | null
  completion: LessonCompletion
  available_after_days: LessonAvailableAfterDays
  due_after_days: LessonDueAfterDays
  /** When it opens for the learner; null for at once, and for who is not enrolled. */
  available_at: DateTimeOrNull
  /** When it is due for the learner; null for never. */
  due_at: DateTimeOrNull
}

/** Opens so many days after the beginning: the start of the cohort, or else the enrollment. Null for at once. */
export type LessonAvailableAfterDays = number | null

export interface LessonChange {
  /** The title. */
  title?: string | undefined
  /** The description. */
  description?: string | undefined
  /** 0 unless given. */
  duration_minutes?: number | undefined
  video_url?: NewLessonVideoUrl | undefined
  content_url?: NewLessonVideoUrl | undefined
  /** Markdown; goes into the download. */
  content?: string | undefined
  /** A published exam of the owner of the course, for practice or not. The lesson completes for a learner who passes it. */
  exam_id?: IdOrNull | undefined
  completion?: NewLessonCompletion | undefined
  available_after_days?: LessonAvailableAfterDays | undefined
  due_after_days?: LessonDueAfterDays | undefined
  /** Its place in the course, from 1. */
  order?: number | undefined
}

/** When the lesson completes: `marked`, by the learner; `opened`, when it is opened; `watched`, when `watched_percent` of it is watched; `passed`, when its exam is passed, which also is the rule of a lesson with an exam unless it is given. */
export interface LessonCompletion {
  /** What completes the lesson. */
  rule: "marked" | "opened" | "watched" | "passed"
  /** The percentage that must be watched where the rule is `watched`; 90 unless given. */
  watched_percent: number
}

/** Is due so many days after the beginning: the start of the cohort, or else the enrollment. Null for never. */
export type LessonDueAfterDays = number | null

export interface LessonInput {
  /** Of the lesson that is changed; without it a lesson is added. */
  id?: Id | undefined
  /** The title. */
  title?: string | undefined
  /** The description. */
  description?: string | undefined
  /** 0 unless given. */
  duration_minutes?: number | undefined
  video_url?: NewLessonVideoUrl | undefined
  content_url?: NewLessonVideoUrl | undefined
  /** Markdown; goes into the download. */
  content?: string | undefined
  /** A published exam of the owner of the course, for practice or not. The lesson completes for a learner who passes it. */
  exam_id?: IdOrNull | undefined
  completion?: NewLessonCompletion | undefined
  available_after_days?: LessonAvailableAfterDays | undefined
  due_after_days?: LessonDueAfterDays | undefined
  /** Its place in the course, from 1. */
  order?: number | undefined
}

/** Where in the list this page is. */
export interface ListMeta {
  /** The page, from 1. */
  current_page: number
  /** How many a page has at most. */
  per_page: number
  /** How many there are on all pages. */
  total: number
  /** The last page, at least 1. */
  last_page: number
  from: ListMetaFrom
  to: ListMetaTo
  /** The address of the list without its query. */
  path: string
  /** The address of the first page. */
  first_page_url: string
  /** The address of the last page. */
  last_page_url: string
  next_page_url: ListMetaNextPageUrl
  prev_page_url: ListMetaPrevPageUrl
}

/** The place of the first one here, from 1; 0 on an empty page. */
export type ListMetaFrom = number

/** The address of the next page; null on the last one. */
export type ListMetaNextPageUrl = string | null

/** The address of the page before; null on the first one. */
export type ListMetaPrevPageUrl = string | null

/** The place of the last one here; 0 on an empty page. */
export type ListMetaTo = number

export interface LogInWithPasskeyRequest {
  /** The credential of the browser, by its method `toJSON()`. */
  credential: {
    /** The id of the credential. */
    id: string
    /** As `toJSON()` writes it. */
    response: {
      /** What the browser signed. */
      clientDataJSON: string
      /** What the device signed. */
      authenticatorData: string
      /** The signature of both. */
      signature: string
      /** The user that the device names. */
      userHandle?: string | null | undefined
    }
  }
}

export interface LoginRequest {
  /** The e-mail address. */
  email: Email
  /** The password, exactly as typed. */
  password: string
  /** From the link of `npm run admin -- --sign-in-link`, for administrators where passwords are not used. */
  link?: string | undefined
}

/** How well the evidence of the applicant fits the post. Of a blind candidate only the `score`, as it was when the application reached the judges, in steps of 25. */
export interface Match {
  /** From 0 to 100: the sum of the weights of the reasons. */
  score: number
  reasons: MatchReasons
  /** The skills of the post that are not proven. */
  missing: string[]
  /** Whether all required requirements are met. */
  required_met: boolean
}

/** The proven skills, in the order of the post. */
export type MatchReasons = {
  /** The skill. */
  skill: string
  /** The points of this skill. */
  weight: number
  /** The heaviest first. */
  evidence: Evidence[]
}[]

export interface MatchUnmatchedPaymentRequest {
  /** Who paid. */
  user_id: Id
  for: RecordPaymentRequestFor
  /** Why; it is written to the audit log. */
  reason: string
}

export interface MessageTemplate {
  id: Id
  /** The name of the template, which no applicant sees. */
  name: string
  texts: MessageTemplateTexts
  /** The company whose owners, admins and recruiters use it; null for a personal one. */
  company_id: number | null
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

export interface MessageTemplateChange {
  /** The name of the template, which no applicant sees. */
  name?: string | undefined
  texts?: MessageTemplateTexts | undefined
}

/** The text in one or more languages, each once. */
export type MessageTemplateTexts = {
  /** The language of the text. */
  language: "en" | "fr" | "es" | "pt" | "ar" | "sw"
  /** The text. A placeholder, such as `{{candidate.first_name}}`, stands for what it names. */
  body: string
}[]

export interface Milestone {
  id: Id
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The due date, `YYYY-MM-DD`. */
  due_date: string
  /** How far the milestone is. */
  status: MilestoneStatus
  /** What must be done for completion, in free words. */
  completion_criteria: string
  /** When it was completed; null while it is not. */
  completed_at: DateTimeOrNull
  /** Its place in the list. Equal ones are ordered by id. */
  order: number
}

export interface MilestoneChange {
  /** The title. */
  title?: string | undefined
  /** The description. */
  description?: string | undefined
  /** The due date, `YYYY-MM-DD`. */
  due_date?: CalendarDate | undefined
  /** How far the milestone is. */
  status?: MilestoneStatus | undefined
  /** What must be done for completion, in free words. */
  completion_criteria?: string | undefined
  /** Its place in the list, after the last one unless given. Equal ones are ordered by id. */
  order?: number | undefined
  /** Goes to the history of the milestone. */
  notes?: string | null | undefined
}

export type MilestoneStatus = "not_started" | "in_progress" | "in_review" | "completed" | "blocked"

export interface MilestoneWithHistory {
  id: Id
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The due date, `YYYY-MM-DD`. */
  due_date: string
  /** How far the milestone is. */
  status: MilestoneStatus
  /** What must be done for completion, in free words. */
  completion_criteria: string
  /** When it was completed; null while it is not. */
  completed_at: DateTimeOrNull
  /** Its place in the list. Equal ones are ordered by id. */
  order: number
  /** Moves to another status and notes, oldest first. */
  history: {
    /** The status before. */
    from: MilestoneStatus
    /** The status after. */
    to: MilestoneStatus
    /** Remarks, in free words. */
    notes: string
    /** Who changed it. */
    changed_by: Named
    /** When it was changed. */
    changed_at: DateTime
  }[]
}

export interface MyApplication {
  id: Id
  /** First and last name. */
  name: string
  /** The e-mail address. */
  email: string
  /** The telephone number. */
  phone: string
  /** From the profile, as are the skills and the picture. */
  location: string
  /** How much experience the applicant has, in free words. */
  experience_level: string
  /** How far the application is. */
  status: ApplicantStatus
  /** When the application was submitted. */
  applied_at: DateTime
  /** The cover letter. */
  cover_letter: string
  salary_expectation: ApplicantSalaryExpectation
  /** The names of skills. */
  skills: string[]
  profile_photo: ApplicantProfilePhoto
  /** Where the resume is downloaded, with a bearer token. */
  resume_url: string
  /** The same as `id`. */
  application_id: number
  /** The id of the job post. */
  job_post_id: Id
  /** Who applied; null for a blind candidate. */
  user_id: number | null
  job_post: MyApplicationJobPost
  /** The first name. */
  first_name: string
  /** The last name. */
  last_name: string
  /** The first day on which the applicant could start. */
  available_date: string | null
  /** The notice period of the present job, in free words. */
  notice_period: string
  /** Whether the applicant would work remotely. */
  remote_interested: boolean
  additional_answers: MyApplicationAdditionalAnswers
  /** Whether the applicant agrees to the processing of the data. */
  consent_data: boolean
  /** Whether the applicant agrees to marketing mails. */
  consent_marketing: boolean
  /** Whether it is a reserved place, which only the applicant sees. */
  pending: boolean
  /** What was written to the applicant with a rejection. */
  rejection_letter: string
  /** Whether the words of the resume can be searched. */
  resume_state: "pending" | "ready" | "unreadable"
  /** When it was last changed. */
  updated_at: DateTime
}

/** Answers to the questions of the post. */
export type MyApplicationAdditionalAnswers = {
  /** The id of the question. */
  question_id: number | null
  /** As it was when it was answered. */
  question: string
  /** What the applicant answered. */
  answer: string
}[]

/** The job post. */
export interface MyApplicationJobPost {
  id: Id
  /** The title. */
  title: string
  /** The employer. */
  company: string
  /** The state of the job post. */
  status: "draft" | "open" | "closed"
}

export interface MyMatch {
  /** From 0 to 100: the sum of the weights of the reasons. */
  score: number
  reasons: MatchReasons
  /** The skills of the post that are not proven. */
  missing: string[]
  /** Whether all required requirements are met. */
  required_met: boolean
  /** The requirements of the post, and whether the caller meets each. */
  requirements: {
    /** The id of the exam. */
    exam_id: IdOrNull
    /** The id of the course. */
    course_id: IdOrNull
    /** The skill. */
    skill: string | null
    /** The title of the exam or course, or the skill. */
    title: string
    /** Whether the post accepts only applicants who meet it. */
    required: boolean
    /** Whether the caller meets it. */
    met: boolean
  }[]
  /** For each missing skill, up to three exams and courses of verified authors that would prove it. */
  suggestions: {
    /** The skill. */
    skill: string
    /** Exams to pass. */
    exams: ResearcherDetailsCourses
    /** Courses to complete. */
    courses: ResearcherDetailsCourses
  }[]
}

export interface MyPayment {
  id: Id
  /** What became of the payment. */
  status: "pending" | "succeeded" | "failed" | "refunded"
  /** The amount in units of the currency, with its decimal places (ISO 4217). */
  amount: Amount
  /** The currency, an ISO 4217 code. */
  currency: string
  action: PaymentAction
  /** What was paid for. */
  title: string
  /** The payment method, as the person knows it. */
  method: string
  /** Why it failed or is refunded; null otherwise. */
  failure: string | null
  /** Whether it failed because the bank asks the person to confirm it: `POST /subscriptions/pay` tries it again. */
  needs_person: boolean
  /** From when `POST /payments/{id}/prompt` can send another prompt to the phone; null for a payment without one. */
  prompt_again_at: DateTimeOrNull
  /** The account number with which it can also be paid by hand at the PayBill; null where that is not possible. */
  account_reference: string | null
  /** The course that was paid for; null for a plan. */
  course_id: number | null
  /** The company whose plan was paid for; null for all else. */
  company_id: number | null
  /** A link to the invoice for a quarter of an hour, without a token; null without an invoice. */
  invoice_url: string | null
  /** When it was created. */
  created_at: DateTime
}

export interface Named {
  id: Id
  /** The name. */
  name: string
}

export type NamedOrNull = {
  id: Id
  /** The name. */
  name: string
} | null

export interface NewAnnouncement {
  /** The subject of the mail, and the title of the notification. */
  title: string
  /** What is announced. An empty line begins a new paragraph of the mail. */
  message: string
  roles: AnnouncementRoles
  channels: AnnouncementChannels
  /** Why; it is written to the audit log. */
  reason?: string | undefined
}

export interface NewApiKey {
  /** The name. */
  name: string
  /** What the key may do. `admin:read` and `admin:write` are for administrators. */
  scopes: ApiKeyScopesItem[]
  /** In the future; null for a key that does not expire. */
  expires_at: string | null
}

export interface NewAppeal {
  /** The question, whose answer a grader graded. */
  question_id: Id
  /** What is wrong with the grade. */
  reason: string
}

export interface NewApplicationMessage {
  /** The text of the message. */
  body?: string | undefined
  /** Instead of `body`: one of my message templates, or of a company for which I recruit. */
  template_id?: Id | undefined
  language?: BulkActionLanguage | undefined
  /** Finished uploads of mine, documents or pictures, which become files of the message. */
  files?: Id[] | undefined
}

export interface NewApplicationNote {
  /** The note, which the applicant never sees. */
  text: string
}

export interface NewAvatar {
  /** The URL of the new picture. */
  avatar_url: string
  user: User
}

export interface NewBankEditor {
  /** The person. */
  user_id: Id
}

export interface NewBankQuestion {
  question: NewQuestionQuestion
  type: NewQuestionType
  /** 1 unless given. */
  points?: number | undefined
  options?: NewQuestionOptions | undefined
  pairs?: NewQuestionPairs | undefined
  correct_answer?: NewQuestionCorrectAnswer | undefined
  tolerance?: NewQuestionTolerance | undefined
  explanation?: NewQuestionExplanation | undefined
  option_feedback?: NewQuestionOptionFeedback | undefined
  max_words?: NewQuestionMaxWords | undefined
  rubric?: NewQuestionRubric | undefined
  void?: NewQuestionVoid | undefined
  order?: NewQuestionOrder | undefined
  tags?: NewBankQuestionTags | undefined
  /** From 1, easy, to 5, hard; null if it is not known. */
  difficulty?: number | null | undefined
}

/** Words by which sections of exams select questions, without regard to case and accents. */
export type NewBankQuestionTags = string[]

/** Permissions are false unless given. */
export interface NewCollaborator {
  /** The id of the person. */
  user_id: Id
  /** What they do in the project, in your words. */
  role?: string | undefined
  permissions?: NewCollaboratorPermissions | undefined
}

/** What the person may do here. */
export interface NewCollaboratorPermissions {
  /** Change the project and its scope document. */
  can_edit?: boolean | undefined
  /** Whether the person may add versions. */
  can_upload_versions?: boolean | undefined
  /** Whether the person may change milestones. */
  can_manage_milestones?: boolean | undefined
}

/** Its creator is its first owner. */
export interface NewCompany {
  /** The name. */
  name: string
  /** What the company does. */
  description?: string | undefined
  /** The URL of the website, or an empty text. */
  website?: string | undefined
  /** null removes the picture. An address changes nothing: logos are uploaded. */
  logo?: string | null | undefined
  /** ISO 3166-1 alpha-2, or an empty text. */
  country?: string | undefined
  size?: CompanySize | undefined
  /** The industry, in free words. */
  industry?: string | undefined
}

export interface NewCompanyMember {
  /** The id of the person. */
  user_id?: Id | undefined
  /** An address instead of an account. Whether an account has it is not told. */
  email?: Email | undefined
  role: CompanyMemberRole
}

export interface NewCoupon {
  /** The code to check or redeem. */
  code: string
  /** The discount in percent; null for one of an amount. */
  percent_off?: number | null | undefined
  /** The discount as an amount; null for one in percent. */
  amount_off?: number | null | undefined
  /** The currency of an amount off, which is for prices in it; USD unless given. */
  currency?: string | null | undefined
  /** When it expires. */
  expires_at?: DateTimeOrNull | undefined
  /** The number of times it can be used; null for no limit. */
  max_redemptions?: number | null | undefined
  /** The ids of the plans that it is valid for; empty for all. */
  plans?: string[] | undefined
}

/** Without more it is published, free, for beginners, gives a certificate, and opens all lessons at once. */
export interface NewCourse {
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The address of a picture, like the `url` of an uploaded one. */
  thumbnail?: string | null | undefined
  /** The category, in free words. */
  category?: string | undefined
  /** The level of difficulty. */
  level?: "beginner" | "intermediate" | "advanced" | undefined
  /** In units of the currency, with its decimal places (ISO 4217); 0 for a free course, else at least 0.50, or 50 where there are no cents. */
  price?: Amount | undefined
  /** The currency, an ISO 4217 code. */
  currency?: string | undefined
  /** Whether each lesson opens after the one before is completed. */
  sequential?: boolean | undefined
  /** Whether passing or completing it awards a certificate. */
  certificate_enabled?: boolean | undefined
  status?: CourseStatus | undefined
  access?: CourseAccess | undefined
  skills?: NewCourseSkills | undefined
  prices?: NewPlanPrices | undefined
  /** All of them; they may not lead back to this course. */
  prerequisites?: Id[] | undefined
  cohorts?: NewCourseCohorts | undefined
  /** The lessons, in their order. */
  lessons?: NewLesson[] | undefined
}

/** All of them; one that is left out is removed, unless it has learners. People enroll in one: the one that they name, or the first that has not ended and has a free seat. */
export type NewCourseCohorts = CohortInput[]

/** The skills that completing it proves, in the words in which job posts ask for them. */
export type NewCourseSkills = string[]

/** It is published unless `publication_status` says otherwise. */
export interface NewExam {
  /** The title. */
  title: string
  /** The description. */
  description?: string | undefined
  /** 60 unless given, at most a week. */
  duration_minutes?: number | undefined
  /** Percent; 70 unless given. */
  passing_score?: number | undefined
  /** 3 unless given. */
  max_attempts?: number | undefined
  /** The category, in free words. */
  category?: string | undefined
  /** Now unless given. */
  available_from?: DateTime | undefined
  /** The last moment at which the exam can be taken; null for no limit. */
  available_until?: DateTimeOrNull | undefined
  timezone?: NewExamTimezone | undefined
  /** Whether it is published or a draft. */
  publication_status?: "draft" | "published" | undefined
  access?: ExamAccess | undefined
  skills?: NewExamSkills | undefined
  /** Instructions to read before the start. */
  instructions?: string | undefined
  /** Questions and options in another order for each attempt; true unless given. */
  shuffle?: boolean | undefined
  practice?: NewExamPractice | undefined
  /** True unless given. */
  certificate_enabled?: boolean | undefined
  /** Draws so many from the pool; null for all. */
  question_count?: number | null | undefined
  /** Whether what was saved is graded when time runs out (`grade`, the default) or not. */
  on_expiry?: "grade" | "void" | undefined
  /** The minutes after the end in which late answers count, for those who were writing; 2 unless given. */
  grace_minutes?: number | undefined
  marking?: ExamMarking | undefined
  sections?: NewExamSections | undefined
  review?: ExamReview | undefined
  safe_exam_browser?: NewExamSafeExamBrowser | undefined
  /** Whether those who grade do not see who wrote an answer. It applies to attempts that are submitted from then on; false unless given. */
  anonymous_grading?: boolean | undefined
  /** In their order. */
  questions?: NewQuestion[] | undefined
}

/** What is left out is as the exam has it. */
export interface NewExamAccommodation {
  /** The person. */
  user_id: Id
  extra_minutes?: ExamAccommodationExtraMinutes | undefined
  factor?: ExamAccommodationFactor | undefined
  /** Attempts in addition to `max_attempts`. */
  extra_attempts?: number | undefined
  /** The first moment at which the person can start; null for the one of the exam. */
  available_from?: DateTimeOrNull | undefined
  /** The last moment at which the person can start; null for the one of the exam. */
  available_until?: DateTimeOrNull | undefined
  /** Why, for the owner of the exam and administrators. The person does not see it. */
  note?: string | undefined
}

export interface NewExamBooking {
  /** The kind of exam, in free words. */
  exam_type?: string | undefined
  /** In the time zone of the exam. */
  date: CalendarDate
  time: ExamBookingTime
  /** City, region or country, in free words. */
  location: string
}

export interface NewExamGrade {
  /** The points, at most those of the question; hundredths count. With `rubric` they follow from it. */
  points?: number | undefined
  rubric?: ExamGradeRubric | undefined
  /** What the grader says to the learner, who reads it once grades are released. */
  comment?: string | undefined
}

/** Whether it only belongs to lessons: learners of these courses can take it; no list but its author’s own, with `mine`, has it; and it awards no certificate and proves no skill. Cannot change once there are attempts. */
export type NewExamPractice = boolean

/** Lets the exam be taken in Safe Exam Browser alone: start, read, save and submit need the header `X-SafeExamBrowser-ConfigKeyHash`, the SHA-256 of the URL of the request followed by a key. Null for any program. */
export type NewExamSafeExamBrowser = {
  /** The keys of configurations that are allowed, such as an old and a new one: 64 hexadecimal digits each. */
  config_keys: string[]
} | null

/** What an attempt is made of, in this order; a question comes once. Without sections it is the own questions, by `question_count` and `shuffle`, which sections replace. */
export type NewExamSections = {
  /** Names the section within the exam; the next number unless given. */
  id?: number | undefined
  /** The title. */
  title?: string | undefined
  /** `own` for the questions of the exam, or the questions of a bank. `own` unless given. */
  source?: string | {
    /** The bank, which the author owns or edits. */
    bank_id: Id
    tags_any?: ExamSectionSourceTagsAny | undefined
    /** Questions with all of these tags. */
    tags_all?: string[] | undefined
    /** Questions of this difficulty, 1 to 5; null for any. */
    difficulty?: number | null | undefined
  } | undefined
  /** How many questions are drawn; null for all. */
  draw?: number | null | undefined
  /** The points of each question; null for those of the question. */
  points_each?: number | null | undefined
  /** Whether each attempt has its own order of questions and options; true unless given. */
  shuffle?: boolean | undefined
}[]

/** The skills that passing it proves, in the words in which job posts ask for them. */
export type NewExamSkills = string[]

/** An IANA name, UTC unless given: the zone in which mails, notifications and pages show the dates of the exam, and in which slots are booked. Bookings that exist keep theirs. */
export type NewExamTimezone = string

export interface NewGrader {
  /** The person. */
  user_id: Id
}

export interface NewInterview {
  /** The id of the application. */
  application_id: Id
  /** Names the day: the one it is in `timezone` at this moment. Midnight in UTC names its own day, whatever the zone, and a day alone, `2026-11-21`, is read as that. */
  interview_date: DateTime
  interview_time: NewInterviewInterviewTime
  /** An IANA name, UTC unless given. */
  timezone?: string | undefined
  /** 60 unless given. */
  duration_minutes?: number | undefined
  /** An address, or a link to a call. */
  location?: string | undefined
  /** The kind of interview, in free words. */
  interview_type?: string | undefined
  /** For the applicant, who gets them by mail. */
  notes?: string | null | undefined
  /** The owner of the post and reviewers of it; the owner unless given. Replaces all. */
  interviewer_ids?: Id[] | undefined
}

/** `HH:MM` or `HH:MM:SS`, as the clocks of `timezone` show it. Echoed as sent. */
export type NewInterviewInterviewTime = string

export interface NewInterviewSlots {
  /** The job post whose applicants may choose the slot. */
  job_post_id: Id
  /** How long the interview takes, in minutes. */
  minutes: number
  /** How many applicants may choose the slot; 1 unless given. */
  capacity?: number | undefined
  /** An IANA name, UTC unless given. */
  timezone?: string | undefined
  /** An address, or a link to a call. */
  location?: string | undefined
  /** The kind of interview, in free words. */
  interview_type?: string | undefined
  /** For the applicant, who gets them by mail. */
  notes?: string | null | undefined
  /** The owner of the post, its reviewers and members of its company; the owner unless given. */
  interviewers?: Id[] | undefined
  /** When the slots begin. All are refused if an interviewer is not free at one of them. */
  starts?: DateTime[] | undefined
  /** Free time, instead of `starts`: slots one after the other, without those at which an interviewer is not free. */
  free?: {
    /** When the free time begins, which is when its first slot does. */
    from: DateTime
    /** When it ends. */
    to: DateTime
  }[] | undefined
}

/** Without more it is open, full-time, for the experience level `mid`, on site, paid in USD. */
export interface NewJobPost {
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The employer, as it is shown; the name of the company unless given. */
  company?: string | undefined
  /** The company whose owners, admins and recruiters manage the post with me; null for a post of my own. A post stays with its company. */
  company_id?: IdOrNull | undefined
  /** City, region or country, in free words. */
  location?: string | undefined
  /** Whether the work can be done from anywhere. */
  remote?: boolean | undefined
  /** The kind of employment. */
  employment_type?: JobPostEmploymentType | undefined
  /** How much experience the job asks for. */
  experience_level?: "entry" | "mid" | "senior" | "lead" | undefined
  /** Skills that the job asks for. */
  skills?: string[] | undefined
  salary_min?: JobPostSalaryMax | undefined
  salary_max?: JobPostSalaryMax | undefined
  /** The currency, an ISO 4217 code. */
  currency?: string | undefined
  /** The last moment to apply; null without one. */
  deadline?: DateTimeOrNull | undefined
  status?: JobPostStatus | undefined
  questions?: NewJobPostQuestions | undefined
  blind?: NewJobPostBlind | undefined
  criteria?: NewJobPostCriteria | undefined
  rejection_reasons?: NewJobPostRejectionReasons | undefined
  requirements?: NewJobPostRequirements | undefined
}

/** Candidates have no name, photo, contacts or resume until they are shortlisted, and applications reach the judges once a day. It, the skills and the requirements can change until the first application. */
export type NewJobPostBlind = boolean

/** What scorecards rate. Replaces all criteria; one with an `id` is changed instead of created. */
export type NewJobPostCriteria = {
  /** Kept where given, else the next number. */
  id?: number | undefined
  /** The name. */
  name: string
}[]

/** What applicants are asked. Replaces all questions. */
export type NewJobPostQuestions = {
  /** Kept where given, else the next number. */
  id?: number | undefined
  /** The text of the question. */
  question: string
  /** False unless given. */
  required?: boolean | undefined
}[]

/** The reasons that a rejection can have. They are for the figures; applicants do not see them. */
export type NewJobPostRejectionReasons = string[]

/** What applicants must have proven: an exam passed, a course completed, or a skill, one of them each. Replaces all requirements. */
export type NewJobPostRequirements = {
  /** The id of the exam. */
  exam_id?: Id | undefined
  /** The id of the course. */
  course_id?: Id | undefined
  /** The skill. */
  skill?: string | undefined
  /** True unless given. */
  required?: boolean | undefined
}[]

export interface NewLesson {
  /** The title. */
  title: string
  /** The description. */
  description?: string | undefined
  /** 0 unless given. */
  duration_minutes?: number | undefined
  video_url?: NewLessonVideoUrl | undefined
  content_url?: NewLessonVideoUrl | undefined
  /** Markdown; goes into the download. */
  content?: string | undefined
  /** A published exam of the owner of the course, for practice or not. The lesson completes for a learner who passes it. */
  exam_id?: IdOrNull | undefined
  completion?: NewLessonCompletion | undefined
  available_after_days?: LessonAvailableAfterDays | undefined
  due_after_days?: LessonDueAfterDays | undefined
  /** Its place in the course, from 1. */
  order?: number | undefined
}

/** When the lesson completes: `marked`, by the learner; `opened`, when it is opened; `watched`, when `watched_percent` of it is watched; `passed`, when its exam is passed, which also is the rule of a lesson with an exam unless it is given. */
export interface NewLessonCompletion {
  /** What completes the lesson. */
  rule: "marked" | "opened" | "watched" | "passed"
  /** The percentage that must be watched where the rule is `watched`; 90 unless given. */
  watched_percent?: number | undefined
}

/** What was uploaded here goes into the download. */
export type NewLessonVideoUrl = string | null

export interface NewMaterial {
  /** The title. */
  title: string
  /** In your words; what kind of file it is unless given. */
  type?: string | undefined
  /** A document, picture, video or audio, as large as `POST /upload` takes it. It is kept private. */
  file: FileValue
}

export interface NewMessageTemplate {
  /** The name of the template, which no applicant sees. */
  name: string
  texts: MessageTemplateTexts
  /** The company whose owners, admins and recruiters use and change the template with me; null for one of my own. A template stays with its company. */
  company_id?: IdOrNull | undefined
}

/** Not started unless it says otherwise. */
export interface NewMilestone {
  /** The title. */
  title: string
  /** The description. */
  description?: string | undefined
  /** The due date, `YYYY-MM-DD`. */
  due_date: CalendarDate
  /** How far the milestone is. */
  status?: MilestoneStatus | undefined
  /** What must be done for completion, in free words. */
  completion_criteria?: string | undefined
  /** Its place in the list, after the last one unless given. Equal ones are ordered by id. */
  order?: number | undefined
}

export interface NewPasskey {
  /** Like `Phone`; the device by default. */
  name?: string | undefined
  /** The new credential, by its method `toJSON()`. */
  credential: {
    /** The id of the credential. */
    id: string
    /** As `toJSON()` writes it. */
    response: {
      /** What the browser signed. */
      clientDataJSON: string
      /** The public key. */
      attestationObject: string
      /** How the device can be reached. */
      transports?: string[] | undefined
    }
  }
}

export interface NewPaymentMethod {
  /** A card or mobile money. */
  type: "card" | "mobile_money"
  /** Goes to the payment gateway and is kept nowhere. */
  card_number?: string | null | undefined
  /** The month in which the card expires, 1 to 12. */
  expiry_month?: number | null | undefined
  /** The year in which the card expires, in four digits. */
  expiry_year?: number | null | undefined
  /** Goes to the payment gateway and is kept nowhere. */
  cvv?: string | null | undefined
  /** Made by the gateway in the client, instead of the number of a card. */
  token?: string | null | undefined
  /** The provider of mobile money. */
  provider?: "mpesa" | "mtn" | "airtel" | "tigo" | "vodafone" | "orange" | null | undefined
  /** Spaces, hyphens and parentheses are removed, and 00 at the beginning means +. */
  phone?: string | null | undefined
  /** A name that the owner gave it. */
  nickname?: string | null | undefined
  /** Whether it is charged when no other method is named. */
  is_default?: boolean | undefined
}

export interface NewPlan {
  /** The id of the new plan. */
  id: string
  /** The name. */
  name: string
  /** The description. */
  description?: string | undefined
  /** The currency, an ISO 4217 code. */
  currency?: string | undefined
  /** The length of a billing period. */
  interval?: "month" | "year" | undefined
  /** Whether to highlight it among the plans. */
  popular?: boolean | undefined
  /** What the plan offers, as sentences. */
  features?: string[] | undefined
  /** The price in units of the currency, with its decimal places (ISO 4217); 0 when free. */
  price?: Amount | undefined
  prices?: NewPlanPrices | undefined
  limits: PlanLimits
}

/** The price in each currency, all of them. The first one is `price` and `currency`, which can be left out beside it. */
export type NewPlanPrices = Price[]

/** Without more it is private and in planning. */
export interface NewProject {
  /** The title. */
  title: string
  /** The description. */
  description?: string | undefined
  /** How far the project is. */
  status?: "planning" | "active" | "on_hold" | "completed" | "archived" | undefined
  visibility?: ProjectVisibility | undefined
  /** The field of research. */
  field?: string | undefined
  /** The first day, `YYYY-MM-DD`. */
  start_date?: CalendarDateOrNull | undefined
  /** The last day, `YYYY-MM-DD`. */
  end_date?: CalendarDateOrNull | undefined
  /** In this order unless they say another. */
  milestones?: NewMilestone[] | undefined
}

export interface NewProjectVersion {
  id: Id
  /** The number of the version, unique within the project. */
  version_number: string
  /** A link that is valid for one hour and needs no token. */
  file_url: string
  /** When it was uploaded. */
  uploaded_at: DateTime
  /** Remarks, in free words. */
  notes: string
  /** The changes since the version before. */
  changes_summary: string
  /** Of the file, in hexadecimal digits. */
  sha256: string
}

export interface NewQuestion {
  question: NewQuestionQuestion
  type: NewQuestionType
  /** 1 unless given. */
  points?: number | undefined
  options?: NewQuestionOptions | undefined
  pairs?: NewQuestionPairs | undefined
  correct_answer?: NewQuestionCorrectAnswer | undefined
  tolerance?: NewQuestionTolerance | undefined
  explanation?: NewQuestionExplanation | undefined
  option_feedback?: NewQuestionOptionFeedback | undefined
  max_words?: NewQuestionMaxWords | undefined
  rubric?: NewQuestionRubric | undefined
  void?: NewQuestionVoid | undefined
  order?: NewQuestionOrder | undefined
}

export interface NewQuestionBank {
  /** The title. */
  title: string
  /** The description. */
  description?: string | undefined
  /** The category, in free words. */
  category?: string | undefined
}

/** Single choice: the text of an option. Multiple choice: the texts of all right options. True or false: a boolean. Short answer: every accepted text. Numeric: a number. Ordering: all options in the right order. Matching and cloze have their answers in `pairs` and in the text; essay and file_upload have none. */
export type NewQuestionCorrectAnswer = string | number | boolean | string[]

/** Why the right answer is right, in Markdown. It is shown in the review of an attempt. */
export type NewQuestionExplanation = string

/** Essay: the words that a submitted answer may have, which spaces separate; null for no limit. */
export type NewQuestionMaxWords = number | null

/** What the review says about options of a choice: a text by the text of the option. */
export type NewQuestionOptionFeedback = Record<string, string>

/** Of choices and of ordering, at least two. Of matching, right sides that belong to no left one. */
export type NewQuestionOptions = string[]

/** Its place where nothing is shuffled; last unless given. */
export type NewQuestionOrder = number

/** Matching: what belongs together, at least two. */
export type NewQuestionPairs = {
  /** What an option is found for; each once. */
  left: string
  /** The option that belongs to it. */
  right: string
}[]

/** The text of the question. The blanks of a cloze are written `{{1:word|other}}`: a name of letters and digits, and the texts that are accepted. */
export type NewQuestionQuestion = string

/** Essay and file_upload: the criteria by which people grade. The best levels add up to the points of the question. A changed rubric changes grades that are not released; an answer whose levels are gone is graded again. */
export type NewQuestionRubric = {
  /** Names the criterion within the question; the next number unless given. */
  id?: number | undefined
  /** What is judged. */
  criterion: string
  /** The levels; grades name them by their index, from 0. */
  levels: {
    /** The points; hundredths count. */
    points: number
    /** What an answer of this level is like. */
    description?: string | undefined
  }[]
}[]

/** Numeric: how far an answer may be off. 0 unless given. */
export type NewQuestionTolerance = number

/** How the question is answered. People grade `essay` and `file_upload`. */
export type NewQuestionType = "single_choice" | "multiple_choice" | "true_false" | "short_answer" | "numeric" | "ordering" | "matching" | "cloze" | "essay" | "file_upload"

/** Whether all candidates get the points, as for a mistaken question; false unless given. */
export type NewQuestionVoid = boolean

export interface NewResearcherPublication {
  /** The title. */
  title: string
  authors?: PublicationChangeAuthors | undefined
  /** The year, in four digits; that of `date` unless given. */
  year?: number | null | undefined
  /** The day or month, like `2026-11-21` or `2026-11`; null when only the year is known. */
  date?: string | null | undefined
  /** The journal, book, conference or repository that it is in. */
  container_title?: string | undefined
  type?: PublicationChangeType | undefined
  /** Also as an address, like https://doi.org/10.1000/182. Stored in lower case. */
  doi?: string | null | undefined
  /** Where it is on the web; null when unknown. */
  url?: string | null | undefined
  /** The abstract, as plain text. */
  abstract?: string | undefined
}

export interface NewResumeImport {
  resume: ResumeFile
  /** With true, the answer says what would change, and nothing is stored. */
  preview?: boolean | undefined
}

export interface NewReviewer {
  /** The id of the person. */
  user_id: Id
}

/** At least one of the fields. */
export interface NewRosterEntries {
  /** People with an account. */
  user_ids?: Id[] | undefined
  /** Addresses. An account that has verified one of them is on the roster at once, another one as soon as it has. Addresses without an account are invited if the caller is an administrator; the verdict of other callers says that they are not. */
  emails?: Email[] | undefined
  /** The text of a CSV file with at most 200 rows, whose header names the columns `user_id` or `email`, and may name `name`, which invited people get. Values are separated by commas, semicolons or tabs. */
  csv?: string | undefined
  /** All who are members of this company now, of which the caller is a member, too; administrators name any. */
  company_id?: Id | undefined
  /** All who are enrolled in this cohort now, of a course whose instructor the caller is; administrators name any. */
  cohort_id?: Id | undefined
}

export interface NewSavedSearch {
  /** What is searched. */
  kind: "job_posts" | "researchers"
  query?: NewSavedSearchQuery | undefined
  filters?: SavedSearchFilters | undefined
  frequency?: SavedSearchFrequency | undefined
}

/** Words that must all be there, in any of their forms. "Quoted words" stand side by side, and a word with a minus must be absent. Nothing is guessed or corrected. Empty to look for all that the filters let through. */
export type NewSavedSearchQuery = string

export interface NewScorecard {
  /** Whether the reviewer would hire the applicant. */
  recommendation: "strong_no" | "no" | "yes" | "strong_yes"
  /** The ratings by criterion; criteria may be left out. */
  ratings?: {
    /** One of the `criteria` of the post. */
    criterion_id: number
    /** From 1 (poor) to 5 (excellent). */
    rating: number
    /** Remarks, in free words. */
    notes?: string | undefined
  }[] | undefined
  /** Remarks, in free words. */
  notes?: string | undefined
}

export interface NewSlotInvitation {
  /** Until when a slot can be chosen and changed; 14 days from now unless given, at most 60. */
  until?: DateTime | undefined
}

export interface NewTalentPoolEntry {
  /** The person. */
  user_id: Id
  /** The company whose owners, admins and recruiters keep the person together; null for the keeper alone. It never changes. */
  company_id?: IdOrNull | undefined
  /** When the consent ends, and the entry with it; at most two years after the request. */
  consent_until: DateTime
  /** A private note. The person does not see it; an answer to the person has none. */
  note?: string | undefined
}

export interface NewTeamMember {
  /** The id of the person. */
  user_id: Id
  /** What they do in the team, in your words. */
  role: string
  /** May add others; false unless given. */
  can_manage_team?: boolean | undefined
}

export interface NewWebhook {
  url: NewWebhookUrl
  types?: NewWebhookTypes | undefined
  /** For yourself. */
  description?: string | undefined
}

/** Types of changes, such as `job_application.created`, or kinds, which stand for all of their types. Empty for all. */
export type NewWebhookTypes = string[]

/** Where changes are sent with POST: an address that begins with https, outside of private networks. */
export type NewWebhookUrl = string

export interface Notification {
  id: Id
  /** What the notification is about. */
  type: "job_application" | "project_invite" | "course_update" | "exam_reminder" | "certificate_issued" | "payment_received" | "subscription_expiring"
  /** The title. */
  title: string
  /** One sentence that a person can read. */
  message: string
  /** Whether it has been read. */
  read: boolean
  /** When it was created. */
  created_at: DateTime
  /** Where the notification leads. */
  data: {
    /** A path of this API that its recipient can GET. */
    url: string
    /** What the recipient would do there. */
    action: "view_application" | "view_project" | "view_researcher" | "view_course" | "view_exam" | "view_certificate" | "view_billing" | "view_company" | "view_search" | "view_talent_pool" | "view_notifications"
  }
}

export interface NotificationPreferences {
  /** Notifications about applications and interviews. */
  job_application: NotificationPreferencesCourseUpdate
  /** Notifications about invitations to projects and teams. */
  project_invite: NotificationPreferencesCourseUpdate
  /** Notifications about changed courses. */
  course_update: NotificationPreferencesCourseUpdate
  /** Reminders of exams. */
  exam_reminder: NotificationPreferencesCourseUpdate
  /** Notifications about certificates. */
  certificate_issued: NotificationPreferencesCourseUpdate
  /** Notifications about payments. */
  payment_received: NotificationPreferencesCourseUpdate
  /** Notifications about subscriptions that end or renew. */
  subscription_expiring: NotificationPreferencesCourseUpdate
}

export interface NotificationPreferencesCourseUpdate {
  /** Whether there are notifications of this type at all. */
  in_app: boolean
  /** Whether mails about it are sent. Receipts and mails about the account itself are sent in any case. */
  email: boolean
}

/** A slot as its applicant sees it. */
export interface OfferedSlot {
  id: Id
  /** When the interview begins. */
  starts_at: DateTime
  /** How long the interview takes, in minutes. */
  minutes: number
  /** The IANA name of the time zone. */
  timezone: string
  /** An address, or a link to a call. */
  location: string
  /** The kind of interview, in free words. */
  interview_type: string
  /** Remarks for the applicant. */
  notes: string | null
  /** Whether it is the one that the applicant has chosen. */
  is_chosen: boolean
}

export interface OrderLessonsRequest {
  /** All lessons of the course, in their new order. */
  lesson_ids: Id[]
}

export interface OutlineLesson {
  id: Id
  /** The title. */
  title: string
  /** The duration, in minutes. */
  duration_minutes: number
  /** Its place in the course, from 1. */
  order: number
}

export interface Passkey {
  id: Id
  /** The name. */
  name: string
  /** Whether it is copied between devices, for example by a password manager. */
  synced: boolean
  /** When it was created. */
  created_at: DateTime
  /** When it was last used, with a precision of five minutes. */
  last_used_at: DateTimeOrNull
}

/** Pass it to `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export interface PasskeyCreationOptions {
  /** What the device signs. Valid for ten minutes, once. */
  challenge: string
  /** The site that the passkey belongs to. */
  rp: {
    /** The domain. */
    id: string
    /** The name. */
    name: string
  }
  /** The account, as the device shows it. */
  user: {
    /** A handle that reveals nothing about the user. */
    id: string
    /** The name. */
    name: string
    /** What the device shows. */
    displayName: string
  }
  /** Accepted kinds of keys, the preferred first. */
  pubKeyCredParams: {
    /** The only kind. */
    type: "public-key"
    /** A COSE algorithm. */
    alg: number
  }[]
  /** How long the browser waits, in milliseconds. */
  timeout: number
  /** The make of the device is not asked for. */
  attestation: "none"
  /** The passkeys that the account has. */
  excludeCredentials: {
    /** The id of a passkey, as the device knows it. */
    id: string
    /** The only kind. */
    type: "public-key"
  }[]
  /** What the device must be able to do. */
  authenticatorSelection: {
    /** The device remembers the account. */
    residentKey: "required"
    /** The same for older browsers. */
    requireResidentKey: boolean
    /** The device recognizes the user. */
    userVerification: "required"
  }
}

/** Pass it to `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export interface PasskeyRequestOptions {
  /** What the device signs. Valid for ten minutes, once. */
  challenge: string
  /** The domain that the passkeys belong to. */
  rpId: string
  /** How long the browser waits, in milliseconds. */
  timeout: number
  /** The device recognizes the user. */
  userVerification: "required"
}

export interface PayRenewalRequest {
  /** One of mine; the default one unless given. */
  payment_method_id?: IdOrNull | undefined
  /** For this company, which I own or manage as an admin; for myself unless given. */
  company_id?: IdOrNull | undefined
}

/** For a paid course. While it is pending the enrollment is `paused` and gives no access; it turns `active` when the money arrives, and goes when it does not. */
export interface Payment {
  id: Id
  /** Whether the money has arrived. */
  status: "succeeded" | "pending"
  /** The amount in units of the currency, with its decimal places (ISO 4217). */
  amount: Amount
  /** The currency, an ISO 4217 code. */
  currency: string
  action: PaymentAction
}

/** What the person has to do for a pending payment; null for nothing. */
export type PaymentAction = {
  /** What to do: `redirect` is to open the address, `prompt` is to answer on the phone. */
  kind: "redirect" | "prompt"
  /** With `redirect`: a page of the bank, which leads back to this service. */
  url?: string | undefined
  /** With `prompt`: what to do, as a sentence for the person. */
  message?: string | undefined
  /** Until when it can be done; then it counts as failed. */
  expires_at: DateTime
} | null

export interface PaymentDifference {
  id: Id
  /** The payment gateway. */
  gateway: string
  /** What differs; `report` for a day whose report the gateway did not give, so that nothing of it was compared. */
  kind: "payment" | "refund" | "dispute" | "report"
  /** `missing_here`: the gateway has booked it, and this service does not know it; `missing_there`: the other way round; `other_amount`: both have it with different amounts or currencies; `other_state`: it is paid there, and pending or failed here; `not_compared`: the gateway could not be asked about it, or did not give the report. */
  problem: "missing_here" | "missing_there" | "other_amount" | "other_state" | "not_compared"
  /** The id at the gateway, or the key of the payment or refund where there is none; the day of a report. */
  reference: string
  /** The payment here; null when it is missing. */
  charge_id: IdOrNull
  /** The amount here, in units of the currency; null when it is missing. */
  amount_here: number | null
  /** The amount at the gateway; null when it is missing or the gateway does not say. */
  amount_there: number | null
  /** The currency, an ISO 4217 code; null for a report. */
  currency: string | null
  /** When it was booked at the gateway, or settled here. */
  occurred_at: DateTime
  /** When the comparison found it. */
  found_at: DateTime
  /** When an administrator closed it, or a later comparison did not find it any more; null before. */
  closed_at: DateTimeOrNull
  /** Whether it is open, was closed by an administrator, or has vanished since a later comparison. */
  status: "open" | "closed" | "vanished"
}

export interface PaymentMethod {
  id: Id
  /** A card or mobile money. */
  type: "card" | "mobile_money"
  /** Of a card, like `visa`. */
  brand: string | null
  /** The last four digits; null without a number. */
  last4: string | null
  /** The month in which the card expires, 1 to 12. */
  expiry_month: number | null
  /** The year in which the card expires, in four digits. */
  expiry_year: number | null
  /** Of mobile money, like `mpesa`. */
  provider: string | null
  /** Masked, like `+2547••••1234`. */
  phone: string | null
  /** Where it was issued (ISO 3166-1 alpha-2), which decides the currency that is charged; null when not known. */
  country: string | null
  /** Charged when no other method is named. */
  is_default: boolean
  /** A name that the owner gave it. */
  nickname: string
  action: PaymentAction
}

export interface PaymentMethodChange {
  /** A name that the owner gave it. */
  nickname?: string | undefined
  /** True makes it the one that is charged when no other is named. */
  is_default?: true | undefined
}

export interface PaymentMethodSetup {
  id: Id
  /** What is added on the page. */
  type: "card"
  /** `open`: the page can be used; `succeeded`: the method was added; `expired`: the page has ended without a method. */
  status: "open" | "succeeded" | "expired"
  /** The page of the payment provider while it can be used; null afterwards. */
  url: string | null
  /** The path of the frontend that wants the method, as it was sent. */
  next: string | null
  /** Whether the method becomes the default one. */
  is_default: boolean
  /** The method that was added; null before, and after it was deleted. */
  payment_method_id: IdOrNull
  /** Until when the page can be used. */
  expires_at: DateTime
  /** When it was created. */
  created_at: DateTime
}

export interface PaymentMethodType {
  /** A card or mobile money. */
  type: "card" | "mobile_money"
  /** The providers of mobile money; empty for cards. */
  providers: {
    /** The provider of mobile money. */
    provider: "mpesa" | "mtn" | "airtel" | "tigo" | "vodafone" | "orange"
    /** Where it can be charged (ISO 3166-1 alpha-2). */
    countries: string[]
    /** The currencies of these countries, ISO 4217 codes. */
    currencies: string[]
    /** The form of a phone number. */
    phone_example: string
  }[]
  /** The payment provider whose script makes a `token` of a card in the browser; null when there is none. */
  tokenize_with: string | null
  /** Whether it can be added on a page of the payment provider, with `POST /payment-methods/setups`. */
  hosted_setup: boolean
}

export interface PeopleImport {
  /** The id of the import; null for a preview. */
  id: number | null
  /** Whether it was a preview, goes on in the background, or is done. */
  status: "preview" | "running" | "finished"
  /** The number of rows. */
  total: number
  /** The number of rows that wait. */
  waiting: number
  /** The number of people who were invited; in a preview, who would be. */
  invited: number
  /** The number of rows whose address has an account. */
  existing: number
  /** The number of refused rows. */
  refused: number
  /** When it began; null for a preview. */
  created_at: DateTimeOrNull
  /** When the last row was done; null until then. */
  finished_at: DateTimeOrNull
  /** All rows with their verdicts, for a preview; otherwise empty, and `GET /admin/users/imports/{id}/rows` lists them. */
  rows: PeopleImportRow[]
}

export interface PeopleImportRow {
  /** The line of the file, from 1; the header is a line too. */
  line: number
  /** The name in the file. */
  name: string
  /** The address in the file. */
  email: string
  /** The role in the file, or `learner`. */
  role: string
  /** The courses in the file. */
  courses: number[]
  /** The exams in the file. */
  exams: number[]
  /** The company as the file names it; empty without one. */
  company: string
  /** The company to which the person is invited; null without one, and if there is no such company. */
  company_id: number | null
  /** The role there; null without a company. */
  company_role: "admin" | "recruiter" | "interviewer" | null
  /** What came of the row: `waiting` until it is its turn; `invited`, with a new account; `existing`, an account has the address and stays as it is; `refused`, with `messages`. */
  verdict: "waiting" | "invited" | "existing" | "refused"
  /** Why the row is refused, or why the person is not enrolled in one of the courses. */
  messages: string[]
  /** The account with the address; null without one. */
  user_id: number | null
}

export interface Person {
  id: Id
  /** The name. */
  name: string
  /** Empty for an account without one. */
  email: string
  /** What the person is on the platform. */
  role: UserRole
  /** Whether the account can be used. */
  state: "active" | "suspended" | "deleted"
  email_verified: UserEmailVerified
  /** True when a mail server refused the address for good. */
  email_bouncing: boolean
  /** When it was created. */
  created_at: DateTime
  /** The last use of a session or an API key, within five minutes; null without any. */
  last_active_at: string | null
  /** When the account was suspended; null unless it is. */
  suspended_at: DateTimeOrNull
  /** Empty unless it is suspended. */
  suspension_reason: string
}

export interface PersonDetail {
  id: Id
  /** The name. */
  name: string
  /** Empty for an account without one. */
  email: string
  /** What the person is on the platform. */
  role: UserRole
  /** Whether the account can be used. */
  state: "active" | "suspended" | "deleted"
  email_verified: UserEmailVerified
  /** True when a mail server refused the address for good. */
  email_bouncing: boolean
  /** When it was created. */
  created_at: DateTime
  /** The last use of a session or an API key, within five minutes; null without any. */
  last_active_at: string | null
  /** When the account was suspended; null unless it is. */
  suspended_at: DateTimeOrNull
  /** Empty unless it is suspended. */
  suspension_reason: string
  user?: User | undefined
  /** The sessions that are still valid, newest first. */
  sessions: {
    id: Id
    /** The browser and the system, or the name of the program. */
    device: string
    /** The IP address of the request. */
    ip_address: string
    /** When it was last used, with a precision of five minutes. */
    last_used_at: DateTime
    /** When it was created. */
    created_at: DateTime
  }[]
  /** The API keys that are still valid. */
  api_keys: ApiKey[]
  /** The number of passkeys. */
  passkeys: number
  /** Set while too many wrong passwords keep the person out, from any network. */
  locked_until: string | null
  /** The researcher profile; null without one. */
  researcher: {
    id: Id
    verified: ResearcherVerified
  } | null
  /** The invitation that the account waits for; null once it is accepted, and without one. */
  invitation: {
    id: Id
    user: InvitationUser
    /** Who sent the invitation; null when their account is deleted. */
    invited_by: NamedOrNull
    /** What the inviter wrote. */
    message: string
    /** Whether the link still works, has expired, or was used. */
    state: "waiting" | "expired" | "accepted"
    /** When the newest link was mailed. */
    sent_at: DateTime
    /** When the newest link expires. */
    expires_at: DateTime
    /** When the person accepted; null until then. */
    accepted_at: DateTimeOrNull
  } | null
  /** How much the person has of each kind; `/admin/users/{id}/records/{kind}` lists it. */
  records: {
    /** The kind of records, like `application`. */
    kind: string
    /** The number of items. */
    count: number
  }[]
}

export interface Plan {
  /** The id of the plan. */
  id: string
  /** The name. */
  name: string
  /** The description. */
  description: string
  /** The price in units of the currency, with its decimal places (ISO 4217); 0 when free. */
  price: Amount
  /** The currency, an ISO 4217 code. */
  currency: string
  prices: PlanPrices
  /** The length of a billing period. */
  interval: "month" | "year"
  /** Whether to highlight it among the plans. */
  popular: boolean
  /** What the plan offers, as sentences. */
  features: string[]
  limits: PlanLimits
  /** True for a plan that is not offered any more; only administrators see it. */
  retired?: boolean | undefined
}

export interface PlanChange {
  /** The name. */
  name?: string | undefined
  /** The description. */
  description?: string | undefined
  /** The price in units of the currency, with its decimal places (ISO 4217); 0 when free. */
  price?: Amount | undefined
  /** Whether to highlight it among the plans. */
  popular?: boolean | undefined
  /** What the plan offers, as sentences. */
  features?: string[] | undefined
  prices?: NewPlanPrices | undefined
  /** Whether the plan is not offered any more. Subscriptions to it go on and are renewed. */
  retired?: boolean | undefined
  /** The limits of the plan; -1 means unlimited. */
  limits?: {
    /** -1 is unlimited. */
    job_postings?: number | undefined
    /** -1 is unlimited. */
    candidate_searches?: number | undefined
    /** -1 is unlimited. */
    team_members?: number | undefined
  } | undefined
}

/** The limits of the plan; -1 means unlimited. */
export interface PlanLimits {
  /** -1 is unlimited. */
  job_postings: number
  /** -1 is unlimited. */
  candidate_searches: number
  /** -1 is unlimited. */
  team_members: number
}

/** The price in each currency in which it can be paid; the first one is `price` and `currency`. */
export type PlanPrices = Price[]

export interface PreferencesChange {
  /** Notifications about applications and interviews. */
  job_application?: PreferencesChangeCourseUpdate | undefined
  /** Notifications about invitations to projects and teams. */
  project_invite?: PreferencesChangeCourseUpdate | undefined
  /** Notifications about changed courses. */
  course_update?: PreferencesChangeCourseUpdate | undefined
  /** Reminders of exams. */
  exam_reminder?: PreferencesChangeCourseUpdate | undefined
  /** Notifications about certificates. */
  certificate_issued?: PreferencesChangeCourseUpdate | undefined
  /** Notifications about payments. */
  payment_received?: PreferencesChangeCourseUpdate | undefined
  /** Notifications about subscriptions that end or renew. */
  subscription_expiring?: PreferencesChangeCourseUpdate | undefined
}

export interface PreferencesChangeCourseUpdate {
  /** Whether there are notifications of this type at all. */
  in_app?: boolean | undefined
  /** Whether mails about it are sent. Receipts and mails about the account itself are sent in any case. */
  email?: boolean | undefined
}

export interface PrepareSignInRequest {
  /** What the sign-in is for. */
  action: "login" | "signup" | "link"
  /** The address of the frontend that the provider leads back to. */
  redirect_uri: string
}

export interface Price {
  /** The currency, an ISO 4217 code. */
  currency: string
  /** The amount in units of the currency, with the decimal places that ISO 4217 gives it: two of USD, none of UGX, three of KWD. */
  amount: Amount
}

export interface Project {
  id: Id
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** How far the project is. */
  status: "planning" | "active" | "on_hold" | "completed" | "archived"
  visibility: ProjectVisibility
  /** The field of research. */
  field: string
  /** The first day, `YYYY-MM-DD`. */
  start_date: string | null
  /** The last day, `YYYY-MM-DD`. */
  end_date: string | null
  /** The owner. */
  owner: ProjectOwner
  /** A link that works for an hour. */
  scope_document_url: string | null
  /** Percentage of the milestones that are completed; 0 without any. */
  progress: number
  /** The number of milestones. */
  milestones_count: number
  /** The number of collaborators. */
  collaborators_count: number
  /** What the caller may do here. */
  my_permissions: ProjectMyPermissions
  /** Passages that match `search`, at most one of each field, with `<mark>` around the words; only with `search`. */
  highlights?: CourseHighlights | undefined
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

export interface ProjectChange {
  /** The title. */
  title?: string | undefined
  /** The description. */
  description?: string | undefined
  /** How far the project is. */
  status?: "planning" | "active" | "on_hold" | "completed" | "archived" | undefined
  visibility?: ProjectVisibility | undefined
  /** The field of research. */
  field?: string | undefined
  /** The first day, `YYYY-MM-DD`. */
  start_date?: CalendarDateOrNull | undefined
  /** The last day, `YYYY-MM-DD`. */
  end_date?: CalendarDateOrNull | undefined
}

export interface ProjectCollaborator {
  id: Id
  user: TeamMemberUser
  /** What the person does in the project, in the words of its owner. */
  role: string
  /** When the person was added. */
  added_at: DateTime
  /** When the person agreed to take part; null until then. */
  accepted_at: DateTimeOrNull
  /** What the person may do here. */
  permissions: ProjectMyPermissions
}

export interface ProjectMyPermissions {
  /** Change the project and its scope document. */
  can_edit: boolean
  /** Whether the person may add versions. */
  can_upload_versions: boolean
  /** Whether the person may change milestones. */
  can_manage_milestones: boolean
}

export interface ProjectOwner {
  id: Id
  /** The name. */
  name: string
  profile_photo: ApplicantProfilePhoto
}

export interface ProjectVersion {
  id: Id
  /** The number of the version, unique within the project. */
  version_number: string
  /** A link that is valid for one hour and needs no token. */
  file_url: string
  /** When it was uploaded. */
  uploaded_at: DateTime
  /** Remarks, in free words. */
  notes: string
  /** The changes since the version before. */
  changes_summary: string
  /** Of the file, in hexadecimal digits. */
  sha256: string
  /** The account that uploaded it. */
  uploaded_by: Named
  /** In bytes. */
  file_size: number
}

/** Who may see it: `public` for all users, `private` for the owner and collaborators. */
export type ProjectVisibility = "private" | "public"

export interface PublicFile {
  id: Id
  /** The address of the file. */
  url: string
  /** The name it was sent with, made safe. */
  filename: string
  /** In bytes. */
  size: number
  /** The media type of the content. */
  mime_type: string
  /** When it was uploaded. */
  uploaded_at: DateTime
  /** The id of the owner. */
  owner_id: Id
  /** Whether the file was uploaded as such, or is the profile picture. */
  purpose: "upload" | "avatar"
}

export interface PublicationAuthor {
  /** The given names; empty for a group. */
  given: string
  /** The family name with its particles, like `van der Berg`, or the name of a group. */
  family: string
  /** The ORCID iD of the author; null when unknown. */
  orcid: string | null
}

export interface PublicationChange {
  /** The title. */
  title?: string | undefined
  authors?: PublicationChangeAuthors | undefined
  /** The year, in four digits; that of `date` unless given. */
  year?: number | null | undefined
  /** The day or month, like `2026-11-21` or `2026-11`; null when only the year is known. */
  date?: string | null | undefined
  /** The journal, book, conference or repository that it is in. */
  container_title?: string | undefined
  type?: PublicationChangeType | undefined
  /** Also as an address, like https://doi.org/10.1000/182. Stored in lower case. */
  doi?: string | null | undefined
  /** Where it is on the web; null when unknown. */
  url?: string | null | undefined
  /** The abstract, as plain text. */
  abstract?: string | undefined
}

/** The authors, in the order of the work. */
export type PublicationChangeAuthors = {
  /** The given names; empty for a group. */
  given?: string | undefined
  /** The family name with its particles, like `van der Berg`, or the name of a group. */
  family: string
  /** The ORCID iD of the author; its last digit is checked. */
  orcid?: string | null | undefined
}[]

/** The type of the work, in the words of CSL 1.0.2; `document` for others. A preprint is an `article`, a paper in a journal an `article-journal`. */
export type PublicationChangeType = "article" | "article-journal" | "article-magazine" | "article-newspaper" | "bill" | "book" | "broadcast" | "chapter" | "classic" | "collection" | "dataset" | "document" | "entry" | "entry-dictionary" | "entry-encyclopedia" | "event" | "figure" | "graphic" | "hearing" | "interview" | "legal_case" | "legislation" | "manuscript" | "map" | "motion_picture" | "musical_score" | "pamphlet" | "paper-conference" | "patent" | "performance" | "periodical" | "personal_communication" | "post" | "post-weblog" | "regulation" | "report" | "review" | "review-book" | "software" | "song" | "speech" | "standard" | "thesis" | "treaty" | "webpage"

export interface PublicationFile {
  /** The text of a file with at most 1000 works; required with its formats. */
  text?: string | undefined
  /** The DOIs, also as addresses; required with `doi`. */
  dois?: string[] | undefined
  /** With true, the answer has the verdict of every work, and nothing is stored. */
  preview?: boolean | undefined
  /** What is imported: the `text` of a file (BibTeX or BibLaTeX, RIS, CSL-JSON), what Crossref or DataCite says of `dois`, or the works of the ORCID record that the researcher has linked. */
  format: "bibtex" | "ris" | "csl_json" | "doi" | "orcid"
}

export interface PublicationImport {
  /** Whether nothing was stored. */
  preview: boolean
  /** The number of works in the source. */
  total: number
  /** The number of new publications. */
  imported: number
  /** The number of works whose publication was filled or replaced. */
  changed: number
  /** The number of works that are in the list already. */
  existing: number
  /** The number of refused works. */
  refused: number
  /** All works of the source, in its order. */
  works: ImportedPublication[]
}

export interface PurchasePreview {
  /** The currency, an ISO 4217 code. */
  currency: string
  /** What makes up the total. */
  lines: {
    /** The price; less a coupon; less the unused time of the present plan; what is too small to be paid. */
    kind: "price" | "discount" | "credit" | "rounding"
    /** What it is, in the language of the request. */
    title: string
    /** In units of the currency, with its decimal places (ISO 4217); negative for a deduction. */
    amount: number
  }[]
  /** The tax, which is included in the total. */
  tax: {
    /** The country by whose rate or rule it is taxed; null for the rate that is for everybody. */
    country: string | null
    /** The name of the tax, like `VAT`. */
    name: string
    /** In percent. */
    rate: number
    /** The tax in the total, in units of the currency. */
    amount: Amount
    /** Whether I owe the tax myself, as a company of the European Union in another member state than the seller. */
    reverse_charge: boolean
    /** Why there is no tax, in the language of the request; empty where there is some. */
    note: string
  }
  /** What is charged now, in units of the currency; 0 for nothing. */
  total: Amount
  /** The next payment; null when there is none. */
  next_charge: {
    /** When it is charged. */
    date: DateTime
    /** The amount at the present price, in units of the currency. */
    amount: Amount
  } | null
  /** The moment for which this was calculated. */
  quoted_at: DateTime
}

export interface QuestionBank {
  id: Id
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The category, in free words. */
  category: string
  /** The number of questions. */
  questions_count: number
  /** The owner. */
  owner: Named
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

export interface QuestionBankChange {
  /** The title. */
  title?: string | undefined
  /** The description. */
  description?: string | undefined
  /** The category, in free words. */
  category?: string | undefined
}

export interface QuestionBankEditor {
  id: Id
  /** The account. */
  user: Named
  /** When the editor was added. */
  added_at: DateTime
}

export interface QuestionChange {
  question?: QuestionChangeQuestion | undefined
  type?: NewQuestionType | undefined
  /** 1 unless given. */
  points?: number | undefined
  options?: NewQuestionOptions | undefined
  pairs?: NewQuestionPairs | undefined
  correct_answer?: NewQuestionCorrectAnswer | undefined
  tolerance?: NewQuestionTolerance | undefined
  explanation?: NewQuestionExplanation | undefined
  option_feedback?: NewQuestionOptionFeedback | undefined
  max_words?: NewQuestionMaxWords | undefined
  rubric?: NewQuestionRubric | undefined
  void?: NewQuestionVoid | undefined
  order?: NewQuestionOrder | undefined
}

/** The text of the question. The blanks of a cloze are written `{{1:word|other}}`: a name of letters and digits, and the texts that are accepted. */
export type QuestionChangeQuestion = string

export interface QuestionDocument {
  /** The version of its structure. */
  version: number
  /** The questions in order. */
  questions: Record<string, unknown>[]
  /** The pictures that the questions name: `name`, `type` and `base64`. */
  files: Record<string, unknown>[]
  /** What the document calls itself. */
  format: string
}

export interface QuestionStatistics {
  id: Id
  /** The text of the question, of long ones the first 200 characters. */
  question: string
  type: NewQuestionType
  /** The number of attempts that were asked it. Figures of fewer than 5 are null. */
  n: number
  /** The mean share of its points, usually from 0, nothing right, to 1; missing answers are 0. */
  difficulty: number | null
  /** The number of attempts that were asked other questions, too. */
  discrimination_n: number
  /** The correlation (point-biserial) of its share of the points with that of all other questions, from -1 to 1; null below 5 attempts, and where either is the same in all of them. */
  discrimination: number | null
  /** The number of attempts without an answer. */
  unanswered: number | null
  /** The options of its last version, and how often each was chosen; empty for questions without a choice. */
  choices: ChoiceStatistics[] | null
  /** How often options were chosen that the question does not have any more. */
  former_choices: number | null
}

export interface QuizResult {
  /** The exam of a lesson. */
  exam_id: Id
  /** The title of the exam. */
  title: string
  /** The best score of all graded attempts, in percent; null while none is, or its grades wait for release. */
  best_score: number | null
  /** Whether one of the attempts was passed; null until one is graded. */
  passed: boolean | null
  /** The number of attempts that were begun. */
  attempts: number
  /** `pending` while people have yet to grade an attempt, else `final`. */
  grading: "pending" | "final"
}

export interface Readiness {
  /** `degraded`: a part is not ready. All requests are answered, except those that need a file while the storage is unreachable. */
  status: "ok" | "degraded"
  /** What the service needs. */
  parts: {
    /** Always `ok`; without the database the answer is 503. */
    database: "ok"
    /** Whether the folder or the bucket of the files could be read. */
    storage: "ok" | "unreachable"
    /** Whether the read replica is in use, if there is one; otherwise the database answers instead. */
    replica?: "ok" | "behind" | "unreachable" | undefined
  }
}

export interface ReceiveChunkRequest {
  /** Its place, from 0. */
  chunkIndex: number
  /** The number of chunks. */
  totalChunks: number
  /** The name of the whole file. */
  fileName: string
  /** Bytes of the whole file. */
  fileSize: number
  /** Your name for this upload. */
  uploadId: string
  /** At most 16 MB. */
  chunk: FileValue
}

export interface RecordExamEventsRequest {
  /** In the order of time. */
  events: {
    /** What happened on the page. */
    type: "focus_lost" | "focus_gained" | "pasted" | "fullscreen_left" | "other"
    /** When it happened, by the clock of the device. */
    at: DateTime
    /** What the page says besides, such as the length of a pasted text. */
    detail?: string | undefined
  }[]
}

export interface RecordPaymentRequest {
  /** Who paid. */
  user_id: Id
  for: RecordPaymentRequestFor
  /** The amount in units of the currency, with its decimal places (ISO 4217). */
  amount: Amount
  /** The currency, an ISO 4217 code. */
  currency: string
  /** How the money was received. */
  method: "cash" | "bank" | "mobile_money" | "other"
  /** The number on the receipt or on the statement; each once for a method. */
  reference: string
  /** The day on which it was received, not in the future. */
  received_on: CalendarDate
  /** Why; it is written to the audit log. */
  reason: string
}

/** What was paid for: a plan, a course or an exam. */
export interface RecordPaymentRequestFor {
  /** A plan. */
  plan_id?: string | undefined
  /** The id of the course. */
  course_id?: Id | undefined
  /** The id of the exam. */
  exam_id?: Id | undefined
  /** With a plan: the company that gets it, which the person owns or manages as an admin. */
  company_id?: Id | undefined
}

export interface RecordUnmatchedPaymentRequest {
  /** The amount in units of the currency, with its decimal places (ISO 4217). */
  amount: Amount
  /** The currency, an ISO 4217 code. */
  currency: string
  /** How the money was received. */
  method: "cash" | "bank" | "mobile_money" | "other"
  /** The number on the receipt or on the statement; each once for a method. */
  reference: string
  /** The day on which it was received, not in the future. */
  received_on: CalendarDate
  /** Why; it is written to the audit log. */
  reason?: string | undefined
  /** What is known about it, such as the name on the statement. */
  note?: string | undefined
}

export interface RecoveryCodes {
  /** Each works once in place of a code of the app. They are shown only now. */
  recovery_codes: string[]
}

export interface RefundAct {
  /** Why; it is written to the audit log. */
  reason?: string | undefined
}

export interface RefundPaymentRequest {
  /** The amount in units of the currency, with its decimal places (ISO 4217). */
  amount?: number | null | undefined
  /** Why; it is written to the audit log. */
  reason?: string | undefined
}

export interface RegradeExamRequest {
  /** Only says what would change; false unless given. */
  preview?: boolean | undefined
}

export interface RegradedAttempt {
  /** The attempt. */
  attempt_id: Id
  /** The score before, in percent. */
  score_before: number | null
  /** The score after, in percent. */
  score_after: number | null
  /** Whether it was passed before. */
  passed_before: boolean | null
  /** Whether it is passed after. */
  passed_after: boolean | null
}

export interface ReleaseGradesRequest {
  /** Releases the attempts that are graded, although others are not; false unless given. */
  partial?: boolean | undefined
}

export interface ReleasedExamGrades {
  /** The number of attempts whose result is released now. */
  released: number
  /** The number of attempts with answers that are not graded. */
  waiting: number
}

export interface RenamePasskeyRequest {
  /** The name. */
  name: string
}

export interface Report {
  id: Id
  kind: ReportKind
  /** The id of what was reported. */
  content_id: Id
  /** The reason, in free words. */
  reason: string
  /** When it was created. */
  created_at: DateTime
  /** The title when it was reported. */
  title: string
  /** The id of the owner. */
  owner_id: Id
  /** The name of the owner. */
  owner_name: string
  /** Null once the account is deleted. */
  reporter_id: number | null
  /** The name of the person who reported it; empty once the account is deleted. */
  reporter_name: string
  /** The decision; null before. */
  decision: "hidden" | "dismissed" | null
  /** When it was decided; null before. */
  decided_at: DateTimeOrNull
  /** The reason for the decision; empty without one. */
  decision_reason: string
}

export interface ReportContentRequest {
  kind: ReportKind
  id: Id
  /** What is wrong with it. Only administrators read this. */
  reason: string
}

/** The kind of the content. */
export type ReportKind = "job_post" | "course" | "exam" | "project" | "researcher" | "company" | "message"

export interface ReportProgressRequest {
  /** The id of the lesson. */
  lesson_id: Id
  /** Needed unless the lesson was `opened` or `watched_percent` is given. True is refused for a lesson that something else completes; false opens a lesson again that the learner has marked. */
  completed?: boolean | undefined
  /** Whether the learner has opened the lesson, which completes one with the rule `opened`. */
  opened?: boolean | undefined
  /** How much of the lesson the learner has watched so far, in percent. The greatest number counts. */
  watched_percent?: number | undefined
  /** Since the last report; it adds up. */
  time_spent_seconds?: number | undefined
}

export interface ReportReceipt {
  id: Id
  kind: ReportKind
  /** The id of what was reported. */
  content_id: Id
  /** The reason, in free words. */
  reason: string
  /** When it was created. */
  created_at: DateTime
}

export interface Researcher {
  id: Id
  /** The account. */
  user: ProjectOwner
  headline: UserHeadline
  bio: UserBio
  /** The university, institute or company. */
  institution: string
  institution_ror: ResearcherInstitutionRor
  /** The department within the institution. */
  department: string
  /** City, region or country, in free words. */
  location: string
  /** The country. */
  country: string
  /** The fields of research. */
  fields: string[]
  /** The names of skills. */
  skills: string[]
  /** The languages that the person speaks. */
  languages: string[]
  /** The years of experience. */
  years_experience: number
  /** The h-index; null when unknown. */
  h_index: number | null
  /** The ORCID iD; null without one. */
  orcid: string | null
  orcid_verified: ResearcherOrcidVerified
  /** Whether the person takes on work. */
  availability: "available" | "busy" | "unavailable"
  verified: ResearcherVerified
  visibility: ResearcherVisibility
  public_page: ResearcherPublicPage
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
  publications: ResearcherPublications
  education: ResearcherEducation
  employment: ResearcherEmployment
}

export interface ResearcherCard {
  id: Id
  /** The account. */
  user: ProjectOwner
  headline: UserHeadline
  bio: UserBio
  /** The university, institute or company. */
  institution: string
  institution_ror: ResearcherInstitutionRor
  /** The department within the institution. */
  department: string
  /** City, region or country, in free words. */
  location: string
  /** The country. */
  country: string
  /** The fields of research. */
  fields: string[]
  /** The names of skills. */
  skills: string[]
  /** The languages that the person speaks. */
  languages: string[]
  /** The years of experience. */
  years_experience: number
  /** The h-index; null when unknown. */
  h_index: number | null
  /** The ORCID iD; null without one. */
  orcid: string | null
  orcid_verified: ResearcherOrcidVerified
  /** Whether the person takes on work. */
  availability: "available" | "busy" | "unavailable"
  verified: ResearcherVerified
  visibility: ResearcherVisibility
  public_page: ResearcherPublicPage
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
  /** The number of publications. */
  publications_count: number
}

export interface ResearcherChange {
  /** The profession or position, in a few words. */
  headline?: string | undefined
  /** The work of the person, in their own words. */
  bio?: string | undefined
  /** The university, institute or company. */
  institution?: string | undefined
  /** The id of the institution in the Research Organization Registry; null without one. Sent without `institution`, it fills in the name from the list of institutions; another name sent without it takes it away. */
  institution_ror?: string | null | undefined
  /** The department within the institution. */
  department?: string | undefined
  /** City, region or country, in free words. */
  location?: string | undefined
  /** The country. */
  country?: string | undefined
  /** The fields of research. */
  fields?: string[] | undefined
  /** The names of skills. */
  skills?: string[] | undefined
  /** The languages that the person speaks. */
  languages?: string[] | undefined
  /** The years of experience. */
  years_experience?: number | undefined
  /** The h-index; null when unknown. */
  h_index?: number | null | undefined
  /** An iD like 0000-0002-1825-0097 or its address; its last digit is checked. */
  orcid?: string | null | undefined
  /** Whether the person takes on work. */
  availability?: "available" | "busy" | "unavailable" | undefined
  /** The publications. */
  publications?: {
    /** The title. */
    title: string
    /** The year, in four digits. */
    year: number
    /** The journal, conference or publisher. */
    venue?: string | undefined
    /** Also as an address, like https://doi.org/10.1000/182. */
    doi?: string | null | undefined
    /** The URL. */
    url?: string | null | undefined
  }[] | undefined
  /** Where the person studied, in the order of the person. */
  education?: {
    /** The university, institute or company; of an id without it, the name from the list. */
    institution?: string | undefined
    ror?: ResearcherChangeEducationItemRor | undefined
    /** The degree, such as PhD. */
    degree?: string | undefined
    /** The field of study. */
    field?: string | undefined
    start?: ResearcherChangeEducationItemStart | undefined
    end?: ResearcherChangeEducationItemEnd | undefined
  }[] | undefined
  /** Where the person worked, in the order of the person. */
  employment?: {
    /** The university, institute or company; of an id without it, the name from the list. */
    institution?: string | undefined
    ror?: ResearcherChangeEducationItemRor | undefined
    /** The position. */
    title?: string | undefined
    start?: ResearcherChangeEducationItemStart | undefined
    end?: ResearcherChangeEducationItemEnd | undefined
    /** Whether the person works there now; such a position has no end. */
    current?: boolean | undefined
  }[] | undefined
  visibility?: ResearcherVisibility | undefined
  public_page?: ResearcherPublicPage | undefined
}

/** The year or month in which it ended or will end; null when unknown or open. */
export type ResearcherChangeEducationItemEnd = string | null

/** The id of the institution in the Research Organization Registry; null without one. */
export type ResearcherChangeEducationItemRor = string | null

/** The year or month in which it began, like `2019` or `2019-09`; null when unknown. */
export type ResearcherChangeEducationItemStart = string | null

export interface ResearcherDetails {
  id: Id
  /** The account. */
  user: ProjectOwner
  headline: UserHeadline
  bio: UserBio
  /** The university, institute or company. */
  institution: string
  institution_ror: ResearcherInstitutionRor
  /** The department within the institution. */
  department: string
  /** City, region or country, in free words. */
  location: string
  /** The country. */
  country: string
  /** The fields of research. */
  fields: string[]
  /** The names of skills. */
  skills: string[]
  /** The languages that the person speaks. */
  languages: string[]
  /** The years of experience. */
  years_experience: number
  /** The h-index; null when unknown. */
  h_index: number | null
  /** The ORCID iD; null without one. */
  orcid: string | null
  orcid_verified: ResearcherOrcidVerified
  /** Whether the person takes on work. */
  availability: "available" | "busy" | "unavailable"
  verified: ResearcherVerified
  visibility: ResearcherVisibility
  public_page: ResearcherPublicPage
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
  publications: ResearcherPublications
  education: ResearcherEducation
  employment: ResearcherEmployment
  /** Published courses of this researcher. */
  courses: ResearcherDetailsCourses
  /** The number of valid certificates. */
  certificates_count: number
  /** The number of publications that `GET /researchers/{id}/publications` lists, counted by the service. */
  publication_records_count: number
  /** The number of those that are `verified`. */
  verified_publication_records_count: number
  /** The number of team members. */
  team_count: number
  /** What the researcher has proven, the heaviest first. */
  evidence: Evidence[]
}

export type ResearcherDetailsCourses = Titled[]

/** Where the person studied. */
export type ResearcherEducation = {
  /** The university, institute or company. */
  institution: string
  /** Its address in the Research Organization Registry; null without one. */
  ror: string | null
  /** The degree. */
  degree: string
  /** The field of study. */
  field: string
  /** The year or month in which it began; null when unknown. */
  start: string | null
  /** The year or month in which it ended; null when unknown or open. */
  end: string | null
}[]

/** Where the person worked. */
export type ResearcherEmployment = {
  /** The university, institute or company. */
  institution: string
  /** Its address in the Research Organization Registry; null without one. */
  ror: string | null
  /** The position. */
  title: string
  /** The year or month in which it began; null when unknown. */
  start: string | null
  /** The year or month in which it ended; null when unknown or open. */
  end: string | null
  /** Whether the person works there now. */
  current: boolean
}[]

/** The address of the institution in the Research Organization Registry; null without one. */
export type ResearcherInstitutionRor = string | null

/** Whether the person has proven the ORCID iD by signing in at ORCID. */
export type ResearcherOrcidVerified = boolean

/** Whether a public profile is also a page on the web, `/people/{id}`, which search engines find. False until it is chosen. */
export type ResearcherPublicPage = boolean

export interface ResearcherPublication {
  id: Id
  /** The title. */
  title: string
  /** The first 100 authors, in the order of the work. */
  authors: PublicationAuthor[]
  /** The number of all authors, as the source tells it. */
  authors_count: number
  /** The year, in four digits; null when unknown. */
  year: number | null
  /** The day or month, like `2026-11-21` or `2026-11`; null when only the year is known. */
  date: string | null
  /** The journal, book, conference or repository that it is in. */
  container_title: string
  type: PublicationChangeType
  /** The DOI, in lower case; null without one. */
  doi: string | null
  /** Where it is on the web; null when unknown. */
  url: string | null
  /** The abstract, as plain text. */
  abstract: string
  /** Where the content comes from: typed, a registration agency of DOIs, the ORCID record, or a file. */
  source: "manual" | "crossref" | "datacite" | "orcid" | "bibtex" | "ris" | "csl_json"
  /** Whether the content is what a provider of records says of the work, unchanged: a registration agency of DOIs, or another organization that added it to the ORCID record. It does not say that the researcher is an author. */
  verified: boolean
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

/** The publications. */
export type ResearcherPublications = {
  /** The title. */
  title: string
  /** The year, in four digits. */
  year: number
  /** The journal, conference or publisher. */
  venue: string
  /** The DOI; null without one. */
  doi: string | null
  /** The URL. */
  url: string | null
}[]

/** Whether an administrator has verified it. */
export type ResearcherVerified = boolean

/** Who may see it: `public` for all users, `private` for the owner and the team. */
export type ResearcherVisibility = "public" | "private"

export interface ResendInvitationRequest {
  /** In place of the former message, which is sent again if absent. */
  message?: string | undefined
  /** Why; it is written to the audit log. */
  reason?: string | undefined
}

export interface ResetPasswordRequest {
  /** The token; keep it secret. */
  token: string
  /** The e-mail address. */
  email: Email
  /** The password, exactly as typed. */
  password: string
  /** Must equal `password`. */
  password_confirmation: string
}

/** A JSON Resume. What is not listed here is not read. */
export interface ResumeFile {
  /** Who the person is. */
  basics?: {
    /** The name of the person. */
    name?: string | undefined
    /** The headline. */
    label?: string | undefined
    /** The bio. */
    summary?: string | undefined
    /** Where the person lives. */
    location?: {
      /** The location. */
      city?: string | undefined
      /** The country, unless `countryCode` says it; then a part of it. */
      region?: string | undefined
      /** The country, by its code of ISO 3166-1. */
      countryCode?: string | undefined
    } | undefined
    /** Accounts elsewhere. */
    profiles?: {
      /** The network; only `ORCID` is read. */
      network?: string | undefined
      /** The iD. */
      username?: string | undefined
      /** An address. */
      url?: string | undefined
    }[] | undefined
  } | undefined
  /** The positions. */
  work?: {
    /** The university, institute or company. */
    name: string
    /** The position. */
    position?: string | undefined
    /** An address. */
    url?: string | undefined
    /** When it began; the day is not stored. */
    startDate?: string | undefined
    /** When it ended; without it, it goes on. */
    endDate?: string | undefined
  }[] | undefined
  /** Where the person studied. */
  education?: {
    /** The university or school. */
    institution: string
    /** The field of study. */
    area?: string | undefined
    /** The degree. */
    studyType?: string | undefined
    /** An address. */
    url?: string | undefined
    /** When it began; the day is not stored. */
    startDate?: string | undefined
    /** When it ended; without it, it goes on. */
    endDate?: string | undefined
  }[] | undefined
  /** The works. */
  publications?: {
    /** The title. */
    name: string
    /** The journal, book or publisher. */
    publisher?: string | undefined
    /** When it was published. */
    releaseDate?: string | undefined
    /** Its address, or that of its DOI. */
    url?: string | undefined
    /** The abstract. */
    summary?: string | undefined
  }[] | undefined
  /** The skills; keywords are skills too. */
  skills?: {
    /** A skill. */
    name?: string | undefined
    /** What belongs to it; skills too. */
    keywords?: string[] | undefined
  }[] | undefined
  /** The languages. */
  languages?: {
    /** The language. */
    language: string
  }[] | undefined
  /** The fields of research. */
  interests?: {
    /** The field. */
    name: string
  }[] | undefined
  volunteer?: ResumeFileAwards | undefined
  awards?: ResumeFileAwards | undefined
  certificates?: ResumeFileAwards | undefined
  references?: ResumeFileAwards | undefined
  projects?: ResumeFileAwards | undefined
}

/** Not read, and told in `ignored_sections`. */
export type ResumeFileAwards = unknown[]

export interface ResumeImport {
  /** Whether nothing was stored. */
  preview: boolean
  /** The fields of `profile` that have other values now. */
  changed_fields: string[]
  /** The parts of the resume for which a profile has no place, like `volunteer`. */
  ignored_sections: string[]
  profile: ResumeProfile
  publications: PublicationImport
}

/** The values after the import. */
export interface ResumeProfile {
  /** The name of the user. */
  name: string
  headline: UserHeadline
  bio: UserBio
  /** City, region or country, in free words. */
  location: string
  /** The country. */
  country: string
  /** The fields of research. */
  fields: string[]
  /** The names of skills. */
  skills: string[]
  /** The languages that the person speaks. */
  languages: string[]
  /** The ORCID iD; null without one. */
  orcid: string | null
  education: ResearcherEducation
  employment: ResearcherEmployment
}

export interface ResumeSubscriptionRequest {
  /** One of mine, which pays from the next period on; unless given, the one that paid so far, or my default one for the plan of a company for which another person paid. */
  payment_method_id?: IdOrNull | undefined
  /** For this company, which I own or manage as an admin; for myself unless given. */
  company_id?: IdOrNull | undefined
}

export interface ReturnUnmatchedPaymentRequest {
  /** Why and how it was returned; it is written to the audit log. */
  reason: string
}

export interface Revenue {
  /** `YYYY-MM`, in UTC. */
  month: string
  /** The currency, an ISO 4217 code. */
  currency: string
  /** What was paid, before refunds. */
  received: number
  /** What was refunded. */
  refunded: number
  /** The number of payments. */
  payments: number
}

export interface ReviewAttempt {
  id: Id
  /** The exam. */
  exam: Titled
  status: ExamAttemptStatus
  score: ExamAttemptScore
  passed: ExamAttemptPassed
  /** When it began. */
  started_at: DateTime
  /** When it was submitted; null before. */
  submitted_at: DateTimeOrNull
  score_before: ExamAttemptScoreBefore
  /** The id of the person. */
  user_id: Id
  /** The number of the attempt, from 1. */
  attempt_number: number
}

export interface ReviewQuestion {
  id: Id
  /** The text of the question. */
  question: string
  type: NewQuestionType
  /** The answers to choose from. */
  options: string[]
  /** The points for a right answer. */
  points: number
  /** The words that a submitted essay may have, which spaces separate; left out without a limit. */
  max_words?: number | undefined
  /** Of matching, the left sides; of cloze, the names of the blanks, which the text has as `{{name}}`. */
  prompts?: string[] | undefined
  /** The answer of the attempt; null without one, or when the review does not show answers. */
  your_answer: string | number | boolean | (string | number)[] | Record<string, string> | null
  /** Whether the answer earned the points; null when the review does not show marks. */
  correct: boolean | null
  /** The points of the answer; null when the review does not show marks, and before people have given them. */
  points_earned: number | null
  /** What the grader says, where the review shows marks. */
  comment?: string | undefined
  /** The levels that the answer reached, where the review shows marks. */
  rubric?: {
    /** What was judged. */
    criterion: string
    /** The points of the level. */
    points: number
    /** What an answer of this level is like. */
    description: string
  }[] | undefined
  /** Whether an appeal against the grade waits or is answered; null without one. */
  appeal?: "open" | "answered" | null | undefined
  /** The right answer, where the review shows it. */
  right_answer?: string | number | boolean | (string | number)[] | Record<string, string> | undefined
  /** Why it is right, in Markdown, where the review shows it. */
  explanation?: string | undefined
  /** What the author says about options, by the text of the option, where the review shows explanations: of the selected options, and of all where it shows right answers. */
  option_feedback?: Record<string, string> | undefined
}

export interface RevokeCertificateRequest {
  /** For the holder; the public page does not show it. */
  reason?: string | undefined
}

export interface RevokeFoundApiKeyRequest {
  /** The whole API key. */
  key: string
}

export interface RoleChange {
  /** What the person is on the platform. */
  role: UserRole
  /** Why; it is written to the audit log. */
  reason?: string | undefined
}

export interface RosterEntry {
  id: Id
  /** The person. Of one who was added by address only administrators are told who it is; for others it is null. */
  user: NamedOrNull
  /** The address by which the person was added; null for one who was added by id. */
  email: string | null
  /** When the person was added. */
  created_at: DateTime
}

export interface RosterVerdict {
  /** The line of the file, from 1; null for one of the other fields. */
  line: number | null
  /** The id that was given; null for an address. */
  user_id: number | null
  /** The address that was given; null for an id. */
  email: string | null
  /** Whether the person is on the roster now, was before, is on it and invited to the service, or is refused for the reason in `message`. For an address, `added` does not say whether there is an account. */
  verdict: "added" | "already_added" | "invited" | "refused"
  /** Why the person is refused, or that an added address got no invitation, because the caller is no administrator; else empty. */
  message: string
}

export interface RubricCriterion {
  /** Names the criterion within the question. */
  id: number
  /** What is judged. */
  criterion: string
  /** The levels; grades name them by their index, from 0. */
  levels: {
    /** The points; hundredths count. */
    points: number
    /** What an answer of this level is like. */
    description: string
  }[]
}

export interface SandboxClock {
  /** The time of the service. */
  now: string
  /** How far it is ahead of the real time. */
  ahead_seconds: number
}

export interface SaveAnswersRequest {
  answers: SaveAnswersRequestAnswers
  /** Rises on the client. A save with a lower revision than the last one changes nothing, so send with it every answer that is not acknowledged yet. */
  revision?: number | undefined
}

/** By the id of the question. Single choice: the text of an option; multiple choice: the texts of all that are meant; true or false: a boolean; short answer: a text; numeric: a number; ordering: all options in their order; matching: an option by left side; cloze: a text by blank; essay: a text; file_upload: the ids of one to ten files that were uploaded as `document`, and from then on only the learner and those who grade can read. Null clears an answer. */
export type SaveAnswersRequestAnswers = Record<string, string | number | boolean | (string | number)[] | Record<string, string> | null>

export interface SavedSearch {
  id: Id
  /** What is searched. */
  kind: "job_posts" | "researchers"
  /** Words that must all be there, in any of their forms. "Quoted words" stand side by side, and a word with a minus must be absent. Nothing is guessed or corrected. Empty to look for all that the filters let through. */
  query: string
  filters: SavedSearchFilters
  frequency: SavedSearchFrequency
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
  /** When matches were sent the last time; null before the first. */
  last_digest_at: DateTimeOrNull
}

export interface SavedSearchChange {
  query?: NewSavedSearchQuery | undefined
  filters?: SavedSearchFilters | undefined
  frequency?: SavedSearchFrequency | undefined
}

/** Conditions besides the words; all that are given must hold. */
export interface SavedSearchFilters {
  /** A part of the place: beginnings of its words for `job_posts`. */
  location?: string | undefined
  /** A whole skill, without regard to case and accents. */
  skill?: string | undefined
  /** Whether the work can be done from anywhere. Only for `job_posts`. */
  remote?: boolean | undefined
  /** The kind of employment. Only for `job_posts`. */
  employment_type?: JobPostEmploymentType | undefined
  /** How much experience the job asks for. Only for `job_posts`. */
  experience_level?: "entry" | "mid" | "senior" | "lead" | undefined
  /** Posts that pay up to this or more, per year in whole units of their currency. Only for `job_posts`. */
  min_salary?: number | undefined
  /** Posts of this company. Only for `job_posts`. */
  company_id?: Id | undefined
  /** A whole field of research. Only for `researchers`. */
  field?: string | undefined
  /** A whole name of an institution. Only for `researchers`. */
  institution?: string | undefined
  /** The country. Only for `researchers`. */
  country?: string | undefined
  /** Researchers with this availability. Only for `researchers`. */
  availability?: "available" | "busy" | "unavailable" | undefined
  /** Researchers whom an administrator has verified, or others. Only for `researchers`. */
  verified?: boolean | undefined
  /** Researchers with at least this many years of experience. Only for `researchers`. */
  min_experience?: number | undefined
}

/** How often new matches are sent: within minutes but at most once an hour, each day or each Monday at 6:00 UTC, or not at all. With `never` nothing is looked for. */
export type SavedSearchFrequency = "instant" | "daily" | "weekly" | "never"

export interface SavedSearchMatch {
  id: Id
  /** The title of the job post, or the name of the researcher. */
  title: string
  /** The path of this API where it is read. */
  url: string
  /** When the search found it. */
  found_at: DateTime
}

export interface ScheduleState {
  /** The name. */
  name: string
  /** When it runs, as a cron pattern in UTC. */
  cron: string
  /** When a run was last queued; null before the first. */
  last_run_at: DateTimeOrNull
  /** When the next run is queued. */
  next_run_at: DateTimeOrNull
}

export interface Scorecard {
  id: Id
  /** The id of the application. */
  application_id: Id
  /** The author of the scorecard. */
  reviewer: Named
  /** The ratings by criterion; criteria may be left out. */
  ratings: {
    /** One of the `criteria` of the job post. */
    criterion_id: number
    /** As it was called when it was rated. */
    criterion: string
    /** From 1 (poor) to 5 (excellent). */
    rating: number
    /** Remarks, in free words. */
    notes: string
  }[]
  /** Whether the reviewer would hire the applicant. */
  recommendation: "strong_no" | "no" | "yes" | "strong_yes"
  /** Remarks, in free words. */
  notes: string
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

/** What a word or several words of a query mean. */
export interface SearchAlias {
  /** One or several words that may stand in a query. */
  alias: string
  /** What it stands for. */
  meaning: string
}

export interface SearchAliases {
  /** Words of queries with their meanings. */
  aliases: SearchAlias[]
}

export interface SearchRequest {
  /** The page, from 1. */
  page?: number | undefined
  /** Rows a page, 20 unless given; at most 100 are served. */
  limit?: number | undefined
  /** Words; "quoted phrases"; -excluded words, also as `without`, `not in`, `outside`; fields, skills, institutions and countries by name or demonym; `5+ years`, `fewer than 5 years`, `between 5 and 10 years`, `h-index over 20`; `available`, `verified`. Empty to browse. */
  query?: string | undefined
  /** Searches for the words as they are: nothing is corrected, completed, abbreviated or understood. Quoted phrases and -excluded words still count. Use it to undo what `interpreted` says. */
  literal?: boolean | undefined
  /** Where in your interface the search was made. */
  source?: string | undefined
  /** Conditions for results, as in the list of researchers; an array means any of its values. */
  filters?: {
    /** Only researchers whom an administrator has verified, or only others. */
    verified?: boolean | undefined
    /** More words that must be found. */
    search?: string | undefined
    field?: SearchRequestFiltersField | undefined
    skill?: SearchRequestFiltersField | undefined
    institution?: SearchRequestFiltersField | undefined
    country?: SearchRequestFiltersField | undefined
    location?: SearchRequestFiltersField | undefined
    /** Only people with this availability, or one of several. */
    availability?: ("available" | "busy" | "unavailable")[] | string | undefined
    /** Only people with at least this many years of experience. */
    min_experience?: number | undefined
    /** Best match first (the default), newest, most experience, or by name. */
    sort?: "relevance" | "recent" | "experience" | "name" | undefined
  } | undefined
}

/** One text, or a list of which any will do. */
export type SearchRequestFiltersField = string[] | string

export interface SearchResult {
  /** The researchers on this page, the best match first. */
  researchers: {
    id: Id
    /** The account. */
    user: ProjectOwner
    headline: UserHeadline
    bio: UserBio
    /** The university, institute or company. */
    institution: string
    institution_ror: ResearcherInstitutionRor
    /** The department within the institution. */
    department: string
    /** City, region or country, in free words. */
    location: string
    /** The country. */
    country: string
    /** The fields of research. */
    fields: string[]
    /** The names of skills. */
    skills: string[]
    /** The languages that the person speaks. */
    languages: string[]
    /** The years of experience. */
    years_experience: number
    /** The h-index; null when unknown. */
    h_index: number | null
    /** The ORCID iD; null without one. */
    orcid: string | null
    orcid_verified: ResearcherOrcidVerified
    /** Whether the person takes on work. */
    availability: "available" | "busy" | "unavailable"
    verified: ResearcherVerified
    visibility: ResearcherVisibility
    public_page: ResearcherPublicPage
    /** When it was created. */
    created_at: DateTime
    /** When it was last changed. */
    updated_at: DateTime
    /** The number of publications. */
    publications_count: number
    /** From 0 to 1. */
    score: number
    /** The parts of the profile that matched. */
    matched_fields: string[]
    /** Passages that matched, with `<mark>` around the words. */
    highlights: CourseHighlights
  }[]
  /** Figures about all matches. */
  insights: {
    /** The most frequent skills. */
    top_skills: SearchResultInsightsTopFields
    /** The most frequent fields. */
    top_fields: SearchResultInsightsTopFields
    /** The most frequent institutions. */
    top_institutions: SearchResultInsightsTopFields
    /** The most frequent countries. */
    top_countries: SearchResultInsightsTopFields
    /** The number of verified researchers. */
    verified_count: number
    /** The mean of the years of experience. */
    average_years_experience: number
    /** True when they are estimated from a fair sample of the matches. */
    sampled: boolean
    /** How the query was interpreted. */
    interpreted: {
      /** Words that were looked for everywhere. */
      words: string[]
      /** Phrases that must occur exactly. */
      phrases: string[]
      /** Words that must not occur. */
      excluded: string[]
      /** Fields of research that were understood. */
      fields: string[]
      /** Skills that were understood. */
      skills: string[]
      /** The institutions that the query names. */
      institutions: string[]
      /** The countries that the query names. */
      countries: string[]
      /** Regions of the world, such as "east africa"; they stand for their countries. */
      regions: string[]
      /** The abbreviations that were expanded. */
      abbreviations: {
        /** The abbreviation. */
        short: string
        /** What it stands for. */
        meaning: string
      }[]
      /** Every word that was guessed for a misspelled or unfinished one and by which somebody was found. */
      corrections: CompanyPageMetaSearchCorrections
      /** Words that only frame the question, such as "who has published on", and degrees; they were not looked for. */
      ignored: string[]
      /** Words for which nothing was found in any profile. */
      not_understood: string[]
      /** Only people with at least this many years of experience. */
      min_experience: number | null
      /** At most so many years of experience. */
      max_experience: number | null
      /** At least this h-index. */
      min_h_index: number | null
      /** At most this h-index. */
      max_h_index: number | null
      /** The availability that was understood; null without one. */
      availability: string | null
      /** Whether only verified researchers were asked for. */
      verified: boolean
      /** False if no profile matches the whole query and the nearest results are returned. */
      all_words: boolean
      /** How many results match the whole query. If these are fewer than 20, people who match a part of it follow, up to 20 results. */
      full_matches: number
    }
  }
  /** Up to 8 queries that have results: corrected spelling first, then narrower and related ones. */
  suggestions: string[]
  /** The number of items on all pages together. */
  total: number
  /** The duration of the search, in milliseconds. */
  search_time_ms: number
  /** Names this search when a click is told. */
  search_id: string
  /** The page, from 1. */
  page: number
  /** The number of items on a page. */
  per_page: number
}

export type SearchResultInsightsTopFields = {
  /** The name. */
  name: string
  /** The number of items. */
  count: number
}[]

export interface ServiceState {
  /** The version of the service. */
  version: string
  /** The version of Node.js. */
  node: string
  /** The value of `NODE_ENV`. */
  environment: "development" | "production" | "test"
  /** When it began. */
  started_at: DateTime
  /** The resident memory of this instance. */
  memory_bytes: number
  /** The database and its size. */
  database: {
    /** The database engine. */
    engine: "sqlite" | "postgres"
    /** The size in bytes. */
    bytes: number
  }
  /** Where uploaded files are stored, and their size. */
  storage: {
    /** Where files are stored. */
    kind: "folder" | "s3"
    /** The number of stored files. */
    files: number
    /** The size in bytes. */
    bytes: number
  }
  /** Of this instance, since its start. */
  requests: {
    /** All requests that were answered. */
    total: number
    /** Answered with a status from 400 to 499. */
    refused: number
    /** Answered with a status from 500. */
    failed: number
    /** An upper bound in milliseconds; null without requests. */
    p50_ms: number | null
    /** An upper bound in milliseconds; null without requests. */
    p95_ms: number | null
    /** An upper bound in milliseconds; null without requests. */
    p99_ms: number | null
  }
  /** What follows from changes, and how far it is. */
  followers: {
    /** The name of what follows from changes, such as `feed`. */
    name: string
    /** Changes that it has not read. */
    lag_rows: number
    /** For how long this instance has seen it behind. */
    lag_seconds: number
    /** Failures in a row at this instance. */
    failures: number
    /** Whether it is being built from the tables. */
    is_building: boolean
  }[]
  /** The effective settings, without secrets. */
  settings: {
    /** The environment variable. */
    setting: string
    /** The effective value; secrets are cut. */
    value: string
    /** How risky the setting is for a service that others reach. */
    risk: "none" | "notice" | "warning"
    /** What to do about a risk; empty without one. */
    advice: string
  }[]
}

export interface Session {
  id: Id
  /** What signed in, like `Firefox on Linux`. */
  device: string
  /** The IP address of the request. */
  ip_address: string
  /** The `User-Agent` of the request. */
  user_agent: string
  /** When it was last used, with a precision of five minutes. */
  last_used_at: DateTime
  /** When it was created. */
  created_at: DateTime
  /** True for the session of this very request. */
  current: boolean
}

export interface SetUserAccommodationRequest {
  factor: ExamAccommodationFactor
  /** Why, for administrators. The person does not see it. */
  note?: string | undefined
}

export interface ShareCertificateRequest {
  /** What the page shows besides the title, the issuer, the date and whether it is valid. Without it, `["name"]`. The code is never shown. */
  shows?: ("name" | "result" | "awarded_by")[] | undefined
  /** What the link is for, like `Application at Example University`; the page says it. */
  purpose?: string | undefined
  /** In the future; null for a link without an end. */
  expires_at?: string | null | undefined
}

export interface SharedCertificate {
  /** False once the certificate is revoked. */
  valid: boolean
  /** Whether the certificate holds. */
  status: "valid" | "revoked"
  /** The title of the exam or course. */
  title: string
  /** The organization. */
  issuer: string
  /** The day on which it was issued. */
  issued_date: CalendarDate
  /** What the link is for. */
  purpose: string
  /** Whose it is; null if the holder does not show it. */
  name: string | null
  /** Percent; null for a course, or if the holder does not show it. */
  result: number | null
  awarded_by: CertificateAwarder
}

export interface ShowAccountInvitationRequest {
  /** The token of the link; keep it secret. */
  token: string
}

export interface ShowAnnouncementPreviewRequest {
  /** The subject of the mail, and the title of the notification. */
  title: string
  /** What is announced. An empty line begins a new paragraph of the mail. */
  message: string
  roles: AnnouncementRoles
  channels: AnnouncementChannels
}

export interface ShowEnrollmentPreviewRequest {
  /** One of mine. Without it, the price is that of `country`, and a payment method may need another one. */
  payment_method_id?: IdOrNull | undefined
  country?: ShowEnrollmentPreviewRequestCountry | undefined
  /** Coupons are for plans, so any code is 422. */
  coupon_code?: string | null | undefined
}

/** Where I am (ISO 3166-1 alpha-2), which decides the tax in the price: the country of my billing address unless given, else that of the payment method. Invoices take that of the billing address. */
export type ShowEnrollmentPreviewRequestCountry = string | null

export interface ShowSubscriptionPreviewRequest {
  /** The id of the plan, like `professional`. */
  plan_id: string
  /** The code of a coupon. */
  coupon_code?: string | null | undefined
  /** For this company, which I own or manage as an admin; for myself unless given. */
  company_id?: IdOrNull | undefined
  /** One of mine. Without it, the price is that of `country`, and a payment method may need another one. */
  payment_method_id?: IdOrNull | undefined
  country?: ShowEnrollmentPreviewRequestCountry | undefined
}

export interface SignInBegun {
  /** The address of the provider to lead the browser to. */
  url: string
  /** Comes back with the code; refuse an answer that holds another. */
  state: string
}

export interface SignInMethods {
  /** Who may create an account: `open`, anybody or the domains of the operator; `invited` and `closed`, by an invitation. */
  sign_up: "open" | "invited" | "closed"
  /** Whether users sign in with passwords. */
  password: boolean
  /** The providers that are configured, in the order of their buttons. */
  providers: {
    /** The `provider` in the paths of sign-ins, such as `google`. */
    name: string
    /** The name that users know, such as `Google`. */
    label: string
  }[]
}

export interface SignUpRequest {
  /** The name. */
  name: string
  /** The e-mail address. */
  email: Email
  /** The password, exactly as typed. */
  password: string
  /** Must equal `password`. */
  password_confirmation?: string | undefined
  /** What the person is on the platform. */
  role?: "student" | "learner" | "researcher" | "recruiter" | undefined
  /** The IANA name of the time zone. */
  timezone?: string | undefined
  /** The language, as a BCP 47 tag: ar, en, es, fr, pt or sw, with or without a region. */
  locale?: string | undefined
}

export interface SignedIn {
  /** Send it as `Authorization: Bearer <token>`. */
  token: string
  /** How the token is sent: always `Bearer`. */
  token_type: "Bearer"
  /** When it expires. */
  expires_at: DateTime
  user: User
  /** Distinguishes this answer from one with a challenge. */
  two_factor_required: false
}

export interface SignedInByProvider {
  /** Send it as `Authorization: Bearer <token>`. */
  token: string
  /** How the token is sent: always `Bearer`. */
  token_type: "Bearer"
  /** When it expires. */
  expires_at: DateTime
  user: User
  /** Distinguishes this answer from one with a challenge. */
  two_factor_required: false
  /** True until name, role and bio are there. */
  requires_profile_completion: boolean
}

export interface SlotChoice {
  /** The slot, one of those that are offered. */
  slot_id: Id
}

/** That an applicant may choose a slot. */
export interface SlotInvitation {
  /** The id of the application. */
  application_id: Id
  /** Until when a slot can be chosen and changed. */
  until: DateTime
  /** When the applicant was invited. */
  invited_at: DateTime
}

export interface StreamTicket {
  /** For `?ticket=`; opens one stream. */
  ticket: string
  /** When it expires. */
  expires_at: DateTime
}

export interface StudyMaterial {
  id: Id
  /** The title. */
  title: string
  /** The kind of material. */
  type: string
  /** Good for an hour, without a token. */
  file_url: string
  /** In bytes. */
  size: number
  /** The number of downloads. */
  download_count: number
}

export interface SubmitApplicationRequest {
  /** The id of the job post. */
  job_post_id: Id
  /** The first name. */
  first_name: string
  /** The last name. */
  last_name: string
  /** The e-mail address. */
  email: Email
  /** The telephone number. */
  phone: string
  /** PDF, DOC or DOCX, at most 10 MB. It is kept private. */
  resume: FileValue
  /** The cover letter. */
  cover_letter?: string | undefined
  /** How much experience the applicant has, in free words. */
  experience_level?: string | undefined
  /** The first day on which the applicant could start. */
  available_date?: CalendarDate | undefined
  /** The notice period of the present job, in free words. */
  notice_period?: string | undefined
  /** The expected salary a year, in the currency of the post; null when not stated. */
  salary_expectation?: number | null | undefined
  /** Whether the applicant would work remotely. */
  remote_interested?: boolean | undefined
  /** Answers to the questions of the post. */
  additional_answers?: string[] | undefined
  /** Must be true. */
  consent_data: true
  /** Whether the applicant agrees to marketing mails. */
  consent_marketing?: boolean | undefined
  /** Reserves a place if a requirement is not met yet. The application is submitted by itself when all are met while the post is open. */
  pending_requirements?: boolean | undefined
}

export interface SubmitAttemptRequest {
  answers?: SaveAnswersRequestAnswers | undefined
  /** With true, questions may be left without an answer, and count as wrong. Ask the person before. */
  allow_unanswered?: boolean | undefined
}

export interface SubscribeRequest {
  /** The id of the plan, like `professional`. */
  plan_id: string
  /** The id of one of my payment methods. */
  payment_method_id: Id
  /** The code of a coupon. */
  coupon_code?: string | null | undefined
  /** For this company, which I own or manage as an admin; for myself unless given. */
  company_id?: IdOrNull | undefined
  /** That of a preview of the last 15 minutes, whose `total` is then charged although unused time gets less with time. The period ends as if it had begun at that moment. */
  quoted_at?: DateTimeOrNull | undefined
}

export interface Subscription {
  /** 0 for the free plan, which all users and companies have without a subscription. */
  id: number
  /** The company that has it; null for my own one. */
  company_id: number | null
  /** The plan. */
  plan: {
    /** The id of the plan, like `professional`. */
    id: string
    /** The name. */
    name: string
    /** The price in units of the currency, with its decimal places (ISO 4217); 0 when free. */
    price: Amount
    /** The currency, an ISO 4217 code. */
    currency: string
    /** The length of a billing period. */
    interval: "month" | "year"
  }
  /** Whether the subscription is active, past due, canceled or expired. */
  status: "active" | "past_due" | "canceled" | "expired"
  /** When it began. */
  started_at: DateTime
  /** When it expires. */
  expires_at: DateTimeOrNull
  /** When the next payment is due; null for none. */
  next_billing_date: DateTimeOrNull
  /** When it was cancelled; null while it is not. */
  canceled_at: DateTimeOrNull
  /** The use of each limit. */
  usage: {
    /** The number of open job posts. */
    job_postings: SubscriptionUsageJobPostings
    /** The number of searches a month. */
    candidate_searches: SubscriptionUsageJobPostings
    /** The number of team members. */
    team_members: SubscriptionUsageJobPostings
  }
}

export interface SubscriptionUsageJobPostings {
  /** The amount used so far. */
  used: number
  /** -1 is unlimited. */
  limit: number
}

export interface SuspendPersonRequest {
  /** Written to the audit log, and told to the person in a mail and at a sign-in. */
  reason?: string | undefined
}

export interface SyncProgressRequest {
  /** In any order. What was sent before, or twice, changes nothing. */
  lessons_completed: {
    /** The lesson; an entry of one that the course does not have is skipped. */
    lesson_id: number
    /** A date-time by the clock of the device. A moment in the future is cut to the present; an entry without a valid date and time is skipped. */
    completed_at: string
    /** For this completion. Fractions are cut, less than 0 counts as 0, and more than a day as a day. */
    time_spent_seconds?: number | null | undefined
    /** How much of the lesson was watched, in percent; needed where that completes it. An entry of a lesson whose exam must be passed is skipped. */
    watched_percent?: number | null | undefined
  }[]
  /** When the device last synchronized its progress. */
  last_sync_at?: DateTimeOrNull | undefined
}

export interface TalentPoolChange {
  /** A private note. The person does not see it; an answer to the person has none. */
  note?: string | undefined
}

export interface TalentPoolEntry {
  id: Id
  /** The person. */
  user_id: Id
  /** The person. */
  user: {
    id: Id
    /** The name. */
    name: string
    /** The e-mail address of the account; empty to those who keep the entry until the person consents. */
    email: string
    profile_photo: ApplicantProfilePhoto
  }
  /** The user who asked the person. */
  keeper: Named
  /** The company whose owners, admins and recruiters keep the person together; null for the keeper alone. It never changes. */
  company_id: number | null
  /** The company that keeps the person; null where the keeper does alone. */
  company: TalentPoolEntryCompany
  /** When the consent ends, and the entry with it; at most two years after the request. */
  consent_until: string
  /** A private note. The person does not see it; an answer to the person has none. */
  note?: string | undefined
  /** `pending` until the person has answered the request, then `consented`. A refusal and a withdrawal remove the entry. */
  status: "pending" | "consented"
  /** When the entry goes by itself: `consent_until`, or 30 days after the request while it has no answer. */
  ends_at: DateTime
  /** When the person consented, or agreed to a later `consent_until`; null until then. */
  consented_at: DateTimeOrNull
  /** The later `consent_until` that the person is asked for; null while no such request is open. Until the person agrees, `consent_until` holds. */
  requested_until: DateTimeOrNull
  /** The user who asked for that end; null while no such request is open. */
  requester: TalentPoolEntryCompany
  /** When that request ends without an answer; null while none is open. */
  request_ends_at: DateTimeOrNull
  /** When the person was asked. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

export type TalentPoolEntryCompany = {
  id: Id
  /** The name. */
  name: string
} | null

export interface TalentPoolExtension {
  /** When the consent should end: after the present `consent_until`, and within two years. */
  consent_until: DateTime
}

export interface TeamMember {
  id: Id
  user: TeamMemberUser
  /** What the person does in the team, in the words of its owner. */
  role: string
  /** Whether the person may change the team. */
  can_manage_team: boolean
  /** When the person was added. */
  added_at: DateTime
  /** When the person agreed to be on the team; null until then. */
  accepted_at: DateTimeOrNull
}

/** The account. */
export interface TeamMemberUser {
  id: Id
  /** The name. */
  name: string
  /** Empty, except for the member, administrators, and fellow members after acceptance. */
  email: string
  /** Empty when there is none. */
  profile_photo: string
}

export interface TemplatePreview {
  /** The language of the text that was chosen. */
  language: "en" | "fr" | "es" | "pt" | "ar" | "sw"
  /** The message as it would be sent. */
  body: string
}

export interface TemplatePreviewRequest {
  language?: BulkActionLanguage | undefined
  /** The application whose values are written; examples unless given. */
  application_id?: Id | undefined
}

export interface Titled {
  id: Id
  /** The title. */
  title: string
}

export type TitledOrNull = {
  id: Id
  /** The title. */
  title: string
} | null

export interface TrackClickRequest {
  /** The query, as it was typed. */
  query: string
  /** The id of the researcher profile. */
  researcher_id: Id
  /** The place in the results, from 1. */
  position: number
  /** The id of the search that showed the result. */
  search_id?: string | null | undefined
}

export interface TransparencyHead {
  /** The name of the log. */
  origin: string
  /** How many rows it has. */
  size: number
  /** The root of the tree. In base64. */
  root_hash: string
  /** When it was signed. */
  signed_at: DateTime
  /** The key that signed it, in `/.well-known/did.json`. */
  key: string
  /** The same as a signed note (C2SP tlog-checkpoint). Keep it, to compare it later. */
  checkpoint: string
}

export interface TransparencyProof {
  /** The position of the row, from 0. */
  leaf?: number | undefined
  /** The size of the tree. */
  size?: number | undefined
  /** The hash of the row. In base64. */
  leaf_hash?: string | undefined
  /** The root of the tree. In base64. */
  root_hash?: string | undefined
  /** The hashes of the proof, in base64. */
  hashes: string[]
  /** The size of the earlier tree. */
  from?: number | undefined
  /** The size of the later tree. */
  to?: number | undefined
  /** The root of the earlier tree. In base64. */
  from_root?: string | undefined
  /** The root of the later tree. In base64. */
  to_root?: string | undefined
}

export interface TwoFactorRequired {
  /** Distinguishes this answer from one with a token. */
  two_factor_required: true
  /** Send it with a code to `POST /auth/two-factor`. */
  challenge: string
  /** How the login can be finished. `passkey`: with `POST /auth/passkeys/login` instead. */
  methods: ("totp" | "recovery_code" | "passkey")[]
  /** When it expires. */
  expires_at: DateTime
}

export interface TwoFactorSetup {
  /** In base 32, to type into an authenticator app. */
  secret: string
  /** The same for apps that open addresses. */
  otpauth_url: string
  /** The address as a QR code, an SVG picture. */
  qr_svg: string
}

export interface TwoFactorState {
  /** Whether a login needs a code as well. */
  enabled: boolean
  /** When it was turned on; null while it is off. */
  enabled_at: DateTimeOrNull
  /** How many recovery codes are unused. */
  recovery_codes_left: number
}

export interface UndoResult {
  /** One for each application that the action changed and that was not withdrawn. */
  results: {
    /** The id of the application. */
    application_id: Id
    /** `undone`; `changed_since`, it stays as it is now; `told`, the applicant was told at once and it stays. */
    verdict: "undone" | "changed_since" | "told"
  }[]
}

export interface UndoableAction {
  /** By which the action is undone. */
  id: Id
  /** What was done. */
  action: "status" | "reject" | "tag"
  /** The user who did it. */
  user: Named
  /** How many applications the action has changed. */
  changed: number
  /** When it began. */
  created_at: DateTime
  /** Until when it can be undone. */
  undo_until: DateTime
  /** When it was undone; null unless it was. */
  undone_at: DateTimeOrNull
}

export interface UnmatchedPayment {
  id: Id
  /** `manual` when an administrator recorded it, else the payment gateway. */
  gateway: string
  /** How the money was received. */
  method: "cash" | "bank" | "mobile_money" | "other"
  /** The number on the receipt or on the statement. */
  reference: string
  /** The amount in units of the currency, with its decimal places (ISO 4217). */
  amount: number
  /** The currency, an ISO 4217 code. */
  currency: string
  /** The day on which it was received. */
  received_on: CalendarDate
  /** What is known about it, in free words. */
  note: string
  /** Whether it waits, belongs to a payment now, or was returned. */
  status: "waiting" | "matched" | "returned"
  /** The payment that it belongs to; null unless it is matched. */
  charge_id: IdOrNull
  /** When it was created. */
  created_at: DateTime
  /** When it was matched or returned; null while it waits. */
  settled_at: DateTimeOrNull
}

export interface UnsubscribeFromAnnouncementsRequest {
  /** `One-Click`, as mail programs send it; it is not read. */
  "List-Unsubscribe"?: string | undefined
  /** Sent by the page to receive the mails again. */
  wanted?: "true" | undefined
}

export interface UnsubscribeFromSearchesRequest {
  /** `One-Click`, as mail programs send it; it is not read. */
  "List-Unsubscribe"?: string | undefined
}

export interface UploadFileRequest {
  /** What the file is for, which decides which types and sizes are accepted. */
  type: "document" | "image" | "video" | "audio" | "avatar" | "resume" | "project_file"
  /** Where in the address it stands, like `reports/2026`. */
  folder?: string | undefined
  /** Best sent after `type`, so that a file that is too large or of another type is refused early. */
  file: FileValue
}

export interface UploadScopeDocumentRequest {
  /** What it is, in your words. */
  document_type?: string | undefined
  /** PDF, DOC, DOCX, ODT, TXT or MD, at most 25 MB. */
  file: FileValue
}

export interface UploadState {
  /** The name that the client gave the upload. */
  upload_id: string
  /** The places of the chunks that are here. */
  received: number[]
  /** The indexes of the chunks that have not arrived, from 0. */
  missing: number[]
  /** The number of chunks. */
  total_chunks: number
  /** The size of the whole file, in bytes. */
  file_size: number
}

export interface UploadVersionRequest {
  /** Unique in the project. */
  version_number: string
  /** Remarks, in free words. */
  notes?: string | undefined
  /** The changes since the version before. */
  changes_summary?: string | undefined
  /** Of any type, at most 1 GB. */
  file?: FileValue | undefined
  /** Instead of `file`: a finished upload of mine, also one in chunks. It becomes the version and is no longer among my files. */
  file_id?: Id | undefined
}

export interface UploadedFile {
  id: Id
  /** The address of the file. */
  url: string
  /** The name it was sent with, made safe. */
  filename: string
  /** In bytes. */
  size: number
  /** The media type of the content. */
  mime_type: string
  /** When it was uploaded. */
  uploaded_at: DateTime
}

export interface User {
  id: Id
  /** The name. */
  name: string
  /** What the person is on the platform. */
  role: UserRole
  /** Address of the picture. */
  profile_photo: string | null
  headline: UserHeadline
  /** City, region or country, in free words. */
  location: string
  /** The names of skills. */
  skills: string[]
  /** The e-mail address. */
  email: string
  /** The address that takes over once it is verified. */
  pending_email: string | null
  email_verified: UserEmailVerified
  /** True when a mail server refused the address for good, until it accepts a mail again. */
  email_bouncing: boolean
  /** For what is written to this person; null for the default. */
  timezone: string | null
  /** The language tag for what is written to this person; null for English. */
  locale: string | null
  billing_address: BillingAddress
  /** True when name, role and bio are there. */
  profile_complete: boolean
  bio: UserBio
  /** The telephone number. */
  phone: string
  links: UserLinks
  /** The researcher profile of this person. */
  researcher_id: number | null
  /** The ways in which the person can sign in: `password`, `passkey`, `google`, `linkedin`, `orcid`, or a name of `OIDC_PROVIDERS`. */
  login_methods: string[]
  /** Whether a login needs a code as well. */
  two_factor_enabled: boolean
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

export interface UserAccommodation {
  /** The usual time times this; 1 without an accommodation. */
  factor: number
  /** Why, for administrators. Left out where the person reads it. */
  note?: string | undefined
  /** When it was last changed; null if it never was. */
  updated_at: DateTimeOrNull
}

/** The work of the person, in their own words. */
export type UserBio = string

export interface UserChange {
  /** The name. */
  name?: string | undefined
  /** The e-mail address. */
  email?: Email | undefined
  /** The profession or position, in a few words. */
  headline?: string | undefined
  /** The work of the person, in their own words. */
  bio?: string | undefined
  /** City, region or country, in free words. */
  location?: string | undefined
  /** The telephone number. */
  phone?: string | undefined
  /** The names of skills. */
  skills?: string[] | undefined
  /** Links to profiles elsewhere. */
  links?: {
    /** The URL of a website, or an empty text. */
    website?: string | undefined
    /** The URL of the LinkedIn profile, or an empty text. */
    linkedin?: string | undefined
    /** The ORCID iD. */
    orcid?: string | undefined
    /** The URL of the GitHub profile, or an empty text. */
    github?: string | undefined
  } | undefined
  /** null removes the picture. An address changes nothing: pictures are uploaded. */
  profile_photo?: string | null | undefined
  /** For mails, reminders and invitations; null for the default. */
  timezone?: string | null | undefined
  /** The language of mails, notifications and documents: ar, en, es, fr, pt or sw, with or without a region. */
  locale?: string | null | undefined
  /** Takes the place of the former one; null removes it. */
  billing_address?: {
    /** A person or an organization. */
    name?: string | undefined
    /** Street and number. */
    line1?: string | undefined
    /** Further lines of the address. */
    line2?: string | undefined
    /** The city. */
    city?: string | undefined
    /** State, province or county. */
    region?: string | undefined
    /** The postal code. */
    postal_code?: string | undefined
    /** ISO 3166-1 alpha-2. */
    country?: string | undefined
    tax_id?: BillingAddressTaxId | undefined
  } | null | undefined
  /** The password, exactly as typed. */
  password?: string | undefined
  /** Must equal `password`. */
  password_confirmation?: string | undefined
  /** The present password. */
  current_password?: string | undefined
  /** What the person is on the platform. */
  role?: UserRole | undefined
}

/** Whether the e-mail address has been verified. */
export type UserEmailVerified = boolean

/** Everything the platform holds about the person, a key for each part of it. */
export interface UserExport {
  /** When the export was made. */
  exported_at: string
  profile: User
  [name: string]: unknown
}

/** The profession or position, in a few words. */
export type UserHeadline = string

/** Links to profiles elsewhere. */
export interface UserLinks {
  /** The URL of a website, or an empty text. */
  website: string
  /** The URL of the LinkedIn profile, or an empty text. */
  linkedin: string
  /** The ORCID iD. */
  orcid: string
  /** The URL of the GitHub profile, or an empty text. */
  github: string
}

export interface UserRecord {
  id: Id
  /** The title. */
  title: string
  /** The status of the record, in the words of its kind. */
  status: string
  /** When it was created. */
  created_at: DateTime
}

export type UserRole = "student" | "learner" | "researcher" | "recruiter" | "admin"

export type VerifiableCredential = Record<string, unknown>

export interface VerifyGoogleCredentialRequest {
  /** The ID token that Google Identity Services gave the browser. */
  credential?: string | undefined
  /** The ID token of Google, another name for `credential`. */
  id_token?: string | undefined
  /** The token; keep it secret. */
  token?: string | undefined
  /** The nonce the frontend gave Google; the ID token must hold it. */
  nonce?: string | null | undefined
  /** What a new person is on the platform; of no account for a known one. */
  role?: "student" | "learner" | "researcher" | "recruiter" | null | undefined
}

export interface VerifyPersonRequest {
  verified: ResearcherVerified
  /** Why; it is written to the audit log. */
  reason?: string | undefined
}

export interface VerifyReceiptRequest {
  /** The attempt. */
  attempt_id: Id
  receipt: AnswerReceipt
}

/** Administrators and the person get every field, others only the required ones. */
export interface VisibleUser {
  id: Id
  /** The name. */
  name: string
  /** What the person is on the platform. */
  role: UserRole
  /** Address of the picture. */
  profile_photo: string | null
  headline: UserHeadline
  /** City, region or country, in free words. */
  location: string
  /** The names of skills. */
  skills: string[]
  /** The e-mail address. */
  email?: string | undefined
  /** The address that takes over once it is verified. */
  pending_email?: string | null | undefined
  email_verified?: UserEmailVerified | undefined
  /** True when a mail server refused the address for good, until it accepts a mail again. */
  email_bouncing?: boolean | undefined
  /** For what is written to this person; null for the default. */
  timezone?: string | null | undefined
  /** The language tag for what is written to this person; null for English. */
  locale?: string | null | undefined
  billing_address?: BillingAddress | undefined
  /** True when name, role and bio are there. */
  profile_complete?: boolean | undefined
  bio?: UserBio | undefined
  /** The telephone number. */
  phone?: string | undefined
  links?: UserLinks | undefined
  /** The researcher profile of this person. */
  researcher_id?: number | null | undefined
  /** The ways in which the person can sign in: `password`, `passkey`, `google`, `linkedin`, `orcid`, or a name of `OIDC_PROVIDERS`. */
  login_methods?: string[] | undefined
  /** Whether a login needs a code as well. */
  two_factor_enabled?: boolean | undefined
  /** When it was created. */
  created_at?: DateTime | undefined
  /** When it was last changed. */
  updated_at?: DateTime | undefined
}

export interface Waiting {
  /** Reports without a decision. */
  open_reports: number
  /** Background tasks that have failed for good. */
  dead_tasks: number
  /** Background tasks that are next. */
  due_tasks: number
  /** Mails that no mail server has yet. */
  waiting_mails: number
  /** Mails of the last 30 days that a mail server refused. */
  failed_mails: number
  /** Subscriptions that wait for a payment. */
  unpaid_subscriptions: number
  /** Refunds that have failed and wait for a decision. */
  failed_refunds: number
  /** Suspended accounts. */
  suspended_people: number
}

export interface Webhook {
  /** The id, a number. */
  id: number
  /** The URL. */
  url: string
  /** The types of changes that are sent; all if it is empty. */
  types: string[]
  /** The description. */
  description: string
  /** Whether changes are sent. */
  enabled: boolean
  disabled_because: WebhookDisabledBecause
  /** Verifies the signatures `v1a` (Ed25519). */
  public_key: string
  /** When the first attempt failed since the last one that succeeded. */
  failing_since: string | null
  /** When a message was last accepted. */
  last_delivered_at: string | null
  /** When it was created. */
  created_at: DateTime
  /** When it was last changed. */
  updated_at: DateTime
}

export interface WebhookChange {
  url?: NewWebhookUrl | undefined
  types?: NewWebhookTypes | undefined
  /** For yourself. */
  description?: string | undefined
  /** Whether changes are sent. A webhook that is enabled again begins with what comes next. */
  enabled?: boolean | undefined
}

export interface WebhookDelivery {
  /** The id, a number. */
  id: number
  /** The header `webhook-id`: the same for each attempt. */
  message_id: string
  /** The type of the change, or `webhook.test`. */
  type: string
  /** The body that is sent. */
  payload: Record<string, unknown>
  /** Whether it is still to be delivered, was, or was given up. */
  state: "pending" | "delivered" | "failed"
  /** How often it was sent. */
  attempts: number
  /** When it is sent next; null if it is not. */
  next_attempt_at: string | null
  /** The status of the last answer. */
  status_code: number | null
  /** The beginning of the last answer. */
  answer: string
  /** Why the last attempt failed; empty if it did not. */
  error: string
  /** The milliseconds that the last attempt took. */
  duration_ms: number | null
  /** When it was created. */
  created_at: DateTime
  /** When it was accepted or given up; null while it is tried. */
  finished_at: string | null
}

/** Why the service has disabled it: it has failed for three days, its address answered 410, or the password of its owner was reset. */
export type WebhookDisabledBecause = "failing" | "gone" | "password_reset" | null

export interface WebhookSecret {
  /** Verifies the signatures `v1` (HMAC-SHA256). It is shown this once. */
  secret: string
  /** Verifies the signatures `v1a` (Ed25519). */
  public_key: string
  /** Until then, the former secret signs too. */
  former_until: string
}

export interface WholeLesson {
  id: Id
  /** The title. */
  title: string
  /** The description. */
  description: string
  /** The duration, in minutes. */
  duration_minutes: number
  /** Null while the lesson is locked. */
  video_url: string | null
  /** Null while the lesson is locked. */
  content_url: string | null
  /** Its place in the course, from 1. */
  order: number
  /** Whether it is completed. */
  completed: boolean
  /** Whether it is open to the learner: its day has come, and in a sequential course all lessons before it are completed. */
  unlocked: boolean
  /** The exam to pass; null without one, and while the lesson is locked. */
  exam_id: number | null
  completion: LessonCompletion
  available_after_days: LessonAvailableAfterDays
  due_after_days: LessonDueAfterDays
  /** When it opens for the learner; null for at once, and for who is not enrolled. */
  available_at: DateTimeOrNull
  /** When it is due for the learner; null for never. */
  due_at: DateTimeOrNull
  /** Markdown; empty while the lesson is locked. */
  content: string
  /** The content as HTML that runs no script and loads nothing but pictures that were uploaded here; of other pictures it has the description. Empty while the lesson is locked. */
  content_html: string
}

export interface WithReason {
  /** Why; it is written to the audit log. */
  reason?: string | undefined
}

/** The input and output types of each operation. */
export interface Operations {
  /**
   * Accept a collaboration
   *
   * For the user who was added. `DELETE` declines. Permissions apply from the moment of adding.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * const { data } = await api.acceptCollaboration({ path: { id: 7, collaborator_id: 7 } })
   */
  acceptCollaboration: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
        /** The id of the collaboration. */
        collaborator_id: Id
      }
    }
    reply: Reply<ProjectCollaborator>
  }
  /**
   * Accept an invitation to a company
   *
   * For the invited account, or one that has proven the invited address. `DELETE` declines.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.acceptCompanyInvitation({ path: { id: 7, member_id: 7 } })
   */
  acceptCompanyInvitation: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
        /** The id of the membership. */
        member_id: Id
      }
    }
    reply: Reply<CompanyMember>
  }
  /**
   * Accept an invitation with a password
   *
   * With the token from the mail, which works once. It verifies the address of the account. To accept through a provider instead, send the token as `invitation` to `POST /auth/{provider}/callback`.
   *
   * @example
   * const { data } = await api.acceptInvitation({
   *   body: {
   *     token: '…',
   *     password: 'correct horse battery staple',
   *     password_confirmation: 'correct horse battery staple',
   *   },
   * })
   */
  acceptInvitation: {
    input: {
      body: AcceptInvitationRequest
    }
    reply: Reply<SignedIn>
  }
  /**
   * Accept a team membership
   *
   * For the user who was added. `DELETE` declines.
   *
   * Scope of API keys: `researchers:write`.
   *
   * @example
   * const { data } = await api.acceptTeamMembership({ path: { id: 7, member_id: 7 } })
   */
  acceptTeamMembership: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
        /** The id of the membership. */
        member_id: Id
      }
    }
    reply: Reply<TeamMember>
  }
  /**
   * Give a person more time or attempts, or another window
   *
   * For the owner of the exam and administrators. The person may use the whole time, also past `available_until` of the exam. A running attempt of theirs ends later at once, which they are notified of.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.addAccommodation({
   *   path: { id: 7 },
   *   body: { user_id: 12, extra_minutes: 10, available_until: '2026-11-21T10:30:00.000Z' },
   * })
   */
  addAccommodation: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      body: NewExamAccommodation
    }
    reply: Reply<ExamAccommodation>
  }
  /**
   * Write a note about an applicant
   *
   * For the owner of the post and administrators. The applicant never sees it, nor that there is one. At most 200 notes for each application.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.addApplicationNote({
   *   path: { id: 7 },
   *   body: { text: 'Seen by an administrator.' },
   * })
   */
  addApplicationNote: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      body: NewApplicationNote
    }
    reply: Reply<ApplicationNote>
  }
  /**
   * Let a person edit a question bank
   *
   * For the owner and administrators. The person reads the bank with its answers, changes its questions, and uses it in exams of their own.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.addBankEditor({ path: { id: 7 }, body: { user_id: 39 } })
   */
  addBankEditor: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body: NewBankEditor
    }
    reply: Reply<QuestionBankEditor>
  }
  /**
   * Add a question to a question bank
   *
   * For the owner of the bank, its editors and administrators. Attempts that have already started do not contain it.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.addBankQuestion({
   *   path: { id: 7 },
   *   body: {
   *     question: 'What is 2 + 2?',
   *     type: 'numeric',
   *     correct_answer: 4,
   *     tags: ['sums'],
   *     difficulty: 1,
   *   },
   * })
   */
  addBankQuestion: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body: NewBankQuestion
    }
    reply: Reply<BankQuestion>
  }
  /**
   * Add a collaborator to a project
   *
   * For the owner and administrators. The user is notified and receives a mail.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * const { data } = await api.addCollaborator({
   *   path: { id: 7 },
   *   body: { user_id: 3, role: ' Botanist ', permissions: { can_edit: true } },
   * })
   */
  addCollaborator: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
      }
      body: NewCollaborator
    }
    reply: Reply<{
      collaborator: ProjectCollaborator
    }>
  }
  /**
   * Add a coupon
   *
   * With `percent_off` or `amount_off`. It applies to the first charge of a plan, once per user.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.addCoupon({
   *   body: {
   *     code: 'spring',
   *     amount_off: 5.5,
   *     expires_at: '2027-01-01T00:00:00+01:00',
   *     max_redemptions: 3,
   *     plans: ['professional'],
   *   },
   * })
   */
  addCoupon: {
    input: {
      body: NewCoupon
    }
    reply: Reply<Coupon>
  }
  /**
   * Let a person grade answers of an exam
   *
   * For the owner and administrators. The person reads the answers that people grade, without the others, and is notified.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.addGrader({ path: { id: 7 }, body: { user_id: 188 } })
   */
  addGrader: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      body: NewGrader
    }
    reply: Reply<ExamGrader>
  }
  /**
   * Add a lesson to a course
   *
   * At the end, or at the position given by `order`. For the owner and administrators.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * const { data } = await api.addLesson({
   *   path: { id: 7 },
   *   body: { title: 'Between', order: 2, content: '*Moss*', duration_minutes: 7 },
   * })
   */
  addLesson: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      body: NewLesson
    }
    reply: Reply<WholeLesson>
  }
  /**
   * Add study material to an exam
   *
   * For the owner of the exam and administrators.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.addMaterial({
   *   path: { id: 7 },
   *   body: { title: 'Guide', type: 'guide', file },
   * })
   */
  addMaterial: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      body: NewMaterial
    }
    reply: Reply<StudyMaterial>
  }
  /**
   * Add a milestone to a project
   *
   * For the owner, administrators, and collaborators with `can_manage_milestones`.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * const { data } = await api.addMilestone({
   *   path: { id: 7 },
   *   body: { title: 'Grow', due_date: '2027-05-01', completion_criteria: 'Green' },
   * })
   */
  addMilestone: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
      }
      body: NewMilestone
    }
    reply: Reply<Milestone>
  }
  /**
   * Add a passkey
   *
   * With the credential that the browser created from the options.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.addPasskey({
   *   body: {
   *     credential: { id: 'PdjKB-zLrnMByfcloKjUBg', response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uY3JlYXRlIiwiY2hhbGxlbmdlIjoiU0I3V0JX…', attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViU2IMchpgwz4TswgknNmIc…', transports: ['internal', 'hybrid'] } },
   *   },
   * })
   */
  addPasskey: {
    input: {
      body: NewPasskey
    }
    reply: Reply<Passkey>
  }
  /**
   * Add a card or a mobile money account
   *
   * A card needs `card_number`, `expiry_month`, `expiry_year` and `cvv`, or a `token` of the gateway instead. Mobile money needs `provider` and `phone`. The first method is the default one. A bank may ask for a confirmation: then `payment_method.action` has the page of the bank, and the method can be charged after it. `GET /payment-methods/types` lists what can be added; other methods are 422.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.addPaymentMethod({
   *   body: {
   *     type: 'card',
   *     card_number: '4000002760003184',
   *     expiry_month: 12,
   *     expiry_year: 2060,
   *     cvv: '123',
   *   },
   * })
   */
  addPaymentMethod: {
    input: {
      body: NewPaymentMethod
    }
    reply: Reply<{
      payment_method: PaymentMethod
    }>
  }
  /**
   * Add a plan
   *
   * For administrators. It is available immediately. A limit of -1 means unlimited.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.addPlan({
   *   body: {
   *     id: 'plan_08f074405ffc',
   *     name: 'Guild',
   *     price: 5,
   *     limits: { job_postings: 1, candidate_searches: 1, team_members: 1 },
   *   },
   * })
   */
  addPlan: {
    input: {
      body: NewPlan
    }
    reply: Reply<Plan>
  }
  /**
   * Add a question to an exam
   *
   * For the owner of the exam and administrators. Attempts that have already started do not contain it.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.addQuestion({
   *   path: { id: 7 },
   *   body: { question: 'What is 2 + 2?', type: 'numeric', correct_answer: 4 },
   * })
   */
  addQuestion: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      body: NewQuestion
    }
    reply: Reply<ExamQuestion>
  }
  /**
   * Add a reviewer to a job post
   *
   * For the owner and administrators. The person is notified, reads the applications of the post, and writes scorecards about them, unless they have applied themselves.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.addReviewer({ path: { id: 7 }, body: { user_id: 100 } })
   */
  addReviewer: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
      body: NewReviewer
    }
    reply: Reply<JobReviewer>
  }
  /**
   * Write a scorecard about an applicant
   *
   * For the owner of the post, its reviewers and administrators; one each.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.addScorecard({
   *   path: { id: 7 },
   *   body: { recommendation: 'strong_yes', ratings: [{ criterion_id: 1, rating: 5 }] },
   * })
   */
  addScorecard: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      body: NewScorecard
    }
    reply: Reply<Scorecard>
  }
  /**
   * Add a member to a researcher's team
   *
   * For the owner, administrators, and members with `can_manage_team`. The user is notified.
   *
   * Scope of API keys: `researchers:write`.
   *
   * @example
   * const { data } = await api.addTeamMember({
   *   path: { id: 7 },
   *   body: { user_id: 51, role: 'Assistant', can_manage_team: true },
   * })
   */
  addTeamMember: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
      }
      body: NewTeamMember
    }
    reply: Reply<{
      team_member: TeamMember
    }>
  }
  /**
   * Put people on the roster of a course
   *
   * For the instructor of the course, as often as `INVITATIONS_PER_DAY` allows, and for administrators. People are notified once it is published with `access` `invited`; a roster of a course for everyone changes nothing until then. An address that no account has verified waits until one has.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * const { data } = await api.addToCourseRoster({ path: { id: 7 }, body: { user_ids: [1] } })
   */
  addToCourseRoster: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      body?: NewRosterEntries | undefined
    }
    reply: Reply<RosterVerdict[]>
  }
  /**
   * Put people on the roster of an exam
   *
   * For the owner of the exam, as often as `INVITATIONS_PER_DAY` allows, and for administrators. People are notified once it is published with `access` `invited`; a roster of an exam for everyone changes nothing until then. An address that no account has verified waits until one has.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.addToExamRoster({ path: { id: 7 }, body: { user_ids: [1] } })
   */
  addToExamRoster: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      body?: NewRosterEntries | undefined
    }
    reply: Reply<RosterVerdict[]>
  }
  /**
   * Advance the clock of a service in development
   *
   * Renewals, reminders, expiries and all other background work of the time in between run on the way, in their order. Sessions end as they would. The clock only goes forward, and keeps its time over restarts. Not there in production.
   *
   * @example
   * const { data } = await api.advanceSandboxClock({ body: { advance: 'P1M2DT3H' } })
   */
  advanceSandboxClock: {
    input: {
      body: AdvanceSandboxClockRequest
    }
    reply: Reply<SandboxClock>
  }
  /**
   * Answer an appeal
   *
   * For those who grade the exam, except the one who gave the grade while there is another one. Result and certificate follow at once, and the learner is notified.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.answerAppeal({
   *   path: { id: 7, appeal_id: 7 },
   *   body: { answer: 'You are right.', points: 6 },
   * })
   */
  answerAppeal: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
        /** The appeal. */
        appeal_id: Id
      }
      body: ExamAppealAnswer
    }
    reply: Reply<ExamAppeal>
  }
  /**
   * Answer an invitation to apply by its link
   *
   * The form of the page, `application/x-www-form-urlencoded` or JSON, with `expires` and `signature` of the link. An acceptance applies as soon as an account has verified the address; a refusal erases the data.
   *
   * @example
   * const response = await api.answerCandidateInvitation({
   *   path: { id: 7 },
   *   body: {
   *     answer: 'accepted',
   *     expires: '1826787600',
   *     signature: 'q0yrRk2n3pJk8mZz1o6T7d5wVhXb4cLs9eAfGiUyPxE',
   *   },
   * })
   */
  answerCandidateInvitation: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body: AnswerCandidateInvitationRequest
    }
    reply: Response
  }
  /**
   * Answer a request of a talent pool by its link
   *
   * The form of the page, `application/x-www-form-urlencoded` or JSON, with `expires` and `signature` of the link. Gives, refuses or withdraws the consent, or agrees to the later end that the page has shown; the user who asked is notified.
   *
   * @example
   * const response = await api.answerConsent({
   *   path: { id: 7 },
   *   body: {
   *     answer: 'consented',
   *     expires: '1826787600',
   *     signature: 'q0yrRk2n3pJk8mZz1o6T7d5wVhXb4cLs9eAfGiUyPxE',
   *   },
   * })
   */
  answerConsent: {
    input: {
      path: {
        /** The id of the talent pool entry. */
        id: Id
      }
      body: AnswerConsentRequest
    }
    reply: Response
  }
  /**
   * Answer an invitation to an interview
   *
   * For the applicant, until the interview begins: accept, decline, or propose other times. The recruiter is notified. An answer can be changed; when the time of the interview changes, a new answer is needed.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.answerInterview({
   *   path: { id: 7 },
   *   body: {
   *     answer: 'proposed',
   *     proposed_times: ['2026-12-02T10:00:00.000Z'],
   *     message: 'I have an exam.',
   *   },
   * })
   */
  answerInterview: {
    input: {
      path: {
        /** The id of the interview. */
        id: Id
      }
      body: InterviewAnswer
    }
    reply: Reply<Interview>
  }
  /**
   * Answer an invitation to an interview by its link
   *
   * The form of the page, `application/x-www-form-urlencoded` or JSON, with `expires` and `signature` of the link. Those who hold the interview are notified.
   *
   * @example
   * const response = await api.answerInvitation({
   *   path: { id: 7 },
   *   body: {
   *     answer: 'accepted',
   *     expires: '2111738400',
   *     signature: 'ecHryaKm-6X9D21Syk1V1Z8_HKRj40b4iyaXddX-6Lo',
   *   },
   * })
   */
  answerInvitation: {
    input: {
      path: {
        /** The id of the interview. */
        id: Id
      }
      body: AnswerInvitationRequest
    }
    reply: Response
  }
  /**
   * Answer a request of a talent pool, or withdraw the consent
   *
   * For the person. A refusal and a withdrawal remove the entry with its note; a later end is agreed to with `requested_until`. The user who asked is notified.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.answerTalentPoolRequest({ path: { id: 7 }, body: { answer: 'consented' } })
   */
  answerTalentPoolRequest: {
    input: {
      path: {
        /** The id of the talent pool entry. */
        id: Id
      }
      body: ConsentAnswer
    }
    reply: Done
  }
  /**
   * Change, tag or write to many applicants at once
   *
   * For those who manage the post; at most 500 applications, each with a verdict, and 120 actions an hour. A status and tags can be undone for 10 minutes, and applicants are told of a status after that. Messages, invitations to choose a slot, and the shortlist of a blind candidate, are told at once.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.applyBulkAction({
   *   path: { id: 7 },
   *   body: { application_ids: [7, 9], action: 'status', status: 'reviewing' },
   * })
   */
  applyBulkAction: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
      body: BulkAction
    }
    reply: Reply<BulkResult>
  }
  /**
   * Show the form for verification codes
   *
   * A page with a form that opens the page of the certificate.
   *
   * @example
   * const response = await api.askForVerificationCode()
   */
  askForVerificationCode: {
    input: {
      query?: {
        /** The code to check or redeem. */
        code?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Make this session one of the console
   *
   * It ends after 30 minutes without `PUT /admin/session`, and 12 hours after its sign-in.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.beginConsoleSession()
   */
  beginConsoleSession: {
    input: Record<string, never>
    reply: Reply<KeepConsoleSessionResponseData>
  }
  /**
   * Begin to add a passkey
   *
   * Returns the options for `navigator.credentials.create()`.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.beginPasskey()
   */
  beginPasskey: {
    input: Record<string, never>
    reply: Reply<PasskeyCreationOptions>
  }
  /**
   * Begin to sign in with a passkey
   *
   * Returns the options for `navigator.credentials.get()`. No name and no address are needed.
   *
   * @example
   * const { data } = await api.beginPasskeyLogin()
   */
  beginPasskeyLogin: {
    input: Record<string, never>
    reply: Reply<PasskeyRequestOptions>
  }
  /**
   * Add a card on a page of the payment provider
   *
   * Where `GET /payment-methods/types` says `hosted_setup`. Lead the person to `setup.url`; the page leads back to `FRONTEND_URL/payment-methods/setups/{id}`, with and without a card, where `POST /payment-methods/setups/{id}/refresh` says what became of it. A card of a person who does not come back is added within minutes. The page ends after an hour, and counts as a payment method until then.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.beginPaymentMethodSetup({
   *   body: { type: 'card', next: '/plans', is_default: true },
   * })
   */
  beginPaymentMethodSetup: {
    input: {
      body: BeginPaymentMethodSetupRequest
    }
    reply: Reply<{
      setup: PaymentMethodSetup
    }>
  }
  /**
   * Go to a provider to sign in
   *
   * Open it in the browser. The provider redirects to `redirect_uri` with `code` and `state`, which are valid for ten minutes; send both to the callback. `redirect_uri` must be allowed by this service. `link` needs an access token, so a browser begins it with `POST /auth/{provider}/start`.
   *
   * @example
   * const response = await api.beginSignIn({
   *   path: { provider: 'google' },
   *   query: { action: 'login', redirect_uri: 'http://localhost:5173/callback' },
   * })
   */
  beginSignIn: {
    input: {
      path: {
        /** The sign-in provider: `google`, `linkedin`, `orcid`, or a name of `OIDC_PROVIDERS`; `GET /auth/methods` lists them. */
        provider: string
      }
      query: {
        /** What the sign-in is for. */
        action: "login" | "signup" | "link"
        /** The address of the frontend that the provider leads back to. */
        redirect_uri: string
      }
    }
    reply: Response
  }
  /**
   * Book a slot of an exam
   *
   * While the exam is available. A slot (exam, date, time and location) has a limited number of seats, and a user can book it once. A reminder is sent 24 hours before.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.bookExam({
   *   path: { id: 7 },
   *   body: { exam_type: 'on-site', date: '2026-12-01', time: '10:00', location: 'Room 7' },
   * })
   */
  bookExam: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      body: NewExamBooking
    }
    reply: Reply<{
      booking: ExamBooking
    }>
  }
  /**
   * Stop an announcement
   *
   * The people who were not reached yet do not get it.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.cancelAnnouncement({
   *   path: { id: 7 },
   *   body: { reason: 'The move is put off' },
   * })
   */
  cancelAnnouncement: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body?: WithReason | undefined
    }
    reply: Reply<Announcement>
  }
  /**
   * Cancel my booking
   *
   * The seat becomes available immediately.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * await api.cancelBooking({ path: { id: 7 } })
   */
  cancelBooking: {
    input: {
      path: {
        /** The id of the booking. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Cancel the interview that I have chosen
   *
   * For the applicant, until it begins. The slot is free again, and those who hold the interview are notified.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.cancelInterviewSlot({ path: { id: 7 } })
   */
  cancelInterviewSlot: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Do not send a waiting mail
   *
   * Its content is deleted.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.cancelMail({ path: { id: 7 }, body: { reason: 'The move is put off' } })
   */
  cancelMail: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body?: WithReason | undefined
    }
    reply: Reply<AdminMailDetail>
  }
  /**
   * Cancel my subscription
   *
   * At the end of the paid period, or immediately and without a refund.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.cancelSubscription({ body: { cancel_immediately: true } })
   */
  cancelSubscription: {
    input: {
      body?: CancelSubscriptionRequest | undefined
    }
    reply: Reply<{
      /** When the cancellation takes effect. */
      cancels_at: DateTime
    }>
  }
  /**
   * Cancel a subscription
   *
   * At the end of its period, or now. Nothing is refunded by it.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.cancelSubscriptionOfPerson({
   *   path: { id: 7 },
   *   body: { cancel_immediately: true },
   * })
   */
  cancelSubscriptionOfPerson: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body?: CancelSubscriptionOfPersonRequest | undefined
    }
    reply: Reply<AdminSubscription>
  }
  /**
   * Change an accommodation
   *
   * Any subset of the fields; for the owner of the exam and administrators. A running attempt follows at once; one whose time becomes shorter has at least five minutes left, unless it had less.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.changeAccommodation({
   *   path: { id: 7, accommodation_id: 7 },
   *   body: { extra_minutes: 10 },
   * })
   */
  changeAccommodation: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
        /** The accommodation. */
        accommodation_id: Id
      }
      body?: AccommodationChange | undefined
    }
    reply: Reply<ExamAccommodation>
  }
  /**
   * Decide on an application
   *
   * For the owner of the post and administrators. Any status may follow any other; the applicant is notified. Repeating the same status changes nothing.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.changeApplicationStatus({
   *   path: { id: 7 },
   *   body: { status: 'rejected', reason: 'Position filled', letter: 'Dear Barbara,…' },
   * })
   */
  changeApplicationStatus: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      body: ApplicationStatusChange
    }
    reply: Done
  }
  /**
   * Change the picture of a user
   *
   * A JPEG, PNG or WebP image, recognised by its content. It is rotated upright, scaled to at most 512 pixels, and stored without metadata. Animated images are refused. The previous picture is deleted.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.changeAvatar({ path: { id: 7 }, body: { avatar: file } })
   */
  changeAvatar: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      body: AvatarForm
    }
    reply: Reply<NewAvatar>
  }
  /**
   * Change a question of a question bank
   *
   * Any subset of the fields; for the owner of the bank, its editors and administrators. Attempts that have already started keep the previous version and are graded by it.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.changeBankQuestion({
   *   path: { id: 7, question_id: 7 },
   *   body: { correct_answer: false, question: 'New?' },
   * })
   */
  changeBankQuestion: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
        /** The id of the question. */
        question_id: Id
      }
      body?: BankQuestionChange | undefined
    }
    reply: Reply<BankQuestion>
  }
  /**
   * Change the permissions of a collaborator
   *
   * For the owner and administrators.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * const { data } = await api.changeCollaborator({
   *   path: { id: 7, collaborator_id: 7 },
   *   body: { permissions: { can_edit: false, can_manage_milestones: true } },
   * })
   */
  changeCollaborator: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
        /** The id of the collaboration. */
        collaborator_id: Id
      }
      body?: CollaboratorChange | undefined
    }
    reply: Reply<ProjectCollaborator>
  }
  /**
   * Change a company
   *
   * Any subset of the fields; for owners and admins of the company, and administrators. Another name or website ends the verification.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.changeCompany({
   *   path: { id: 7 },
   *   body: { description: 'New', name: 'Kew Gardens' },
   * })
   */
  changeCompany: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body?: CompanyChange | undefined
    }
    reply: Reply<Company>
  }
  /**
   * Change the logo of a company
   *
   * For owners and admins of the company, and administrators. A JPEG, PNG or WebP image, recognised by its content. It is rotated upright, scaled to at most 512 pixels, and stored without metadata. The previous picture is deleted; `logo: null` in `PUT /companies/{id}` removes it.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.changeCompanyLogo({ path: { id: 7 }, body: { logo: file } })
   */
  changeCompanyLogo: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body: CompanyLogoChange
    }
    reply: Reply<Company>
  }
  /**
   * Change the role of a member
   *
   * For owners and admins of the company, and administrators; only owners and administrators make or change an owner. Of a member who becomes an interviewer, the job posts pass to the longest-standing other owner.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.changeCompanyMember({
   *   path: { id: 7, member_id: 7 },
   *   body: { role: 'interviewer' },
   * })
   */
  changeCompanyMember: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
        /** The id of the membership. */
        member_id: Id
      }
      body: CompanyMemberChange
    }
    reply: Reply<CompanyMember>
  }
  /**
   * Change a course
   *
   * Any subset of the fields; for the owner and administrators. Learners of a published course are notified of a change, at most once a day.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * const { data } = await api.changeCourse({
   *   path: { id: 7 },
   *   body: { lessons: [{ id: 5, title: 'Second', duration_minutes: 5 }, { title: 'Fourth' }] },
   * })
   */
  changeCourse: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      body?: CourseChange | undefined
    }
    reply: Reply<CourseWithOutline>
  }
  /**
   * Pause or resume a course
   *
   * A completed course stays completed.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * const { data } = await api.changeEnrollment({ path: { id: 7 }, body: { status: 'paused' } })
   */
  changeEnrollment: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      body: EnrollmentChange
    }
    reply: Reply<Enrollment>
  }
  /**
   * Change an exam
   *
   * Any subset of the fields; for the owner and administrators. Attempts that have already started keep their questions, their end and their passing score.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.changeExam({
   *   path: { id: 7 },
   *   body: {
   *     category: 'Astronomy',
   *     question_count: 3,
   *     questions: [{ type: 'true_false', question: 'Ice floats on water.', correct_answer: true, id: 306 }, { type: 'numeric', question: 'How fast does everything fall?', correct_answer: 9.80665, tolerance: 0.01, points: 3 }],
   *   },
   * })
   */
  changeExam: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      body?: ExamChange | undefined
    }
    reply: Reply<AuthoredExam>
  }
  /**
   * Change an interview
   *
   * Any subset of the fields; for the owner of the post and administrators. The applicant receives a new invitation, unless only interviewers or the outcome change.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.changeInterview({ path: { id: 7 }, body: { location: 'Room 2' } })
   */
  changeInterview: {
    input: {
      path: {
        /** The id of the interview. */
        id: Id
      }
      body?: InterviewChange | undefined
    }
    reply: Reply<Interview>
  }
  /**
   * Change a job post
   *
   * Any subset of the fields; for the owner, those who recruit for its company, and administrators. `questions` replaces all questions; a question with an existing `id` is changed instead of created. Skills, requirements and whether it is blind stay as they are for a blind post that has an application.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.changeJobPost({
   *   path: { id: 7 },
   *   body: { requirements: [{ course_id: 1 }, { skill: 'R', required: false }] },
   * })
   */
  changeJobPost: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
      body?: JobPostChange | undefined
    }
    reply: Reply<JobPost>
  }
  /**
   * Change a lesson
   *
   * Any subset of the fields; for the owner and administrators.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * const { data } = await api.changeLesson({
   *   path: { id: 7, lesson_id: 7 },
   *   body: { title: 'Now last', order: 9 },
   * })
   */
  changeLesson: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
        /** The id of the lesson. */
        lesson_id: Id
      }
      body?: LessonChange | undefined
    }
    reply: Reply<WholeLesson>
  }
  /**
   * Change a milestone or its status
   *
   * Any subset of the fields, at least one; for the owner, administrators, and collaborators with `can_manage_milestones`. Any status may follow any other. `completed_at` is set when it is completed, and cleared when it is reopened.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * const { data } = await api.changeMilestone({
   *   path: { id: 7, milestone_id: 7 },
   *   body: { title: 'Reap', due_date: '2027-02-01', completion_criteria: 'Full', order: 9 },
   * })
   */
  changeMilestone: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
        /** The id of the milestone. */
        milestone_id: Id
      }
      body?: MilestoneChange | undefined
    }
    reply: Reply<{
      milestone: Milestone
    }>
  }
  /**
   * Change my picture
   *
   * A JPEG, PNG or WebP image, recognised by its content. It is rotated upright, scaled to at most 512 pixels, and stored without metadata. Animated images are refused. The previous picture is deleted.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.changeMyAvatar({ body: { avatar: file } })
   */
  changeMyAvatar: {
    input: {
      body: AvatarForm
    }
    reply: Reply<NewAvatar>
  }
  /**
   * Change my researcher profile
   *
   * Changes only the fields that are sent. 404 for users without a profile.
   *
   * Scope of API keys: `researchers:write`.
   *
   * @example
   * const { data } = await api.changeMyResearcher({
   *   body: {
   *     headline: 'Maps malaria with machine learning',
   *     bio: 'I study how mosquitoes spread malaria in cities, and build m…',
   *     institution: 'University of Nairobi',
   *     department: 'w2939a44097f59afe',
   *     location: 'Nairobi, Kenya',
   *     country: 'Kenya',
   *     fields: ['Machine Learning', 'Epidemiology'],
   *     skills: ['Python', 'Statistics'],
   *     languages: ['English', 'Swahili'],
   *     years_experience: 8,
   *     h_index: 12,
   *     orcid: 'https://orcid.org/0000-0002-1825-0097',
   *     publications: [{ title: 'Outbreaks foreseen', year: 2024, venue: 'Nature', doi: '10.1000/182' }],
   *     visibility: 'private',
   *   },
   * })
   */
  changeMyResearcher: {
    input: {
      body?: ResearcherChange | undefined
    }
    reply: Reply<Researcher>
  }
  /**
   * Rename a payment method, or make it the default
   *
   * Only my own; methods of other users are not found (404). To change the default, make another method the default.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.changePaymentMethod({
   *   path: { id: 7 },
   *   body: { is_default: true, nickname: 'Phone' },
   * })
   */
  changePaymentMethod: {
    input: {
      path: {
        /** The id of the payment method. */
        id: Id
      }
      body?: PaymentMethodChange | undefined
    }
    reply: Reply<PaymentMethod>
  }
  /**
   * Change a plan
   *
   * A new price applies to periods that begin after the change. The interval and the currency of the first price cannot be changed, and the price in a currency stays while somebody has subscribed in it.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.changePlan({
   *   path: { id: '…' },
   *   body: { prices: [{ currency: 'USD', amount: 29 }, { currency: 'KES', amount: 3800 }] },
   * })
   */
  changePlan: {
    input: {
      path: {
        /** The id of the plan. */
        id: string
      }
      body?: PlanChange | undefined
    }
    reply: Reply<Plan>
  }
  /**
   * Change my notification preferences
   *
   * Any subset; other preferences are kept. Events that happen while a type is off are not announced later.
   *
   * Scope of API keys: `notifications:write`.
   *
   * @example
   * const { data } = await api.changePreferences({
   *   body: {
   *     job_application: { email: false, in_app: false },
   *     project_invite: { email: false, in_app: false },
   *     course_update: { email: false, in_app: false },
   *     exam_reminder: { email: false, in_app: false },
   *     certificate_issued: { email: false, in_app: false },
   *     payment_received: { email: false, in_app: false },
   *     subscription_expiring: { email: false, in_app: false },
   *   },
   * })
   */
  changePreferences: {
    input: {
      body?: PreferencesChange | undefined
    }
    reply: Reply<NotificationPreferences>
  }
  /**
   * Change the picture of a user
   *
   * A JPEG, PNG or WebP image, recognised by its content. It is rotated upright, scaled to at most 512 pixels, and stored without metadata. Animated images are refused. The previous picture is deleted.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.changeProfilePhoto({ path: { id: 7 }, body: { avatar: file } })
   */
  changeProfilePhoto: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      body: AvatarForm
    }
    reply: Reply<NewAvatar>
  }
  /**
   * Change a project
   *
   * Any subset of the fields; for the owner, administrators, and collaborators with `can_edit`. Milestones have endpoints of their own.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * const { data } = await api.changeProject({
   *   path: { id: 7 },
   *   body: { title: 'Private maize', visibility: 'private' },
   * })
   */
  changeProject: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
      }
      body?: ProjectChange | undefined
    }
    reply: Reply<Project>
  }
  /**
   * Change a question of an exam
   *
   * Any subset of the fields; for the owner of the exam and administrators. Attempts that have already started keep the previous question and are graded by it.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.changeQuestion({
   *   path: { id: 7, question_id: 7 },
   *   body: { options: ['Sydney', 'Canberra'], correct_answer: 'Canberra', void: true },
   * })
   */
  changeQuestion: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
        /** The id of the question. */
        question_id: Id
      }
      body?: QuestionChange | undefined
    }
    reply: Reply<ExamQuestion>
  }
  /**
   * Change a question bank
   *
   * Any subset of the fields; for its owner, its editors and administrators.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.changeQuestionBank({ path: { id: 7 }, body: { title: 'Stars' } })
   */
  changeQuestionBank: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body?: QuestionBankChange | undefined
    }
    reply: Reply<QuestionBank>
  }
  /**
   * Change a researcher profile
   *
   * Any subset of the fields; for the owner and administrators. Searches use the change immediately.
   *
   * Scope of API keys: `researchers:write`.
   *
   * @example
   * const { data } = await api.changeResearcher({
   *   path: { id: 7 },
   *   body: {
   *     headline: 'Maps malaria with machine learning',
   *     bio: 'I study how mosquitoes spread malaria in cities, and build m…',
   *     institution: 'University of Nairobi',
   *     department: 'w2939a44097f59afe',
   *     location: 'Nairobi, Kenya',
   *     country: 'Kenya',
   *     fields: ['Machine Learning', 'Epidemiology'],
   *     skills: ['Python', 'Statistics'],
   *     languages: ['English', 'Swahili'],
   *     years_experience: 8,
   *     h_index: 12,
   *     orcid: 'https://orcid.org/0000-0002-1825-0097',
   *     publications: [{ title: 'Outbreaks foreseen', year: 2024, venue: 'Nature', doi: '10.1000/182' }],
   *     visibility: 'private',
   *   },
   * })
   */
  changeResearcher: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
      }
      body?: ResearcherChange | undefined
    }
    reply: Reply<Researcher>
  }
  /**
   * Change the role of a person
   *
   * The last administrator stays one. Needs a recent sign-in, like a change of credentials.
   *
   * Not for API keys.
   *
   * @example
   * await api.changeRole({ path: { id: 7 }, body: { role: 'researcher' } })
   */
  changeRole: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      body: RoleChange
    }
    reply: Done
  }
  /**
   * Replace my scorecard
   *
   * For its author, as long as they judge the application.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.changeScorecard({
   *   path: { id: 7, scorecard_id: 7 },
   *   body: { recommendation: 'strong_yes', ratings: [{ criterion_id: 1, rating: 5 }] },
   * })
   */
  changeScorecard: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
        /** The scorecard. */
        scorecard_id: Id
      }
      body: NewScorecard
    }
    reply: Reply<Scorecard>
  }
  /**
   * Change a profile
   *
   * Any subset of the fields; for the user and administrators. A new `email` takes effect once it is verified. To change the own `email`, an account with a password needs `current_password`, another one a sign-in of the last 15 minutes. A new `password` needs `current_password` and signs out every other session. `role` is for administrators.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.changeUser({
   *   path: { id: 7 },
   *   body: {
   *     billing_address: { name: '山田研究所', line1: '1-2-3 Chiyoda', city: 'Tokyo', country: 'JP', tax_id: 'T123' },
   *   },
   * })
   */
  changeUser: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      body?: UserChange | undefined
    }
    reply: Reply<User>
  }
  /**
   * Change a webhook
   *
   * Changes what is given. What waits for a webhook that is disabled is not sent any more.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.changeWebhook({
   *   path: { id: 7 },
   *   body: { enabled: false, url: 'https://api.example.org/hook' },
   * })
   */
  changeWebhook: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body?: WebhookChange | undefined
    }
    reply: Reply<Webhook>
  }
  /**
   * Called by M-Pesa before a person pays by hand
   *
   * Refuses accounts of no open payment (`C2B00012`), and other amounts (`C2B00013`).
   *
   * @example
   * await api.checkMoney({ path: { secret: '…' } })
   */
  checkMoney: {
    input: {
      path: {
        /** What the message is about, with a secret that only the gateway was told. */
        secret: string
      }
    }
    reply: Done
  }
  /**
   * Called by M-Pesa before a person pays by hand
   *
   * Refuses accounts of no open payment (`C2B00012`), and other amounts (`C2B00013`).
   *
   * @example
   * await api.checkMoneyByPut({ path: { secret: '…' } })
   */
  checkMoneyByPut: {
    input: {
      path: {
        /** What the message is about, with a secret that only the gateway was told. */
        secret: string
      }
    }
    reply: Done
  }
  /**
   * Choose an interview slot, or change the choice
   *
   * For the applicant who is invited. The interview is booked, and those who hold it are notified; another choice moves the interview and leaves the first slot to others.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.chooseInterviewSlot({ path: { id: 7 }, body: { slot_id: 12 } })
   */
  chooseInterviewSlot: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      body: SlotChoice
    }
    reply: Reply<Interview>
  }
  /**
   * Choose an interview slot by the link of an invitation
   *
   * The form of the page, `application/x-www-form-urlencoded` or JSON, with `expires` and `signature` of the link. Books, moves or cancels the interview; those who hold it are notified.
   *
   * @example
   * const response = await api.chooseSlotByLink({
   *   path: { id: 7 },
   *   body: {
   *     slot_id: '12',
   *     expires: '1826787600',
   *     signature: 'q0yrRk2n3pJk8mZz1o6T7d5wVhXb4cLs9eAfGiUyPxE',
   *   },
   * })
   */
  chooseSlotByLink: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      body: ChooseSlotByLinkRequest
    }
    reply: Response
  }
  /**
   * Claim an answer to grade
   *
   * For those who grade the exam. For 30 minutes no other grader gets it; claiming it again renews that. At most 20 at a time.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.claimGrading({ path: { id: 7 } })
   */
  claimGrading: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      body?: ClaimGradingRequest | undefined
    }
    reply: Reply<ExamGradedAnswer>
  }
  /**
   * Record why it differs
   *
   * It stays closed when a later comparison finds it again. No money is moved.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.closePaymentDifference({
   *   path: { id: 7 },
   *   body: { reason: 'A sale of the bookshop, which uses the same account.' },
   * })
   */
  closePaymentDifference: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body: ClosePaymentDifferenceRequest
    }
    reply: Reply<PaymentDifference>
  }
  /**
   * Record that a failed refund needs nothing more
   *
   * Because you have returned the money in another way, or it stays. It moves no money.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.closeRefund({ path: { id: 7 } })
   */
  closeRefund: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body?: RefundAct | undefined
    }
    reply: Reply<AdminRefund>
  }
  /**
   * Complete a course
   *
   * Possible at any progress. The certificate is issued when every lesson is done; otherwise call it again later.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * const { data } = await api.completeCourse({ path: { id: 7 } })
   */
  completeCourse: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
    }
    reply: Reply<{
      /** Whether every lesson is done and the course gives certificates. */
      certificate_eligible: boolean
      /** The URL of the certificate’s public page. */
      certificate_url: string | null
    }>
  }
  /**
   * Sign in with the response of a provider
   *
   * `login` and `signup` both sign in, or create an account with the given `role`. `link` requires an access token and adds the identity to its account. With `invitation`, the others accept an invitation instead. `action` and `redirect_uri` must equal those of the redirect.
   *
   * @example
   * const { data } = await api.completeSignIn({
   *   path: { provider: 'google' },
   *   body: {
   *     code: 'dPttgoz_ke7rdbyIC617TKnCvPRnrhtPoeDuosQ7reM',
   *     state: 'E5Uj0zpgAmXJejf4zusHg1uHgQShZcixm5foqCLs58o',
   *     iss: 'https://api.example.org/sandbox/identity',
   *     action: 'login',
   *     redirect_uri: 'http://localhost:5173/callback',
   *     role: 'researcher',
   *   },
   * })
   * if (data.two_factor_required) console.log(data.challenge, data.methods)
   * else console.log(data.token, data.token_type)
   */
  completeSignIn: {
    input: {
      path: {
        /** The sign-in provider: `google`, `linkedin`, `orcid`, or a name of `OIDC_PROVIDERS`; `GET /auth/methods` lists them. */
        provider: string
      }
      body: CompleteSignInRequest
    }
    reply: Reply<SignedInByProvider | TwoFactorRequired>
  }
  /**
   * Finish a login with the second factor
   *
   * With the `challenge` that the login answered, within ten minutes. A code works once; five wrong codes end the login.
   *
   * @example
   * const { data } = await api.completeTwoFactor({
   *   body: { challenge: 'nD3M1Lvy1Cw_87_LC5WCyE_dYLOACV1Cvacf6h-izLo', code: 'sf3s-sy6b-6dqr-tr33' },
   * })
   */
  completeTwoFactor: {
    input: {
      body: CompleteTwoFactorRequest
    }
    reply: Reply<SignedIn>
  }
  /**
   * Assemble the chunks of a file
   *
   * The first call returns 201; later calls return 200 with the same file.
   *
   * Scope of API keys: `files:write`.
   *
   * @example
   * const { data } = await api.completeUpload({
   *   body: {
   *     upload_id: 'upload-786a190fe45e',
   *     file_type: 'project_file',
   *     sha256: 'd0cf81588f6aef520a61f2f3a8668432dcf1da23cffd6ba8c7f0a9dd5b34…',
   *   },
   * })
   */
  completeUpload: {
    input: {
      body: CompleteUploadRequest
    }
    reply: Reply<{
      file: CompletedFile
    }>
  }
  /**
   * Count my unread notifications
   *
   * Exact, and fast enough to be requested often.
   *
   * Scope of API keys: `notifications:read`.
   *
   * @example
   * const { data } = await api.countUnread()
   */
  countUnread: {
    input: Record<string, never>
    reply: Reply<{
      /** The number of items. */
      count: number
    }>
  }
  /**
   * Count what waits for an administrator
   *
   * Reports, dead tasks, mails and unpaid subscriptions. Cheap enough to ask every few seconds.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.countWaiting()
   */
  countWaiting: {
    input: Record<string, never>
    reply: Reply<Waiting>
  }
  /**
   * Announce something to all people with a role
   *
   * In the background, 300 people a minute: a notification of the type `course_update`, a mail to verified addresses, or both; people who have switched off notifications or mails of this type, or mails of announcements, do not get them. Needs a recent sign-in.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.createAnnouncement({
   *   body: {
   *     title: 'Closed on Sunday at noon',
   *     message: 'We move to larger machines on Sunday from 12:00 to 13:00 UTC…',
   *     roles: ['student', 'learner'],
   *     channels: ['mail', 'notification'],
   *     reason: 'Planned in October',
   *   },
   * })
   */
  createAnnouncement: {
    input: {
      body: NewAnnouncement
    }
    reply: Reply<Announcement>
  }
  /**
   * Create an API key
   *
   * For programs. The key acts for me within its scopes, never on `/auth/*`, and cannot spend money. The key of an administrator acts for an ordinary user unless it has `admin:read` or `admin:write`.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.createApiKey({
   *   body: { name: 'Sync', scopes: ['jobs:read', 'search:read'], expires_at: '2026-11-21T09:01:00.000Z' },
   * })
   */
  createApiKey: {
    input: {
      body: NewApiKey
    }
    reply: Reply<CreatedApiKey>
  }
  /**
   * Appeal against a grade
   *
   * For the user of the attempt, once the grades are released, and once for each question. Another grader answers it, where there is one; the points never become fewer.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.createAppeal({
   *   path: { id: 7 },
   *   body: { question_id: 1, reason: 'I named the reason.' },
   * })
   */
  createAppeal: {
    input: {
      path: {
        /** The id of the attempt. */
        id: Id
      }
      body: NewAppeal
    }
    reply: Reply<ExamAppeal>
  }
  /**
   * Create the private address of my calendar
   *
   * For calendar programs: interviews, booked exams, attempts that close, milestones and renewals, from 90 days ago on, and at most 1,000. A former address ends. One that an API key creates ends with the key.
   *
   * Scopes of API keys: `notifications:write`, `billing:read`, `jobs:read`, `exams:read`, `courses:read`, `projects:read`.
   *
   * @example
   * const { data } = await api.createCalendar()
   */
  createCalendar: {
    input: Record<string, never>
    reply: Reply<CalendarLink>
  }
  /**
   * Create a company
   *
   * I am its first owner, and invite its other members.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.createCompany({
   *   body: {
   *     name: 'Kew Gardens',
   *     website: 'https://kew.example.org',
   *     country: 'GB',
   *     size: '501-1000',
   *     industry: 'Botany',
   *   },
   * })
   */
  createCompany: {
    input: {
      body: NewCompany
    }
    reply: Reply<Company>
  }
  /**
   * Create a course
   *
   * For researchers and administrators. The default status is `published`. `lessons` may be included, in order.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * const { data } = await api.createCourse({
   *   body: {
   *     title: 'Botany',
   *     description: 'Plants.',
   *     lessons: [{ title: 'Lesson 1', duration_minutes: 10, video_url: 'https://example.org/v.mp4', content: 'Text' }, { title: 'Lesson 2', duration_minutes: 10, video_url: 'https://example.org/v.mp4', content: 'Text' }],
   *     sequential: true,
   *   },
   * })
   */
  createCourse: {
    input: {
      body: NewCourse
    }
    reply: Reply<CourseWithOutline>
  }
  /**
   * Create an exam
   *
   * For researchers and administrators.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.createExam({
   *   body: {
   *     title: 'Basics',
   *     questions: [{ type: 'single_choice', question: 'Which planet is the largest?', options: ['Mars', 'Jupiter'], correct_answer: 'Jupiter' }, { type: 'multiple_choice', question: 'Which are prime?', options: ['2', '4'], correct_answer: ['2', '5'], points: 2 }],
   *     duration_minutes: 60,
   *     available_from: '2020-01-01T00:00:00Z',
   *     available_until: '2021-01-01T00:00:00Z',
   *     category: 'Window 0.689804883629391',
   *   },
   * })
   */
  createExam: {
    input: {
      body: NewExam
    }
    reply: Reply<AuthoredExam>
  }
  /**
   * Offer times for interviews
   *
   * For those who manage the job post: at the times `starts`, or one after the other in the `free` time. An interviewer holds no other interview and no other slot at the time of a slot. Applicants choose one after `POST /job-applications/{id}/slot-invitation`.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.createInterviewSlots({
   *   body: {
   *     job_post_id: 7,
   *     interviewers: [31],
   *     minutes: 45,
   *     capacity: 1,
   *     timezone: 'Europe/Lisbon',
   *     location: 'https://meet.example.org/kew',
   *     interview_type: 'video',
   *     free: [{ from: '2026-11-25T09:00:00.000Z', to: '2026-11-25T12:00:00.000Z' }],
   *   },
   * })
   */
  createInterviewSlots: {
    input: {
      body: NewInterviewSlots
    }
    reply: Reply<InterviewSlot[]>
  }
  /**
   * Create a job post
   *
   * For recruiters and administrators. The default status is `open`.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.createJobPost({
   *   body: {
   *     title: 'Statistician',
   *     description: 'Plants.',
   *     blind: true,
   *     skills: ['Statistics', 'Field Trials'],
   *     requirements: [{ exam_id: 1 }],
   *     criteria: [{ name: 'Judgement' }],
   *     rejection_reasons: ['Too little experience with trials'],
   *   },
   * })
   */
  createJobPost: {
    input: {
      body: NewJobPost
    }
    reply: Reply<JobPost>
  }
  /**
   * Write a message template
   *
   * At most 200 a person and 200 a company. The placeholders are `{{candidate.first_name}}`, `{{candidate.last_name}}`, `{{candidate.name}}`, `{{post.title}}`, `{{post.company}}`, `{{post.location}}`, `{{sender.name}}`, and the dates `{{post.deadline}}` and `{{application.applied_at}}`, which are written as the language of the text writes dates. Any other is 422.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.createMessageTemplate({
   *   body: {
   *     name: 'x',
   *     texts: [{ language: 'en', body: '{{post.title}}{{post.title}}{{post.title}}{{post.title}}{{po…' }],
   *   },
   * })
   */
  createMessageTemplate: {
    input: {
      body: NewMessageTemplate
    }
    reply: Reply<MessageTemplate>
  }
  /**
   * Create a project
   *
   * The caller owns it. It is private by default and may include milestones.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * const { data } = await api.createProject({
   *   body: {
   *     title: 'Maize',
   *     milestones: [{ title: '0', due_date: '2027-04-01', status: 'not_started', order: 200 }, { title: '1', due_date: '2027-04-01', status: 'in_progress', order: 199 }],
   *   },
   * })
   */
  createProject: {
    input: {
      body: NewProject
    }
    reply: Reply<Project>
  }
  /**
   * Add a publication
   *
   * For the owner and administrators; at most 2,000 a researcher. A work that is in the list already is refused: one with the same DOI, or, unless both have one, with the same title, year and family name of the first author, where what is unknown of one of them does not count.
   *
   * Scope of API keys: `researchers:write`.
   *
   * @example
   * const { data } = await api.createPublication({
   *   path: { id: 7 },
   *   body: {
   *     title: 'Outbreaks foreseen',
   *     authors: [{ given: 'Grace', family: 'Wanjiru', orcid: '0000-0002-1825-0097' }, { family: 'World Health Organization' }],
   *     date: '2024-03',
   *     container_title: 'Journal of Urban Health',
   *     type: 'article-journal',
   *     doi: '10.1000/182',
   *   },
   * })
   */
  createPublication: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
      }
      body: NewResearcherPublication
    }
    reply: Reply<ResearcherPublication>
  }
  /**
   * Create a question bank
   *
   * Exams draw questions from it by their `sections`. For researchers and administrators.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.createQuestionBank({ body: { title: 'Planets', category: 'Astronomy' } })
   */
  createQuestionBank: {
    input: {
      body: NewQuestionBank
    }
    reply: Reply<QuestionBank>
  }
  /**
   * Save a search
   *
   * At most 20 a person. Open job posts or public researchers that are published from now on and match are sent once each, in a digest by mail and notification; one’s own are not. Each digest has a link that sets all searches of the person to `never`.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.createSavedSearch({
   *   body: { kind: 'job_posts', query: 'botanist', filters: { remote: true, location: 'Nairobi' } },
   * })
   */
  createSavedSearch: {
    input: {
      body: NewSavedSearch
    }
    reply: Reply<SavedSearch>
  }
  /**
   * Ask a person to be kept in a talent pool
   *
   * For recruiters, and with `company_id` for those who recruit for the company. The person has applied for a post that I manage (and is not a blind candidate), or has a researcher profile that I see, and gets a link to consent or decline. The entry is `pending` until then, and ends with the consent. A person is asked by one pool once in 30 days, and not in the 180 days after a refusal or withdrawal (429).
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.createTalentPoolEntry({
   *   body: {
   *     user_id: 42,
   *     company_id: 5,
   *     consent_until: '2027-11-21T09:00:00.000Z',
   *     note: 'Knows every moss.',
   *   },
   * })
   */
  createTalentPoolEntry: {
    input: {
      body: NewTalentPoolEntry
    }
    reply: Reply<TalentPoolEntry>
  }
  /**
   * Create a webhook
   *
   * Changes of what you may see, which are those of `GET /changes`, are sent to your address with POST as
   * `{"type", "timestamp", "data"}`, signed as in Standard Webhooks 1.0.0 (`v1` and `v1a`). An answer of 200 to 299 accepts a
   * message. Others are tried again for three days, with pauses of 5 seconds to 6 hours; a message may come twice, and out of
   * order, so remember `webhook-id`. Redirects are not followed. A webhook that has failed for three days is disabled, and you are
   * told by mail.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.createWebhook({
   *   body: { url: 'https://api.example.org/hook', types: ['job_post'], description: 'Sync' },
   * })
   */
  createWebhook: {
    input: {
      body: NewWebhook
    }
    reply: Reply<CreatedWebhook>
  }
  /**
   * Decide a report
   *
   * `hidden` hides what was reported, `dismissed` leaves it as it is.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.decideReport({
   *   path: { id: 7 },
   *   body: { decision: 'hidden', reason: 'Fraud' },
   * })
   */
  decideReport: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body: DecideReportRequest
    }
    reply: Reply<Report>
  }
  /**
   * Delete a note about an applicant
   *
   * For its author, as long as they manage the post, and administrators.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.deleteApplicationNote({ path: { id: 7, note_id: 7 } })
   */
  deleteApplicationNote: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
        /** The note. */
        note_id: Id
      }
    }
    reply: Done
  }
  /**
   * Remove the picture of a user
   *
   * For the user and administrators. The file is deleted; without a picture, nothing changes.
   *
   * Not for API keys.
   *
   * @example
   * await api.deleteAvatar({ path: { id: 7 } })
   */
  deleteAvatar: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete an imported candidate
   *
   * For those who manage the post. Deletes what was imported; an application stays.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.deleteCandidate({ path: { id: 7, candidate_id: 7 } })
   */
  deleteCandidate: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
        /** The imported candidate. */
        candidate_id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a company
   *
   * For its owners and administrators. Its members leave; its job posts are closed, and each stays with its recruiter.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.deleteCompany({ path: { id: 7 } })
   */
  deleteCompany: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a coupon
   *
   * Existing purchases do not change.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.deleteCoupon({ path: { id: 7 } })
   */
  deleteCoupon: {
    input: {
      path: {
        /** The id of the coupon. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a course
   *
   * For the owner and administrators. A course with enrollments is archived and remains available to its learners.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * await api.deleteCourse({ path: { id: 7 } })
   */
  deleteCourse: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete an exam
   *
   * For the owner and administrators. Its bookings and materials are deleted; attempts and certificates are kept.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * await api.deleteExam({ path: { id: 7 } })
   */
  deleteExam: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a file I uploaded
   *
   * Permanently: its address stops working. Only my own; files of other users are not found (404).
   *
   * Scope of API keys: `files:write`.
   *
   * @example
   * await api.deleteFile({ path: { id: 7 } })
   */
  deleteFile: {
    input: {
      path: {
        /** The id of the file. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Cancel an interview
   *
   * For the owner of the post and administrators. The applicant receives a mail that removes the event from the calendar.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.deleteInterview({ path: { id: 7 } })
   */
  deleteInterview: {
    input: {
      path: {
        /** The id of the interview. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete an interview slot
   *
   * For those who manage the job post, until an applicant has chosen it.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.deleteInterviewSlot({ path: { id: 7 } })
   */
  deleteInterviewSlot: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a job post
   *
   * For the owner, those who recruit for its company, and administrators. A post with applications is closed and kept.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.deleteJobPost({ path: { id: 7 } })
   */
  deleteJobPost: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Remove a lesson from a course
   *
   * For the owner and administrators. The time that learners spent in it is kept.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * await api.deleteLesson({ path: { id: 7, lesson_id: 7 } })
   */
  deleteLesson: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
        /** The id of the lesson. */
        lesson_id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a message template
   *
   * For its owner, or those who recruit for its company. Messages that were sent stay as they are.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.deleteMessageTemplate({ path: { id: 7 } })
   */
  deleteMessageTemplate: {
    input: {
      path: {
        /** The id of the message template. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a milestone
   *
   * For the owner, administrators, and collaborators with `can_manage_milestones`.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * await api.deleteMilestone({ path: { id: 7, milestone_id: 7 } })
   */
  deleteMilestone: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
        /** The id of the milestone. */
        milestone_id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a notification
   *
   * Permanently, and only my own; notifications of other users are not found (404).
   *
   * Scope of API keys: `notifications:write`.
   *
   * @example
   * await api.deleteNotification({ path: { id: 7 } })
   */
  deleteNotification: {
    input: {
      path: {
        /** The id of the notification. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a payment method
   *
   * Renewals of an active subscription then use the default method.
   *
   * Not for API keys.
   *
   * @example
   * await api.deletePaymentMethod({ path: { id: 7 } })
   */
  deletePaymentMethod: {
    input: {
      path: {
        /** The id of the payment method. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a project
   *
   * With all its versions, milestones and files; for the owner and administrators.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * await api.deleteProject({ path: { id: 7 } })
   */
  deleteProject: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a publication
   *
   * For the owner and administrators.
   *
   * Scope of API keys: `researchers:write`.
   *
   * @example
   * await api.deletePublication({ path: { id: 7, publication_id: 7 } })
   */
  deletePublication: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
        /** The id of the publication. */
        publication_id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a question bank
   *
   * For its owner and administrators. 422 that names an exam while one uses it. Attempts keep the questions that they showed.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * await api.deleteQuestionBank({ path: { id: 7 } })
   */
  deleteQuestionBank: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a researcher profile
   *
   * For the owner and administrators. The user becomes a learner again.
   *
   * Scope of API keys: `researchers:write`.
   *
   * @example
   * await api.deleteResearcher({ path: { id: 7 } })
   */
  deleteResearcher: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a saved search
   *
   * For its owner, with what it has found.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.deleteSavedSearch({ path: { id: 7 } })
   */
  deleteSavedSearch: {
    input: {
      path: {
        /** The id of the saved search. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete the scope document of a project
   *
   * With its file, permanently. For the owner, administrators, and collaborators with `can_edit`.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * await api.deleteScopeDocument({ path: { id: 7 } })
   */
  deleteScopeDocument: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete an entry of a talent pool
   *
   * For those who keep it, with its note.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.deleteTalentPoolEntry({ path: { id: 7 } })
   */
  deleteTalentPoolEntry: {
    input: {
      path: {
        /** The id of the talent pool entry. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a task
   *
   * What it was to do is not done. Its kind, payload and error stay in the audit log.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.deleteTask({ path: { id: 7 } })
   */
  deleteTask: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      query?: {
        /** Why; it is written to the audit log. */
        reason?: string | undefined
      } | undefined
    }
    reply: Done
  }
  /**
   * Delete an account
   *
   * Erases personal data. Data that other users need is kept and attributed to `Deleted user`. The own account needs a sign-in of the last 15 minutes (403 with `errors.reauthentication`).
   *
   * Not for API keys.
   *
   * @example
   * await api.deleteUser({ path: { id: 7 } })
   */
  deleteUser: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a version of a project
   *
   * With its file, permanently. For the owner, administrators, and the collaborator who uploaded it and may upload versions. Its number can be used again.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * await api.deleteVersion({ path: { id: 7, version_id: 7 } })
   */
  deleteVersion: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
        /** The id of the version. */
        version_id: Id
      }
    }
    reply: Done
  }
  /**
   * Turn the second factor off
   *
   * With a code of the app or a recovery code.
   *
   * Not for API keys.
   *
   * @example
   * await api.disableTwoFactor({ body: { code: 'yvuh-bz43-ug5m-uk45' } })
   */
  disableTwoFactor: {
    input: {
      body: CodeProof
    }
    reply: Done
  }
  /**
   * Ask who a blind candidate is
   *
   * For the owner of the post and administrators, before the shortlist. The applicant is notified, and the application lists who asked and why.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.discloseIdentity({
   *   path: { id: 7 },
   *   body: { reason: 'A conflict of interest' },
   * })
   */
  discloseIdentity: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      body: DiscloseIdentityRequest
    }
    reply: Reply<CandidateIdentity>
  }
  /**
   * Download a certificate as a PDF
   *
   * For its holder and administrators: one A4 page with a QR code that opens the public page. The same certificate always has the same bytes; a revoked one is stamped. The verifiable credential is attached to it as `credential.json`.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const response = await api.downloadCertificate({ path: { id: 7 } })
   */
  downloadCertificate: {
    input: {
      path: {
        /** The id of the certificate. */
        id: Id
      }
    }
    reply: Response
  }
  /**
   * Download a course to learn offline
   *
   * For those who are enrolled. The zip opens in a browser without a network connection and contains the media that were uploaded to this service. Its manifest `course.json` is signed by the issuer (`course.json.jws`, RFC 7515 with a detached content) and names a version; with `since`, only what changed after it is sent. Each download is counted. With `link`, returns an address that is valid for one hour without a token.
   *
   * Scope of API keys: `courses:read`.
   *
   * @example
   * const { data } = await api.downloadCourse({ path: { id: 7 } })
   */
  downloadCourse: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      query?: {
        /** The `version` of the manifest that the device has: what is the same is left out, and `removed` names the files that went. With one that is not known any more, the whole course is sent, and `since` of the manifest is null. */
        since?: string | undefined
        /** Answer a link instead, which works for an hour without a token. */
        link?: boolean | undefined
      } | undefined
    }
    reply: Reply<DownloadLink>
  }
  /**
   * Download a certificate as a verifiable credential
   *
   * For its holder and administrators: an Open Badges 3.0 credential (W3C Verifiable Credentials 2.0), signed by the issuer. Other programs verify it without this service. It names the holder by the hash of the verified e-mail address.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const response = await api.downloadCredential({ path: { id: 7 } })
   */
  downloadCredential: {
    input: {
      path: {
        /** The id of the certificate. */
        id: Id
      }
    }
    reply: Response
  }
  /**
   * Download a credit note as a PDF
   *
   * By the `pdf_url` of the list; the signature replaces the token.
   *
   * @example
   * const response = await api.downloadCreditNote({ path: { number: '…' } })
   */
  downloadCreditNote: {
    input: {
      path: {
        /** The number of the credit note. */
        number: string
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Download a curriculum vitae
   *
   * The profile of a researcher as a PDF for people and screen readers, in the language of the researcher. For those who may see the profile; 404 for users without one. It has the newest 200 publications and says how many others there are.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * const response = await api.downloadCv({ path: { id: 7 } })
   */
  downloadCv: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
    }
    reply: Response
  }
  /**
   * Download an invoice as a PDF
   *
   * By the `pdf_url` of a billing record; the signature replaces the token.
   *
   * @example
   * const response = await api.downloadInvoice({ path: { number: '…' } })
   */
  downloadInvoice: {
    input: {
      path: {
        /** The number of the invoice. */
        number: string
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Download the resume of an application
   *
   * For the owner of the post, its reviewers, administrators and the applicant. The applicant can see who downloaded it; with `view`, nothing is recorded. 403 while a blind candidate is not shortlisted.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const response = await api.downloadResume({ path: { id: 7 } })
   */
  downloadResume: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      query?: {
        /** Whether it is shown within a page: of the views of a person, one a day is recorded as a download. */
        view?: boolean | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Download a transcript
   *
   * For the user and administrators: everything earned, as one signed document. A W3C Verifiable Credential as JSON, with `Accept: application/vc+jwt` as a JWT, with `Accept: application/pdf` as a PDF that contains it. It is revoked once one of its certificates is.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const response = await api.downloadTranscript({ path: { id: 7 } })
   */
  downloadTranscript: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
    }
    reply: Response
  }
  /**
   * Turn the second factor on
   *
   * With a code of the app. Returns ten recovery codes, which are shown only once.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.enableTwoFactor({ body: { code: 'yvuh-bz43-ug5m-uk45' } })
   */
  enableTwoFactor: {
    input: {
      body: CodeProof
    }
    reply: Reply<RecoveryCodes>
  }
  /**
   * End a session by the link in a mail
   *
   * With the token from the mail about a sign-in from a new device.
   *
   * @example
   * await api.endAnnouncedSession({ body: { token: '…' } })
   */
  endAnnouncedSession: {
    input: {
      body: EndAnnouncedSessionRequest
    }
    reply: Done
  }
  /**
   * End an API key
   *
   * It stops working immediately. API keys of other users are not found (404).
   *
   * Not for API keys.
   *
   * @example
   * await api.endApiKey({ path: { id: 7 } })
   */
  endApiKey: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * End the private address of my calendar
   *
   * Without one, it changes nothing.
   *
   * Scope of API keys: `notifications:write`.
   *
   * @example
   * await api.endCalendar()
   */
  endCalendar: {
    input: Record<string, never>
    reply: Done
  }
  /**
   * End one of my sessions
   *
   * Revokes its access token immediately; the session of this request can be ended too. Sessions of other users are not found (404).
   *
   * Not for API keys.
   *
   * @example
   * await api.endSession({ path: { id: 7 } })
   */
  endSession: {
    input: {
      path: {
        /** The id of the session. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * End one session of a person
   *
   * Its access token stops working immediately.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.endSessionOfPerson({ path: { id: 7, session_id: 7 } })
   */
  endSessionOfPerson: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
        /** The id of the session. */
        session_id: Id
      }
      query?: {
        /** Why; it is written to the audit log. */
        reason?: string | undefined
      } | undefined
    }
    reply: Done
  }
  /**
   * End all sessions of a person
   *
   * API keys stay.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.endSessionsOfPerson({ path: { id: 7 }, body: { reason: 'The move is put off' } })
   */
  endSessionsOfPerson: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      body?: WithReason | undefined
    }
    reply: Done
  }
  /**
   * End the invitation to choose an interview slot
   *
   * For those who manage the job post. An interview that the applicant has booked stays.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.endSlotInvitation({ path: { id: 7 } })
   */
  endSlotInvitation: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Enroll in a course
   *
   * The course must be published, its prerequisites completed with all their lessons, and its price paid with the named payment method. While a payment awaits confirmation, `payment.status` is `pending` and the enrollment is `paused` and gives no access; it becomes `active` when the payment arrives, and is removed when the payment fails.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * const { data } = await api.enroll({ path: { id: 7 }, body: { payment_method_id: 11 } })
   */
  enroll: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      body?: EnrollRequest | undefined
    }
    reply: Reply<{
      enrollment: Enrollment
      payment?: Payment | undefined
    }>
  }
  /**
   * Enroll others in a course
   *
   * For the instructor of a free course, as often as `INVITATIONS_PER_DAY` allows, and for administrators, who also enroll in paid courses without a payment. Prerequisites hold for everybody. Who is enrolled is notified.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * const { data } = await api.enrollLearners({ path: { id: 7 }, body: { user_ids: [171] } })
   */
  enrollLearners: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      body: EnrollLearnersRequest
    }
    reply: Reply<LearnerVerdict[]>
  }
  /**
   * Check the credential in a file
   *
   * Needs no token. Takes a PDF, SVG, PNG, JSON or JWT file with an Open Badges 3.0 or W3C credential of any issuer, and says what is proven, what is refuted and what could not be checked. Files of one network are checked one after the other; a 503 says nothing about the file. Returns a page, unless `Accept` prefers `application/json`. The file is not kept.
   *
   * @example
   * const { data } = await api.examineCredential({ body: { file } })
   */
  examineCredential: {
    input: {
      body: ExamineCredentialRequest
    }
    reply: Reply<ExaminedCredential>
  }
  /**
   * Download the questions of a question bank as a file
   *
   * For the owner of the bank, its editors and administrators. `json` contains everything, and pictures as `moodle_xml` does (at most 20 MB). What the other formats leave out is listed by `GET /question-banks/{id}/export/omissions`.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * await api.exportQuestions({ path: { id: 7 } })
   */
  exportQuestions: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      query?: {
        /** The format of the file, `json` unless given. Only `json` contains everything. */
        format?: "gift" | "moodle_xml" | "csv" | "json" | undefined
      } | undefined
    }
    reply: Done
  }
  /**
   * Export all data of a user
   *
   * All data that the service stores about the user, as one object, which is sent while it is read. One export at a time (429). For the user and administrators.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.exportUser({ path: { id: 7 } })
   */
  exportUser: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
    }
    reply: Reply<UserExport>
  }
  /**
   * Give all who are writing more time
   *
   * For the owner of the exam and administrators. Running attempts end later, also beyond `available_until`; those who write are notified with the reason.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.extendExam({
   *   path: { id: 7 },
   *   body: { minutes: 15, reason: 'The network failed.' },
   * })
   */
  extendExam: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      body: ExtendExamRequest
    }
    reply: Reply<{
      /** The number of running attempts that got more time. */
      attempts: number
    }>
  }
  /**
   * Let the period of a subscription end later
   *
   * By whole days, without a charge. One that waits for a payment counts as paid until then.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.extendSubscription({
   *   path: { id: 7 },
   *   body: { days: 10, reason: 'An outage' },
   * })
   */
  extendSubscription: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body: ExtendSubscriptionRequest
    }
    reply: Reply<AdminSubscription>
  }
  /**
   * Ask a person to stay longer in a talent pool
   *
   * For those who keep it, once the person has consented. The person gets a link that shows both ends. Until they agree, and if they do not, `consent_until` holds; one request is open at a time, and ends with the present consent, at the latest after 30 days. A person is asked by one pool once in 30 days, and not in the 180 days after a refusal (429).
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.extendTalentPoolEntry({
   *   path: { id: 7 },
   *   body: { consent_until: '2028-11-21T09:00:00.000Z' },
   * })
   */
  extendTalentPoolEntry: {
    input: {
      path: {
        /** The id of the talent pool entry. */
        id: Id
      }
      body: TalentPoolExtension
    }
    reply: Reply<TalentPoolEntry>
  }
  /**
   * Follow changes as a stream
   *
   * Server-sent events. Each is called `change`; its `data` is an item of `GET /changes`, its `id` that of the change.
   * Without `Last-Event-ID` the stream begins with what comes next, with it after the change it names. Lines that begin with a
   * colon keep the connection open. The stream ends when the access token does. A browser's EventSource opens it with `?ticket=`
   * from `POST /notifications/stream-ticket`.
   *
   * Scope of API keys: `notifications:read`.
   *
   * @example
   * const response = await api.followChanges()
   */
  followChanges: {
    input: {
      query?: {
        /** Instead of a bearer token. */
        ticket?: string | undefined
        /** Like the header `Last-Event-ID`, for a stream that is opened anew; the header counts first. */
        last_event_id?: number | undefined
        /** Only these types, separated by commas. A kind stands for all of its types. Kinds: user, researcher, company, job_post, job_application, interview, interview_slot, message_template, talent_pool_entry, saved_search, course, enrollment, exam, exam_attempt, exam_accommodation, question_bank, exam_booking, certificate, project, project_version, milestone, plan, subscription, payment_method, invoice, credit_note, notification, file, payment, refund, unmatched_payment, report, coupon. */
        types?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Follow my notifications as a stream
   *
   * Server-sent events. Each is called `notification`; its `data` is an item of the list, its `id` that of the
   * notification. Without `Last-Event-ID` the stream begins with what comes next, with it after the notification it names.
   * Lines that begin with a colon keep the connection open. The stream ends when the access token does. A browser's EventSource
   * sends no header: it opens the stream with `?ticket=`, and after an error with a new ticket and `last_event_id`.
   *
   * Scope of API keys: `notifications:read`.
   *
   * @example
   * const response = await api.followNotifications()
   */
  followNotifications: {
    input: {
      query?: {
        /** Instead of a bearer token. */
        ticket?: string | undefined
        /** Like the header `Last-Event-ID`, for a stream that is opened anew; the header counts first. */
        last_event_id?: number | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Ask for a password reset link
   *
   * Once every 60 seconds for an e-mail. The link is valid for 60 minutes.
   *
   * @example
   * await api.forgotPassword({ body: { email: 'O\'HARA+PERSON-D19BBA3E54AB@EXAMPLE.ORG' } })
   */
  forgotPassword: {
    input: {
      body: ForgotPasswordRequest
    }
    reply: Done
  }
  /**
   * Show what is known of a page of the payment provider
   *
   * Only my own; those of other users are not found (404). It is kept for 30 days after its end.
   *
   * Scope of API keys: `billing:read`.
   *
   * @example
   * const { data } = await api.getPaymentMethodSetup({ path: { id: 7 } })
   */
  getPaymentMethodSetup: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<PaymentMethodSetup>
  }
  /**
   * Give a person or a company a plan without money
   *
   * Until a day, when it ends unless the person resumes it before. 422 for a person who has a paid plan: extend that one instead.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.grantSubscription({
   *   body: {
   *     user_id: 32,
   *     plan_id: 'professional',
   *     until: '2026-12-03T09:00:00.000Z',
   *     reason: 'A partner.',
   *   },
   * })
   */
  grantSubscription: {
    input: {
      body: GrantSubscriptionRequest
    }
    reply: Reply<AdminSubscription>
  }
  /**
   * Called by the payment gateway
   *
   * Set it as the webhook of the gateway: `/payments/webhooks/stripe`, `/payments/webhooks/pawapay`. The signature is verified; messages may arrive twice, late, and in any order.
   *
   * @example
   * await api.hearGateway({ path: { gateway: '…' } })
   */
  hearGateway: {
    input: {
      path: {
        /** The payment gateway. */
        gateway: string
      }
    }
    reply: Done
  }
  /**
   * Called by the payment gateway
   *
   * Set it as the webhook of the gateway: `/payments/webhooks/stripe`, `/payments/webhooks/pawapay`. The signature is verified; messages may arrive twice, late, and in any order.
   *
   * @example
   * await api.hearGatewayByPut({ path: { gateway: '…' } })
   */
  hearGatewayByPut: {
    input: {
      path: {
        /** The payment gateway. */
        gateway: string
      }
    }
    reply: Done
  }
  /**
   * Called by M-Pesa when a person has paid by hand
   *
   * The gateway is asked what arrived. What has the account and amount of a payment pays it; the rest waits in `GET /admin/payments/unmatched`.
   *
   * @example
   * await api.hearMoney({ path: { secret: '…' } })
   */
  hearMoney: {
    input: {
      path: {
        /** What the message is about, with a secret that only the gateway was told. */
        secret: string
      }
    }
    reply: Done
  }
  /**
   * Called by M-Pesa when a person has paid by hand
   *
   * The gateway is asked what arrived. What has the account and amount of a payment pays it; the rest waits in `GET /admin/payments/unmatched`.
   *
   * @example
   * await api.hearMoneyByPut({ path: { secret: '…' } })
   */
  hearMoneyByPut: {
    input: {
      path: {
        /** What the message is about, with a secret that only the gateway was told. */
        secret: string
      }
    }
    reply: Done
  }
  /**
   * Called by M-Pesa with the result of a prompt
   *
   * The address has a secret for each prompt. The gateway is asked what became of the payment.
   *
   * @example
   * await api.hearPromptResult({ path: { secret: '…' } })
   */
  hearPromptResult: {
    input: {
      path: {
        /** What the message is about, with a secret that only the gateway was told. */
        secret: string
      }
    }
    reply: Done
  }
  /**
   * Called by M-Pesa with the result of a prompt
   *
   * The address has a secret for each prompt. The gateway is asked what became of the payment.
   *
   * @example
   * await api.hearPromptResultByPut({ path: { secret: '…' } })
   */
  hearPromptResultByPut: {
    input: {
      path: {
        /** What the message is about, with a secret that only the gateway was told. */
        secret: string
      }
    }
    reply: Done
  }
  /**
   * Called by M-Pesa with the result of a refund
   *
   * The address has a secret for each refund.
   *
   * @example
   * await api.hearRefundResult({ path: { secret: '…' } })
   */
  hearRefundResult: {
    input: {
      path: {
        /** What the message is about, with a secret that only the gateway was told. */
        secret: string
      }
    }
    reply: Done
  }
  /**
   * Called by M-Pesa with the result of a refund
   *
   * The address has a secret for each refund.
   *
   * @example
   * await api.hearRefundResultByPut({ path: { secret: '…' } })
   */
  hearRefundResultByPut: {
    input: {
      path: {
        /** What the message is about, with a secret that only the gateway was told. */
        secret: string
      }
    }
    reply: Done
  }
  /**
   * Hide something from all but its owner and administrators
   *
   * It leaves every list, search, feed and page of others, and its owner cannot publish it. Open reports about it are decided. The owner is told the reason.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.hideContent({
   *   path: { kind: 'job_post', id: 7 },
   *   body: { reason: 'It is an advertisement.' },
   * })
   */
  hideContent: {
    input: {
      path: {
        /** The kind of the content. */
        kind: ReportKind
        /** The id, a number. */
        id: Id
      }
      body: HideContentRequest
    }
    reply: Done
  }
  /**
   * Import candidates into a job post
   *
   * For those who manage the post. Reads CSV or JSON Resumes, and answers what came of every row. A candidate is no applicant: the person applies by accepting an invitation, which is mailed only if it is asked for. An address is one candidate of the post, and joins an applicant who has given it; whether an account has it is not told. One who has refused is not imported again. 2,000 candidates a post, 30 imports an hour, previews included.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.importCandidates({
   *   path: { id: 7 },
   *   body: { csv: 'name,email…', source: 'Career day 2026', consent: 'A form that each of them signed.' },
   * })
   */
  importCandidates: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
      body: CandidateImportRequest
    }
    reply: Reply<CandidateImport>
  }
  /**
   * Invite people from a file
   *
   * Each row is one person, who is invited as by `POST /admin/users`. Invalid rows are refused with messages, and the others go on in the background; an address with an account is left as it is. People are invited to a `company` as by `POST /companies/{id}/members`, by their address and without the limit of a day; a row for which its company has no room is refused. `preview` tells the verdicts without inviting anybody. Administrators in the file need a recent sign-in and no API key.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.importPeople({ body: { csv: '﻿Name;email;role;locale…', preview: true } })
   */
  importPeople: {
    input: {
      body: ImportPeopleRequest
    }
    reply: Reply<PeopleImport>
  }
  /**
   * Add publications from a file, DOIs or ORCID
   *
   * For the owner and administrators. Reads BibTeX, RIS or CSL-JSON, asks Crossref and, for a DOI that it does not know, DataCite, or reads the public works of the ORCID iD that the researcher has linked; answers what came of every work. A work that is in the list already, by the rule of `POST /researchers/{id}/publications`, fills what is empty there and changes nothing else; but what a registration agency says, or another organization that added the work to the ORCID record, replaces what came from a file or is less certain, and is `verified`. What a person has typed or changed is never replaced. Works without a title are refused, DOIs that neither agency knows, and works beyond 2,000 publications; the others are stored. `preview` tells the verdicts without storing anything. When a registry does not answer, nothing is stored (502). Imports from registries are limited to `RATE_LIMIT_REGISTRIES` an hour, and those of files, previews included, to 30.
   *
   * Scope of API keys: `researchers:write`.
   *
   * @example
   * const { data } = await api.importPublications({
   *   path: { id: 7 },
   *   body: {
   *     text: '@article{w24, author = {Wanjiru, Grace and van der Berg, Jan…',
   *     preview: true,
   *     format: 'bibtex',
   *   },
   * })
   */
  importPublications: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
      }
      body: PublicationFile
    }
    reply: Reply<PublicationImport>
  }
  /**
   * Import the questions of a file into a question bank
   *
   * For the owner of the bank, its editors and administrators. GIFT, Aiken, Moodle XML, QTI 1.2 and 2.1 (`.xml`, `.zip`, `.imscc`), CSV, and the JSON of the export, with at most 1,000 questions. A question that cannot be read, or that exams cannot ask, is `refused` and stops no other one. HTML becomes Markdown. Pictures of the file become public files of the caller, as with `POST /upload`.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.importQuestions({ path: { id: 7 }, body: { preview: true, file } })
   */
  importQuestions: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body: ImportQuestionsRequest
    }
    reply: Reply<ImportedQuestion[]>
  }
  /**
   * Fill a profile with a JSON Resume
   *
   * For the researcher and administrators; 404 for users without a profile. What the resume says replaces what the profile says: the name, headline, bio, location, country, ORCID iD, employment, education, skills, languages and fields of research; what it does not say stays. Its publications are added by the rule of `POST /researchers/{id}/publications/import`, as typed ones. Days are stored as months, a position without an end is current, and addresses of ror.org are ids of institutions. Null, empty texts and entries without anything else are absent. A resume with one fault is refused as a whole, with all of its faults. `preview` answers the same and stores nothing. Another name ends the verification of a researcher. 30 imports an hour, previews included.
   *
   * Scope of API keys: `researchers:write`.
   *
   * @example
   * const { data } = await api.importResume({
   *   path: { id: 7 },
   *   body: {
   *     resume: { basics: { name: 'Ada Okafor', label: 'Statistician' }, work: [{ name: 'University of Ibadan', position: 'Professor of Statistics', startDate: '2018-02' }], skills: [{ name: 'Biostatistics' }] },
   *     preview: true,
   *   },
   * })
   */
  importResume: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      body: NewResumeImport
    }
    reply: Reply<ResumeImport>
  }
  /**
   * Invite an imported candidate to apply
   *
   * For those who manage the post, once in 24 hours for a candidate, and as often as `INVITATIONS_PER_DAY` allows. By the link in the mail the person applies, or has the data erased.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.inviteCandidate({ path: { id: 7, candidate_id: 7 } })
   */
  inviteCandidate: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
        /** The imported candidate. */
        candidate_id: Id
      }
    }
    reply: Reply<Candidate>
  }
  /**
   * Invite a person to a company
   *
   * For owners and admins of the company, and administrators; only owners and administrators invite an owner. By account or by address: an account that has proven the address is notified, now or when it signs in, and no mail goes to other addresses. An invitation ends after 30 days, and permits nothing until it is accepted.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.inviteCompanyMember({
   *   path: { id: 7 },
   *   body: { user_id: 12, role: 'recruiter' },
   * })
   */
  inviteCompanyMember: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body: NewCompanyMember
    }
    reply: Reply<CompanyMember>
  }
  /**
   * Invite a person
   *
   * Creates an account without a password and mails a link, with which its owner sets a password or signs in through a provider. The link works once, for 14 days. To invite an administrator needs a recent sign-in and no API key.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.invitePerson({
   *   body: {
   *     name: 'Grace Hopper',
   *     email: 'ada@example.org',
   *     role: 'researcher',
   *     locale: 'es',
   *     message: 'Hola, Grace.',
   *   },
   * })
   */
  invitePerson: {
    input: {
      body: InvitePersonRequest
    }
    reply: Reply<Invitation>
  }
  /**
   * Invite an applicant to choose an interview slot
   *
   * For those who manage the job post. The applicant gets a mail with a link that needs no sign-in and works until `until`. Inviting again sends another mail and sets another end.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.inviteToSlots({
   *   path: { id: 7 },
   *   body: { until: '2026-12-05T09:00:00.000Z' },
   * })
   */
  inviteToSlots: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      body?: NewSlotInvitation | undefined
    }
    reply: Reply<SlotInvitation>
  }
  /**
   * Keep this session of the console for 30 minutes more
   *
   * At most until 12 hours after its sign-in.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.keepConsoleSession()
   */
  keepConsoleSession: {
    input: Record<string, never>
    reply: Reply<KeepConsoleSessionResponseData>
  }
  /**
   * Go to the newest version of a project
   *
   * A redirect to its file by a link that is valid for one hour; 404 if there is none.
   *
   * Scope of API keys: `projects:read`.
   *
   * @example
   * const response = await api.latestVersion({ path: { id: 7 } })
   */
  latestVersion: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
      }
    }
    reply: Response
  }
  /**
   * List who has more time or attempts, or another window, at an exam
   *
   * Newest first; for the owner of the exam and administrators. All others see their own, without its note.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listAccommodations({ path: { id: 7 }, query: { limit: 50 } })
   */
  listAccommodations: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<ExamAccommodation, ListMeta>
  }
  /**
   * List the activity of a user
   *
   * Newest first; for the user and administrators.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listActivity({ path: { id: 7 }, query: { limit: 50 } })
   */
  listActivity: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Only entries of this activity type. */
        type?: string | undefined
        /** Only what this API key did. */
        api_key_id?: number | undefined
      } | undefined
    }
    reply: Page<ActivityEntry, ListMeta>
  }
  /**
   * List announcements
   *
   * Newest first, with how far they came.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listAnnouncements({ query: { limit: 50 } })
   */
  listAnnouncements: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<Announcement, ListMeta>
  }
  /**
   * List my API keys
   *
   * Newest first, without the keys themselves.
   *
   * Not for API keys.
   *
   * @example
   * const { data, meta } = await api.listApiKeys({ query: { limit: 50 } })
   */
  listApiKeys: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<ApiKey, ListMeta>
  }
  /**
   * List the appeals against grades of an exam
   *
   * In no order; for its owner, its graders and administrators. With anonymous grading, nothing says whose they are.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listAppeals({ path: { id: 7 }, query: { limit: 50 } })
   */
  listAppeals: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Those that wait for an answer, or have one. All unless given. */
        state?: "open" | "answered" | undefined
      } | undefined
    }
    reply: Page<ExamAppeal, ListMeta>
  }
  /**
   * List the appeals of an attempt
   *
   * For the user of the attempt, the owner of the exam and administrators.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listAppealsOfAttempt({ path: { id: 7 }, query: { limit: 50 } })
   */
  listAppealsOfAttempt: {
    input: {
      path: {
        /** The id of the attempt. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<ExamAppeal, ListMeta>
  }
  /**
   * List the applicants of a job post
   *
   * For the owner of the post, its reviewers and administrators. Newest first, or with `sort=evidence` by what the applicants have proven at this moment. Of a blind post, who the candidates are is withheld until they are shortlisted.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listApplicants({ path: { id: 7 }, query: { limit: 50 } })
   */
  listApplicants: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** How far the application is. */
        status?: ApplicantStatus | undefined
        /** A part of the name or the e-mail address; of blind candidates, a part of `Candidate 7`. */
        search?: string | undefined
        /** Beginnings of up to five words of the resume, all of which must be there. Not in blind ones. */
        resume?: string | undefined
        /** A tag of the application, without regard to case and accents; for those who manage the post. */
        tag?: string | undefined
        /** `recent`: newest first, the default. `evidence`: those who have proven most of the skills of the post first. Blind candidates of one day are in random order. */
        sort?: "recent" | "evidence" | undefined
      } | undefined
    }
    reply: Page<Applicant, {
      /** The page, from 1. */
      current_page: number
      /** How many a page has at most. */
      per_page: number
      /** How many there are on all pages. */
      total: number
      /** The last page, at least 1. */
      last_page: number
      from: ListMetaFrom
      to: ListMetaTo
      /** The address of the list without its query. */
      path: string
      /** The address of the first page. */
      first_page_url: string
      /** The address of the last page. */
      last_page_url: string
      next_page_url: ListMetaNextPageUrl
      prev_page_url: ListMetaPrevPageUrl
      /** The number of applications in each state. */
      status_counts: {
        /** The number of new applications. */
        applied: number
        /** The number of applications under review. */
        reviewing: number
        /** The number of applications on the short list. */
        shortlisted: number
        /** The number of rejected applications. */
        rejected: number
        /** The number of hired applicants. */
        hired: number
      }
    }>
  }
  /**
   * List the messages about an application
   *
   * For the applicant and those who manage the post. Newest first. A blind candidate is `Candidate 7`, without files and without what names the person, until the shortlist.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listApplicationMessages({ path: { id: 7 }, query: { limit: 50 } })
   */
  listApplicationMessages: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<ApplicationMessage, ListMeta>
  }
  /**
   * List the notes about an applicant
   *
   * For the owner of the post and administrators; never for the applicant. Oldest first.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.listApplicationNotes({ path: { id: 7 } })
   */
  listApplicationNotes: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
    }
    reply: Reply<ApplicationNote[]>
  }
  /**
   * List all attempts of an exam
   *
   * Newest first; for the owner of the exam and administrators.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listAttemptsOfExam({ path: { id: 7 }, query: { limit: 50 } })
   */
  listAttemptsOfExam: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Whether the attempt is open, submitted or out of time. */
        status?: "in_progress" | "submitted" | "expired" | undefined
      } | undefined
    }
    reply: Page<CandidateExamAttempt, ListMeta>
  }
  /**
   * List the audit log
   *
   * What administrators, commands and the service did, and refused requests to administer; newest first. Rows are never changed: each contains the hash of the row before it, and the end is signed once a day.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listAudit({ query: { limit: 50 } })
   */
  listAudit: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Who acted: an administrator, a command, the service itself, or a user or visitor who was refused. */
        actor?: "administrator" | "command_line" | "service" | "user" | "visitor" | undefined
        /** Only the acts of this account. */
        actor_id?: number | undefined
        /** Only this operation, command or act of the service. */
        action?: string | undefined
        /** Only acts on objects of this kind, like `job_post`. */
        object_kind?: string | undefined
        /** Only acts on objects with this id. */
        object_id?: string | undefined
        /** Only acts that concern this user. */
        user_id?: number | undefined
        /** Whether it was done or refused. */
        outcome?: "done" | "refused" | undefined
        /** Only what this request did; its answer had the id in `X-Request-Id`. */
        request_id?: string | undefined
        /** False leaves out what administrators only read; true unless given. */
        reads?: boolean | undefined
        /** Only rows from this time on. */
        from?: string | undefined
        /** Only rows before this time. */
        until?: string | undefined
        /** Newest or oldest first; `recent` unless given. */
        sort?: "recent" | "oldest" | undefined
      } | undefined
    }
    reply: Page<AuditRow, ListMeta>
  }
  /**
   * List the editors of a question bank
   *
   * For the owner of the bank, its editors and administrators. Oldest first.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listBankEditors({ path: { id: 7 }, query: { limit: 50 } })
   */
  listBankEditors: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<QuestionBankEditor, ListMeta>
  }
  /**
   * List the questions of a question bank with their answers
   *
   * In order of position; for the owner of the bank, its editors and administrators.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listBankQuestions({ path: { id: 7 }, query: { limit: 50 } })
   */
  listBankQuestions: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<BankQuestion, ListMeta>
  }
  /**
   * List my payments
   *
   * Newest first, one record for each completed payment.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `billing:read`.
   *
   * @example
   * const { data, meta } = await api.listBilling({ query: { limit: 50 } })
   */
  listBilling: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<BillingRecord, ListMeta>
  }
  /**
   * List the imported candidates of a job post
   *
   * For those who manage the post, newest first. They are removed a year after the import unless they apply.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listCandidates({ path: { id: 7 }, query: { limit: 50 } })
   */
  listCandidates: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<Candidate, ListMeta>
  }
  /**
   * List fields by their number of researchers
   *
   * The fields with the most researchers first, as starting points for a search.
   *
   * Scope of API keys: `search:read`.
   *
   * @example
   * const { data } = await api.listCategories({ query: { limit: 50 } })
   */
  listCategories: {
    input: {
      query?: {
        /** At most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Reply<{
      /** The name. */
      name: string
      /** The number of researchers. */
      researchers_count: number
    }[]>
  }
  /**
   * List the links to a certificate
   *
   * For its holder, newest first, without pagination; those that have expired too.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.listCertificateShares({ path: { id: 7 } })
   */
  listCertificateShares: {
    input: {
      path: {
        /** The id of the certificate. */
        id: Id
      }
    }
    reply: Reply<CertificateShare[]>
  }
  /**
   * List my certificates
   *
   * Newest first, without pagination. Administrators can list those of other users.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.listCertificates()
   */
  listCertificates: {
    input: {
      query?: {
        /** Whose; for administrators. */
        user_id?: Id | undefined
        /** Only the certificate with this code; administrators find those of all users. */
        verification_code?: string | undefined
      } | undefined
    }
    reply: Reply<Certificate[]>
  }
  /**
   * Follow changes
   *
   * Every change of what you may see, in the order in which the changes were saved; administrators see those of all.
   * Counts in an object (such as `enrolled_count`) change without one. To keep a copy of everything: take a cursor with `since=now`,
   * read the lists, then follow from that cursor; at each change read the object at its `url`, and forget it if it is not there.
   * Changes are kept for 90 days; an older cursor is answered with 410.
   *
   * Scope of API keys: `notifications:read`.
   *
   * @example
   * const { data, meta } = await api.listChanges({ query: { limit: 50 } })
   */
  listChanges: {
    input: {
      query?: {
        /** The cursor of the former page (`meta.next`), or `now` for a cursor at the end. The oldest kept change by default. */
        since?: string | undefined
        /** Only these types, separated by commas. A kind stands for all of its types. Kinds: user, researcher, company, job_post, job_application, interview, interview_slot, message_template, talent_pool_entry, saved_search, course, enrollment, exam, exam_attempt, exam_accommodation, question_bank, exam_booking, certificate, project, project_version, milestone, plan, subscription, payment_method, invoice, credit_note, notification, file, payment, refund, unmatched_payment, report, coupon. */
        types?: string | undefined
        /** How many changes at most; 20 by default. */
        limit?: number | undefined
        /** Seconds to wait for a change if there is none yet. */
        wait?: number | undefined
      } | undefined
    }
    reply: Page<Change, {
      /** The cursor for `since`. It moves on with a page that is empty because of `types`, too. */
      next: string
      /** Whether there are more changes already; otherwise, `wait` for them. */
      more: boolean
    }>
  }
  /**
   * List the collaborators of a project
   *
   * Oldest first; for all users who can see the project.
   *
   * Scope of API keys: `projects:read`.
   *
   * @example
   * const { data } = await api.listCollaborators({ path: { id: 7 } })
   */
  listCollaborators: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
      }
    }
    reply: Reply<ProjectCollaborator[]>
  }
  /**
   * List companies
   *
   * Newest first unless searched or sorted by name.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listCompanies({ query: { limit: 50 } })
   */
  listCompanies: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Words of name, industry and description. Word forms and typing errors do not matter, the last word may be unfinished, "quoted words" and e-mail addresses stand side by side, and a word with a minus is excluded. A row with exactly this title comes first. If no row has all words, the nearest ones are listed. */
        search?: string | undefined
        /** Only those that are verified, or that are not. */
        verified?: boolean | undefined
        /** Only those that I am a member of. */
        mine?: boolean | undefined
        /** The best match first (`relevance`, the default with `search`; the same as `recent` without), newest first (the default otherwise), or by name. */
        sort?: "relevance" | "recent" | "name" | undefined
      } | undefined
    }
    reply: Page<Company, CoursePageMeta>
  }
  /**
   * List my invitations to companies
   *
   * Of my account and of my proven address, newest first; those that are not accepted.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listCompanyInvitations({ query: { limit: 50 } })
   */
  listCompanyInvitations: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<CompanyInvitation, ListMeta>
  }
  /**
   * List the members of a company, and whom it has invited
   *
   * For the members and administrators. Oldest first.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.listCompanyMembers({ path: { id: 7 } })
   */
  listCompanyMembers: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<CompanyMember[]>
  }
  /**
   * List who keeps me in a talent pool
   *
   * Newest first: who keeps me by my consent, and who asks to.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listConsents({ query: { limit: 50 } })
   */
  listConsents: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<TalentPoolEntry, ListMeta>
  }
  /**
   * List what users have published, hidden or not
   *
   * Of one kind, newest first; drafts and private ones too.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listContent({ query: { limit: 50 } })
   */
  listContent: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Job posts unless given. */
        kind?: ReportKind | undefined
        /** Words of the title or text; of exams, a part of the title; of profiles and companies, of the name; of messages, of the text. */
        search?: string | undefined
        /** Only what this person has published. */
        owner_id?: number | undefined
        /** Only hidden content. */
        hidden?: boolean | undefined
        /** Newest or oldest first; `recent` unless given. */
        sort?: "recent" | "oldest" | undefined
      } | undefined
    }
    reply: Page<Content, ListMeta>
  }
  /**
   * List the coupons
   *
   * Newest first.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listCoupons({ query: { limit: 50 } })
   */
  listCoupons: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<Coupon, ListMeta>
  }
  /**
   * List who may take a course that is for invited people
   *
   * Oldest first; for the instructor of the course and administrators.
   *
   * Scope of API keys: `courses:read`.
   *
   * @example
   * const { data, meta } = await api.listCourseRoster({ path: { id: 7 }, query: { limit: 50 } })
   */
  listCourseRoster: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<RosterEntry, ListMeta>
  }
  /**
   * List courses
   *
   * Published ones for everybody, those with me on their roster, and those I teach in any status. Sorted by `recent` (newest first, the default), `popular` (most learners first), `title` or `price` (lowest first).
   *
   * Scope of API keys: `courses:read`.
   *
   * @example
   * const { data, meta } = await api.listCourses({ query: { limit: 50 } })
   */
  listCourses: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Words of title, category and description. Word forms and typing errors do not matter, the last word may be unfinished, "quoted words" and e-mail addresses stand side by side, and a word with a minus is excluded. A row with exactly this title comes first. If no row has all words, the nearest ones are listed. */
        search?: string | undefined
        /** A whole category, without regard to case and accents. */
        category?: string | undefined
        /** The level of difficulty. */
        level?: "beginner" | "intermediate" | "advanced" | undefined
        /** Only courses that are free, or that cost something. */
        price?: "free" | "paid" | undefined
        /** Only courses of this person. */
        instructor_id?: Id | undefined
        /** Only those I teach, in any status. */
        mine?: boolean | undefined
        /** The best match first (`relevance`, the default with `search`; the same as `recent` without), newest first (the default otherwise), most learners, by title, or cheapest first, by the number of the first price. */
        sort?: "relevance" | "recent" | "popular" | "title" | "price" | undefined
      } | undefined
    }
    reply: Page<Course, CoursePageMeta>
  }
  /**
   * List my credit notes
   *
   * Newest first, one for each refund that has succeeded.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `billing:read`.
   *
   * @example
   * const { data, meta } = await api.listCreditNotes({ query: { limit: 50 } })
   */
  listCreditNotes: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<CreditNote, ListMeta>
  }
  /**
   * List the courses I am enrolled in
   *
   * The newest enrollment first.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `courses:read`.
   *
   * @example
   * const { data, meta } = await api.listEnrolledCourses({ query: { limit: 50 } })
   */
  listEnrolledCourses: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** How the learner stands; paused too while a payment is pending. */
        status?: "active" | "completed" | "paused" | undefined
      } | undefined
    }
    reply: Page<EnrolledCourse, ListMeta>
  }
  /**
   * List what happened during an attempt
   *
   * Oldest first; for the owner of the exam, administrators, and the graders of its answers unless grading is anonymous. The service draws no conclusions from them: a network or a window changes for many reasons.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listExamEvents({ path: { id: 7 }, query: { limit: 50 } })
   */
  listExamEvents: {
    input: {
      path: {
        /** The id of the attempt. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<ExamAttemptEvent, ListMeta>
  }
  /**
   * List the people who have taken an exam, with their results
   *
   * For the owner of the exam and administrators, not for its graders. One row for each person with an attempt, the attempt that was begun last first; the owner’s own attempts are left out. An attempt whose time is over counts once the service has finished it, within a minute.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listExamResults({ path: { id: 7 }, query: { limit: 50 } })
   */
  listExamResults: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Only people who have passed, or only those who have not, also while that is undecided. */
        passed?: boolean | undefined
        /** Only people who are at risk, or only the others. */
        at_risk?: boolean | undefined
        /** A part of the name, without regard to case and accents. */
        search?: string | undefined
      } | undefined
    }
    reply: Page<ExamOutcome, ListMeta>
  }
  /**
   * List who may take an exam that is for invited people
   *
   * Oldest first; for the owner of the exam and administrators.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listExamRoster({ path: { id: 7 }, query: { limit: 50 } })
   */
  listExamRoster: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<RosterEntry, ListMeta>
  }
  /**
   * List exams
   *
   * Published ones for everybody, those with me on their roster, and my own; newest first. With a `status`: `available` ones that close soonest first, `upcoming` ones that open soonest first, `completed` ones that closed last first.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listExams({ query: { limit: 50 } })
   */
  listExams: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** What the exam is to the caller. */
        status?: "available" | "upcoming" | "completed" | undefined
        /** The whole name, without regard to case and accents. */
        category?: string | undefined
        /** Only those I wrote. */
        mine?: boolean | undefined
      } | undefined
    }
    reply: Page<ExamItem, ListMeta>
  }
  /**
   * List what a format of the export leaves out
   *
   * For the owner of the bank, its editors and administrators. Empty for `json`.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.listExportOmissions({ path: { id: 7 } })
   */
  listExportOmissions: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      query?: {
        /** The format of the file, `json` unless given. Only `json` contains everything. */
        format?: "gift" | "moodle_xml" | "csv" | "json" | undefined
      } | undefined
    }
    reply: Reply<ExportOmission[]>
  }
  /**
   * Show figures by day
   *
   * Sign-ups, sign-ins, active people, applications, enrollments, attempts, certificates, mails, payments and money, oldest first.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.listFigures()
   */
  listFigures: {
    input: {
      query?: {
        /** The number of days with the present one; 30 unless given. */
        days?: number | undefined
      } | undefined
    }
    reply: Reply<DayFigures[]>
  }
  /**
   * List the files I uploaded
   *
   * Newest first.
   *
   * Scope of API keys: `files:read`.
   *
   * @example
   * const { data, meta } = await api.listFiles({ query: { limit: 50 } })
   */
  listFiles: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<UploadedFile, {
      /** The page, from 1. */
      current_page: number
      /** How many a page has at most. */
      per_page: number
      /** How many there are on all pages. */
      total: number
      /** The last page, at least 1. */
      last_page: number
      from: ListMetaFrom
      to: ListMetaTo
      /** The address of the list without its query. */
      path: string
      /** The address of the first page. */
      first_page_url: string
      /** The address of the last page. */
      last_page_url: string
      next_page_url: ListMetaNextPageUrl
      prev_page_url: ListMetaPrevPageUrl
      /** All files that I own, and the declared sizes of my unfinished uploads. */
      used_bytes: number
      /** What they may have together; 0 for no limit. */
      quota_bytes: number
    }>
  }
  /**
   * List who grades answers of an exam
   *
   * For its owner, its graders and administrators. Oldest first, without the owner, who grades anyway.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listGraders({ path: { id: 7 }, query: { limit: 50 } })
   */
  listGraders: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<ExamGrader, ListMeta>
  }
  /**
   * List the answers of an exam that people grade
   *
   * For its owner, its graders and administrators; without the answers of the grader. In no order but that of the last grade for `done`. With anonymous grading, nothing says who wrote an answer, or when.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listGrading({ path: { id: 7 }, query: { limit: 50 } })
   */
  listGrading: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** `open` ones wait for a grader, `mine` are claimed by the caller, `done` are graded: by the caller, and for the owner and administrators by anybody. `open` unless given. */
        state?: "open" | "mine" | "done" | undefined
        /** Only answers to this question. */
        question_id?: Id | undefined
      } | undefined
    }
    reply: Page<ExamGradingItem, ListMeta>
  }
  /**
   * List the exams whose answers I grade
   *
   * The newest exam first, without my own exams (`GET /exams?mine=true`).
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listGradingExams({ query: { limit: 50 } })
   */
  listGradingExams: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<GradingExam, ListMeta>
  }
  /**
   * List the interview slots of a job post
   *
   * Earliest first; for those who judge its applications.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listInterviewSlots({ query: { limit: 50, job_post_id: 7 } })
   */
  listInterviewSlots: {
    input: {
      query: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** The job post. */
        job_post_id: Id
        /** Only those that are still to begin. */
        upcoming?: boolean | undefined
      }
    }
    reply: Page<InterviewSlot, ListMeta>
  }
  /**
   * List the interviews of a job post
   *
   * Earliest first; for the owner of the post, its reviewers and administrators.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listInterviewsOfPost({ path: { id: 7 }, query: { limit: 50 } })
   */
  listInterviewsOfPost: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Only those that are still to begin. */
        upcoming?: boolean | undefined
      } | undefined
    }
    reply: Page<Interview, ListMeta>
  }
  /**
   * List invitations
   *
   * Those that are not accepted, with their state; the newest first.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listInvitations({ query: { limit: 50 } })
   */
  listInvitations: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<Invitation, ListMeta>
  }
  /**
   * List job posts
   *
   * Open posts, and my own and those of companies that I recruit for in any status. Sorted by `recent` (newest first, the default), `deadline` (soonest first, posts without a deadline last), `salary` (highest first) or `title`.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listJobPosts({ query: { limit: 50 } })
   */
  listJobPosts: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** A draft is seen by its owner alone; an open post accepts applications until its deadline. */
        status?: "draft" | "open" | "closed" | undefined
        /** Words of title, company, place, skills and description. Word forms and typing errors do not matter, the last word may be unfinished, "quoted words" and e-mail addresses stand side by side, and a word with a minus is excluded. A row with exactly this title comes first. If no row has all words, the nearest ones are listed. */
        search?: string | undefined
        /** Beginnings of words of the place. */
        location?: string | undefined
        /** Whether the work can be done from anywhere. */
        remote?: boolean | undefined
        /** The kind of employment. */
        employment_type?: JobPostEmploymentType | undefined
        /** How much experience the job asks for. */
        experience_level?: "entry" | "mid" | "senior" | "lead" | undefined
        /** A whole skill, without regard to case and accents. */
        skill?: string | undefined
        /** Only posts of this person. */
        recruiter_id?: Id | undefined
        /** Only those of this company; in any status if I recruit for it. */
        company_id?: Id | undefined
        /** Only my own, in any status. */
        mine?: boolean | undefined
        /** Posts that pay up to this or more. */
        min_salary?: number | undefined
        /** The best match first (`relevance`, the default with `search`; the same as `recent` without), newest first (the default otherwise), soonest deadline, highest salary, or by title. */
        sort?: "relevance" | "recent" | "deadline" | "salary" | "title" | undefined
        /** Open posts of others, those first that fit what I have proven, each with its `match`. `sort` does not count then. */
        fit?: boolean | undefined
      } | undefined
    }
    reply: Page<JobPost, CoursePageMeta>
  }
  /**
   * List the learners of a course, with their progress and who needs help
   *
   * For the instructor of the course and administrators. Who opened the course last comes first. Enrollments whose payment is pending are left out, and so is the instructor.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scopes of API keys: `courses:read`, `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listLearners({ path: { id: 7 }, query: { limit: 50 } })
   */
  listLearners: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** How the learner stands; paused too while a payment is pending. */
        status?: "active" | "completed" | "paused" | undefined
        /** Only learners in this cohort of the course. */
        cohort_id?: Id | undefined
        /** Only learners who are at risk, or only the others. */
        at_risk?: boolean | undefined
        /** A part of the name, without regard to case and accents. */
        search?: string | undefined
        /** By the last access: latest first (`recent`, the default), or longest ago first. */
        sort?: "recent" | "oldest" | undefined
      } | undefined
    }
    reply: Page<CourseLearner, ListMeta>
  }
  /**
   * List the lessons of a course
   *
   * For those who are enrolled, the owner and administrators. In a sequential course the lessons after the first uncompleted one are locked.
   *
   * Scope of API keys: `courses:read`.
   *
   * @example
   * const { data } = await api.listLessons({ path: { id: 7 } })
   */
  listLessons: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
    }
    reply: Reply<Lesson[]>
  }
  /**
   * List the mails of the last 30 days
   *
   * Newest first: those that wait, that a mail server has, and that it refused.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listMails({ query: { limit: 50 } })
   */
  listMails: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Only mails in this state. */
        state?: "waiting" | "sent" | "failed" | "canceled" | undefined
        /** Only mails to this address. */
        to?: string | undefined
        /** Newest or oldest first; `recent` unless given. */
        sort?: "recent" | "oldest" | undefined
      } | undefined
    }
    reply: Page<AdminMail, ListMeta>
  }
  /**
   * List the study materials of an exam
   *
   * For all users who can see the exam; drafts of other authors are not found (404).
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.listMaterials({ path: { id: 7 } })
   */
  listMaterials: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
    }
    reply: Reply<StudyMaterial[]>
  }
  /**
   * List my message templates
   *
   * Newest first; mine, or by `company_id` those of a company for which I recruit.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listMessageTemplates({ query: { limit: 50 } })
   */
  listMessageTemplates: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Those of this company, for which I recruit; those of my own unless given. */
        company_id?: Id | undefined
      } | undefined
    }
    reply: Page<MessageTemplate, ListMeta>
  }
  /**
   * List the milestones of a project
   *
   * In order of position; for all users who can see the project.
   *
   * Scope of API keys: `projects:read`.
   *
   * @example
   * const { data, meta } = await api.listMilestones({ path: { id: 7 } })
   */
  listMilestones: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
      }
    }
    reply: Page<Milestone, {
      /** The number of milestones in each state. */
      summary: {
        /** How many milestones the project has. */
        total: number
        /** How many are completed. */
        completed: number
        /** The number in progress. */
        in_progress: number
        /** The number not started. */
        not_started: number
      }
    }>
  }
  /**
   * List my applications
   *
   * Newest first.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listMyApplications({ query: { limit: 50 } })
   */
  listMyApplications: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** How far the application is. */
        status?: ApplicantStatus | undefined
      } | undefined
    }
    reply: Page<MyApplication, ListMeta>
  }
  /**
   * List my attempts
   *
   * Newest first.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listMyAttempts({ query: { limit: 50 } })
   */
  listMyAttempts: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** The id of the exam. */
        exam_id?: Id | undefined
        /** Whether the attempt is open, submitted or out of time. */
        status?: "in_progress" | "submitted" | "expired" | undefined
      } | undefined
    }
    reply: Page<ExamAttemptItem, ListMeta>
  }
  /**
   * List my bookings
   *
   * Earliest first.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listMyBookings({ query: { limit: 50 } })
   */
  listMyBookings: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** The id of the exam. */
        exam_id?: Id | undefined
        /** Only those that are still to come. */
        upcoming?: boolean | undefined
      } | undefined
    }
    reply: Page<ExamBookingItem, ListMeta>
  }
  /**
   * List my interviews
   *
   * Those I am invited to, those that I hold, and those of my job posts. Earliest first.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listMyInterviews({ query: { limit: 50 } })
   */
  listMyInterviews: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Only those that are still to begin. */
        upcoming?: boolean | undefined
      } | undefined
    }
    reply: Page<Interview, ListMeta>
  }
  /**
   * List my notifications
   *
   * Newest first. `meta.unread_count` counts all unread ones, whatever the filters.
   *
   * Scope of API keys: `notifications:read`.
   *
   * @example
   * const { data, meta } = await api.listNotifications({ query: { limit: 50 } })
   */
  listNotifications: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Only read ones, or only unread ones. */
        read?: boolean | undefined
        /** What the notification is about. */
        type?: "job_application" | "project_invite" | "course_update" | "exam_reminder" | "certificate_issued" | "payment_received" | "subscription_expiring" | undefined
      } | undefined
    }
    reply: Page<Notification, {
      /** The page, from 1. */
      current_page: number
      /** How many a page has at most. */
      per_page: number
      /** How many there are on all pages. */
      total: number
      /** The last page, at least 1. */
      last_page: number
      from: ListMetaFrom
      to: ListMetaTo
      /** The address of the list without its query. */
      path: string
      /** The address of the first page. */
      first_page_url: string
      /** The address of the last page. */
      last_page_url: string
      next_page_url: ListMetaNextPageUrl
      prev_page_url: ListMetaPrevPageUrl
      /** The number of unread notifications, whatever the filters. */
      unread_count: number
    }>
  }
  /**
   * List the interview slots that I may choose
   *
   * For the applicant who is invited: the free ones and the chosen one. Earliest first.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listOfferedSlots({ path: { id: 7 }, query: { limit: 50 } })
   */
  listOfferedSlots: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<OfferedSlot, ListMeta>
  }
  /**
   * List my passkeys
   *
   * Oldest first, with the time of the last login.
   *
   * Not for API keys.
   *
   * @example
   * const { data, meta } = await api.listPasskeys({ query: { limit: 50 } })
   */
  listPasskeys: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<Passkey, ListMeta>
  }
  /**
   * List where the gateways and this service differ
   *
   * What the comparison of each night found, or `npm run reconcile`: payments, refunds and disputes of the report of a gateway against those here, and those that could not be compared. Newest first.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listPaymentDifferences({ query: { limit: 50 } })
   */
  listPaymentDifferences: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Only those in this state; `open` unless given. */
        status?: "open" | "closed" | "vanished" | undefined
      } | undefined
    }
    reply: Page<PaymentDifference, ListMeta>
  }
  /**
   * List what can be added as a payment method
   *
   * Cards, and the providers of mobile money with the countries in which they can be charged here. Empty types are left out.
   *
   * Scope of API keys: `billing:read`.
   *
   * @example
   * const { data } = await api.listPaymentMethodTypes()
   */
  listPaymentMethodTypes: {
    input: Record<string, never>
    reply: Reply<PaymentMethodType[]>
  }
  /**
   * List my payment methods
   *
   * Only the last four digits and the expiry of a card are stored.
   *
   * Scope of API keys: `billing:read`.
   *
   * @example
   * const { data } = await api.listPaymentMethods()
   */
  listPaymentMethods: {
    input: Record<string, never>
    reply: Reply<PaymentMethod[]>
  }
  /**
   * List the payments of all people
   *
   * Newest first.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listPayments({ query: { limit: 50 } })
   */
  listPayments: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** The number of an invoice, or the name, beginnings of its words, e-mail or id of the person. */
        search?: string | undefined
        /** What became of the payment. */
        status?: "pending" | "succeeded" | "failed" | "refunded" | undefined
        /** Only payments of this person. */
        user_id?: number | undefined
        /** Newest (the default) or oldest first, or the largest amount first. */
        sort?: "recent" | "oldest" | "amount" | undefined
      } | undefined
    }
    reply: Page<AdminPayment, ListMeta>
  }
  /**
   * List people
   *
   * Found by name, address, id, role and state; newest first unless sorted.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listPeople({ query: { limit: 50 } })
   */
  listPeople: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Beginnings of words of the name or address, a whole address, or an id. */
        search?: string | undefined
        /** What the person is on the platform. */
        role?: UserRole | undefined
        /** Only accounts in this state. */
        state?: "active" | "suspended" | "unverified" | "deleted" | undefined
        /** Newest (the default) or oldest first, or by name. */
        sort?: "recent" | "oldest" | "name" | undefined
      } | undefined
    }
    reply: Page<Person, ListMeta>
  }
  /**
   * List the rows of an import of people
   *
   * With their verdicts, in the order of the file.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listPeopleImportRows({ path: { id: 7 }, query: { limit: 50 } })
   */
  listPeopleImportRows: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** What came of the row: `waiting` until it is its turn; `invited`, with a new account; `existing`, an account has the address and stays as it is; `refused`, with `messages`. */
        verdict?: "waiting" | "invited" | "existing" | "refused" | undefined
      } | undefined
    }
    reply: Page<PeopleImportRow, ListMeta>
  }
  /**
   * List imports of people
   *
   * The newest first, with their progress. A finished import is deleted after 30 days; the accounts stay.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listPeopleImports({ query: { limit: 50 } })
   */
  listPeopleImports: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<PeopleImport, ListMeta>
  }
  /**
   * List the plans
   *
   * With prices and limits; needs no token. -1 means unlimited.
   *
   * Scope of API keys: `billing:read`.
   *
   * @example
   * const { data } = await api.listPlans()
   */
  listPlans: {
    input: Record<string, never>
    reply: Reply<Plan[]>
  }
  /**
   * List popular queries
   *
   * Of the last 30 days, sent by at least three users; without queries that look personal.
   *
   * Scope of API keys: `search:read`.
   *
   * @example
   * const { data } = await api.listPopular({ query: { limit: 50 } })
   */
  listPopular: {
    input: {
      query?: {
        /** At most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Reply<{
      /** The query, as it was typed. */
      query: string
      /** The number of items. */
      count: number
    }[]>
  }
  /**
   * List projects
   *
   * Public ones, my own, and those I collaborate on; administrators see all. Sorted by `recent` (newest first, the default), `title`, or `due` (the earliest end first, projects without an end last).
   *
   * Scope of API keys: `projects:read`.
   *
   * @example
   * const { data, meta } = await api.listProjects({ query: { limit: 50 } })
   */
  listProjects: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Words of title, field and description. Word forms and typing errors do not matter, the last word may be unfinished, "quoted words" and e-mail addresses stand side by side, and a word with a minus is excluded. A row with exactly this title comes first. If no row has all words, the nearest ones are listed. */
        search?: string | undefined
        /** How far the project is. */
        status?: "planning" | "active" | "on_hold" | "completed" | "archived" | undefined
        /** The whole field, without regard to case and accents. */
        field?: string | undefined
        /** Only those I own. */
        mine?: boolean | undefined
        /** The best match first (`relevance`, the default with `search`; the same as `recent` without), newest first (the default otherwise), by title, or by the last day. */
        sort?: "relevance" | "recent" | "title" | "due" | undefined
      } | undefined
    }
    reply: Page<Project, CoursePageMeta>
  }
  /**
   * List the public files of a person, or the one at an address
   *
   * Newest first. Needs `user_id` or `url`.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listPublicFiles({ query: { limit: 50 } })
   */
  listPublicFiles: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** The person who put the files up. */
        user_id?: number | undefined
        /** Files that were uploaded, unless given; or the profile picture. */
        purpose?: "upload" | "avatar" | undefined
        /** The address of one file, instead of a person. */
        url?: string | undefined
      } | undefined
    }
    reply: Page<PublicFile, ListMeta>
  }
  /**
   * List a researcher's publications
   *
   * The record of a researcher: one entry for each work, from whatever source it came. The newest works first, those without a year last. Those of a private profile are visible to its owner, its team and administrators; 403 for others. The field `publications` of the profile is a list of its own.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * const { data, meta } = await api.listPublications({ path: { id: 7 }, query: { limit: 50 } })
   */
  listPublications: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Only publications of this year. */
        year?: number | undefined
        /** Newest or oldest first; `recent` unless given. */
        sort?: "recent" | "oldest" | undefined
      } | undefined
    }
    reply: Page<ResearcherPublication, ListMeta>
  }
  /**
   * List the question banks that I own or edit
   *
   * Newest first.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.listQuestionBanks({ query: { limit: 50 } })
   */
  listQuestionBanks: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<QuestionBank, ListMeta>
  }
  /**
   * List the questions of an exam with their answers
   *
   * In order of position, without pagination; for the owner of the exam and administrators.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.listQuestions({ path: { id: 7 } })
   */
  listQuestions: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
    }
    reply: Reply<ExamQuestion[]>
  }
  /**
   * List the refunds of all people
   *
   * Newest first. With `is_open`, those that have failed and wait for a decision.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listRefunds({ query: { limit: 50 } })
   */
  listRefunds: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Whether the money is on its way back, has arrived, or could not be returned. */
        status?: "pending" | "succeeded" | "failed" | undefined
        /** True for failed refunds that were neither tried again nor closed. */
        is_open?: boolean | undefined
      } | undefined
    }
    reply: Page<AdminRefund, ListMeta>
  }
  /**
   * List the reports of users
   *
   * Newest first unless sorted; the one that has waited longest is first with `state=open&sort=oldest`.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listReports({ query: { limit: 50 } })
   */
  listReports: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Only reports that are open, or were decided so. */
        state?: "open" | "hidden" | "dismissed" | undefined
        /** Newest or oldest first; `recent` unless given. */
        sort?: "recent" | "oldest" | undefined
      } | undefined
    }
    reply: Page<Report, ListMeta>
  }
  /**
   * List researchers
   *
   * Best profiles first by default. Private profiles are visible to their owner, their team and administrators. Names of fields, skills, institutions and countries are compared without regard to case.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * const { data, meta } = await api.listResearchers({ query: { limit: 50 } })
   */
  listResearchers: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Understood like the query of the intelligent search. */
        search?: string | undefined
        /** Whether an administrator has verified it. */
        verified?: boolean | undefined
        /** Any of these fields. */
        field?: string[] | undefined
        /** All of these skills. */
        skill?: string[] | undefined
        /** The university, institute or company. */
        institution?: string | undefined
        /** The country. */
        country?: string | undefined
        /** A part of the location. */
        location?: string | undefined
        /** Whether the person takes on work. */
        availability?: "available" | "busy" | "unavailable" | undefined
        /** Only people with at least this many years of experience. */
        min_experience?: number | undefined
        /** Best match first (the default), newest, most experience, or by name. */
        sort?: "relevance" | "recent" | "experience" | "name" | undefined
      } | undefined
    }
    reply: Page<ResearcherCard, ListMeta>
  }
  /**
   * Show what was received and refunded by month
   *
   * The last 24 months, newest first, by currency.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.listRevenue()
   */
  listRevenue: {
    input: Record<string, never>
    reply: Reply<Revenue[]>
  }
  /**
   * List the reviewers of a job post
   *
   * For the owner, reviewers and administrators. Oldest first.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.listReviewers({ path: { id: 7 } })
   */
  listReviewers: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
    }
    reply: Reply<JobReviewer[]>
  }
  /**
   * List what a saved search has found
   *
   * For its owner; the newest first. What was published since the search was saved or changed, in the last 90 days, and is still public.
   *
   * Scope of API keys: `search:read`.
   *
   * @example
   * const { data, meta } = await api.listSavedSearchMatches({ path: { id: 7 }, query: { limit: 50 } })
   */
  listSavedSearchMatches: {
    input: {
      path: {
        /** The id of the saved search. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<SavedSearchMatch, ListMeta>
  }
  /**
   * List my saved searches
   *
   * Newest first.
   *
   * Scope of API keys: `search:read`.
   *
   * @example
   * const { data, meta } = await api.listSavedSearches({ query: { limit: 50 } })
   */
  listSavedSearches: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<SavedSearch, ListMeta>
  }
  /**
   * List the schedules
   *
   * With the last and the next run of each.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.listSchedules()
   */
  listSchedules: {
    input: Record<string, never>
    reply: Reply<ScheduleState[]>
  }
  /**
   * List the scorecards of an application
   *
   * For the owner of the post, its reviewers and administrators. The owner and reviewers see the scorecards of others only once they have written their own.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listScorecards({ path: { id: 7 } })
   */
  listScorecards: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
    }
    reply: Page<Scorecard, {
      /** Whether the caller has written one. Until then, those of others are withheld. */
      own: boolean
      /** The scorecards that the caller sees. */
      scorecards: number
      /** The number of reviewers with each recommendation. */
      recommendations: {
        /** The number of reviewers strongly against. */
        strong_no: number
        /** The number of reviewers against. */
        no: number
        /** The number of reviewers in favor. */
        yes: number
        /** The number of reviewers strongly in favor. */
        strong_yes: number
      }
      /** The rated criteria. */
      criteria: {
        /** One of the `criteria` of the job post. */
        criterion_id: number
        /** The name of the criterion. */
        criterion: string
        /** Of the ratings that the caller sees, with one decimal place. */
        average: number
      }[]
    }>
  }
  /**
   * List the aliases of the search
   *
   * In the order of the aliases.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.listSearchAliases()
   */
  listSearchAliases: {
    input: Record<string, never>
    reply: Reply<SearchAlias[]>
  }
  /**
   * List where I am signed in
   *
   * All my valid access tokens, with the device that received them; `current` marks the token of this request.
   *
   * Not for API keys.
   *
   * @example
   * const { data, meta } = await api.listSessions({ query: { limit: 50 } })
   */
  listSessions: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<Session, ListMeta>
  }
  /**
   * List the subscriptions of all people
   *
   * Newest first, with ended ones.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listSubscriptions({ query: { limit: 50 } })
   */
  listSubscriptions: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Newest (the default) or oldest first, or the next end of a period first. */
        sort?: "recent" | "oldest" | "period_end" | undefined
        /** Only subscriptions in this state. */
        state?: "active" | "ending" | "past_due" | "canceled" | "expired" | undefined
        /** Only subscriptions to this plan. */
        plan_id?: string | undefined
        /** Only subscriptions that this person pays for. */
        user_id?: number | undefined
        /** Only subscriptions of this company. */
        company_id?: number | undefined
      } | undefined
    }
    reply: Page<AdminSubscription, ListMeta>
  }
  /**
   * List my talent pool
   *
   * Newest first; mine, or by `company_id` that of a company for which I recruit.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listTalentPool({ query: { limit: 50 } })
   */
  listTalentPool: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Those of this company, for which I recruit; those of my own unless given. */
        company_id?: Id | undefined
        /** `pending` until the person has answered the request, then `consented`. A refusal and a withdrawal remove the entry. */
        status?: "pending" | "consented" | undefined
      } | undefined
    }
    reply: Page<TalentPoolEntry, ListMeta>
  }
  /**
   * List background tasks
   *
   * Those that are due, wait, or have failed for good; newest first. Finished tasks are not stored.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listTasks({ query: { limit: 50 } })
   */
  listTasks: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Only tasks in this state. */
        state?: "due" | "waiting" | "dead" | undefined
        /** Only tasks of this kind. */
        kind?: string | undefined
        /** Newest or oldest first; `recent` unless given. */
        sort?: "recent" | "oldest" | undefined
      } | undefined
    }
    reply: Page<BackgroundTask, ListMeta>
  }
  /**
   * List a researcher's team
   *
   * The team of a private profile is visible to its owner, its members and administrators.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * const { data } = await api.listTeam({ path: { id: 7 } })
   */
  listTeam: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
      }
    }
    reply: Reply<TeamMember[]>
  }
  /**
   * List the actions on many applicants that can be undone
   *
   * For those who manage the post: changes of a status and of tags in the last 10 minutes, newest first, also those that were cut off or whose answer was lost.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data, meta } = await api.listUndoableActions({ path: { id: 7 }, query: { limit: 50 } })
   */
  listUndoableActions: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<UndoableAction, ListMeta>
  }
  /**
   * List money that arrived and matches nothing
   *
   * Newest first; what waits for a decision, unless `status` is given.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listUnmatchedPayments({ query: { limit: 50 } })
   */
  listUnmatchedPayments: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Only those in this state; `waiting` unless given. */
        status?: "waiting" | "matched" | "returned" | undefined
      } | undefined
    }
    reply: Page<UnmatchedPayment, ListMeta>
  }
  /**
   * List what a person has of one kind
   *
   * Applications, enrollments, attempts, certificates, payments, and what the person has published.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data, meta } = await api.listUserRecords({
   *   path: { id: 7, kind: 'job_post' },
   *   query: { limit: 50 },
   * })
   */
  listUserRecords: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
        /** The kind of records. */
        kind: "job_post" | "application" | "course" | "enrollment" | "exam" | "attempt" | "project" | "certificate" | "payment"
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<UserRecord, ListMeta>
  }
  /**
   * List users
   *
   * Administrators receive all fields, others the public ones.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * const { data, meta } = await api.listUsers({ query: { limit: 50 } })
   */
  listUsers: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Beginnings of words of the name; for administrators also of the e-mail. */
        search?: string | undefined
        /** What the person is on the platform. */
        role?: UserRole | undefined
      } | undefined
    }
    reply: Page<VisibleUser, ListMeta>
  }
  /**
   * List the versions of a project
   *
   * Newest first; for all users who can see the project.
   *
   * Scope of API keys: `projects:read`.
   *
   * @example
   * const { data } = await api.listVersions({ path: { id: 7 } })
   */
  listVersions: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
      }
    }
    reply: Reply<ProjectVersion[]>
  }
  /**
   * List what was sent to a webhook
   *
   * Newest first, of the last 30 days. An API key needs the scopes of all kinds of changes.
   *
   * Scope of API keys: `notifications:read`.
   *
   * @example
   * const { data, meta } = await api.listWebhookDeliveries({ path: { id: 7 }, query: { limit: 50 } })
   */
  listWebhookDeliveries: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
        /** Only deliveries in this state. */
        state?: "pending" | "delivered" | "failed" | undefined
      } | undefined
    }
    reply: Page<WebhookDelivery, ListMeta>
  }
  /**
   * List my webhooks
   *
   * Newest first.
   *
   * Scope of API keys: `notifications:read`.
   *
   * @example
   * const { data, meta } = await api.listWebhooks({ query: { limit: 50 } })
   */
  listWebhooks: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Rows a page, 20 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Page<Webhook, ListMeta>
  }
  /**
   * Sign in with a passkey
   *
   * With the credential of the browser. No second factor is asked for.
   *
   * @example
   * const { data } = await api.logInWithPasskey({
   *   body: {
   *     credential: { id: 'b4KjKnXb-N7-msOKk-fRgA', response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoiWlozRXIza1pu…', authenticatorData: '2IMchpgwz4TswgknNmIcQfDm7v18TRN_JoqJP6ddaK0dAAAAAg', signature: 'MEYCIQC9gnKvXZ8UO2aGPeM-aj84Yum63dJIimZCHFC4uPC4VAIhAMChlR6U…', userHandle: 'mEDMQxORDIPs47Y7XlkR_pDtB2odRLeOzU6eRMNUyd8' } },
   *   },
   * })
   */
  logInWithPasskey: {
    input: {
      body: LogInWithPasskeyRequest
    }
    reply: Reply<SignedIn>
  }
  /**
   * Sign in with e-mail and password
   *
   * After ten failed logins for one e-mail from one IP address, further logins of this combination are refused until ten minutes have passed. An account with a second factor gets no token but a `challenge`.
   *
   * @example
   * const { data } = await api.login({
   *   body: { email: 'ada@demo.example', password: 'correct horse battery staple' },
   * })
   * if (data.two_factor_required) console.log(data.challenge, data.methods)
   * else console.log(data.token, data.token_type)
   */
  login: {
    input: {
      body: LoginRequest
    }
    reply: Reply<SignedIn | TwoFactorRequired>
  }
  /**
   * Sign out
   *
   * Revokes the access token of this request.
   *
   * Not for API keys.
   *
   * @example
   * await api.logout()
   */
  logout: {
    input: Record<string, never>
    reply: Done
  }
  /**
   * Sign out everywhere
   *
   * Revokes all my access tokens.
   *
   * Not for API keys.
   *
   * @example
   * await api.logoutEverywhere()
   */
  logoutEverywhere: {
    input: Record<string, never>
    reply: Done
  }
  /**
   * Mail a person a link to choose a new password
   *
   * To the address of the account. The link works once, for one hour.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.mailResetLink({ path: { id: 7 }, body: { reason: 'The move is put off' } })
   */
  mailResetLink: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      body?: WithReason | undefined
    }
    reply: Done
  }
  /**
   * Get a ticket for my notification stream
   *
   * Opens one stream, within one minute. The stream ends with the access token of this request.
   *
   * Scope of API keys: `notifications:read`.
   *
   * @example
   * const { data } = await api.makeStreamTicket()
   */
  makeStreamTicket: {
    input: Record<string, never>
    reply: Reply<StreamTicket>
  }
  /**
   * Mark all my notifications as read
   *
   * Later notifications are unread. `marked_count` is the number that were unread before.
   *
   * Scope of API keys: `notifications:write`.
   *
   * @example
   * const { data } = await api.markAllNotificationsRead()
   */
  markAllNotificationsRead: {
    input: Record<string, never>
    reply: Reply<{
      /** The number of notifications that became read. */
      marked_count: number
    }>
  }
  /**
   * Mark a notification as read
   *
   * Only my own; notifications of other users are not found (404). A repetition changes nothing.
   *
   * Scope of API keys: `notifications:write`.
   *
   * @example
   * await api.markNotificationRead({ path: { id: 7 } })
   */
  markNotificationRead: {
    input: {
      path: {
        /** The id of the notification. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Say who paid with it, and for what
   *
   * Grants it as `POST /admin/payments` does, with an invoice.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.matchUnmatchedPayment({
   *   path: { id: 7 },
   *   body: { user_id: 26, for: { plan_id: 'professional' }, reason: 'They sent the receipt.' },
   * })
   */
  matchUnmatchedPayment: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body: MatchUnmatchedPaymentRequest
    }
    reply: Reply<UnmatchedPayment>
  }
  /**
   * Download a course by a link
   *
   * By a `download_url`; the signature replaces the token.
   *
   * @example
   * const response = await api.openCourseDownload({ path: { id: 7, enrollment_id: 7 } })
   */
  openCourseDownload: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
        /** The id of the enrollment. */
        enrollment_id: Id
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
        /** The `version` of the manifest that the device has: what is the same is left out, and `removed` names the files that went. With one that is not known any more, the whole course is sent, and `since` of the manifest is null. */
        since?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Reorder the lessons of a course
   *
   * The list must contain all lessons. For the owner and administrators.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * const { data } = await api.orderLessons({ path: { id: 7 }, body: { lesson_ids: [7, 5] } })
   */
  orderLessons: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      body: OrderLessonsRequest
    }
    reply: Reply<Lesson[]>
  }
  /**
   * Pay a renewal that is past due
   *
   * For a subscription that is `past_due`, with a payment method of mine or the default one: charges its next period now, while I am present, so that my bank may ask me to confirm it (`payment.action`). The retries go on if I do not.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.payRenewal()
   */
  payRenewal: {
    input: {
      body?: PayRenewalRequest | undefined
    }
    reply: Reply<{
      subscription: Subscription
      payment: Payment
    }>
  }
  /**
   * Prepare a sign-in without a redirect
   *
   * Like the redirect, for a frontend that opens `url` itself. The frontend can then check the `state` of the response. `link` needs an access token, and only the same account can complete it.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.prepareSignIn({
   *   path: { provider: 'google' },
   *   body: { action: 'login', redirect_uri: 'http://localhost:5173/callback' },
   * })
   */
  prepareSignIn: {
    input: {
      path: {
        /** The sign-in provider: `google`, `linkedin`, `orcid`, or a name of `OIDC_PROVIDERS`; `GET /auth/methods` lists them. */
        provider: string
      }
      body: PrepareSignInRequest
    }
    reply: Reply<SignInBegun>
  }
  /**
   * Preview a message template
   *
   * For its owner, or those who recruit for its company: the message as it would be sent to an applicant of a post that the caller manages, or with example values. Sends nothing. A candidate of a blind post is named by the number.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.previewMessageTemplate({
   *   path: { id: 7 },
   *   body: { application_id: 1, language: 'en' },
   * })
   */
  previewMessageTemplate: {
    input: {
      path: {
        /** The id of the message template. */
        id: Id
      }
      body?: TemplatePreviewRequest | undefined
    }
    reply: Reply<TemplatePreview>
  }
  /**
   * Prove that a row is in the log, or that the log only grew
   *
   * With `leaf`, a proof of inclusion (RFC 6962, section 2.1.1); with `from`, a proof of consistency (section 2.1.2). It contains hashes only. The export of a user has the contents and positions of their rows.
   *
   * @example
   * const { data } = await api.proveTransparency()
   */
  proveTransparency: {
    input: {
      query?: {
        /** The position of a row, from 0: asks for a proof of inclusion. */
        leaf?: number | undefined
        /** The tree of the first rows in which the row is; all by default. */
        size?: number | undefined
        /** The size of an earlier tree: asks for a proof of consistency. */
        from?: number | undefined
        /** The size of the later tree; all rows by default. */
        to?: number | undefined
      } | undefined
    }
    reply: Reply<TransparencyProof>
  }
  /**
   * Read a calendar
   *
   * Needs no token: the address is the secret. Changed events have the same UID, so that calendars replace them.
   *
   * @example
   * const response = await api.readCalendar({ path: { token: '…' } })
   */
  readCalendar: {
    input: {
      path: {
        /** The last part of the address, without `.ics`. */
        token: string
      }
    }
    reply: Response
  }
  /**
   * Read the newest open job posts as Atom
   *
   * Needs no token. The filters are those of the list; at most 50 posts.
   *
   * @example
   * const response = await api.readJobFeedAsAtom()
   */
  readJobFeedAsAtom: {
    input: {
      query?: {
        /** Words of title, company, place, skills and description. Word forms and typing errors do not matter, the last word may be unfinished, "quoted words" and e-mail addresses stand side by side, and a word with a minus is excluded. A row with exactly this title comes first. If no row has all words, the nearest ones are listed. */
        search?: string | undefined
        /** Beginnings of words of the place. */
        location?: string | undefined
        /** Whether the work can be done from anywhere. */
        remote?: boolean | undefined
        /** The kind of employment. */
        employment_type?: JobPostEmploymentType | undefined
        /** How much experience the job asks for. */
        experience_level?: "entry" | "mid" | "senior" | "lead" | undefined
        /** A whole skill, without regard to case and accents. */
        skill?: string | undefined
        /** Only posts of this person. */
        recruiter_id?: Id | undefined
        /** Only those of this company; in any status if I recruit for it. */
        company_id?: Id | undefined
        /** Posts that pay up to this or more. */
        min_salary?: number | undefined
        /** Open posts of others, those first that fit what I have proven, each with its `match`. `sort` does not count then. */
        fit?: boolean | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Read the newest open job posts as JSON Feed
   *
   * Needs no token. The filters are those of the list; at most 50 posts.
   *
   * @example
   * const response = await api.readJobFeedAsJson()
   */
  readJobFeedAsJson: {
    input: {
      query?: {
        /** Words of title, company, place, skills and description. Word forms and typing errors do not matter, the last word may be unfinished, "quoted words" and e-mail addresses stand side by side, and a word with a minus is excluded. A row with exactly this title comes first. If no row has all words, the nearest ones are listed. */
        search?: string | undefined
        /** Beginnings of words of the place. */
        location?: string | undefined
        /** Whether the work can be done from anywhere. */
        remote?: boolean | undefined
        /** The kind of employment. */
        employment_type?: JobPostEmploymentType | undefined
        /** How much experience the job asks for. */
        experience_level?: "entry" | "mid" | "senior" | "lead" | undefined
        /** A whole skill, without regard to case and accents. */
        skill?: string | undefined
        /** Only posts of this person. */
        recruiter_id?: Id | undefined
        /** Only those of this company; in any status if I recruit for it. */
        company_id?: Id | undefined
        /** Posts that pay up to this or more. */
        min_salary?: number | undefined
        /** Open posts of others, those first that fit what I have proven, each with its `match`. `sort` does not count then. */
        fit?: boolean | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Read the newest open job posts as RSS
   *
   * Needs no token. The filters are those of the list; at most 50 posts.
   *
   * @example
   * const response = await api.readJobFeedAsRss()
   */
  readJobFeedAsRss: {
    input: {
      query?: {
        /** Words of title, company, place, skills and description. Word forms and typing errors do not matter, the last word may be unfinished, "quoted words" and e-mail addresses stand side by side, and a word with a minus is excluded. A row with exactly this title comes first. If no row has all words, the nearest ones are listed. */
        search?: string | undefined
        /** Beginnings of words of the place. */
        location?: string | undefined
        /** Whether the work can be done from anywhere. */
        remote?: boolean | undefined
        /** The kind of employment. */
        employment_type?: JobPostEmploymentType | undefined
        /** How much experience the job asks for. */
        experience_level?: "entry" | "mid" | "senior" | "lead" | undefined
        /** A whole skill, without regard to case and accents. */
        skill?: string | undefined
        /** Only posts of this person. */
        recruiter_id?: Id | undefined
        /** Only those of this company; in any status if I recruit for it. */
        company_id?: Id | undefined
        /** Posts that pay up to this or more. */
        min_salary?: number | undefined
        /** Open posts of others, those first that fit what I have proven, each with its `match`. `sort` does not count then. */
        fit?: boolean | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Read the sitemap
   *
   * The public pages, for search engines: a list of sitemaps, or one of them with `of` and `page`.
   *
   * @example
   * const response = await api.readSitemap()
   */
  readSitemap: {
    input: {
      query?: {
        /** Which pages; without it, all sitemaps are listed. */
        of?: "people" | "companies" | "jobs" | "courses" | undefined
        /** Which sitemap of these, from 1. */
        page?: number | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Upload a chunk of a large file
   *
   * In any order, in parallel, and as often as needed. The totals stay the same for all chunks of an upload. An upload that receives nothing for 24 hours is removed.
   *
   * Scope of API keys: `files:write`.
   *
   * @example
   * const { data } = await api.receiveChunk({
   *   body: {
   *     uploadId: 'upload-ec7588049870',
   *     chunkIndex: 0,
   *     totalChunks: 2,
   *     fileName: 'huge.bin',
   *     fileSize: 100000,
   *     chunk: file,
   *   },
   * })
   */
  receiveChunk: {
    input: {
      body: ReceiveChunkRequest
    }
    reply: Reply<{
      /** Whether the chunk has arrived. */
      chunk_received: boolean
      /** The name that the client gave the upload. */
      upload_id: string
    }>
  }
  /**
   * Record what happens on the page of my attempt
   *
   * For the user of a running attempt: 1,000 events at most, of one request all or none. They change neither answers nor score; the author sees them as facts. The service itself records a second sign-in and a change of network or device, as much again.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.recordExamEvents({
   *   path: { id: 7 },
   *   body: {
   *     events: [{ type: 'focus_lost', at: '2026-11-21T09:00:00.000Z' }, { type: 'pasted', at: '2026-11-21T09:00:08.000Z', detail: '12 characters' }],
   *   },
   * })
   */
  recordExamEvents: {
    input: {
      path: {
        /** The id of the attempt. */
        id: Id
      }
      body: RecordExamEventsRequest
    }
    reply: Reply<ExamEventCount>
  }
  /**
   * Record money that was received by hand
   *
   * Grants what it pays for as any payment does, with an invoice: a plan begins, is extended by a period when the person has it, or replaces another; a course is enrolled in; for an exam the fee is recorded. A plan that begins so ends with its period unless the person resumes it. Each reference of a method is recorded once.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.recordPayment({
   *   body: {
   *     user_id: 3,
   *     for: { plan_id: 'professional' },
   *     amount: 29,
   *     currency: 'USD',
   *     method: 'cash',
   *     reference: 'R-2',
   *     received_on: '2026-11-21',
   *     reason: 'Paid at the desk.',
   *   },
   * })
   */
  recordPayment: {
    input: {
      body: RecordPaymentRequest
    }
    reply: Reply<AdminPaymentDetail>
  }
  /**
   * Record money that arrived and matches nothing
   *
   * Such as a transfer on a statement whose sender is not known. It waits until it is matched or returned.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.recordUnmatchedPayment({
   *   body: {
   *     amount: 3800,
   *     currency: 'KES',
   *     method: 'mobile_money',
   *     reference: 'R-24',
   *     received_on: '2026-11-21',
   *     note: 'From A. Arber',
   *   },
   * })
   */
  recordUnmatchedPayment: {
    input: {
      body: RecordUnmatchedPaymentRequest
    }
    reply: Reply<UnmatchedPayment>
  }
  /**
   * Send a message again
   *
   * With the same id and body.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.redeliverWebhook({ path: { id: 7, delivery_id: 7 } })
   */
  redeliverWebhook: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
        /** The id of the delivery. */
        delivery_id: Id
      }
    }
    reply: Reply<WebhookDelivery>
  }
  /**
   * Ask what became of a payment of mine
   *
   * For a person who comes back from the bank: the payment provider is asked now, not at its next turn. A settled payment is answered as it is.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.refreshMyPayment({ path: { id: 7 } })
   */
  refreshMyPayment: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<MyPayment>
  }
  /**
   * Ask whether a payment method is confirmed
   *
   * For a person who comes back from the bank: the payment provider is asked now. A method that the bank refused is removed, and the answer is 422 with the reason. One that is not confirmed for an hour is removed too.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.refreshPaymentMethod({ path: { id: 7 } })
   */
  refreshPaymentMethod: {
    input: {
      path: {
        /** The id of the payment method. */
        id: Id
      }
    }
    reply: Reply<PaymentMethod>
  }
  /**
   * Ask whether a card was added on the page of the payment provider
   *
   * For a person who comes back from the page: the payment provider is asked now, and a card is stored once, however often it is asked. While `status` is `open`, the person may still use the page.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.refreshPaymentMethodSetup({ path: { id: 7 } })
   */
  refreshPaymentMethodSetup: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<PaymentMethodSetup>
  }
  /**
   * Refund a payment, in whole or in part
   *
   * Without `amount`, all that is left. The payment provider is asked in the background until it answers, and the person is told. What was bought is not taken back; cancel a subscription besides.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.refundPayment({ path: { id: 7 }, body: { amount: 14 } })
   */
  refundPayment: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body?: RefundPaymentRequest | undefined
    }
    reply: Reply<AdminPaymentDetail>
  }
  /**
   * Grade the attempts of an exam again
   *
   * For the owner and administrators, after a key, the points or the rubric of a question changed, or a question became `void`. Answers what changes; unless it is a `preview`, a run in the background applies it, with certificates and notifications. It can be repeated. Learners keep the questions that they saw; those that do not exist any more are graded as before.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.regradeExam({ path: { id: 7 }, body: { preview: true } })
   */
  regradeExam: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      body?: RegradeExamRequest | undefined
    }
    reply: Reply<ExamRegrade>
  }
  /**
   * Remove an unverified e-mail address from an account
   *
   * With the token from the mail, for the owner of an address who did not ask for it.
   *
   * @example
   * await api.rejectEmail({ body: { token: '…' } })
   */
  rejectEmail: {
    input: {
      body: EmailProof
    }
    reply: Done
  }
  /**
   * Release the grades of an exam
   *
   * For the owner and administrators. All learners get their results, certificates and a notification; 422 while answers are not graded, unless `partial`. From then on, grades change by appeals.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.releaseGrades({ path: { id: 7 }, body: { partial: true } })
   */
  releaseGrades: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      body?: ReleaseGradesRequest | undefined
    }
    reply: Reply<ReleasedExamGrades>
  }
  /**
   * Remove an accommodation
   *
   * For the owner of the exam and administrators. A running attempt follows as with a change.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * await api.removeAccommodation({ path: { id: 7, accommodation_id: 7 } })
   */
  removeAccommodation: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
        /** The accommodation. */
        accommodation_id: Id
      }
    }
    reply: Done
  }
  /**
   * Remove an editor of a question bank
   *
   * For the owner, administrators, and the editor. Exams of the editor that use the bank go on using it.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * await api.removeBankEditor({ path: { id: 7, editor_id: 7 } })
   */
  removeBankEditor: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
        /** The editor of the question bank. */
        editor_id: Id
      }
    }
    reply: Done
  }
  /**
   * Remove a question from a question bank
   *
   * For the owner of the bank, its editors and administrators. Attempts that have already started keep it.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * await api.removeBankQuestion({ path: { id: 7, question_id: 7 } })
   */
  removeBankQuestion: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
        /** The id of the question. */
        question_id: Id
      }
    }
    reply: Done
  }
  /**
   * Remove a collaborator, or leave a project
   *
   * For the owner, administrators, and the collaborator.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * await api.removeCollaborator({ path: { id: 7, collaborator_id: 7 } })
   */
  removeCollaborator: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
        /** The id of the collaboration. */
        collaborator_id: Id
      }
    }
    reply: Done
  }
  /**
   * Remove a member, leave a company, or decline an invitation
   *
   * For the member, owners and admins of the company, and administrators; only owners and administrators remove an owner. The job posts of a member who leaves pass to the longest-standing other owner, at once.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.removeCompanyMember({ path: { id: 7, member_id: 7 } })
   */
  removeCompanyMember: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
        /** The id of the membership. */
        member_id: Id
      }
    }
    reply: Done
  }
  /**
   * Take a person off the roster of a course
   *
   * For the instructor of the course and administrators. A person who is enrolled stays enrolled, and keeps the certificate.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * await api.removeFromCourseRoster({ path: { id: 7 } })
   */
  removeFromCourseRoster: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      query?: {
        /** The entry to remove. */
        entry_id?: Id | undefined
        /** The person to remove, who was added by id. */
        user_id?: Id | undefined
        /** The address to remove, by which the person was added. */
        email?: string | undefined
      } | undefined
    }
    reply: Done
  }
  /**
   * Take a person off the roster of an exam
   *
   * For the owner of the exam and administrators. Attempts, also running ones, and certificates of the person stay; seats that they have booked become available.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * await api.removeFromExamRoster({ path: { id: 7 } })
   */
  removeFromExamRoster: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
      query?: {
        /** The entry to remove. */
        entry_id?: Id | undefined
        /** The person to remove, who was added by id. */
        user_id?: Id | undefined
        /** The address to remove, by which the person was added. */
        email?: string | undefined
      } | undefined
    }
    reply: Done
  }
  /**
   * Remove a grader from an exam
   *
   * For the owner, administrators, and the grader. The grades stay.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * await api.removeGrader({ path: { id: 7, grader_id: 7 } })
   */
  removeGrader: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
        /** The grader, as `GET …/graders` lists them. */
        grader_id: Id
      }
    }
    reply: Done
  }
  /**
   * Remove study material from an exam
   *
   * For the owner of the exam and administrators.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * await api.removeMaterial({ path: { id: 7, material_id: 7 } })
   */
  removeMaterial: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
        /** The id of the study material. */
        material_id: Id
      }
    }
    reply: Done
  }
  /**
   * Remove a passkey
   *
   * At least one way to sign in must remain.
   *
   * Not for API keys.
   *
   * @example
   * await api.removePasskey({ path: { id: 7 } })
   */
  removePasskey: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Remove a question from an exam
   *
   * For the owner of the exam and administrators. Attempts that have already started keep it.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * await api.removeQuestion({ path: { id: 7, question_id: 7 } })
   */
  removeQuestion: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
        /** The id of the question. */
        question_id: Id
      }
    }
    reply: Done
  }
  /**
   * Remove a reviewer from a job post
   *
   * For the owner, administrators, and the reviewer. The scorecards of the reviewer are kept.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.removeReviewer({ path: { id: 7, reviewer_id: 7 } })
   */
  removeReviewer: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
        /** The reviewer. */
        reviewer_id: Id
      }
    }
    reply: Done
  }
  /**
   * Remove a member from a team
   *
   * For the owner, administrators, and the member.
   *
   * Scope of API keys: `researchers:write`.
   *
   * @example
   * await api.removeTeamMember({ path: { id: 7, member_id: 7 } })
   */
  removeTeamMember: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
        /** The id of the membership. */
        member_id: Id
      }
    }
    reply: Done
  }
  /**
   * Remove the second factor of a user
   *
   * For administrators, when a user has lost the device and the recovery codes. The user is told by mail.
   *
   * Not for API keys.
   *
   * @example
   * await api.removeTwoFactor({ path: { id: 7 } })
   */
  removeTwoFactor: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Delete a webhook
   *
   * Its deliveries are deleted too.
   *
   * Not for API keys.
   *
   * @example
   * await api.removeWebhook({ path: { id: 7 } })
   */
  removeWebhook: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Rename a passkey
   *
   * Passkeys of other users are not found (404).
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.renamePasskey({ path: { id: 7 }, body: { name: 'Laptop' } })
   */
  renamePasskey: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body: RenamePasskeyRequest
    }
    reply: Reply<Passkey>
  }
  /**
   * Create new recovery codes
   *
   * With a code of the app or a recovery code. The former recovery codes no longer work.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.renewRecoveryCodes({ body: { code: 'yvuh-bz43-ug5m-uk45' } })
   */
  renewRecoveryCodes: {
    input: {
      body: CodeProof
    }
    reply: Reply<RecoveryCodes>
  }
  /**
   * Tag an application
   *
   * For the owner of the post and administrators. The applicant never sees the tags. `GET /job-posts/{id}/applicants?tag=` lists the applications with a tag.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.replaceApplicationTags({
   *   path: { id: 7 },
   *   body: { tags: ['second round', 'Lisbon'] },
   * })
   */
  replaceApplicationTags: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      body: ApplicationTags
    }
    reply: Reply<ApplicationTags>
  }
  /**
   * Replace the aliases of the search
   *
   * What words of a query mean to the users of this service, such as the nickname of an institution or the name of a local programme. A query with the alias also finds the meaning. The list replaces the former one and holds from the next search on. Aliases are stored in lower case, without accents and punctuation.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.replaceSearchAliases({
   *   body: {
   *     aliases: [{ alias: 'Fish House', meaning: 'Kisumu Institute of Aquatic Sciences' }, { alias: 'lakelore', meaning: 'limnology' }],
   *   },
   * })
   */
  replaceSearchAliases: {
    input: {
      body: SearchAliases
    }
    reply: Reply<SearchAlias[]>
  }
  /**
   * Report something to the administrators
   *
   * A job post, course, exam, project, researcher profile, company or message about an application that you can read. Its owner does not learn who reported it. At most 20 reports a day.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.reportContent({
   *   body: { kind: 'job_post', id: 7, reason: 'They ask for money.' },
   * })
   */
  reportContent: {
    input: {
      body: ReportContentRequest
    }
    reply: Reply<ReportReceipt>
  }
  /**
   * Mark a lesson as completed or not
   *
   * A locked lesson is refused, and so is `completed` where the `completion` of the lesson says that something else completes it. A lesson that is completed again keeps its first completion.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * const { data } = await api.reportProgress({
   *   path: { id: 7 },
   *   body: { lesson_id: 1, completed: true },
   * })
   */
  reportProgress: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      body: ReportProgressRequest
    }
    reply: Reply<{
      /** The share that is completed, in whole percent, rounded down. */
      progress_percentage: number
      /** The number of completed lessons; in a request, their ids. */
      lessons_completed: number
    }>
  }
  /**
   * Send an invitation again
   *
   * With a new link for 14 days; the former one no longer works. `id` is that of the user.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.resendInvitation({ path: { id: 7 } })
   */
  resendInvitation: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      body?: ResendInvitationRequest | undefined
    }
    reply: Reply<Invitation>
  }
  /**
   * Send the verification mail again
   *
   * Once every 60 seconds.
   *
   * Not for API keys.
   *
   * @example
   * await api.resendVerification()
   */
  resendVerification: {
    input: Record<string, never>
    reply: Done
  }
  /**
   * Choose a new password
   *
   * With the token from the mail, which can be used once. Ends all sessions.
   *
   * @example
   * await api.resetPassword({
   *   body: {
   *     token: '…',
   *     email: 'ada@example.org',
   *     password: 'correct horse battery staple',
   *     password_confirmation: 'correct horse battery staple',
   *   },
   * })
   */
  resetPassword: {
    input: {
      body: ResetPasswordRequest
    }
    reply: Done
  }
  /**
   * Show hidden content again
   *
   * With the status that it had. It stays hidden while its owner is suspended.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.restoreContent({
   *   path: { kind: 'job_post', id: 7 },
   *   body: { reason: 'The move is put off' },
   * })
   */
  restoreContent: {
    input: {
      path: {
        /** The kind of the content. */
        kind: ReportKind
        /** The id, a number. */
        id: Id
      }
      body?: WithReason | undefined
    }
    reply: Done
  }
  /**
   * End the suspension of an account
   *
   * What the person had published is visible again, unless an administrator has hidden it besides.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.restorePerson({ path: { id: 7 }, body: { reason: 'The move is put off' } })
   */
  restorePerson: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      body?: WithReason | undefined
    }
    reply: Done
  }
  /**
   * Undo a cancellation that has not taken effect
   *
   * The subscription renews again at the end of its period. Nothing is charged now. 422 if there is no cancellation. Who resumes the plan of a company pays for it from then on.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.resumeSubscription({ body: { company_id: 27 } })
   */
  resumeSubscription: {
    input: {
      body?: ResumeSubscriptionRequest | undefined
    }
    reply: Reply<Subscription>
  }
  /**
   * Send a waiting mail now
   *
   * Also one that was given up after two days. A mail that the server refused has no content any more.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.retryMail({ path: { id: 7 }, body: { reason: 'The move is put off' } })
   */
  retryMail: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body?: WithReason | undefined
    }
    reply: Reply<AdminMailDetail>
  }
  /**
   * Try a failed refund again
   *
   * The payment provider is asked in the background, as for a new refund of the same amount.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.retryRefund({ path: { id: 7 } })
   */
  retryRefund: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body?: RefundAct | undefined
    }
    reply: Reply<AdminRefund>
  }
  /**
   * Run a task now
   *
   * A dead one gets all its attempts again.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.retryTask({ path: { id: 7 }, body: { reason: 'The move is put off' } })
   */
  retryTask: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body?: WithReason | undefined
    }
    reply: Reply<BackgroundTask>
  }
  /**
   * Record that it was returned
   *
   * To where it came from, by the administrator: this service moves no money for it.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.returnUnmatchedPayment({ path: { id: 7 }, body: { reason: 'Unknown.' } })
   */
  returnUnmatchedPayment: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      body: ReturnUnmatchedPaymentRequest
    }
    reply: Reply<UnmatchedPayment>
  }
  /**
   * Show what was right in an attempt, and what was not
   *
   * For the user of the attempt when and as far as `review` of the exam says; 403 before, with the moment if there is one. The owner of the exam and administrators always see all. A score can follow from what is shown.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.reviewAttempt({ path: { id: 7 } })
   */
  reviewAttempt: {
    input: {
      path: {
        /** The id of the attempt. */
        id: Id
      }
    }
    reply: Reply<ExamAttemptReview>
  }
  /**
   * Revoke a certificate
   *
   * The public page shows it from then on. A repetition changes nothing: the first reason is kept.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.revokeCertificate({
   *   path: { id: 7 },
   *   body: { reason: 'Another person sat the exam' },
   * })
   */
  revokeCertificate: {
    input: {
      path: {
        /** The id of the certificate. */
        id: Id
      }
      body?: RevokeCertificateRequest | undefined
    }
    reply: Reply<CertificateDetail>
  }
  /**
   * End an API key that leaked
   *
   * For a person or a program that finds a key, such as a scanner of repositories. Keys match `rpk_[0-9A-Za-z]{42}`, and the last six characters are a checksum. The owner is told by mail.
   *
   * @example
   * await api.revokeFoundApiKey({ body: { key: 'rpk_…' } })
   */
  revokeFoundApiKey: {
    input: {
      body: RevokeFoundApiKeyRequest
    }
    reply: Done
  }
  /**
   * Revoke an invitation
   *
   * The link no longer works, and the account, which nobody has used, is deleted. `id` is that of the user.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.revokeInvitation({ path: { id: 7 } })
   */
  revokeInvitation: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      query?: {
        /** Why; it is written to the audit log. */
        reason?: string | undefined
      } | undefined
    }
    reply: Done
  }
  /**
   * Replace the secret of a webhook
   *
   * For 24 hours, messages are signed with the former secret too.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.rotateWebhookSecret({ path: { id: 7 } })
   */
  rotateWebhookSecret: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<WebhookSecret>
  }
  /**
   * Run a schedule now
   *
   * Once, besides its next run; nothing happens if a run waits already.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.runSchedule({ path: { name: '…' }, body: { reason: 'The move is put off' } })
   */
  runSchedule: {
    input: {
      path: {
        /** The name. */
        name: string
      }
      body?: WithReason | undefined
    }
    reply: Done
  }
  /**
   * Save answers of my attempt
   *
   * Merges them with the saved answers. After `expires_at` a save counts within `grace_minutes` of the exam if there was one in the last ten minutes before; it is marked as late. A save without answers says that one is still there.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.saveAnswers({
   *   path: { id: 7 },
   *   body: {
   *     answers: { '150': false, '151': false, '152': false, '153': false, '154': false, '155': false, '156': false, '157': false, '158': false, '159': false },
   *   },
   * })
   */
  saveAnswers: {
    input: {
      path: {
        /** The id of the attempt. */
        id: Id
      }
      body: SaveAnswersRequest
    }
    reply: Reply<{
      /** When answers were last saved. */
      saved_at: DateTime
      /** When the attempt ends. It can move while one writes. */
      expires_at: DateTime
      /** The seconds after the end at which the last answers arrived; null if they were in time. */
      late_by_seconds: number | null
      receipt: AnswerReceipt
    }>
  }
  /**
   * Invite an applicant to an interview
   *
   * For the owner of the post and administrators. The applicant receives a mail with a calendar invitation and a link by which to answer. `overlaps` warns of interviewers who hold another interview at the same time.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.scheduleInterview({
   *   path: { id: 7 },
   *   body: {
   *     application_id: 1,
   *     interview_date: '2026-12-01T00:00:00Z',
   *     interview_time: '14:30',
   *     timezone: 'Africa/Nairobi',
   *     location: 'Room 5; second floor',
   *     interview_type: 'on-site',
   *     notes: 'Bring a pencil,…',
   *   },
   * })
   */
  scheduleInterview: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
      body: NewInterview
    }
    reply: Reply<{
      /** The id of the interview. */
      interview_id: Id
      /** A warning: other interviews of the interviewers at the same time, at most 50. */
      overlaps: InterviewOverlap[]
    }>
  }
  /**
   * Search for researchers
   *
   * Understands fields, skills, institutions and countries, "quoted phrases", -excluded words, `5+ years`, `available`, `verified` and common abbreviations; corrects typing mistakes; completes the last word. Results are ordered by relevance, then by how complete and verified the profile is. Profiles are found from the moment they are saved.
   *
   * Scope of API keys: `search:read`.
   *
   * @example
   * const { data } = await api.search({ body: { query: '0 years' } })
   */
  search: {
    input: {
      body?: SearchRequest | undefined
    }
    reply: Reply<SearchResult>
  }
  /**
   * Write a message about an application
   *
   * For the applicant, at most 30 in 24 hours, and those who manage the post. The applicant, or the recruiter and the colleagues who have written before, are notified and get the text by mail. At most 1,000 messages for each application.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.sendApplicationMessage({
   *   path: { id: 7 },
   *   body: { body: 'Could you come on Tuesday?', files: [] },
   * })
   */
  sendApplicationMessage: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      body?: NewApplicationMessage | undefined
    }
    reply: Reply<ApplicationMessage>
  }
  /**
   * Send another prompt to the phone
   *
   * For a payment by mobile money whose prompt was not answered, from two minutes after the last one (`prompt_again_at`); earlier it is 429. One that was not sent because the provider or the phone was busy is sent at once. The payment provider is asked about the last prompt first: a payment that is settled is answered as it is, and while the last prompt may still be answered, no other is sent (422). A number is asked at most 5 times an hour and 15 times a day, by all people together.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.sendPromptAgain({ path: { id: 7 } })
   */
  sendPromptAgain: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<MyPayment>
  }
  /**
   * Send a test event to a webhook
   *
   * Its type is `webhook.test`. How it went is in the deliveries.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.sendWebhookTest({ path: { id: 7 } })
   */
  sendWebhookTest: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<WebhookDelivery>
  }
  /**
   * Grade an answer
   *
   * By points, or by a level of each criterion of the rubric. For those who grade the exam, unless another grader has claimed or graded it. Learners see nothing of it before the release; after it, only the owner and administrators change a grade. `id` is that of the queue.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.setGrade({
   *   path: { id: 7, question_id: 7 },
   *   body: { rubric: { '1': 2, '2': 0 }, comment: 'Well argued.' },
   * })
   */
  setGrade: {
    input: {
      path: {
        /** The id of the attempt. */
        id: Id
        /** The id of the question. */
        question_id: Id
      }
      body?: NewExamGrade | undefined
    }
    reply: Reply<ExamGradedAnswer>
  }
  /**
   * Set up an authenticator app
   *
   * Returns a new secret for the app (RFC 6238: SHA-1, 6 digits, 30 seconds). Nothing changes until a code of the app is sent to `/auth/two-factor/enable`; asking again replaces the secret.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.setUpTwoFactor()
   */
  setUpTwoFactor: {
    input: Record<string, never>
    reply: Reply<TwoFactorSetup>
  }
  /**
   * Give a user more time at every exam
   *
   * For administrators. The larger of this and the accommodation at an exam counts. Running attempts follow at once.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.setUserAccommodation({
   *   path: { id: 7 },
   *   body: { factor: 1.5, note: 'Private reason' },
   * })
   */
  setUserAccommodation: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      body: SetUserAccommodationRequest
    }
    reply: Reply<UserAccommodation>
  }
  /**
   * Share a certificate
   *
   * For its holder: creates a link that shows the title, the issuer, the date, whether it is valid, and what `shows` names. It can be withdrawn, unlike the verification code. `linkedin_url` adds the certificate to a LinkedIn profile with this link. A link that an API key creates ends with the key.
   *
   * Scopes of API keys: `exams:write`, `exams:read`.
   *
   * @example
   * const { data } = await api.shareCertificate({
   *   path: { id: 7 },
   *   body: { shows: ['result', 'awarded_by'] },
   * })
   */
  shareCertificate: {
    input: {
      path: {
        /** The id of the certificate. */
        id: Id
      }
      body?: ShareCertificateRequest | undefined
    }
    reply: Reply<CertificateShare>
  }
  /**
   * Show what an invitation is for
   *
   * With the token from the mail. It changes nothing, so that a page can be opened repeatedly.
   *
   * @example
   * const { data } = await api.showAccountInvitation({ body: { token: '…' } })
   */
  showAccountInvitation: {
    input: {
      body: ShowAccountInvitationRequest
    }
    reply: Reply<InvitationDetails>
  }
  /**
   * Show an announcement
   *
   * With the number of people who have it.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.showAnnouncement({ path: { id: 7 } })
   */
  showAnnouncement: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<Announcement>
  }
  /**
   * Preview an announcement
   *
   * How many people would get it, how long that takes, and the mail. Nothing is stored or sent.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.showAnnouncementPreview({
   *   body: {
   *     title: 'Closed on Sunday at noon',
   *     message: 'We move to larger machines on Sunday from 12:00 to 13:00 UTC…',
   *     roles: ['student', 'learner'],
   *     channels: ['mail', 'notification'],
   *   },
   * })
   */
  showAnnouncementPreview: {
    input: {
      body: ShowAnnouncementPreviewRequest
    }
    reply: Reply<AnnouncementPreview>
  }
  /**
   * Show the page that ends the mails of announcements
   *
   * By the link in the mail, which replaces the token. `id` is that of the user.
   *
   * @example
   * const response = await api.showAnnouncementUnsubscription({ path: { id: 7 } })
   */
  showAnnouncementUnsubscription: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Show an application
   *
   * For the owner of the post, its reviewers, administrators and the applicant.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.showApplication({ path: { id: 7 } })
   */
  showApplication: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
    }
    reply: Reply<JobApplication>
  }
  /**
   * Show an attempt, to continue it or to see its result
   *
   * For the user who takes the exam, the owner of the exam and administrators.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.showAttempt({ path: { id: 7 } })
   */
  showAttempt: {
    input: {
      path: {
        /** The id of the attempt. */
        id: Id
      }
    }
    reply: Reply<ExamAttempt>
  }
  /**
   * Show the end of the audit log
   *
   * Kept outside the service, it proves later that no row before it was changed.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.showAuditHead()
   */
  showAuditHead: {
    input: Record<string, never>
    reply: Reply<AuditHead>
  }
  /**
   * Show an imported candidate with the resume
   *
   * For those who manage the post.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.showCandidate({ path: { id: 7, candidate_id: 7 } })
   */
  showCandidate: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
        /** The imported candidate. */
        candidate_id: Id
      }
    }
    reply: Reply<CandidateDetails>
  }
  /**
   * Show the page of an invitation to apply
   *
   * By the link in the mail, which replaces the token as long as the data are kept.
   *
   * @example
   * const response = await api.showCandidateInvitation({ path: { id: 7 } })
   */
  showCandidateInvitation: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Show a certificate
   *
   * For its holder and administrators.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.showCertificate({ path: { id: 7 } })
   */
  showCertificate: {
    input: {
      path: {
        /** The id of the certificate. */
        id: Id
      }
    }
    reply: Reply<CertificateDetail>
  }
  /**
   * Show the badge of a certificate
   *
   * A picture for other sites; needs no token. It shows when the certificate is revoked, and carries the verifiable credential.
   *
   * @example
   * const response = await api.showCertificateBadge({ path: { code: '7K3M-QX9V-04TN-HB2E' } })
   */
  showCertificateBadge: {
    input: {
      path: {
        /** In any case, with or without dashes. */
        code: string
      }
    }
    reply: Response
  }
  /**
   * Show the badge of a certificate as a PNG
   *
   * The same as the SVG, with 840 × 240 pixels; it contains the verifiable credential as well (Open Badges 3.0).
   *
   * @example
   * const response = await api.showCertificateBadgeAsPng({ path: { code: '7K3M-QX9V-04TN-HB2E' } })
   */
  showCertificateBadgeAsPng: {
    input: {
      path: {
        /** In any case, with or without dashes. */
        code: string
      }
    }
    reply: Response
  }
  /**
   * Show a picture of a certificate for social networks
   *
   * The picture that social networks show with a link to the page (Open Graph), with 1200 × 630 pixels.
   *
   * @example
   * const response = await api.showCertificateCard({ path: { code: '7K3M-QX9V-04TN-HB2E' } })
   */
  showCertificateCard: {
    input: {
      path: {
        /** In any case, with or without dashes. */
        code: string
      }
    }
    reply: Response
  }
  /**
   * Show a company
   *
   * Needs no token. Returns a page with its open job posts and structured data (schema.org `Organization`), unless `Accept` prefers `application/json`. Without public pages (`PUBLIC_PAGES=false`), only JSON, and only to signed-in users.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.showCompany({ path: { id: 7 } })
   */
  showCompany: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<Company>
  }
  /**
   * Show the page of a request of a talent pool
   *
   * By the link in the mail, which replaces the token until the consent ends.
   *
   * @example
   * const response = await api.showConsent({ path: { id: 7 } })
   */
  showConsent: {
    input: {
      path: {
        /** The id of the talent pool entry. */
        id: Id
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Show whether something is hidden, and why
   *
   * The content itself is at the address of its kind, which administrators may read.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.showContent({ path: { kind: 'job_post', id: 7 } })
   */
  showContent: {
    input: {
      path: {
        /** The kind of the content. */
        kind: ReportKind
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<ContentDetail>
  }
  /**
   * Show a course
   *
   * With its outline. A draft is visible only to its owner and administrators, and one with `access` `invited` also to the people on its roster.
   *
   * Scope of API keys: `courses:read`.
   *
   * @example
   * const { data } = await api.showCourse({ path: { id: 7 } })
   */
  showCourse: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
    }
    reply: Reply<CourseWithOutline>
  }
  /**
   * Show the verifiable credential of a code
   *
   * Needs no token. The same as for the holder.
   *
   * @example
   * const response = await api.showCredential({ path: { code: '7K3M-QX9V-04TN-HB2E' } })
   */
  showCredential: {
    input: {
      path: {
        /** In any case, with or without dashes. */
        code: string
      }
    }
    reply: Response
  }
  /**
   * Show a credit note as a page
   *
   * By the `credit_note_url` of the list; the signature replaces the token. In the language of the buyer, like its PDF.
   *
   * @example
   * const response = await api.showCreditNote({ path: { number: '…' } })
   */
  showCreditNote: {
    input: {
      path: {
        /** The number of the credit note. */
        number: string
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Show the keys of the issuer as a DID document
   *
   * W3C DID Core 1.0, method `web`. Verifiers of credentials read it. Former keys are in it too, because what they signed stays valid.
   *
   * @example
   * const response = await api.showDidDocument()
   */
  showDidDocument: {
    input: Record<string, never>
    reply: Response
  }
  /**
   * Show the keys of the issuer as a DID document
   *
   * W3C DID Core 1.0, method `web`. Verifiers of credentials read it. Former keys are in it too, because what they signed stays valid.
   *
   * @example
   * const response = await api.showDidDocumentOfPath()
   */
  showDidDocumentOfPath: {
    input: Record<string, never>
    reply: Response
  }
  /**
   * Show what is missing to become a researcher
   *
   * Whether I meet each requirement, and a sentence for each one that is missing. `POST /profile/upgrade` requires all of them.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * const { data } = await api.showEligibility()
   */
  showEligibility: {
    input: Record<string, never>
    reply: Reply<Eligibility>
  }
  /**
   * Show what a course would cost
   *
   * The total that `POST /courses/{id}/enroll` charges with the same payment method. Nothing is charged or stored, and neither seats nor prerequisites are looked at.
   *
   * Scope of API keys: `billing:read`.
   *
   * @example
   * const { data } = await api.showEnrollmentPreview({ path: { id: 7 } })
   */
  showEnrollmentPreview: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      body?: ShowEnrollmentPreviewRequest | undefined
    }
    reply: Reply<PurchasePreview>
  }
  /**
   * Show an exam
   *
   * A draft is visible only to its owner and administrators, and one with `access` `invited` also to the people on its roster.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.showExam({ path: { id: 7 } })
   */
  showExam: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
    }
    reply: Reply<Exam>
  }
  /**
   * Show an answer that people grade
   *
   * For those who grade the exam; what another grader has graded only for the owner and administrators. `id` is that of the queue.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.showGrade({ path: { id: 7, question_id: 7 } })
   */
  showGrade: {
    input: {
      path: {
        /** The id of the attempt. */
        id: Id
        /** The id of the question. */
        question_id: Id
      }
    }
    reply: Reply<ExamGradedAnswer>
  }
  /**
   * Show an institution
   *
   * By its id, like `02y9nww90`, or the encoded address of it. 404 when the list has none.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * const { data } = await api.showInstitution({ path: { ror: '02y9nww90' } })
   */
  showInstitution: {
    input: {
      path: {
        /** The ROR id. */
        ror: string
      }
    }
    reply: Reply<Institution>
  }
  /**
   * Show an interview slot
   *
   * For those who judge the applications of its job post.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.showInterviewSlot({ path: { id: 7 } })
   */
  showInterviewSlot: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<InterviewSlot>
  }
  /**
   * Show the page of an invitation to an interview
   *
   * By the link in the mail, which replaces the token until the interview begins.
   *
   * @example
   * const response = await api.showInvitation({ path: { id: 7 } })
   */
  showInvitation: {
    input: {
      path: {
        /** The id of the interview. */
        id: Id
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Show an invoice as a page
   *
   * By the `invoice_url` of a billing record; the signature replaces the token. In the language of the buyer, like its PDF.
   *
   * @example
   * const response = await api.showInvoice({ path: { number: '…' } })
   */
  showInvoice: {
    input: {
      path: {
        /** The number of the invoice. */
        number: string
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Show the profile of the issuer
   *
   * Open Badges 3.0, Profile.
   *
   * @example
   * const response = await api.showIssuer()
   */
  showIssuer: {
    input: Record<string, never>
    reply: Response
  }
  /**
   * Show the numbers of a job post by stage and reason
   *
   * For the owner of the post, its reviewers and administrators.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.showJobFunnel({ path: { id: 7 } })
   */
  showJobFunnel: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
    }
    reply: Reply<JobFunnel>
  }
  /**
   * Show a job post
   *
   * A draft is visible only to its owner, those who recruit for its company, and administrators.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.showJobPost({ path: { id: 7 } })
   */
  showJobPost: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
    }
    reply: Reply<JobPost>
  }
  /**
   * Show the keys of the issuer as JWKs
   *
   * RFC 7517, for credentials in the form of a JWT.
   *
   * @example
   * const response = await api.showKeySet()
   */
  showKeySet: {
    input: Record<string, never>
    reply: Response
  }
  /**
   * Show a lesson
   *
   * With its content, unless it is locked.
   *
   * Scope of API keys: `courses:read`.
   *
   * @example
   * const { data } = await api.showLesson({ path: { id: 7, lesson_id: 7 } })
   */
  showLesson: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
        /** The id of the lesson. */
        lesson_id: Id
      }
    }
    reply: Reply<WholeLesson>
  }
  /**
   * Whether the process runs
   *
   * Checks only the process. Use it for restarts; use readiness to decide whether to send requests.
   *
   * @example
   * const { data } = await api.showLiveness()
   */
  showLiveness: {
    input: Record<string, never>
    reply: Reply<Health>
  }
  /**
   * Show a mail as it was sent
   *
   * Its content is deleted once a mail server has it, because it may contain secrets.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.showMail({ path: { id: 7 } })
   */
  showMail: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<AdminMailDetail>
  }
  /**
   * Show my account
   *
   * All fields of the account the token belongs to. Not counted against the limit of `/auth/*`.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.showMe()
   */
  showMe: {
    input: Record<string, never>
    reply: Reply<User>
  }
  /**
   * Show a message template
   *
   * For its owner, or those who recruit for its company.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.showMessageTemplate({ path: { id: 7 } })
   */
  showMessageTemplate: {
    input: {
      path: {
        /** The id of the message template. */
        id: Id
      }
    }
    reply: Reply<MessageTemplate>
  }
  /**
   * Show a milestone with its history
   *
   * Its status changes and notes, oldest first, with their authors. For all users who can see the project.
   *
   * Scope of API keys: `projects:read`.
   *
   * @example
   * const { data } = await api.showMilestone({ path: { id: 7, milestone_id: 7 } })
   */
  showMilestone: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
        /** The id of the milestone. */
        milestone_id: Id
      }
    }
    reply: Reply<MilestoneWithHistory>
  }
  /**
   * Show a payment of mine
   *
   * What became of it, and what I have to do for it. 404 for those of other people.
   *
   * Scope of API keys: `billing:read`.
   *
   * @example
   * const { data } = await api.showMyPayment({ path: { id: 7 } })
   */
  showMyPayment: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<MyPayment>
  }
  /**
   * Show my researcher profile
   *
   * 404 for users without a profile; `POST /profile/upgrade` creates one.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * const { data } = await api.showMyResearcher()
   */
  showMyResearcher: {
    input: Record<string, never>
    reply: Reply<Researcher>
  }
  /**
   * Show how I fit a job post, and what would change it
   *
   * From my evidence alone, before and after I apply.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.showOwnMatch({ path: { id: 7 } })
   */
  showOwnMatch: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
      }
    }
    reply: Reply<MyMatch>
  }
  /**
   * Show a payment
   *
   * What was charged, why, and what was refunded.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.showPayment({ path: { id: 7 } })
   */
  showPayment: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<AdminPaymentDetail>
  }
  /**
   * Show the progress of an import of people
   *
   * How many rows wait and what came of the others.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.showPeopleImport({ path: { id: 7 } })
   */
  showPeopleImport: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<PeopleImport>
  }
  /**
   * Show a person
   *
   * The account, how it is used, and how much the person has of everything.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.showPerson({ path: { id: 7 } })
   */
  showPerson: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
    }
    reply: Reply<PersonDetail>
  }
  /**
   * Show my notification preferences
   *
   * For each notification type, whether it is sent in the app and by mail. Everything is on by default.
   *
   * Scope of API keys: `notifications:read`.
   *
   * @example
   * const { data } = await api.showPreferences()
   */
  showPreferences: {
    input: Record<string, never>
    reply: Reply<NotificationPreferences>
  }
  /**
   * Show my progress in a course
   *
   * The lessons that I completed, and my progress. 403 for users who are not enrolled.
   *
   * Scope of API keys: `courses:read`.
   *
   * @example
   * const { data } = await api.showProgress({ path: { id: 7 } })
   */
  showProgress: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
    }
    reply: Reply<CourseProgress>
  }
  /**
   * Show a project
   *
   * A private project is visible to its owner, its collaborators and administrators.
   *
   * Scope of API keys: `projects:read`.
   *
   * @example
   * const { data } = await api.showProject({ path: { id: 7 } })
   */
  showProject: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
      }
    }
    reply: Reply<Project>
  }
  /**
   * Show an open job post as a page
   *
   * Needs no token. With structured data (schema.org `JobPosting`); gone once the post is closed or past its deadline.
   *
   * @example
   * const response = await api.showPublicJobPost({ path: { id: 7 } })
   */
  showPublicJobPost: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Response
  }
  /**
   * Show the open job posts as a page
   *
   * Needs no token. Posts that take applications, with the filters and orders of `GET /job-posts`; search engines leave out what is filtered.
   *
   * @example
   * const response = await api.showPublicJobPosts()
   */
  showPublicJobPosts: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Words of title, company, place, skills and description. Word forms and typing errors do not matter, the last word may be unfinished, "quoted words" and e-mail addresses stand side by side, and a word with a minus is excluded. A row with exactly this title comes first. If no row has all words, the nearest ones are listed. */
        search?: string | undefined
        /** Beginnings of words of the place. */
        location?: string | undefined
        /** Whether the work can be done from anywhere. */
        remote?: boolean | undefined
        /** The kind of employment. */
        employment_type?: JobPostEmploymentType | undefined
        /** How much experience the job asks for. */
        experience_level?: "entry" | "mid" | "senior" | "lead" | undefined
        /** A whole skill, without regard to case and accents. */
        skill?: string | undefined
        /** Only those of this company; in any status if I recruit for it. */
        company_id?: Id | undefined
        /** Posts that pay up to this or more. */
        min_salary?: number | undefined
        /** The best match first (`relevance`, the default with `search`; the same as `recent` without), newest first (the default otherwise), soonest deadline, highest salary, or by title. */
        sort?: "relevance" | "recent" | "deadline" | "salary" | "title" | undefined
        /** Without header and footer, for a frame of a site that `FRAME_ANCESTORS` names. */
        embed?: boolean | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Show the plans as a page
   *
   * Needs no token.
   *
   * @example
   * const response = await api.showPublicPlans()
   */
  showPublicPlans: {
    input: Record<string, never>
    reply: Response
  }
  /**
   * Show a researcher as a page
   *
   * Needs no token. With structured data (schema.org `Person`, and `ScholarlyArticle` for the newest 200 publications). Only profiles with `public_page` have one, which their researchers choose; it is gone as soon as they choose otherwise, or make the profile private.
   *
   * @example
   * const response = await api.showPublicProfile({ path: { id: 7 } })
   */
  showPublicProfile: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Response
  }
  /**
   * Show the researchers with a public page as a page
   *
   * Needs no token. The newest first, or the best matches of `search`.
   *
   * @example
   * const response = await api.showPublicProfiles()
   */
  showPublicProfiles: {
    input: {
      query?: {
        /** The page, from 1. */
        page?: number | undefined
        /** Understood like the query of the intelligent search. */
        search?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Show a publication
   *
   * Those of a private profile are visible to its owner, its team and administrators; 403 for others.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * const { data } = await api.showPublication({ path: { id: 7, publication_id: 7 } })
   */
  showPublication: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
        /** The id of the publication. */
        publication_id: Id
      }
    }
    reply: Reply<ResearcherPublication>
  }
  /**
   * Show a question bank
   *
   * For its owner, its editors and administrators; for all others it does not exist.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.showQuestionBank({ path: { id: 7 } })
   */
  showQuestionBank: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<QuestionBank>
  }
  /**
   * Whether the service can answer requests
   *
   * Queries the database, and every ten seconds the storage; a read replica is watched all the time. 503 while the database is unavailable and while the service shuts down; `errors` names the part.
   *
   * @example
   * const { data } = await api.showReadiness()
   */
  showReadiness: {
    input: Record<string, never>
    reply: Reply<Readiness>
  }
  /**
   * Show a researcher
   *
   * With published courses and the numbers of certificates and team members. Private profiles are visible to their owner, their team and administrators; 403 for others.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * const { data } = await api.showResearcher({ path: { id: 7 } })
   */
  showResearcher: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
      }
    }
    reply: Reply<ResearcherDetails>
  }
  /**
   * Show a resume as JSON Resume
   *
   * The profile of a researcher in the form of https://jsonresume.org, which other services read. For those who may see the profile; 404 for users without one.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * await api.showResume({ path: { id: 7 } })
   */
  showResume: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Show the clock of a service in development
   *
   * Not there in production.
   *
   * @example
   * const { data } = await api.showSandboxClock()
   */
  showSandboxClock: {
    input: Record<string, never>
    reply: Reply<SandboxClock>
  }
  /**
   * Show a saved search
   *
   * For its owner.
   *
   * Scope of API keys: `search:read`.
   *
   * @example
   * const { data } = await api.showSavedSearch({ path: { id: 7 } })
   */
  showSavedSearch: {
    input: {
      path: {
        /** The id of the saved search. */
        id: Id
      }
    }
    reply: Reply<SavedSearch>
  }
  /**
   * Show how the service runs
   *
   * Version, sizes, requests and latency of the instance that answers, and the effective settings with advice where one is risky.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.showService()
   */
  showService: {
    input: Record<string, never>
    reply: Reply<ServiceState>
  }
  /**
   * Show a shared certificate
   *
   * Needs no token. Returns a page, unless `Accept` prefers `application/json`.
   *
   * @example
   * const { data } = await api.showSharedCertificate({ path: { token: 'b2nX0v3m1s7Q9r5T6yU8wA' } })
   */
  showSharedCertificate: {
    input: {
      path: {
        /** The last part of the link. */
        token: string
      }
    }
    reply: Reply<SharedCertificate>
  }
  /**
   * Show a picture of a shared certificate for social networks
   *
   * The picture that social networks show with the link (Open Graph), with 1200 × 630 pixels.
   *
   * @example
   * const response = await api.showSharedCertificateCard({ path: { token: 'b2nX0v3m1s7Q9r5T6yU8wA' } })
   */
  showSharedCertificateCard: {
    input: {
      path: {
        /** The last part of the link. */
        token: string
      }
    }
    reply: Response
  }
  /**
   * Show how to sign in
   *
   * What a page with a sign-in shows: the providers, and whether anybody may sign up.
   *
   * @example
   * const { data } = await api.showSignInMethods()
   */
  showSignInMethods: {
    input: Record<string, never>
    reply: Reply<SignInMethods>
  }
  /**
   * Show the page where an applicant chooses an interview slot
   *
   * By the link in the mail, which replaces the token until the invitation ends.
   *
   * @example
   * const response = await api.showSlotChoice({ path: { id: 7 } })
   */
  showSlotChoice: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Show until when an applicant may choose an interview slot
   *
   * For the applicant and those who manage the job post; 404 without an invitation.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.showSlotInvitation({ path: { id: 7 } })
   */
  showSlotInvitation: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
    }
    reply: Reply<SlotInvitation>
  }
  /**
   * Show the statistics of an exam and its questions
   *
   * For the owner and administrators. `meta` is about the exam, `data` about each question that attempts were asked, by id, also former ones and those of banks. Attempts with a final score count, as they are graded now, and not those of the author. Every figure of fewer than 5 attempts is null. Two calculations of a person run or wait at a time; further ones answer 503.
   *
   * All rows as CSV with `Accept: text/csv`.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data, meta } = await api.showStatistics({ path: { id: 7 } })
   */
  showStatistics: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
    }
    reply: Page<QuestionStatistics, {
      /** The number of attempts with a final score, without those of the author. Figures of fewer than 5 are null. */
      attempts: number
      /** The mean score, in percent. */
      mean: number | null
      /** The median score, in percent. */
      median: number | null
      /** The number of scores from 0 to 9 percent, from 10 to 19, and so on; 100 is in the tenth. */
      distribution: number[] | null
      /** The mean time from start to end, in seconds. */
      mean_seconds: number | null
      /** The median time from start to end, in seconds. */
      median_seconds: number | null
      /** The number of questions that were asked. The list has the 1,000 of them that were asked most. */
      questions: number
    }>
  }
  /**
   * Show which credentials are revoked
   *
   * A signed Bitstring Status List (W3C) of a million credentials; `credentialStatus` of a credential names the list and the bit.
   *
   * @example
   * const response = await api.showStatusList({ path: { list: 7 } })
   */
  showStatusList: {
    input: {
      path: {
        /** The list, from 1. */
        list: number
      }
    }
    reply: Response
  }
  /**
   * Show my subscription
   *
   * The free plan if there is no paid one. `usage` contains the used part of each limit. With `company_id` that of a company: its plan limits the open posts, searches and members of the company together; without one the plans of its recruiters count.
   *
   * Scope of API keys: `billing:read`.
   *
   * @example
   * const { data } = await api.showSubscription()
   */
  showSubscription: {
    input: {
      query?: {
        /** The subscription of this company, for which I recruit; my own unless given. */
        company_id?: number | undefined
      } | undefined
    }
    reply: Reply<Subscription>
  }
  /**
   * Show a subscription
   *
   * With its state, its period and its failed payments.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.showSubscriptionOfPerson({ path: { id: 7 } })
   */
  showSubscriptionOfPerson: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<AdminSubscription>
  }
  /**
   * Show what a plan would cost
   *
   * The total that `POST /subscriptions/subscribe` charges for the same plan, payment method and coupon; with `quoted_at` also some minutes later. Nothing is charged or stored, and no coupon is used, but wrong coupon codes count as in a purchase.
   *
   * Scope of API keys: `billing:read`.
   *
   * @example
   * const { data } = await api.showSubscriptionPreview({
   *   body: { plan_id: 'professional', company_id: 27 },
   * })
   */
  showSubscriptionPreview: {
    input: {
      body: ShowSubscriptionPreviewRequest
    }
    reply: Reply<PurchasePreview>
  }
  /**
   * Show an entry of a talent pool
   *
   * For those who keep it, and for the person, who does not see the note.
   *
   * Scope of API keys: `jobs:read`.
   *
   * @example
   * const { data } = await api.showTalentPoolEntry({ path: { id: 7 } })
   */
  showTalentPoolEntry: {
    input: {
      path: {
        /** The id of the talent pool entry. */
        id: Id
      }
    }
    reply: Reply<TalentPoolEntry>
  }
  /**
   * Show a background task
   *
   * With its last error. 404 once it is done.
   *
   * Scope of API keys: `admin:read`.
   *
   * @example
   * const { data } = await api.showTask({ path: { id: 7 } })
   */
  showTask: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<BackgroundTask>
  }
  /**
   * Show the signed head of the log
   *
   * The rows of the activity and audit logs are the leaves of a Merkle tree (RFC 6962). New rows are in it within a minute. A person who keeps the head can prove later that no row before it was changed or removed.
   *
   * @example
   * const { data } = await api.showTransparencyHead()
   */
  showTransparencyHead: {
    input: Record<string, never>
    reply: Reply<TransparencyHead>
  }
  /**
   * Show my second factor
   *
   * Whether it is turned on, and how many recovery codes are left.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.showTwoFactor()
   */
  showTwoFactor: {
    input: Record<string, never>
    reply: Reply<TwoFactorState>
  }
  /**
   * Show the page that ends the mails of saved searches
   *
   * By the link in the mail, which replaces the token. `id` is that of the user.
   *
   * @example
   * const response = await api.showUnsubscription({ path: { id: 7 } })
   */
  showUnsubscription: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
      } | undefined
    }
    reply: Response
  }
  /**
   * Show which chunks arrived
   *
   * To resume an interrupted upload.
   *
   * Scope of API keys: `files:read`.
   *
   * @example
   * const { data } = await api.showUpload({ path: { upload_id: '…' } })
   */
  showUpload: {
    input: {
      path: {
        /** The name that the client gave the upload. */
        upload_id: string
      }
    }
    reply: Reply<UploadState>
  }
  /**
   * Show a user
   *
   * For signed-in users. Administrators and the user see all fields, others the public ones.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * const { data } = await api.showUser({ path: { id: 7 } })
   */
  showUser: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
    }
    reply: Reply<VisibleUser>
  }
  /**
   * Show how much more time a user has at every exam
   *
   * For administrators, and without its note for the user.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.showUserAccommodation({ path: { id: 7 } })
   */
  showUserAccommodation: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
    }
    reply: Reply<UserAccommodation>
  }
  /**
   * Create an account
   *
   * Returns an access token and mails a link that verifies the address.
   *
   * @example
   * const { data } = await api.signUp({
   *   body: {
   *     name: 'Katherine Johnson',
   *     email: 'ada@example.org',
   *     password: 'correct horse battery staple',
   *     role: 'researcher',
   *   },
   * })
   */
  signUp: {
    input: {
      body: SignUpRequest
    }
    reply: Reply<SignedIn>
  }
  /**
   * Start an attempt of an exam
   *
   * While the exam is available, with attempts left and none open. Questions and options are selected and shuffled once for this attempt. The server measures the time.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.startExam({ path: { id: 7 } })
   */
  startExam: {
    input: {
      path: {
        /** The id of the exam. */
        id: Id
      }
    }
    reply: Reply<ExamAttempt>
  }
  /**
   * Apply for a job
   *
   * Once for each post, while it is open and before its deadline. Required questions of the post must be answered and its requirements met, unless `pending_requirements` reserves a place. The recruiter is notified.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.submitApplication({
   *   body: {
   *     job_post_id: 28,
   *     first_name: 'Barbara',
   *     last_name: 'McClintock',
   *     email: 'ada@example.org',
   *     phone: '+44 20 7946 0000',
   *     resume: file,
   *     consent_data: true,
   *   },
   * })
   */
  submitApplication: {
    input: {
      body: SubmitApplicationRequest
    }
    reply: Reply<{
      id: Id
      /** The id of the job post. */
      job_post_id: Id
      /** The same as `id`. */
      application_id: number
      /** Whether it is a reserved place, which is submitted by itself. */
      pending: boolean
    }>
  }
  /**
   * Submit my attempt
   *
   * Merges `answers` with the saved answers; without a body, submits the saved answers. Every question must be answered, unless `allow_unanswered` says that gaps are meant. An attempt can be submitted once. An attempt that is not submitted in time is graded by its saved answers.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * const { data } = await api.submitAttempt({
   *   path: { id: 7 },
   *   body: {
   *     answers: { '115': 'Jupiter', '116': ['5', '2'], '117': true, '118': ' ada LOVELACÉ ', '119': 9.81 },
   *   },
   * })
   */
  submitAttempt: {
    input: {
      path: {
        /** The id of the attempt. */
        id: Id
      }
      body?: SubmitAttemptRequest | undefined
    }
    reply: Reply<ExamResult>
  }
  /**
   * Subscribe to a plan, or change to another one
   *
   * Charges immediately. When one paid plan is changed to another, the unused time is credited. A `pending` payment is confirmed later; until then the current plan continues. Send an `Idempotency-Key` to make repetitions safe. With `company_id` the plan belongs to the company, for which I pay as its owner or admin.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.subscribe({
   *   body: { plan_id: 'enterprise', payment_method_id: 5, coupon_code: 'BACK' },
   * })
   */
  subscribe: {
    input: {
      body: SubscribeRequest
    }
    reply: Reply<{
      subscription: Subscription
      payment: Payment
    }>
  }
  /**
   * Suggest what to search for
   *
   * Fast enough for every key stroke; best first. Without `q`, returns popular queries.
   *
   * Scope of API keys: `search:read`.
   *
   * @example
   * const { data } = await api.suggest({ query: { limit: 50 } })
   */
  suggest: {
    input: {
      query?: {
        /** What was typed so far; popular queries without it. */
        q?: string | undefined
        /** At most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Reply<{
      /** The text. */
      text: string
      /** What the text is. */
      type: "researcher" | "skill" | "field" | "institution" | "query"
    }[]>
  }
  /**
   * Suggest institutions
   *
   * Universities, institutes, companies and others of the Research Organization Registry, fast enough for every key stroke: whole names and acronyms first, then names that begin so, then names with these words. None without `q`.
   *
   * Scope of API keys: `researchers:read`.
   *
   * @example
   * const { data } = await api.suggestInstitutions({ query: { limit: 50 } })
   */
  suggestInstitutions: {
    input: {
      query?: {
        /** The beginning of a name, words of it in any order, or an acronym, without regard to case and accents; typing errors are corrected when nothing is found. */
        q?: string | undefined
        /** The most institutions, 8 unless given; at most 100 are served. */
        limit?: number | undefined
      } | undefined
    }
    reply: Reply<Institution[]>
  }
  /**
   * Suspend an account
   *
   * Ends its sessions, stops its API keys and hides what the person has published, on every instance at once. A subscription is not renewed meanwhile. The person is told.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.suspendPerson({ path: { id: 7 }, body: { reason: 'Invoices that nobody ordered' } })
   */
  suspendPerson: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      body?: SuspendPersonRequest | undefined
    }
    reply: Done
  }
  /**
   * Synchronise progress that was made offline
   *
   * Entries may be repeated, split and sent in any order: a completion is identified by its lesson and time, and counts once. The earliest completion of a lesson is kept. Lessons that were removed from the course are skipped.
   *
   * Scope of API keys: `courses:write`.
   *
   * @example
   * const { data } = await api.syncProgress({
   *   path: { id: 7 },
   *   body: {
   *     lessons_completed: [{ lesson_id: 4, completed_at: '2026-11-21T14:00:00.000Z', time_spent_seconds: 1800 }, { lesson_id: 3, completed_at: '2026-11-21T19:00:00.000Z', time_spent_seconds: 1800 }],
   *     last_sync_at: '2026-11-22T00:00:00.000Z',
   *   },
   * })
   */
  syncProgress: {
    input: {
      path: {
        /** The id of the course. */
        id: Id
      }
      body: SyncProgressRequest
    }
    reply: Reply<{
      /** How many entries changed something. */
      synced_count: number
      /** The share that is completed now, in whole percent. */
      updated_progress: number
      /** A verdict for each entry, in their order. */
      results: {
        /** The id of the lesson. */
        lesson_id: number
        /** What was done with the entry. */
        result: "applied" | "already" | "skipped"
        /** The reason, in free words. */
        reason: string | null
      }[]
    }>
  }
  /**
   * Remove a public file of a person
   *
   * An upload or a profile picture, permanently: its address stops working. Its owner is told, with the reason. Files of a project, an exam or an application are removed there.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.takeDownFile({ path: { id: 7 } })
   */
  takeDownFile: {
    input: {
      path: {
        /** The id of the file. */
        id: Id
      }
      query?: {
        /** Why; it is written to the audit log. */
        reason?: string | undefined
      } | undefined
    }
    reply: Done
  }
  /**
   * Report that a result was opened
   *
   * Results that many users open for a query are ranked higher for it, within limits.
   *
   * Scope of API keys: `search:read`.
   *
   * @example
   * await api.trackClick({ body: { query: 'x', researcher_id: 48, position: 1, search_id: 'abc' } })
   */
  trackClick: {
    input: {
      body: TrackClickRequest
    }
    reply: Done
  }
  /**
   * Undo an action on many applicants
   *
   * For those who manage the post, once and within 10 minutes. An application that was changed since stays as it is.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.undoBulkAction({ path: { id: 7, bulk_id: 7 } })
   */
  undoBulkAction: {
    input: {
      path: {
        /** The id of the job post. */
        id: Id
        /** The action on many applicants. */
        bulk_id: Id
      }
    }
    reply: Reply<UndoResult>
  }
  /**
   * Unlink a provider from my account
   *
   * At least one way to sign in must remain.
   *
   * Not for API keys.
   *
   * @example
   * await api.unlinkProvider({ path: { provider: 'google' } })
   */
  unlinkProvider: {
    input: {
      path: {
        /** The sign-in provider: `google`, `linkedin`, `orcid`, or a name of `OIDC_PROVIDERS`; `GET /auth/methods` lists them. */
        provider: string
      }
    }
    reply: Done
  }
  /**
   * End the mails of announcements
   *
   * What mail programs request with one click (RFC 8058), and what the page sends. Announcements then reach the user as notifications alone; all other mails stay. With `wanted` the mails begin again.
   *
   * @example
   * const response = await api.unsubscribeFromAnnouncements({ path: { id: 7 } })
   */
  unsubscribeFromAnnouncements: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
      } | undefined
      body?: UnsubscribeFromAnnouncementsRequest | undefined
    }
    reply: Response
  }
  /**
   * End the mails of saved searches
   *
   * What mail programs request with one click (RFC 8058), and what the page sends. Sets all searches of the user to `never`.
   *
   * @example
   * const response = await api.unsubscribeFromSearches({ path: { id: 7 } })
   */
  unsubscribeFromSearches: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
      query?: {
        /** When the link expires, in seconds since 1970-01-01; part of the signature. */
        expires?: string | undefined
        /** Proof that the service made the link. */
        signature?: string | undefined
        /** The API key that the link ends with. */
        key?: string | undefined
        /** Given to those who see hidden content. */
        hidden?: string | undefined
      } | undefined
      body?: UnsubscribeFromSearchesRequest | undefined
    }
    reply: Response
  }
  /**
   * Remove the verification of a company
   *
   * For administrators. The verification is shown on its page and with its job posts.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.unverifyCompany({ path: { id: 7 } })
   */
  unverifyCompany: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<Company>
  }
  /**
   * Remove the verification of a researcher
   *
   * For administrators. The verification is shown on the profile and can be used as a search filter.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.unverifyResearcher({ path: { id: 7 } })
   */
  unverifyResearcher: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
      }
    }
    reply: Reply<Researcher>
  }
  /**
   * Change my note about an applicant
   *
   * For its author, as long as they manage the post.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.updateApplicationNote({
   *   path: { id: 7, note_id: 7 },
   *   body: { text: 'Seen by an administrator.' },
   * })
   */
  updateApplicationNote: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
        /** The note. */
        note_id: Id
      }
      body: NewApplicationNote
    }
    reply: Reply<ApplicationNote>
  }
  /**
   * Change a message template
   *
   * For its owner, or those who recruit for its company. Messages that were sent stay as they are.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.updateMessageTemplate({ path: { id: 7 }, body: { name: 'Many thanks' } })
   */
  updateMessageTemplate: {
    input: {
      path: {
        /** The id of the message template. */
        id: Id
      }
      body?: MessageTemplateChange | undefined
    }
    reply: Reply<MessageTemplate>
  }
  /**
   * Change a publication
   *
   * Changes only the fields that are sent; for the owner and administrators. With other content it is not `verified` any more.
   *
   * Scope of API keys: `researchers:write`.
   *
   * @example
   * const { data } = await api.updatePublication({
   *   path: { id: 7, publication_id: 7 },
   *   body: { title: 'Outbreaks foreseen', date: '2024-03-15' },
   * })
   */
  updatePublication: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
        /** The id of the publication. */
        publication_id: Id
      }
      body?: PublicationChange | undefined
    }
    reply: Reply<ResearcherPublication>
  }
  /**
   * Change a saved search
   *
   * For its owner. With other words or filters, or after `never`, it begins anew: what it had found is gone, and what was published before is not found.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.updateSavedSearch({ path: { id: 7 }, body: { frequency: 'weekly' } })
   */
  updateSavedSearch: {
    input: {
      path: {
        /** The id of the saved search. */
        id: Id
      }
      body?: SavedSearchChange | undefined
    }
    reply: Reply<SavedSearch>
  }
  /**
   * Change the note of an entry of a talent pool
   *
   * For those who keep it.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * const { data } = await api.updateTalentPoolEntry({ path: { id: 7 }, body: { note: 'Call in May.' } })
   */
  updateTalentPoolEntry: {
    input: {
      path: {
        /** The id of the talent pool entry. */
        id: Id
      }
      body?: TalentPoolChange | undefined
    }
    reply: Reply<TalentPoolEntry>
  }
  /**
   * Become a researcher
   *
   * For learners and students who meet the requirements. All fields of the profile are optional.
   *
   * Not for API keys.
   *
   * @example
   * const { data } = await api.upgradeProfile({
   *   body: {
   *     headline: 'Maps malaria with machine learning',
   *     bio: 'I study how mosquitoes spread malaria in cities, and build m…',
   *     institution: 'University of Nairobi',
   *     department: 'w2939a44097f59afe',
   *     location: 'Nairobi, Kenya',
   *     country: 'Kenya',
   *     fields: ['Machine Learning', 'Epidemiology'],
   *     skills: ['Python', 'Statistics'],
   *     languages: ['English', 'Swahili'],
   *     years_experience: 8,
   *     h_index: 12,
   *     orcid: 'https://orcid.org/0000-0002-1825-0097',
   *     publications: [{ title: 'Outbreaks foreseen', year: 2024, venue: 'Nature', doi: '10.1000/182' }],
   *     visibility: 'private',
   *   },
   * })
   */
  upgradeProfile: {
    input: {
      body?: ResearcherChange | undefined
    }
    reply: Reply<{
      user: User
      researcher: Researcher
    }>
  }
  /**
   * Upload a file
   *
   * The type of a file is determined by its content, and its name must match. Sizes: document 25 MB, image 10 MB, video 1 GB, audio 100 MB, avatar 5 MB, resume 10 MB, project_file 5 GB. Avatars are re-encoded at no more than 512 pixels wide and high.
   *
   * Scope of API keys: `files:write`.
   *
   * @example
   * const { data } = await api.uploadFile({
   *   body: { type: 'document', folder: 'reports/2026/a_b-c', file },
   * })
   */
  uploadFile: {
    input: {
      body: UploadFileRequest
    }
    reply: Reply<{
      file: UploadedFile
    }>
  }
  /**
   * Upload the scope document of a project
   *
   * It replaces the previous one. For the owner, administrators, and collaborators with `can_edit`.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * const { data } = await api.uploadScopeDocument({
   *   path: { id: 7 },
   *   body: { document_type: 'proposal', file },
   * })
   */
  uploadScopeDocument: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
      }
      body: UploadScopeDocumentRequest
    }
    reply: Reply<{
      /** A link that is valid for one hour and needs no token. */
      document_url: string
    }>
  }
  /**
   * Upload a version of a project
   *
   * With a `file`, or with the `file_id` of a completed upload, so that large uploads can be resumed. For the owner, administrators, and collaborators with `can_upload_versions`.
   *
   * Scope of API keys: `projects:write`.
   *
   * @example
   * const { data } = await api.uploadVersion({
   *   path: { id: 7 },
   *   body: { version_number: '1.0.0', file_id: 12 },
   * })
   */
  uploadVersion: {
    input: {
      path: {
        /** The id of the project. */
        id: Id
      }
      body: UploadVersionRequest
    }
    reply: Reply<{
      version: NewProjectVersion
    }>
  }
  /**
   * Verify a certificate
   *
   * Needs no token. Returns a page, unless `Accept` prefers `application/json`.
   *
   * @example
   * const { data } = await api.verifyCertificate({ path: { code: '7K3M-QX9V-04TN-HB2E' } })
   */
  verifyCertificate: {
    input: {
      path: {
        /** In any case, with or without dashes. */
        code: string
      }
    }
    reply: Reply<CertificateVerification>
  }
  /**
   * Mark a company as verified
   *
   * For administrators. The verification is shown on its page and with its job posts.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.verifyCompany({ path: { id: 7 } })
   */
  verifyCompany: {
    input: {
      path: {
        /** The id, a number. */
        id: Id
      }
    }
    reply: Reply<Company>
  }
  /**
   * Verify an e-mail address
   *
   * With the token from the mail. This also activates a changed address. The second use of a link is a success too, as long as the address is that of the account.
   *
   * @example
   * const { data } = await api.verifyEmail({ body: { token: '…' } })
   */
  verifyEmail: {
    input: {
      body: EmailProof
    }
    reply: Reply<EmailState>
  }
  /**
   * Sign in with Google Identity Services
   *
   * Accepts the ID token as `credential`, `id_token` or `token`. A token with a nonce can be used once; if `nonce` is sent, it must equal the nonce of the token.
   *
   * @example
   * const { data } = await api.verifyGoogleCredential({
   *   body: {
   *     credential: 'eyJhbGciOiJSUzI1NiIsImtpZCI6Imdvb2QifQ.eyJpc3MiOiJodHRwOi8vM…',
   *     nonce: 'the one',
   *   },
   * })
   * if (data.two_factor_required) console.log(data.challenge, data.methods)
   * else console.log(data.token, data.token_type)
   */
  verifyGoogleCredential: {
    input: {
      body?: VerifyGoogleCredentialRequest | undefined
    }
    reply: Reply<SignedInByProvider | TwoFactorRequired>
  }
  /**
   * Verify the identity of a researcher, or withdraw it
   *
   * Verified researchers are marked in the search and may award certificates.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * await api.verifyPerson({ path: { id: 7 }, body: { verified: true, reason: 'Passport seen' } })
   */
  verifyPerson: {
    input: {
      path: {
        /** The id of the person. */
        id: Id
      }
      body: VerifyPersonRequest
    }
    reply: Done
  }
  /**
   * Find out whether a receipt of a save is genuine
   *
   * A receipt ends with `APP_SECRET`, the secret of the service.
   *
   * Scope of API keys: `exams:read`.
   *
   * @example
   * const { data } = await api.verifyReceipt({
   *   body: {
   *     attempt_id: 9,
   *     receipt: { revision: 0, saved_at: '2026-11-21T09:00:00Z', answers_sha256: '000000000000000000000000000000000000000000000000000000000000…', mac: 'x' },
   *   },
   * })
   */
  verifyReceipt: {
    input: {
      body: VerifyReceiptRequest
    }
    reply: Reply<{
      /** Whether this service made the receipt, for this attempt, with its present secret. */
      genuine: boolean
    }>
  }
  /**
   * Mark a researcher as verified
   *
   * For administrators. The verification is shown on the profile and can be used as a search filter.
   *
   * Scope of API keys: `admin:write`.
   *
   * @example
   * const { data } = await api.verifyResearcher({ path: { id: 7 } })
   */
  verifyResearcher: {
    input: {
      path: {
        /** The id of the researcher profile. */
        id: Id
      }
    }
    reply: Reply<Researcher>
  }
  /**
   * Withdraw my application
   *
   * Deletes the application and its resume, and cancels interviews. While the post is open, the user may apply again.
   *
   * Scope of API keys: `jobs:write`.
   *
   * @example
   * await api.withdrawApplication({ path: { id: 7 } })
   */
  withdrawApplication: {
    input: {
      path: {
        /** The id of the application. */
        id: Id
      }
    }
    reply: Done
  }
  /**
   * Withdraw a link to a certificate
   *
   * For its holder. The page is gone at once; a copy of the picture may stay in caches for five minutes.
   *
   * Scope of API keys: `exams:write`.
   *
   * @example
   * await api.withdrawCertificateShare({ path: { id: 7, share_id: 7 } })
   */
  withdrawCertificateShare: {
    input: {
      path: {
        /** The id of the certificate. */
        id: Id
        /** The id of the link to the certificate. */
        share_id: Id
      }
    }
    reply: Done
  }
}

/** The path of each operation, its parameters, and its response type if that is not JSON. */
export const operations = {
  acceptCollaboration: { method: 'POST', path: '/projects/{id}/collaborators/{collaborator_id}/accept', keyed: true },
  acceptCompanyInvitation: { method: 'POST', path: '/companies/{id}/members/{member_id}/accept', keyed: true },
  acceptInvitation: { method: 'POST', path: '/auth/invitations/accept' },
  acceptTeamMembership: { method: 'POST', path: '/researchers/{id}/team/{member_id}/accept', keyed: true },
  addAccommodation: { method: 'POST', path: '/exams/{id}/accommodations', keyed: true },
  addApplicationNote: { method: 'POST', path: '/job-applications/{id}/notes', keyed: true },
  addBankEditor: { method: 'POST', path: '/question-banks/{id}/editors', keyed: true },
  addBankQuestion: { method: 'POST', path: '/question-banks/{id}/questions', keyed: true },
  addCollaborator: { method: 'POST', path: '/projects/{id}/collaborators', keyed: true },
  addCoupon: { method: 'POST', path: '/coupons', keyed: true },
  addGrader: { method: 'POST', path: '/exams/{id}/graders', keyed: true },
  addLesson: { method: 'POST', path: '/courses/{id}/lessons', keyed: true },
  addMaterial: { method: 'POST', path: '/exams/{id}/study-materials', takes: 'form', keyed: true },
  addMilestone: { method: 'POST', path: '/projects/{id}/milestones', keyed: true },
  addPasskey: { method: 'POST', path: '/auth/passkeys', keyed: true },
  addPaymentMethod: { method: 'POST', path: '/payment-methods', keyed: true },
  addPlan: { method: 'POST', path: '/subscriptions/plans', keyed: true },
  addQuestion: { method: 'POST', path: '/exams/{id}/questions', keyed: true },
  addReviewer: { method: 'POST', path: '/job-posts/{id}/reviewers', keyed: true },
  addScorecard: { method: 'POST', path: '/job-applications/{id}/scorecards', keyed: true },
  addTeamMember: { method: 'POST', path: '/researchers/{id}/team', keyed: true },
  addToCourseRoster: { method: 'POST', path: '/courses/{id}/roster', keyed: true },
  addToExamRoster: { method: 'POST', path: '/exams/{id}/roster', keyed: true },
  advanceSandboxClock: { method: 'POST', path: '/sandbox/clock' },
  answerAppeal: { method: 'PUT', path: '/exams/{id}/appeals/{appeal_id}' },
  answerCandidateInvitation: { method: 'POST', path: '/job-candidates/{id}/invitation', answers: 'file' },
  answerConsent: { method: 'POST', path: '/talent-pool/{id}/consent', answers: 'file' },
  answerInterview: { method: 'POST', path: '/interviews/{id}/answer', keyed: true },
  answerInvitation: { method: 'POST', path: '/interviews/{id}/invitation', answers: 'file' },
  answerTalentPoolRequest: { method: 'POST', path: '/talent-pool/{id}/answer', keyed: true },
  applyBulkAction: { method: 'POST', path: '/job-posts/{id}/applicants/bulk', keyed: true },
  askForVerificationCode: { method: 'GET', path: '/certificates/verify', answers: 'file' },
  beginConsoleSession: { method: 'POST', path: '/admin/session', keyed: true },
  beginPasskey: { method: 'POST', path: '/auth/passkeys/options', keyed: true },
  beginPasskeyLogin: { method: 'POST', path: '/auth/passkeys/login/options' },
  beginPaymentMethodSetup: { method: 'POST', path: '/payment-methods/setups', keyed: true },
  beginSignIn: { method: 'GET', path: '/auth/{provider}/redirect', answers: 'file' },
  bookExam: { method: 'POST', path: '/exams/{id}/book', keyed: true },
  cancelAnnouncement: { method: 'POST', path: '/admin/announcements/{id}/cancel', keyed: true },
  cancelBooking: { method: 'DELETE', path: '/exam-bookings/{id}' },
  cancelInterviewSlot: { method: 'DELETE', path: '/job-applications/{id}/interview-slot' },
  cancelMail: { method: 'POST', path: '/admin/mails/{id}/cancel', keyed: true },
  cancelSubscription: { method: 'POST', path: '/subscriptions/cancel', keyed: true },
  cancelSubscriptionOfPerson: { method: 'POST', path: '/admin/subscriptions/{id}/cancel', keyed: true },
  changeAccommodation: { method: 'PUT', path: '/exams/{id}/accommodations/{accommodation_id}' },
  changeApplicationStatus: { method: 'PUT', path: '/job-applications/{id}/status' },
  changeAvatar: { method: 'POST', path: '/users/{id}/upload-avatar', takes: 'form', keyed: true },
  changeBankQuestion: { method: 'PUT', path: '/question-banks/{id}/questions/{question_id}' },
  changeCollaborator: { method: 'PUT', path: '/projects/{id}/collaborators/{collaborator_id}' },
  changeCompany: { method: 'PUT', path: '/companies/{id}' },
  changeCompanyLogo: { method: 'POST', path: '/companies/{id}/logo', takes: 'form', keyed: true },
  changeCompanyMember: { method: 'PUT', path: '/companies/{id}/members/{member_id}' },
  changeCourse: { method: 'PUT', path: '/courses/{id}' },
  changeEnrollment: { method: 'PUT', path: '/courses/{id}/enrollment' },
  changeExam: { method: 'PUT', path: '/exams/{id}' },
  changeInterview: { method: 'PUT', path: '/interviews/{id}' },
  changeJobPost: { method: 'PUT', path: '/job-posts/{id}' },
  changeLesson: { method: 'PUT', path: '/courses/{id}/lessons/{lesson_id}' },
  changeMilestone: { method: 'PUT', path: '/projects/{id}/milestones/{milestone_id}' },
  changeMyAvatar: { method: 'POST', path: '/auth/update-profile-picture', takes: 'form', keyed: true },
  changeMyResearcher: { method: 'PUT', path: '/researchers/me' },
  changePaymentMethod: { method: 'PUT', path: '/payment-methods/{id}' },
  changePlan: { method: 'PUT', path: '/subscriptions/plans/{id}' },
  changePreferences: { method: 'PUT', path: '/notifications/preferences' },
  changeProfilePhoto: { method: 'POST', path: '/users/{id}', takes: 'form', keyed: true },
  changeProject: { method: 'PUT', path: '/projects/{id}' },
  changeQuestion: { method: 'PUT', path: '/exams/{id}/questions/{question_id}' },
  changeQuestionBank: { method: 'PUT', path: '/question-banks/{id}' },
  changeResearcher: { method: 'PUT', path: '/researchers/{id}' },
  changeRole: { method: 'PUT', path: '/admin/users/{id}/role' },
  changeScorecard: { method: 'PUT', path: '/job-applications/{id}/scorecards/{scorecard_id}' },
  changeUser: { method: 'PUT', path: '/users/{id}' },
  changeWebhook: { method: 'PUT', path: '/webhooks/{id}' },
  checkMoney: { method: 'POST', path: '/payments/callbacks/money/{secret}/check' },
  checkMoneyByPut: { method: 'PUT', path: '/payments/callbacks/money/{secret}/check' },
  chooseInterviewSlot: { method: 'PUT', path: '/job-applications/{id}/interview-slot' },
  chooseSlotByLink: { method: 'POST', path: '/job-applications/{id}/choose-time', answers: 'file' },
  claimGrading: { method: 'POST', path: '/exams/{id}/grading/claim', keyed: true },
  closePaymentDifference: { method: 'POST', path: '/admin/payments/differences/{id}/close', keyed: true },
  closeRefund: { method: 'POST', path: '/admin/refunds/{id}/close', keyed: true },
  completeCourse: { method: 'POST', path: '/courses/{id}/complete', keyed: true },
  completeSignIn: { method: 'POST', path: '/auth/{provider}/callback' },
  completeTwoFactor: { method: 'POST', path: '/auth/two-factor' },
  completeUpload: { method: 'POST', path: '/upload/chunk/complete', keyed: true },
  countUnread: { method: 'GET', path: '/notifications/unread-count' },
  countWaiting: { method: 'GET', path: '/admin/waiting' },
  createAnnouncement: { method: 'POST', path: '/admin/announcements', keyed: true },
  createApiKey: { method: 'POST', path: '/auth/api-keys', keyed: true },
  createAppeal: { method: 'POST', path: '/exam-attempts/{id}/appeals', keyed: true },
  createCalendar: { method: 'POST', path: '/calendar', keyed: true },
  createCompany: { method: 'POST', path: '/companies', keyed: true },
  createCourse: { method: 'POST', path: '/courses', keyed: true },
  createExam: { method: 'POST', path: '/exams', keyed: true },
  createInterviewSlots: { method: 'POST', path: '/interview-slots', keyed: true },
  createJobPost: { method: 'POST', path: '/job-posts', keyed: true },
  createMessageTemplate: { method: 'POST', path: '/message-templates', keyed: true },
  createProject: { method: 'POST', path: '/projects', keyed: true },
  createPublication: { method: 'POST', path: '/researchers/{id}/publications', keyed: true },
  createQuestionBank: { method: 'POST', path: '/question-banks', keyed: true },
  createSavedSearch: { method: 'POST', path: '/saved-searches', keyed: true },
  createTalentPoolEntry: { method: 'POST', path: '/talent-pool', keyed: true },
  createWebhook: { method: 'POST', path: '/webhooks', keyed: true },
  decideReport: { method: 'POST', path: '/admin/reports/{id}/decide', keyed: true },
  deleteApplicationNote: { method: 'DELETE', path: '/job-applications/{id}/notes/{note_id}' },
  deleteAvatar: { method: 'DELETE', path: '/users/{id}/avatar' },
  deleteCandidate: { method: 'DELETE', path: '/job-posts/{id}/candidates/{candidate_id}' },
  deleteCompany: { method: 'DELETE', path: '/companies/{id}' },
  deleteCoupon: { method: 'DELETE', path: '/coupons/{id}' },
  deleteCourse: { method: 'DELETE', path: '/courses/{id}' },
  deleteExam: { method: 'DELETE', path: '/exams/{id}' },
  deleteFile: { method: 'DELETE', path: '/files/{id}' },
  deleteInterview: { method: 'DELETE', path: '/interviews/{id}' },
  deleteInterviewSlot: { method: 'DELETE', path: '/interview-slots/{id}' },
  deleteJobPost: { method: 'DELETE', path: '/job-posts/{id}' },
  deleteLesson: { method: 'DELETE', path: '/courses/{id}/lessons/{lesson_id}' },
  deleteMessageTemplate: { method: 'DELETE', path: '/message-templates/{id}' },
  deleteMilestone: { method: 'DELETE', path: '/projects/{id}/milestones/{milestone_id}' },
  deleteNotification: { method: 'DELETE', path: '/notifications/{id}' },
  deletePaymentMethod: { method: 'DELETE', path: '/payment-methods/{id}' },
  deleteProject: { method: 'DELETE', path: '/projects/{id}' },
  deletePublication: { method: 'DELETE', path: '/researchers/{id}/publications/{publication_id}' },
  deleteQuestionBank: { method: 'DELETE', path: '/question-banks/{id}' },
  deleteResearcher: { method: 'DELETE', path: '/researchers/{id}' },
  deleteSavedSearch: { method: 'DELETE', path: '/saved-searches/{id}' },
  deleteScopeDocument: { method: 'DELETE', path: '/projects/{id}/scope-document' },
  deleteTalentPoolEntry: { method: 'DELETE', path: '/talent-pool/{id}' },
  deleteTask: { method: 'DELETE', path: '/admin/tasks/{id}' },
  deleteUser: { method: 'DELETE', path: '/users/{id}' },
  deleteVersion: { method: 'DELETE', path: '/projects/{id}/versions/{version_id}' },
  disableTwoFactor: { method: 'POST', path: '/auth/two-factor/disable', keyed: true },
  discloseIdentity: { method: 'POST', path: '/job-applications/{id}/identity', keyed: true },
  downloadCertificate: { method: 'GET', path: '/certificates/{id}/download', answers: 'file' },
  downloadCourse: { method: 'GET', path: '/courses/{id}/download' },
  downloadCredential: { method: 'GET', path: '/certificates/{id}/credential', answers: 'file' },
  downloadCreditNote: { method: 'GET', path: '/billing/credit-notes/{number}/pdf', answers: 'file' },
  downloadCv: { method: 'GET', path: '/users/{id}/resume.pdf', answers: 'file' },
  downloadInvoice: { method: 'GET', path: '/billing/invoices/{number}/pdf', answers: 'file' },
  downloadResume: { method: 'GET', path: '/job-applications/{id}/resume', answers: 'file' },
  downloadTranscript: { method: 'GET', path: '/users/{id}/transcript', answers: 'file' },
  enableTwoFactor: { method: 'POST', path: '/auth/two-factor/enable', keyed: true },
  endAnnouncedSession: { method: 'POST', path: '/auth/sessions/end' },
  endApiKey: { method: 'DELETE', path: '/auth/api-keys/{id}' },
  endCalendar: { method: 'DELETE', path: '/calendar' },
  endSession: { method: 'DELETE', path: '/auth/sessions/{id}' },
  endSessionOfPerson: { method: 'DELETE', path: '/admin/users/{id}/sessions/{session_id}' },
  endSessionsOfPerson: { method: 'POST', path: '/admin/users/{id}/end-sessions', keyed: true },
  endSlotInvitation: { method: 'DELETE', path: '/job-applications/{id}/slot-invitation' },
  enroll: { method: 'POST', path: '/courses/{id}/enroll', keyed: true },
  enrollLearners: { method: 'POST', path: '/courses/{id}/enrollments', keyed: true },
  examineCredential: { method: 'POST', path: '/certificates/verify', takes: 'form' },
  exportQuestions: { method: 'GET', path: '/question-banks/{id}/export' },
  exportUser: { method: 'GET', path: '/users/{id}/export' },
  extendExam: { method: 'POST', path: '/exams/{id}/extend', keyed: true },
  extendSubscription: { method: 'POST', path: '/admin/subscriptions/{id}/extend', keyed: true },
  extendTalentPoolEntry: { method: 'POST', path: '/talent-pool/{id}/extension', keyed: true },
  followChanges: { method: 'GET', path: '/changes/stream', answers: 'file' },
  followNotifications: { method: 'GET', path: '/notifications/stream', answers: 'file' },
  forgotPassword: { method: 'POST', path: '/auth/forgot-password' },
  getPaymentMethodSetup: { method: 'GET', path: '/payment-methods/setups/{id}' },
  grantSubscription: { method: 'POST', path: '/admin/subscriptions', keyed: true },
  hearGateway: { method: 'POST', path: '/payments/webhooks/{gateway}' },
  hearGatewayByPut: { method: 'PUT', path: '/payments/webhooks/{gateway}' },
  hearMoney: { method: 'POST', path: '/payments/callbacks/money/{secret}' },
  hearMoneyByPut: { method: 'PUT', path: '/payments/callbacks/money/{secret}' },
  hearPromptResult: { method: 'POST', path: '/payments/callbacks/prompt/{secret}' },
  hearPromptResultByPut: { method: 'PUT', path: '/payments/callbacks/prompt/{secret}' },
  hearRefundResult: { method: 'POST', path: '/payments/callbacks/result/{secret}' },
  hearRefundResultByPut: { method: 'PUT', path: '/payments/callbacks/result/{secret}' },
  hideContent: { method: 'POST', path: '/admin/content/{kind}/{id}/hide', keyed: true },
  importCandidates: { method: 'POST', path: '/job-posts/{id}/candidates/import', keyed: true },
  importPeople: { method: 'POST', path: '/admin/users/import', keyed: true },
  importPublications: { method: 'POST', path: '/researchers/{id}/publications/import', keyed: true },
  importQuestions: { method: 'POST', path: '/question-banks/{id}/import', takes: 'form', keyed: true },
  importResume: { method: 'POST', path: '/users/{id}/resume/import', keyed: true },
  inviteCandidate: { method: 'POST', path: '/job-posts/{id}/candidates/{candidate_id}/invite', keyed: true },
  inviteCompanyMember: { method: 'POST', path: '/companies/{id}/members', keyed: true },
  invitePerson: { method: 'POST', path: '/admin/users', keyed: true },
  inviteToSlots: { method: 'POST', path: '/job-applications/{id}/slot-invitation', keyed: true },
  keepConsoleSession: { method: 'PUT', path: '/admin/session' },
  latestVersion: { method: 'GET', path: '/projects/{id}/versions/latest', answers: 'file' },
  listAccommodations: { method: 'GET', path: '/exams/{id}/accommodations' },
  listActivity: { method: 'GET', path: '/users/{id}/activity' },
  listAnnouncements: { method: 'GET', path: '/admin/announcements' },
  listApiKeys: { method: 'GET', path: '/auth/api-keys' },
  listAppeals: { method: 'GET', path: '/exams/{id}/appeals' },
  listAppealsOfAttempt: { method: 'GET', path: '/exam-attempts/{id}/appeals' },
  listApplicants: { method: 'GET', path: '/job-posts/{id}/applicants' },
  listApplicationMessages: { method: 'GET', path: '/job-applications/{id}/messages' },
  listApplicationNotes: { method: 'GET', path: '/job-applications/{id}/notes' },
  listAttemptsOfExam: { method: 'GET', path: '/exams/{id}/attempts' },
  listAudit: { method: 'GET', path: '/admin/audit' },
  listBankEditors: { method: 'GET', path: '/question-banks/{id}/editors' },
  listBankQuestions: { method: 'GET', path: '/question-banks/{id}/questions' },
  listBilling: { method: 'GET', path: '/billing/history' },
  listCandidates: { method: 'GET', path: '/job-posts/{id}/candidates' },
  listCategories: { method: 'GET', path: '/search/categories' },
  listCertificateShares: { method: 'GET', path: '/certificates/{id}/shares' },
  listCertificates: { method: 'GET', path: '/certificates' },
  listChanges: { method: 'GET', path: '/changes' },
  listCollaborators: { method: 'GET', path: '/projects/{id}/collaborators' },
  listCompanies: { method: 'GET', path: '/companies' },
  listCompanyInvitations: { method: 'GET', path: '/company-invitations' },
  listCompanyMembers: { method: 'GET', path: '/companies/{id}/members' },
  listConsents: { method: 'GET', path: '/talent-pool/consents' },
  listContent: { method: 'GET', path: '/admin/content' },
  listCoupons: { method: 'GET', path: '/coupons' },
  listCourseRoster: { method: 'GET', path: '/courses/{id}/roster' },
  listCourses: { method: 'GET', path: '/courses' },
  listCreditNotes: { method: 'GET', path: '/billing/credit-notes' },
  listEnrolledCourses: { method: 'GET', path: '/courses/enrolled' },
  listExamEvents: { method: 'GET', path: '/exam-attempts/{id}/events' },
  listExamResults: { method: 'GET', path: '/exams/{id}/results' },
  listExamRoster: { method: 'GET', path: '/exams/{id}/roster' },
  listExams: { method: 'GET', path: '/exams' },
  listExportOmissions: { method: 'GET', path: '/question-banks/{id}/export/omissions' },
  listFigures: { method: 'GET', path: '/admin/figures' },
  listFiles: { method: 'GET', path: '/files' },
  listGraders: { method: 'GET', path: '/exams/{id}/graders' },
  listGrading: { method: 'GET', path: '/exams/{id}/grading' },
  listGradingExams: { method: 'GET', path: '/exams/grading' },
  listInterviewSlots: { method: 'GET', path: '/interview-slots' },
  listInterviewsOfPost: { method: 'GET', path: '/job-posts/{id}/interviews' },
  listInvitations: { method: 'GET', path: '/admin/invitations' },
  listJobPosts: { method: 'GET', path: '/job-posts' },
  listLearners: { method: 'GET', path: '/courses/{id}/learners' },
  listLessons: { method: 'GET', path: '/courses/{id}/lessons' },
  listMails: { method: 'GET', path: '/admin/mails' },
  listMaterials: { method: 'GET', path: '/exams/{id}/study-materials' },
  listMessageTemplates: { method: 'GET', path: '/message-templates' },
  listMilestones: { method: 'GET', path: '/projects/{id}/milestones' },
  listMyApplications: { method: 'GET', path: '/job-applications' },
  listMyAttempts: { method: 'GET', path: '/exam-attempts' },
  listMyBookings: { method: 'GET', path: '/exam-bookings' },
  listMyInterviews: { method: 'GET', path: '/interviews' },
  listNotifications: { method: 'GET', path: '/notifications' },
  listOfferedSlots: { method: 'GET', path: '/job-applications/{id}/interview-slots' },
  listPasskeys: { method: 'GET', path: '/auth/passkeys' },
  listPaymentDifferences: { method: 'GET', path: '/admin/payments/differences' },
  listPaymentMethodTypes: { method: 'GET', path: '/payment-methods/types' },
  listPaymentMethods: { method: 'GET', path: '/payment-methods' },
  listPayments: { method: 'GET', path: '/admin/payments' },
  listPeople: { method: 'GET', path: '/admin/users' },
  listPeopleImportRows: { method: 'GET', path: '/admin/users/imports/{id}/rows' },
  listPeopleImports: { method: 'GET', path: '/admin/users/imports' },
  listPlans: { method: 'GET', path: '/subscriptions/plans' },
  listPopular: { method: 'GET', path: '/search/popular' },
  listProjects: { method: 'GET', path: '/projects' },
  listPublicFiles: { method: 'GET', path: '/admin/files' },
  listPublications: { method: 'GET', path: '/researchers/{id}/publications' },
  listQuestionBanks: { method: 'GET', path: '/question-banks' },
  listQuestions: { method: 'GET', path: '/exams/{id}/questions' },
  listRefunds: { method: 'GET', path: '/admin/refunds' },
  listReports: { method: 'GET', path: '/admin/reports' },
  listResearchers: { method: 'GET', path: '/researchers' },
  listRevenue: { method: 'GET', path: '/admin/revenue' },
  listReviewers: { method: 'GET', path: '/job-posts/{id}/reviewers' },
  listSavedSearchMatches: { method: 'GET', path: '/saved-searches/{id}/matches' },
  listSavedSearches: { method: 'GET', path: '/saved-searches' },
  listSchedules: { method: 'GET', path: '/admin/schedules' },
  listScorecards: { method: 'GET', path: '/job-applications/{id}/scorecards' },
  listSearchAliases: { method: 'GET', path: '/admin/search/aliases' },
  listSessions: { method: 'GET', path: '/auth/sessions' },
  listSubscriptions: { method: 'GET', path: '/admin/subscriptions' },
  listTalentPool: { method: 'GET', path: '/talent-pool' },
  listTasks: { method: 'GET', path: '/admin/tasks' },
  listTeam: { method: 'GET', path: '/researchers/{id}/team' },
  listUndoableActions: { method: 'GET', path: '/job-posts/{id}/applicants/bulk' },
  listUnmatchedPayments: { method: 'GET', path: '/admin/payments/unmatched' },
  listUserRecords: { method: 'GET', path: '/admin/users/{id}/records/{kind}' },
  listUsers: { method: 'GET', path: '/users' },
  listVersions: { method: 'GET', path: '/projects/{id}/versions' },
  listWebhookDeliveries: { method: 'GET', path: '/webhooks/{id}/deliveries' },
  listWebhooks: { method: 'GET', path: '/webhooks' },
  logInWithPasskey: { method: 'POST', path: '/auth/passkeys/login' },
  login: { method: 'POST', path: '/auth/login' },
  logout: { method: 'POST', path: '/auth/logout', keyed: true },
  logoutEverywhere: { method: 'POST', path: '/auth/logout-all', keyed: true },
  mailResetLink: { method: 'POST', path: '/admin/users/{id}/password-reset', keyed: true },
  makeStreamTicket: { method: 'POST', path: '/notifications/stream-ticket', keyed: true },
  markAllNotificationsRead: { method: 'PUT', path: '/notifications/read-all' },
  markNotificationRead: { method: 'PUT', path: '/notifications/{id}/read' },
  matchUnmatchedPayment: { method: 'POST', path: '/admin/payments/unmatched/{id}/match', keyed: true },
  openCourseDownload: { method: 'GET', path: '/courses/{id}/downloads/{enrollment_id}', answers: 'file' },
  orderLessons: { method: 'PUT', path: '/courses/{id}/lessons/order' },
  payRenewal: { method: 'POST', path: '/subscriptions/pay', keyed: true },
  prepareSignIn: { method: 'POST', path: '/auth/{provider}/start' },
  previewMessageTemplate: { method: 'POST', path: '/message-templates/{id}/preview', keyed: true },
  proveTransparency: { method: 'GET', path: '/transparency/proof' },
  readCalendar: { method: 'GET', path: '/calendar/{token}.ics', answers: 'file' },
  readJobFeedAsAtom: { method: 'GET', path: '/feeds/job-posts.atom', answers: 'file' },
  readJobFeedAsJson: { method: 'GET', path: '/feeds/job-posts.json', answers: 'file' },
  readJobFeedAsRss: { method: 'GET', path: '/job-posts.rss', answers: 'file' },
  readSitemap: { method: 'GET', path: '/sitemap.xml', answers: 'file' },
  receiveChunk: { method: 'POST', path: '/upload/chunk', takes: 'form', keyed: true },
  recordExamEvents: { method: 'POST', path: '/exam-attempts/{id}/events', keyed: true },
  recordPayment: { method: 'POST', path: '/admin/payments', keyed: true },
  recordUnmatchedPayment: { method: 'POST', path: '/admin/payments/unmatched', keyed: true },
  redeliverWebhook: { method: 'POST', path: '/webhooks/{id}/deliveries/{delivery_id}/redeliver', keyed: true },
  refreshMyPayment: { method: 'POST', path: '/payments/{id}/refresh', keyed: true },
  refreshPaymentMethod: { method: 'POST', path: '/payment-methods/{id}/refresh', keyed: true },
  refreshPaymentMethodSetup: { method: 'POST', path: '/payment-methods/setups/{id}/refresh', keyed: true },
  refundPayment: { method: 'POST', path: '/admin/payments/{id}/refund', keyed: true },
  regradeExam: { method: 'POST', path: '/exams/{id}/regrade', keyed: true },
  rejectEmail: { method: 'POST', path: '/auth/email/reject' },
  releaseGrades: { method: 'POST', path: '/exams/{id}/grades/release', keyed: true },
  removeAccommodation: { method: 'DELETE', path: '/exams/{id}/accommodations/{accommodation_id}' },
  removeBankEditor: { method: 'DELETE', path: '/question-banks/{id}/editors/{editor_id}' },
  removeBankQuestion: { method: 'DELETE', path: '/question-banks/{id}/questions/{question_id}' },
  removeCollaborator: { method: 'DELETE', path: '/projects/{id}/collaborators/{collaborator_id}' },
  removeCompanyMember: { method: 'DELETE', path: '/companies/{id}/members/{member_id}' },
  removeFromCourseRoster: { method: 'DELETE', path: '/courses/{id}/roster' },
  removeFromExamRoster: { method: 'DELETE', path: '/exams/{id}/roster' },
  removeGrader: { method: 'DELETE', path: '/exams/{id}/graders/{grader_id}' },
  removeMaterial: { method: 'DELETE', path: '/exams/{id}/study-materials/{material_id}' },
  removePasskey: { method: 'DELETE', path: '/auth/passkeys/{id}' },
  removeQuestion: { method: 'DELETE', path: '/exams/{id}/questions/{question_id}' },
  removeReviewer: { method: 'DELETE', path: '/job-posts/{id}/reviewers/{reviewer_id}' },
  removeTeamMember: { method: 'DELETE', path: '/researchers/{id}/team/{member_id}' },
  removeTwoFactor: { method: 'DELETE', path: '/users/{id}/two-factor' },
  removeWebhook: { method: 'DELETE', path: '/webhooks/{id}' },
  renamePasskey: { method: 'PUT', path: '/auth/passkeys/{id}' },
  renewRecoveryCodes: { method: 'POST', path: '/auth/two-factor/recovery-codes', keyed: true },
  replaceApplicationTags: { method: 'PUT', path: '/job-applications/{id}/tags' },
  replaceSearchAliases: { method: 'PUT', path: '/admin/search/aliases' },
  reportContent: { method: 'POST', path: '/reports', keyed: true },
  reportProgress: { method: 'PUT', path: '/courses/{id}/progress' },
  resendInvitation: { method: 'POST', path: '/admin/users/{id}/invitation', keyed: true },
  resendVerification: { method: 'POST', path: '/auth/email/resend', keyed: true },
  resetPassword: { method: 'POST', path: '/auth/reset-password' },
  restoreContent: { method: 'POST', path: '/admin/content/{kind}/{id}/restore', keyed: true },
  restorePerson: { method: 'POST', path: '/admin/users/{id}/restore', keyed: true },
  resumeSubscription: { method: 'POST', path: '/subscriptions/resume', keyed: true },
  retryMail: { method: 'POST', path: '/admin/mails/{id}/retry', keyed: true },
  retryRefund: { method: 'POST', path: '/admin/refunds/{id}/retry', keyed: true },
  retryTask: { method: 'POST', path: '/admin/tasks/{id}/retry', keyed: true },
  returnUnmatchedPayment: { method: 'POST', path: '/admin/payments/unmatched/{id}/return', keyed: true },
  reviewAttempt: { method: 'GET', path: '/exam-attempts/{id}/review' },
  revokeCertificate: { method: 'POST', path: '/certificates/{id}/revoke', keyed: true },
  revokeFoundApiKey: { method: 'POST', path: '/auth/api-keys/revoke' },
  revokeInvitation: { method: 'DELETE', path: '/admin/users/{id}/invitation' },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/{id}/rotate-secret', keyed: true },
  runSchedule: { method: 'POST', path: '/admin/schedules/{name}/run', keyed: true },
  saveAnswers: { method: 'PUT', path: '/exam-attempts/{id}/answers' },
  scheduleInterview: { method: 'POST', path: '/job-posts/{id}/schedule-interview', keyed: true },
  search: { method: 'POST', path: '/search/intelligent', keyed: true },
  sendApplicationMessage: { method: 'POST', path: '/job-applications/{id}/messages', keyed: true },
  sendPromptAgain: { method: 'POST', path: '/payments/{id}/prompt', keyed: true },
  sendWebhookTest: { method: 'POST', path: '/webhooks/{id}/test', keyed: true },
  setGrade: { method: 'PUT', path: '/exam-attempts/{id}/grades/{question_id}' },
  setUpTwoFactor: { method: 'POST', path: '/auth/two-factor/setup', keyed: true },
  setUserAccommodation: { method: 'PUT', path: '/users/{id}/accommodations' },
  shareCertificate: { method: 'POST', path: '/certificates/{id}/share', keyed: true },
  showAccountInvitation: { method: 'POST', path: '/auth/invitations/show' },
  showAnnouncement: { method: 'GET', path: '/admin/announcements/{id}' },
  showAnnouncementPreview: { method: 'POST', path: '/admin/announcements/preview', keyed: true },
  showAnnouncementUnsubscription: { method: 'GET', path: '/announcements/unsubscribe/{id}', answers: 'file' },
  showApplication: { method: 'GET', path: '/job-applications/{id}' },
  showAttempt: { method: 'GET', path: '/exam-attempts/{id}' },
  showAuditHead: { method: 'GET', path: '/admin/audit/head' },
  showCandidate: { method: 'GET', path: '/job-posts/{id}/candidates/{candidate_id}' },
  showCandidateInvitation: { method: 'GET', path: '/job-candidates/{id}/invitation', answers: 'file' },
  showCertificate: { method: 'GET', path: '/certificates/{id}' },
  showCertificateBadge: { method: 'GET', path: '/certificates/verify/{code}/badge.svg', answers: 'file' },
  showCertificateBadgeAsPng: { method: 'GET', path: '/certificates/verify/{code}/badge.png', answers: 'file' },
  showCertificateCard: { method: 'GET', path: '/certificates/verify/{code}/card.png', answers: 'file' },
  showCompany: { method: 'GET', path: '/companies/{id}' },
  showConsent: { method: 'GET', path: '/talent-pool/{id}/consent', answers: 'file' },
  showContent: { method: 'GET', path: '/admin/content/{kind}/{id}' },
  showCourse: { method: 'GET', path: '/courses/{id}' },
  showCredential: { method: 'GET', path: '/certificates/verify/{code}/credential', answers: 'file' },
  showCreditNote: { method: 'GET', path: '/billing/credit-notes/{number}', answers: 'file' },
  showDidDocument: { method: 'GET', path: '/.well-known/did.json', answers: 'file' },
  showDidDocumentOfPath: { method: 'GET', path: '/did.json', answers: 'file' },
  showEligibility: { method: 'GET', path: '/profile/eligibility' },
  showEnrollmentPreview: { method: 'POST', path: '/courses/{id}/preview', keyed: true },
  showExam: { method: 'GET', path: '/exams/{id}' },
  showGrade: { method: 'GET', path: '/exam-attempts/{id}/grades/{question_id}' },
  showInstitution: { method: 'GET', path: '/institutions/{ror}' },
  showInterviewSlot: { method: 'GET', path: '/interview-slots/{id}' },
  showInvitation: { method: 'GET', path: '/interviews/{id}/invitation', answers: 'file' },
  showInvoice: { method: 'GET', path: '/billing/invoices/{number}', answers: 'file' },
  showIssuer: { method: 'GET', path: '/issuer', answers: 'file' },
  showJobFunnel: { method: 'GET', path: '/job-posts/{id}/funnel' },
  showJobPost: { method: 'GET', path: '/job-posts/{id}' },
  showKeySet: { method: 'GET', path: '/.well-known/jwks.json', answers: 'file' },
  showLesson: { method: 'GET', path: '/courses/{id}/lessons/{lesson_id}' },
  showLiveness: { method: 'GET', path: '/health/live' },
  showMail: { method: 'GET', path: '/admin/mails/{id}' },
  showMe: { method: 'GET', path: '/auth/me' },
  showMessageTemplate: { method: 'GET', path: '/message-templates/{id}' },
  showMilestone: { method: 'GET', path: '/projects/{id}/milestones/{milestone_id}' },
  showMyPayment: { method: 'GET', path: '/payments/{id}' },
  showMyResearcher: { method: 'GET', path: '/researchers/me' },
  showOwnMatch: { method: 'GET', path: '/job-posts/{id}/match' },
  showPayment: { method: 'GET', path: '/admin/payments/{id}' },
  showPeopleImport: { method: 'GET', path: '/admin/users/imports/{id}' },
  showPerson: { method: 'GET', path: '/admin/users/{id}' },
  showPreferences: { method: 'GET', path: '/notifications/preferences' },
  showProgress: { method: 'GET', path: '/courses/{id}/progress' },
  showProject: { method: 'GET', path: '/projects/{id}' },
  showPublicJobPost: { method: 'GET', path: '/jobs/{id}', answers: 'file' },
  showPublicJobPosts: { method: 'GET', path: '/jobs', answers: 'file' },
  showPublicPlans: { method: 'GET', path: '/plans', answers: 'file' },
  showPublicProfile: { method: 'GET', path: '/people/{id}', answers: 'file' },
  showPublicProfiles: { method: 'GET', path: '/people', answers: 'file' },
  showPublication: { method: 'GET', path: '/researchers/{id}/publications/{publication_id}' },
  showQuestionBank: { method: 'GET', path: '/question-banks/{id}' },
  showReadiness: { method: 'GET', path: '/health/ready' },
  showResearcher: { method: 'GET', path: '/researchers/details/{id}' },
  showResume: { method: 'GET', path: '/users/{id}/resume.json' },
  showSandboxClock: { method: 'GET', path: '/sandbox/clock' },
  showSavedSearch: { method: 'GET', path: '/saved-searches/{id}' },
  showService: { method: 'GET', path: '/admin/service' },
  showSharedCertificate: { method: 'GET', path: '/certificates/shared/{token}' },
  showSharedCertificateCard: { method: 'GET', path: '/certificates/shared/{token}/card.png', answers: 'file' },
  showSignInMethods: { method: 'GET', path: '/auth/methods' },
  showSlotChoice: { method: 'GET', path: '/job-applications/{id}/choose-time', answers: 'file' },
  showSlotInvitation: { method: 'GET', path: '/job-applications/{id}/slot-invitation' },
  showStatistics: { method: 'GET', path: '/exams/{id}/statistics' },
  showStatusList: { method: 'GET', path: '/certificates/status/{list}', answers: 'file' },
  showSubscription: { method: 'GET', path: '/subscriptions/current' },
  showSubscriptionOfPerson: { method: 'GET', path: '/admin/subscriptions/{id}' },
  showSubscriptionPreview: { method: 'POST', path: '/subscriptions/preview', keyed: true },
  showTalentPoolEntry: { method: 'GET', path: '/talent-pool/{id}' },
  showTask: { method: 'GET', path: '/admin/tasks/{id}' },
  showTransparencyHead: { method: 'GET', path: '/transparency/head' },
  showTwoFactor: { method: 'GET', path: '/auth/two-factor' },
  showUnsubscription: { method: 'GET', path: '/saved-searches/unsubscribe/{id}', answers: 'file' },
  showUpload: { method: 'GET', path: '/upload/chunk/{upload_id}' },
  showUser: { method: 'GET', path: '/users/{id}' },
  showUserAccommodation: { method: 'GET', path: '/users/{id}/accommodations' },
  signUp: { method: 'POST', path: '/auth/signup' },
  startExam: { method: 'POST', path: '/exams/{id}/start', keyed: true },
  submitApplication: { method: 'POST', path: '/job-applications', takes: 'form', keyed: true },
  submitAttempt: { method: 'POST', path: '/exam-attempts/{id}/submit', keyed: true },
  subscribe: { method: 'POST', path: '/subscriptions/subscribe', keyed: true },
  suggest: { method: 'GET', path: '/search/suggestions' },
  suggestInstitutions: { method: 'GET', path: '/institutions' },
  suspendPerson: { method: 'POST', path: '/admin/users/{id}/suspend', keyed: true },
  syncProgress: { method: 'POST', path: '/courses/{id}/sync-progress', keyed: true },
  takeDownFile: { method: 'DELETE', path: '/admin/files/{id}' },
  trackClick: { method: 'POST', path: '/search/track-click', keyed: true },
  undoBulkAction: { method: 'POST', path: '/job-posts/{id}/applicants/bulk/{bulk_id}/undo', keyed: true },
  unlinkProvider: { method: 'POST', path: '/auth/{provider}/unlink', keyed: true },
  unsubscribeFromAnnouncements: { method: 'POST', path: '/announcements/unsubscribe/{id}', answers: 'file' },
  unsubscribeFromSearches: { method: 'POST', path: '/saved-searches/unsubscribe/{id}', answers: 'file' },
  unverifyCompany: { method: 'POST', path: '/companies/{id}/unverify', keyed: true },
  unverifyResearcher: { method: 'POST', path: '/researchers/{id}/unverify', keyed: true },
  updateApplicationNote: { method: 'PUT', path: '/job-applications/{id}/notes/{note_id}' },
  updateMessageTemplate: { method: 'PUT', path: '/message-templates/{id}' },
  updatePublication: { method: 'PUT', path: '/researchers/{id}/publications/{publication_id}' },
  updateSavedSearch: { method: 'PUT', path: '/saved-searches/{id}' },
  updateTalentPoolEntry: { method: 'PUT', path: '/talent-pool/{id}' },
  upgradeProfile: { method: 'POST', path: '/profile/upgrade', keyed: true },
  uploadFile: { method: 'POST', path: '/upload', takes: 'form', keyed: true },
  uploadScopeDocument: { method: 'POST', path: '/projects/{id}/scope-document', takes: 'form', keyed: true },
  uploadVersion: { method: 'POST', path: '/projects/{id}/versions', takes: 'form', keyed: true },
  verifyCertificate: { method: 'GET', path: '/certificates/verify/{code}' },
  verifyCompany: { method: 'POST', path: '/companies/{id}/verify', keyed: true },
  verifyEmail: { method: 'POST', path: '/auth/email/verify' },
  verifyGoogleCredential: { method: 'POST', path: '/auth/google/verify' },
  verifyPerson: { method: 'PUT', path: '/admin/users/{id}/verified' },
  verifyReceipt: { method: 'POST', path: '/exam-attempts/receipts/verify', keyed: true },
  verifyResearcher: { method: 'POST', path: '/researchers/{id}/verify', keyed: true },
  withdrawApplication: { method: 'DELETE', path: '/job-applications/{id}' },
  withdrawCertificateShare: { method: 'DELETE', path: '/certificates/{id}/shares/{share_id}' },
} as const
