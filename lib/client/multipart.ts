import { isObject, toText } from './json-value.ts'
import { readJson } from './read-json.ts'

/** One part of a form, in the order in which it is sent; a file without its bytes. */
export type FormPart =
  | { readonly kind: 'text'; readonly name: string; readonly value: string }
  | {
      readonly kind: 'file'
      readonly name: string
      readonly fileName: string
      readonly type: string
      readonly sizeBytes: number | null
    }

/** The parts that a body stands for: an object with `name` is a file, everything else a text. */
export function toFormParts(body: string): readonly FormPart[] {
  const fields = readJson(body)
  if (!isObject(fields)) return []
  return Object.entries(fields).flatMap(([name, value]): FormPart | readonly FormPart[] => {
    const fileName = isObject(value) ? toText(value['name']) : null
    if (isObject(value) && fileName !== null) {
      const { type, size } = value
      return {
        kind: 'file',
        name,
        fileName,
        type: toText(type) || 'application/octet-stream',
        sizeBytes: typeof size === 'number' ? size : null,
      }
    }
    if (value === null || value === undefined) return []
    return { kind: 'text', name, value: typeof value === 'string' ? value : JSON.stringify(value) }
  })
}
