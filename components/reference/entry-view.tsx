import type { ReactNode } from 'react'
import type { ReferenceEntry } from '#lib/contracts/reference-entry.ts'
import { ExampleView } from './example-view.tsx'
import { FailureTable } from './failure-table.tsx'
import { FieldList } from './field-list.tsx'
import { InlineText } from './inline-text.tsx'
import { MethodMark } from './method-mark.tsx'
import { OpenTarget } from './open-target.tsx'

/** One operation: how it is asked, what it answers, how it fails. */
export function EntryView({ entry }: { entry: ReferenceEntry }) {
  return (
    <main id="main" className="scroll min-h-0 min-w-0 flex-1">
      <OpenTarget />
      <article className="mx-auto flex max-w-4xl flex-col gap-6 px-6 py-5 max-sm:px-3">
        <header>
          <p className="flex items-center gap-1 font-mono">
            <MethodMark method={entry.method} />
            <span className="break-all">{entry.path}</span>
          </p>
          <h1 className="mt-1 text-lg font-semibold">
            <InlineText text={entry.summary} />
          </h1>
          <p className="text-muted">{keyWords(entry)}</p>
        </header>
        <ExampleView entry={entry} />
        <Section id="parameters" title={`Parameters, in the ${entry.carriedBy}`}>
          {entry.parameters.some(({ fields }) => fields.length > 0) ? (
            <FieldList shapes={entry.parameters} section="request" />
          ) : (
            <p className="text-muted">None.</p>
          )}
        </Section>
        <Section id="the-answer" title="Answer">
          {entry.textTypes.length > 0 && (
            <p className="mb-2 text-muted">
              JSON, or a text of the type {entry.textTypes.join(' or ')} where the request asks for one.
            </p>
          )}
          <FieldList shapes={entry.answer} section="answer" />
        </Section>
        {entry.events !== null && (
          <Section id="the-events" title="Events, with stream: true">
            <p className="mb-2 max-w-prose text-muted">
              Server-sent events, each a JSON object after <code>data: </code>; the last one is{' '}
              <code>[DONE]</code>. A failure after the first byte is the last event, and no [DONE] follows.
            </p>
            <FieldList shapes={entry.events} section="event" />
          </Section>
        )}
        <Section id="errors" title="Errors">
          <FailureTable failures={entry.failures} example={entry.failureExample} />
        </Section>
      </article>
    </main>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 scroll-mt-4 text-base font-semibold">
        {title}
      </h2>
      {children}
    </section>
  )
}

function keyWords({ scope, keyOptional }: ReferenceEntry): string {
  if (scope === null) return 'Any valid key.'
  const needs = `A key with the scope ${scope}`
  return keyOptional ? `${needs}, or none where the operator allows it.` : `${needs}.`
}
