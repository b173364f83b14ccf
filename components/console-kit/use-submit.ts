'use client'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ConsoleRefusal } from '#lib/client/ask-console.ts'

export interface Submission {
  readonly busy: boolean
  /** The error of one field, or of a part such as `models.2` of `models`; null: none. */
  readonly problemOf: (field: string) => string | null
  /** The error that belongs to no field. */
  readonly problem: string | null
  /** Focuses the first invalid field. */
  readonly submit: (work: () => Promise<void>, form?: HTMLFormElement | null) => void
  readonly submitForm: (work: () => Promise<void>) => (event: SubmitEvent<HTMLFormElement>) => void
}

/** Submits a form, one request at a time, and maps errors to their fields. */
export function useSubmit(fields: readonly string[]): Submission {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ConsoleRefusal | null>(null)
  const ofForm = useRef<HTMLFormElement | null>(null)
  const isAbout = (field: string) => refusal?.param === field || refusal?.param?.startsWith(`${field}.`)

  // The invalid field is marked only after this render.
  useEffect(() => {
    if (refusal !== null) ofForm.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])

  async function run(work: () => Promise<void>, form: HTMLFormElement | null): Promise<void> {
    if (busy) return
    ofForm.current = form
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
    problemOf: field => (refusal !== null && isAbout(field) ? refusal.message : null),
    problem: refusal === null || fields.some(isAbout) ? null : refusal.message,
    submit: (work, form = null) => void run(work, form),
    submitForm: work => event => {
      event.preventDefault()
      void run(work, event.currentTarget)
    },
  }
}
