'use client'
import { useState } from 'react'
import { ConsoleRefusal } from '#lib/client/team/ask-console.ts'

export interface Submission {
  readonly busy: boolean
  /** What is wrong with one field; null: nothing, or with none in particular. */
  readonly problemOf: (field: string) => string | null
  /** What is wrong with no field in particular. */
  readonly problem: string | null
  readonly submit: (work: () => Promise<void>) => void
}

/** A form's way to the console and back: one at a time, refusals beside the field that they are about. */
export function useSubmit(fields: readonly string[]): Submission {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ConsoleRefusal | null>(null)
  const ofField = fields.includes(refusal?.param ?? '')

  async function run(work: () => Promise<void>): Promise<void> {
    if (busy) return
    setBusy(true)
    setRefusal(null)
    try {
      await work()
    } catch (error) {
      if (!(error instanceof ConsoleRefusal)) throw error
      setRefusal(error)
    } finally {
      setBusy(false)
    }
  }

  return {
    busy,
    problemOf: field => (refusal?.param === field ? refusal.message : null),
    problem: refusal === null || ofField ? null : refusal.message,
    submit: work => void run(work),
  }
}
