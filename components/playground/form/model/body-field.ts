import { isRecord } from '#lib/read-json.ts'
import type { Draft } from './draft.ts'

type Body = Draft['body']

/** The value at a dotted path such as `params.url`; undefined when not set. */
export function fieldAt(body: Body, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, name) => (isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined),
      body,
    )
}

/** Sets the value at a dotted path, or removes it when undefined: only fields the user set are sent. */
export function withFieldAt(body: Body, path: string, value: unknown): Body {
  const [name = '', ...rest] = path.split('.')
  if (rest.length > 0) {
    const inner = fieldAt(body, name)
    return { ...body, [name]: withFieldAt(isRecord(inner) ? inner : {}, rest.join('.'), value) }
  }
  if (value !== undefined) return { ...body, [name]: value }
  return Object.fromEntries(Object.entries(body).filter(([key]) => key !== name))
}

/** Whether a dotted path is a field or leads into it. */
export function isWithin(path: string, field: string): boolean {
  return path === field || path.startsWith(`${field}.`)
}
