import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { ApiError } from '#lib/errors.ts'
import { GrammarTooLarge } from './grammar-meter.ts'
import { toGrammar, type JsonSchema } from './json-grammar.ts'
import type { AnswerPlan } from './plan-answer.ts'

/**
 * Rejects schemas whose grammar would block the embedded engine, before compiling one.
 * @throws ApiError `invalid_value` that names the schema's field
 */
export function requireGrammar(request: ChatRequest, plan: AnswerPlan): void {
  if (plan.schema === null) return
  const excess = findExcess(plan.schema)
  if (excess === null) return
  const message = `The JSON schema has ${excess.message}. Simplify it, or use a model of a configured provider.`
  throw new ApiError('invalid_value', message, { param: findField(request, plan), cause: excess })
}

function findExcess(schema: JsonSchema): GrammarTooLarge | null {
  try {
    toGrammar(schema)
    return null
  } catch (error) {
    if (error instanceof GrammarTooLarge) return error
    throw error
  }
}

/** The first field that is too large by itself; otherwise all of them together are too large. */
function findField(request: ChatRequest, { tools, textSchema }: AnswerPlan): string {
  const tool = tools.find(({ function: { parameters } }) => parameters && findExcess(parameters) !== null)
  if (tool) return `tools.${request.tools?.indexOf(tool) ?? 0}.function.parameters`
  if (textSchema !== null && findExcess(textSchema) !== null) return 'response_format.json_schema.schema'
  return tools.length > 0 ? 'tools' : 'response_format.json_schema.schema'
}
