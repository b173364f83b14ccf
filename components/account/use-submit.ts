'use client'
import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { ConsoleRefusal } from '#lib/client/ask-console.ts'

export interface Submission {
  readonly busy: boolean
  /** What is wrong with one field, or with a part of it such as `models.2` of `models`; null: nothing. */
  readonly problemOf: (field: string) => string | null
  /** What is wrong with no field in particular. */
  readonly problem: string | null
  /** Of a form whose field is wrong, that field gets the focus. */
  readonly submit: (work: () => Promise<void>, form?: HTMLFormElement | null) => void
  readonly submitForm: (work: () => Promise<void>) => (event: SubmitEvent<HTMLFormElement>) => void
}

/** A form's way to the console and back: one at a time, refusals beside the field that they are about. */
export function useSubmit(fields: readonly string[]): Submission {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<ConsoleRefusal | null>(null)
  const ofForm = useRef<HTMLFormElement | null>(null)
  const isAbout = (field: string) => refusal?.param === field || refusal?.param?.startsWith(`${field}.`)

  // Only now does the page say which field it is.
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
