/** The events of the weeks before the demonstration begins, in order. */

import { createCompany } from './chapters/companies.ts'
import {
  createCohortCourse,
  createCourses,
  createFreeEnrollments,
  createPaidEnrollments,
  updateDemoCourse,
} from './chapters/courses.ts'
import {
  addQuiz,
  beginExam,
  bookExams,
  createAttempts,
  createGradedExam,
  extendTime,
  inviteToExam,
  revokeCertificate,
  setExams,
  shareCertificates,
} from './chapters/exams.ts'
import {
  addNotes,
  applyForJobs,
  closePost,
  createJobPosts,
  createReservedPlaces,
  createScorecards,
  importCandidates,
  scheduleInterviews,
  writeMessages,
} from './chapters/hiring.ts'
import { invitePeople } from './chapters/invitations.ts'
import { createAnnouncement, reportContent } from './chapters/moderation.ts'

import { refundPayments, seedSubscriptions, subscribeToPlans } from './chapters/money.ts'
import { createCast, type DemoUsers, readNotifications, verifyResearchers } from './chapters/people.ts'

import { addTeam, beginProjects, seedProjects, uploadFiles } from './chapters/projects.ts'
import { searchForPeople } from './chapters/searches.ts'
import type { Simulation } from './simulation.ts'

export const weeksOfStory = 6

export async function seedDemo(simulation: Simulation): Promise<void> {
  const cast = await createCast(simulation)

  await simulation.advanceTo(40, 'plans are bought')
  const profile = await verifyResearchers(cast)
  await subscribeToPlans(cast)
  await addTeam(cast, profile)

  await simulation.advanceTo(36, 'courses, exams and projects begin')
  const courses = await createCourses(cast)
  const exams = await setExams(simulation, cast)
  const projects = await beginProjects(simulation, cast)

  await simulation.advanceTo(29, 'jobs are posted')
  await seedSubscriptions(cast)
  await createFreeEnrollments(cast, courses)
  const jobs = await createJobPosts(simulation, cast, exams)

  await simulation.advanceTo(21, 'people apply and take exams')
  const applications = await applyForJobs(cast, jobs)
  await createReservedPlaces(cast, jobs)
  await createAttempts(cast, exams)

  await simulation.advanceTo(14, 'projects grow, and applications are judged')
  await seedProjects(cast, projects)
  await createPaidEnrollments(cast, courses)
  await searchForPeople(cast)
  await judgeApplications(simulation, cast, { jobs, applications })

  await simulation.advanceTo(7, 'interviews, certificates and files')
  await scheduleInterviews(simulation, cast, jobs, applications)
  await writeMessages(cast, applications)
  await closePost(cast, jobs)
  await shareCertificates(cast)
  await revokeCertificate(cast)
  await bookExams(simulation, cast, exams)
  await uploadFiles(cast)
  await reportContent(cast)
  await createAnnouncement(cast)
  await refundPayments(cast)

  await seedLastDay(simulation, cast, { courses, exams })
}

interface Taught {
  courses: Awaited<ReturnType<typeof createCourses>>
  exams: Awaited<ReturnType<typeof setExams>>
}

async function seedLastDay(
  simulation: Simulation,
  cast: Awaited<ReturnType<typeof createCast>>,
  { courses, exams }: Taught,
) {
  await simulation.advanceTo(1, 'lessons, grades and invitations')
  await seedLearning(simulation, cast, { courses, exams })
  await invitePeople(cast)
  await readNotifications(cast)
}

interface LearningContent {
  courses: Parameters<typeof updateDemoCourse>[1]
  exams: Parameters<typeof extendTime>[1]
}

/** The last day of authors, learners and graders. */
async function seedLearning(
  simulation: Simulation,
  cast: DemoUsers,
  { courses, exams }: LearningContent,
): Promise<void> {
  await updateDemoCourse(cast, courses)
  await extendTime(cast, exams)
  await inviteToExam(cast)
  await beginExam(cast, exams)
  await createGradedExam(simulation, cast)
  await addQuiz(cast, courses)
  await createCohortCourse(simulation, cast)
}

interface HiringContent {
  jobs: readonly number[]
  applications: readonly number[]
}

async function judgeApplications(simulation: Simulation, cast: DemoUsers, { jobs, applications }: HiringContent) {
  await createScorecards(cast, jobs)
  await addNotes(cast, jobs, applications)
  await importCandidates(cast, jobs)
  await createCompany(simulation, cast)
}
