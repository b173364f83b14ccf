import { listChanged, toLabel, toWords } from './audit-words.ts'

type Fields = Readonly<Record<string, unknown>> | null

/** What was, and what is, field by field; nothing where neither is known or nothing differs. */
export function AuditChange({ before, after }: { before: Fields; after: Fields }) {
  const names = listChanged(before, after)
  if (names.length === 0) return null
  return (
    <dl className="mt-0.5 flex flex-col gap-0.5 text-muted">
      {names.map(name => (
        <div key={name} className="flex flex-wrap gap-x-1.5">
          <dt>{toLabel(name)}:</dt>
          <dd className="min-w-0 font-mono wrap-anywhere">
            {isIn(before, name) && (
              <>
                <del className={isIn(after, name) ? '' : 'no-underline'}>{toWords(name, before?.[name])}</del>
                {isIn(after, name) && <span aria-hidden> → </span>}
              </>
            )}
            {isIn(after, name) && (
              <ins className="text-text no-underline">{toWords(name, after?.[name])}</ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function isIn(fields: Fields, name: string): boolean {
  return fields !== null && Object.hasOwn(fields, name)
}
