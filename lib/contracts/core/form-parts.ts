/** One part of a form, in sending order; a file without its bytes. */
export type FormPart =
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly fileName: string
      readonly type: string
      readonly sizeBytes: number | null
    }

/** Replaces a document password wherever a request is shown, stored or printed. */
export const passwordVariable = '$PDF_PASSWORD'

const unknownType = 'application/octet-stream'

/**
 * The form parts of a request with a multipart contract.
 * @param body JSON of its fields; an object with a `name` is a file, anything else a text
 */
export function toFormParts(body: string): readonly FormPart[] {
  const fields: unknown = JSON.parse(body)
  if (typeof fields !== 'object' || fields === null) return []
  return Object.entries(fields as Record<string, unknown>).flatMap(
    ([name, value]): FormPart | readonly FormPart[] => {
      if (value === null || value === undefined) return []
      if (typeof value === 'object' && 'name' in value && typeof value.name === 'string') {
        const { type, size } = value as { type?: unknown; size?: unknown }
        return {
          kind: 'file',
          name,
          fileName: value.name,
          type: typeof type === 'string' && type !== '' ? type : unknownType,
          sizeBytes: typeof size === 'number' ? size : null,
        }
      }
      return { kind: 'text', name, value: typeof value === 'string' ? value : JSON.stringify(value) }
    },
  )
}
