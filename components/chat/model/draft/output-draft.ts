import { toObject, toText, type JsonObject } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'

/** `response_format` as the form edits it; `rest` holds fields that the form does not know. */
export interface OutputDraft {
  readonly type: 'text' | 'json_object' | 'json_schema'
  readonly name: string
  readonly schema: JsonObject | null
  readonly strict: boolean | null
  readonly rest: JsonObject
}

const startSchema = { type: 'object', properties: {}, required: [], additionalProperties: false }

export function readOutput(params: JsonObject): OutputDraft {
  const format = toObject(params['response_format'])
  const { name, schema, strict, ...rest } = toObject(format['json_schema'])
  const type = format['type']
  return {
    type: type === 'json_object' || type === 'json_schema' ? type : 'text',
    name: toText(name) ?? 'answer',
    schema: isRecord(schema) ? schema : type === 'json_schema' ? null : startSchema,
    strict: typeof strict === 'boolean' ? strict : null,
    rest,
  }
}

/** The request with that output format; text is the default and not sent. */
export function writeOutput(
  params: JsonObject,
  { type, name, schema, strict, rest }: OutputDraft,
): JsonObject {
  const { response_format: _before, ...others } = params
  switch (type) {
    case 'text':
      return others
    case 'json_object':
      return { ...others, response_format: { type } }
    case 'json_schema':
      return {
        ...others,
        response_format: {
          type,
          json_schema: {
            name,
            ...(schema === null ? {} : { schema }),
            ...(strict === null ? {} : { strict }),
            ...rest,
          },
        },
      }
  }
}
