/** What happened in the weeks before the demonstration begins, in its order. */

import { learn, learnMore, reviseCourse, teach } from './chapters/courses.ts'
import { beginExam, bookExams, revokeCertificate, setExams, sitExams } from './chapters/exams.ts'
import { applyForJobs, closePost, postJobs, scheduleInterviews } from './chapters/hiring.ts'
import { subscribeToPlans, tryAPlan } from './chapters/money.ts'
import { arrive, readNotifications, verifyResearchers } from './chapters/people.ts'
import { beginProjects, gatherTeam, keepFiles, workTogether } from './chapters/projects.ts'
import { searchForPeople } from './chapters/searching.ts'
import type { Town } from './town.ts'

export const weeksOfStory = 6

export async function tellStory(town: Town): Promise<void> {
  const cast = await arrive(town)

  await town.until(40)
  const profile = await verifyResearchers(cast)
  await subscribeToPlans(cast)
  await gatherTeam(cast, profile)

  await town.until(36)
  const courses = await teach(cast)
  const exams = await setExams(town, cast)
  const projects = await beginProjects(town, cast)

  await town.until(29)
  await tryAPlan(cast)
  await learn(cast, courses)
  const jobs = await postJobs(town, cast)

  await town.until(21)
  const applications = await applyForJobs(cast, jobs)
  await sitExams(cast, exams)

  await town.until(14)
  await workTogether(cast, projects)
  await learnMore(cast, courses)
  await searchForPeople(cast)

  await town.until(7)
  await scheduleInterviews(town, cast, jobs, applications)
  await closePost(cast, jobs)
  await revokeCertificate(cast)
  await bookExams(town, cast, exams)
  await keepFiles(cast)

  await town.until(1)
  await reviseCourse(cast, courses)
  await beginExam(cast, exams)
  await readNotifications(cast)
}
