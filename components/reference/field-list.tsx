import type { ReferenceField, ReferenceShape } from '#lib/contracts/reference-fields.ts'
import { type FieldSection, toAnchor } from './anchors.ts'
import { InlineText } from './inline-text.tsx'

interface Place {
  readonly section: FieldSection
  /** Ids that are taken: two forms of one body may share a path. */
  readonly taken: Set<string>
}

/** The fields of a request, an answer or an event; what they hold is folded. */
export function FieldList({ shapes, section }: { shapes: readonly ReferenceShape[]; section: FieldSection }) {
  return <Shapes shapes={shapes} place={{ section, taken: new Set() }} />
}

function Shapes({ shapes, place }: { shapes: readonly ReferenceShape[]; place: Place }) {
  return shapes.map((shape, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- a form is its place
    <div key={at} className="mt-2 first:mt-0">
      {shapes.length > 1 && (
        <p className="py-1 text-xs text-muted">
          {at > 0 && 'or '}
          {shape.label === null ? 'another form' : <code className="text-text">{shape.label}</code>}
        </p>
      )}
      <ul className="border-t border-line">
        {shape.fields.map(field => (
          <FieldRow key={field.path} field={field} place={place} />
        ))}
      </ul>
    </div>
  ))
}

function FieldRow({ field, place }: { field: ReferenceField; place: Place }) {
  const anchor = toAnchor(place.section, field.path)
  const first = !place.taken.has(anchor)
  place.taken.add(anchor)
  return (
    <li
      {...(first && { id: anchor })}
      data-field={field.path}
      className="scroll-mt-4 border-b border-line py-2 target:bg-sunken target:shadow-[inset_2px_0_var(--accent)] target:pl-2"
    >
      <p className="flex flex-wrap items-baseline gap-x-2">
        <a href={`#${anchor}`} className="font-mono font-medium break-all hover:underline">
          {field.name}
        </a>
        <span className="text-xs text-muted">{field.type}</span>
        {field.required && place.section === 'request' && (
          <span className="text-xs font-medium text-warn">required</span>
        )}
        {!field.required && place.section !== 'request' && (
          <span className="text-xs text-muted">not always there</span>
        )}
        {field.usual !== null && (
          <span className="text-xs text-muted">
            default <code className="text-text">{field.usual}</code>
          </span>
        )}
      </p>
      {field.description !== null && (
        <p className="max-w-prose">
          <InlineText text={field.description} />
        </p>
      )}
      {field.bounds.length > 0 && (
        <p className="text-xs break-words text-muted">{field.bounds.join(' · ')}</p>
      )}
      {field.shapes.length > 0 && (
        <details className="mt-1">
          <summary className="w-fit cursor-pointer text-xs text-accent">
            Fields of <code>{field.name}</code>
          </summary>
          <div className="mt-1 border-l border-line pl-3 max-sm:pl-2">
            <Shapes shapes={field.shapes} place={place} />
          </div>
        </details>
      )}
    </li>
  )
}
