type Fields = Readonly<Record<string, unknown>> | null

/** What was, and what is, field by field; nothing where neither is known. */
export function AuditChange({ before, after }: { before: Fields; after: Fields }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (names.length === 0) return null
  return (
    <dl className="mt-0.5 flex flex-col gap-0.5 text-muted">
      {names.map(name => (
        <div key={name} className="flex flex-wrap gap-x-1.5">
          <dt>{toLabel(name)}:</dt>
          <dd className="min-w-0 font-mono break-words">
            {isIn(before, name) && (
              <>
                <del className={isIn(after, name) ? '' : 'no-underline'}>{show(before?.[name])}</del>
                {isIn(after, name) && <span aria-hidden> → </span>}
              </>
            )}
            {isIn(after, name) && <ins className="text-text no-underline">{show(after?.[name])}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function isIn(fields: Fields, name: string): boolean {
  return fields !== null && Object.hasOwn(fields, name)
}

/** `bodyDays` as `body days`. */
function toLabel(name: string): string {
  return name.replaceAll(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}

function show(value: unknown): string {
  if (value === null || value === undefined) return 'none'
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(show).join(', ')
  return JSON.stringify(value)
}
