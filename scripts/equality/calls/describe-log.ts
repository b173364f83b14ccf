import type { Mask } from '#scripts/equality/mask.ts'

/** Each type of log line once: level, message and field names. */
export function describeLog(
  lines: readonly Readonly<Record<string, unknown>>[],
  mask: Mask,
): readonly string[] {
  const kinds = lines.map(line => {
    return `${textOf(line['level'])} ${mask(textOf(line['msg'] ?? line['text']))} [${fieldsOf(line).join(' ')}]`
  })
  return [...new Set(kinds)].toSorted()
}

function fieldsOf(value: object, prefix = ''): string[] {
  return Object.entries(value)
    .flatMap(([name, inner]: [string, unknown]) => {
      const path = prefix + name
      if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return [path]
      return fieldsOf(inner, `${path}.`)
    })
    .toSorted()
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
