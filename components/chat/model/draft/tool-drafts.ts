import { toList, toObject, toText, type JsonObject } from '#lib/client/json-value.ts'
import { isRecord } from '#lib/read-json.ts'

/** A tool as the form edits it; `rest` holds fields that the form does not know. */
export interface ToolDraft {
  readonly name: string
  readonly description: string
  /** JSON Schema of the arguments; null when the tool takes none. */
  readonly parameters: JsonObject | null
  readonly strict: boolean | null
  readonly rest: JsonObject
}

/**
 * The tools of a request. Entries that are not functions are left out of the form, and lost when the form
 * saves.
 */
export function readTools(params: JsonObject): readonly ToolDraft[] {
  return toList(params['tools']).flatMap(tool => {
    const { function: called } = toObject(tool)
    if (!isRecord(called)) return []
    const { name, description, parameters, strict, ...rest } = called
    return [
      {
        name: toText(name) ?? '',
        description: toText(description) ?? '',
        parameters: isRecord(parameters) ? parameters : null,
        strict: typeof strict === 'boolean' ? strict : null,
        rest,
      },
    ]
  })
}

/** The request with these tools; without any, neither tools nor tool_choice are sent. */
export function writeTools(params: JsonObject, tools: readonly ToolDraft[]): JsonObject {
  const { tools: _before, tool_choice: choice, ...others } = params
  if (tools.length === 0) return others
  const named = toText(toObject(toObject(choice)['function'])['name'])
  const keepsChoice = choice !== undefined && (named === null || tools.some(({ name }) => name === named))
  return {
    ...others,
    tools: tools.map(({ name, description, parameters, strict, rest }) => ({
      type: 'function',
      function: {
        name,
        ...(description === '' ? {} : { description }),
        ...(parameters === null ? {} : { parameters }),
        ...(strict === null ? {} : { strict }),
        ...rest,
      },
    })),
    ...(keepsChoice ? { tool_choice: choice } : {}),
  }
}

/** A new tool with an unused name. */
export function nameNewTool(tools: readonly ToolDraft[]): ToolDraft {
  let number = tools.length + 1
  while (tools.some(({ name }) => name === `tool_${number}`)) number += 1
  return {
    name: `tool_${number}`,
    description: '',
    parameters: { type: 'object', properties: {}, required: [] },
    strict: null,
    rest: {},
  }
}

/** `auto`, `none`, `required` or `function:<name>`; null when unset or anything else. */
export function readToolChoice(params: JsonObject): string | null {
  const choice = params['tool_choice']
  if (typeof choice === 'string') return choice
  const name = toText(toObject(toObject(choice)['function'])['name'])
  return name === null ? null : `function:${name}`
}

/** The request with that choice. */
export function toToolChoice(params: JsonObject, value: string): JsonObject {
  const name = /^function:(.*)$/s.exec(value)?.[1]
  return { ...params, tool_choice: name === undefined ? value : { type: 'function', function: { name } } }
}
