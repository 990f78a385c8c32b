/** Exams, and the room in which one is taken. */

import { ExamRoomElement } from '@research-platform/client/exam-room'
import { useEffect, useRef, useState } from 'react'
import { api } from './api.ts'
import { useData } from './form.tsx'

const readExams = async () => (await api.listExams({ query: { status: 'available', limit: 50 } })).data

export function Exams() {
  const { data: exams, error } = useData(readExams)
  const [attempt, setAttempt] = useState<number | null>(null)
  const [problem, setProblem] = useState('')
  if (attempt !== null) return <ExamRoom attempt={attempt} />
  const start = async (id: number) => {
    try {
      const { data: exam } = await api.showExam({ path: { id } })
      setAttempt(exam.open_attempt_id ?? (await api.startExam({ path: { id } })).data.id)
    } catch (failure) {
      setProblem(failure instanceof Error ? failure.message : String(failure))
    }
  }
  return (
    <section>
      <h2>Exams</h2>
      <p role="status">{problem || error || (exams === null ? 'Loading …' : '')}</p>
      <ul>
        {exams?.map((exam) => (
          <li key={exam.id}>
            <strong>{exam.title}</strong>: {exam.questions_count} questions in {exam.duration_minutes} minutes.{' '}
            <button type="button" aria-label={`Take ${exam.title}`} onClick={() => start(exam.id)}>
              Take
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The element keeps answers on the device while the line is down; the page only gives it the client and the attempt. */
function ExamRoom({ attempt }: { attempt: number }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const room = new ExamRoomElement()
    room.api = api
    room.setAttribute('attempt', String(attempt))
    place.current?.append(room)
    return () => room.remove()
  }, [attempt])
  return <div ref={place} />
}
