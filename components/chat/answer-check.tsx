'use client'
import { useEffect, useState } from 'react'
import { chosenChoice, type AnswerRecord } from '#lib/client/chat/answer.ts'
import type { AnswerCheck as Check } from '#lib/client/chat/check-answer.ts'

/** Whether a structured answer fits the schema it was asked for, and where it does not. */
export function AnswerCheck({ record }: { record: AnswerRecord }) {
  const { schema } = record
  const text = chosenChoice(record).content
  const [checked, setChecked] = useState<{ text: string; check: Check } | null>(null)
  const key = schema ? JSON.stringify(schema) : null
  useEffect(() => {
    if (key === null || text === '') return
    let wanted = true
    void import('#lib/client/chat/check-answer.ts').then(({ checkAnswer }) => {
      if (wanted) setChecked({ text, check: checkAnswer(text, JSON.parse(key) as Record<string, unknown>) })
    })
    return () => {
      wanted = false
    }
  }, [key, text])
  if (key === null || text === '' || checked?.text !== text) return null
  return <CheckResult check={checked.check} />
}

function CheckResult({ check }: { check: Check }) {
  switch (check.status) {
    case 'fits':
      return <p className="text-xs text-ok">Fits the schema.</p>
    case 'not-json':
      return <p className="text-xs text-bad">Not JSON: the schema cannot be checked.</p>
    case 'unreadable-schema':
      return <p className="text-xs text-warn">The schema cannot be checked here: {check.message}</p>
    case 'fails':
      return (
        <ul className="text-xs text-bad" aria-label="Where the answer does not fit the schema">
          {check.failures.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              <code>{path || '(whole answer)'}</code> {message}
            </li>
          ))}
        </ul>
      )
  }
}
