/** The events of the weeks before the demonstration begins, in order. */

import { createCourses, reviseCourse, takeFreeCourses, takePaidCourses } from './chapters/courses.ts'
import { beginExam, bookExams, revokeCertificate, setExams, shareCertificates, takeExams } from './chapters/exams.ts'
import {
  applyForJobs,
  closePost,
  judgeCandidates,
  postJobs,
  reservePlaces,
  scheduleInterviews,
} from './chapters/hiring.ts'
import { reportContent } from './chapters/moderation.ts'
import { subscribeToPlans, tryAPlan } from './chapters/money.ts'
import { createCast, readNotifications, verifyResearchers } from './chapters/people.ts'
import { addTeam, beginProjects, uploadFiles, workTogether } from './chapters/projects.ts'
import { searchForPeople } from './chapters/searching.ts'
import type { Simulation } from './simulation.ts'

export const weeksOfStory = 6

export async function tellStory(simulation: Simulation): Promise<void> {
  const cast = await createCast(simulation)

  await simulation.advanceTo(40)
  const profile = await verifyResearchers(cast)
  await subscribeToPlans(cast)
  await addTeam(cast, profile)

  await simulation.advanceTo(36)
  const courses = await createCourses(cast)
  const exams = await setExams(simulation, cast)
  const projects = await beginProjects(simulation, cast)

  await simulation.advanceTo(29)
  await tryAPlan(cast)
  await takeFreeCourses(cast, courses)
  const jobs = await postJobs(simulation, cast, exams)

  await simulation.advanceTo(21)
  const applications = await applyForJobs(cast, jobs)
  await reservePlaces(cast, jobs)
  await takeExams(cast, exams)

  await simulation.advanceTo(14)
  await workTogether(cast, projects)
  await takePaidCourses(cast, courses)
  await searchForPeople(cast)
  await judgeCandidates(cast, jobs)

  await simulation.advanceTo(7)
  await scheduleInterviews(simulation, cast, jobs, applications)
  await closePost(cast, jobs)
  await shareCertificates(cast)
  await revokeCertificate(cast)
  await bookExams(simulation, cast, exams)
  await uploadFiles(cast)
  await reportContent(cast)

  await simulation.advanceTo(1)
  await reviseCourse(cast, courses)
  await beginExam(cast, exams)
  await readNotifications(cast)
}
