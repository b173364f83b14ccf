import { toObject } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'

/** The schema of a structured-output request; null without one. */
export function readAnswerSchema(
  params: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> | null {
  const format = toObject(params['response_format'])
  const { schema } = toObject(format['json_schema'])
  return format['type'] === 'json_schema' && isRecord(schema) ? schema : null
}
