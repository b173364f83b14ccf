import type { ReactNode } from 'react'
import type { ReferenceEntry } from '#lib/contracts/reference/reference-entry.ts'
import { ExampleView } from './example-view.tsx'
import { InlineCode } from '#components/ui/data/inline-code.tsx'
import { MethodMark } from './method-mark.tsx'
import { OpenTarget } from './open-target.tsx'
import { Link } from '#components/ui/link.tsx'
import { Table } from '#components/ui/data/table.tsx'
import type { Failure } from '#lib/contracts/core/failures.ts'
import type { ReferenceField, ReferenceShape } from '#lib/contracts/reference/reference-fields.ts'
import { type FieldSection, toAnchor } from './anchors.ts'
import { Summary } from '#components/ui/data/summary.tsx'

/** One operation: request, response and errors. */
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
            <InlineCode text={entry.summary} />
          </h1>
          <p className="text-muted">{keyWords(entry)}</p>
        </header>
        <ExampleView entry={entry} />
        <Section id="parameters" title={`Parameters (${entry.carriedBy})`}>
          {entry.parameters.some(({ fields }) => fields.length > 0) ? (
            <FieldList shapes={entry.parameters} section="request" />
          ) : (
            <p className="text-muted">None.</p>
          )}
        </Section>
        <Section id="the-answer" title="Response">
          {entry.textTypes.length > 0 && (
            <p className="mb-2 text-muted">
              JSON, or {entry.textTypes.join(' or ')} if the request asks for it.
            </p>
          )}
          <FieldList shapes={entry.answer} section="answer" />
        </Section>
        {entry.events !== null && (
          <Section id="the-events" title="Events (stream: true)">
            <p className="mb-2 max-w-prose text-muted">
              Server-sent events, each a JSON object after <code>data: </code>; the last one is{' '}
              <code>[DONE]</code>. An error after the first byte is sent as the last event, without a [DONE].
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

/** Error statuses, with an example body. */
function FailureTable({ failures, example }: { failures: readonly Failure[]; example: string }) {
  return (
    <>
      <Table
        caption="Error statuses"
        rows={failures}
        rowKey={({ status }) => status}
        empty="No errors."
        columns={[
          { id: 'status', label: 'Status', cell: ({ status }) => <code>{status}</code> },
          {
            id: 'meaning',
            label: 'Meaning',
            wide: true,
            cell: ({ meaning }) => <InlineCode text={meaning} />,
          },
        ]}
      />
      <pre tabIndex={0} className="mt-3 overflow-x-auto rounded-md border border-line bg-sunken px-3 py-2.5">
        <code>{example}</code>
      </pre>
      <p className="mt-2 text-muted">
        Meaning and resolution of each code:{' '}
        <Link href="/reference#codes" className="text-accent-text underline underline-offset-2">
          error codes
        </Link>
        .
      </p>
    </>
  )
}

interface FieldContext {
  readonly section: FieldSection
  /** Anchor ids in use: two shapes of one body can share a path. */
  readonly taken: Set<string>
}

/** The fields of a request, response or event; nested fields are collapsed. */
function FieldList({ shapes, section }: { shapes: readonly ReferenceShape[]; section: FieldSection }) {
  return <Shapes shapes={shapes} context={{ section, taken: new Set() }} />
}

function Shapes({ shapes, context }: { shapes: readonly ReferenceShape[]; context: FieldContext }) {
  return shapes.map((shape, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- shapes are identified by their index
    <div key={at} className="mt-2 first:mt-0">
      {shapes.length > 1 && (
        <p className="py-1 text-xs text-muted">
          {at > 0 && 'or '}
          {shape.label === null ? 'alternative' : <code className="text-text">{shape.label}</code>}
        </p>
      )}
      <ul className="border-t border-line">
        {shape.fields.map(field => (
          <FieldRow key={field.path} field={field} context={context} />
        ))}
      </ul>
    </div>
  ))
}

function FieldRow({ field, context }: { field: ReferenceField; context: FieldContext }) {
  const anchor = toAnchor(context.section, field.path)
  const first = !context.taken.has(anchor)
  context.taken.add(anchor)
  return (
    <li
      {...(first && { id: anchor })}
      data-field={field.path}
      className="scroll-mt-4 border-b border-line py-2 target:bg-sunken target:shadow-[inset_2px_0_var(--accent-text)] target:pl-2"
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <a href={`#${anchor}`} className="font-mono font-medium break-all hover:underline">
          {field.name}
        </a>
        <span className="text-xs text-muted">{field.type}</span>
        {field.required && context.section === 'request' && (
          <span className="text-xs font-medium text-warn">required</span>
        )}
        {!field.required && context.section !== 'request' && (
          <span className="text-xs text-muted">optional</span>
        )}
        {field.usual !== null && (
          <span className="text-xs text-muted">
            default <code className="text-text">{field.usual}</code>
          </span>
        )}
      </p>
      {field.description !== null && (
        <p className="max-w-prose">
          <InlineCode text={field.description} />
        </p>
      )}
      {field.bounds.length > 0 && (
        <p className="text-xs break-words text-muted">{field.bounds.join(' · ')}</p>
      )}
      {field.shapes.length > 0 && (
        <details className="mt-1">
          <Summary className="text-xs text-accent-text">
            Fields of <code>{field.name}</code>
          </Summary>
          <div className="mt-1 border-l border-line pl-3 max-sm:pl-2">
            <Shapes shapes={field.shapes} context={context} />
          </div>
        </details>
      )}
    </li>
  )
}
