import type { ChatRequest } from '#lib/contracts/api/chat.ts'
import { findSchemaProblem } from '#lib/contracts/api/json-schema.ts'
import { ApiError } from '#lib/errors.ts'
import { GrammarTooLarge } from './grammar-meter.ts'
import { GrammarWriter, type GrammarChoice } from './json-grammar.ts'
import { planAnswer } from './plan-answer.ts'

const advice = 'Simplify it, or use a model of a configured provider.'

/**
 * Rejects schemas that the embedded engine does not understand, or whose grammar would block it. The gateway calls
 * it before it sends the request. It takes a few milliseconds for a schema at the limits.
 * @throws ApiError `invalid_value` that names the schema's field
 */
export function requireGrammar(request: ChatRequest): void {
  requireSchemas(request)
  const { grammar } = planAnswer(request)
  if (grammar === null) return
  const writer = new GrammarWriter()
  for (const choice of grammar) {
    const param = choice.tool === null ? formatParam : toolParam(request, choice.tool)
    refuseExcess(param, () => writer.add(choice))
  }
  refuseExcess('tools', () => writer.finish())
}

const formatParam = 'response_format.json_schema.schema'

function requireSchemas({ tools, response_format: format }: ChatRequest): void {
  if (format?.type === 'json_schema') requireSchema(format.json_schema.schema, formatParam)
  for (const [at, tool] of (tools ?? []).entries())
    requireSchema(tool.function.parameters, `tools.${at}.function.parameters`)
}

function requireSchema(schema: Readonly<Record<string, unknown>> | null | undefined, param: string): void {
  const problem = schema ? findSchemaProblem(schema, { strict: true }) : null
  if (problem === null) return
  throw new ApiError('invalid_value', `Invalid value for '${param}': ${problem}.`, { param })
}

function toolParam({ tools }: ChatRequest, tool: GrammarChoice['tool']): string {
  const at = tools?.findIndex(({ function: { name } }) => name === tool) ?? 0
  return `tools.${at}.function.parameters`
}

function refuseExcess(param: string, write: () => unknown): void {
  try {
    write()
  } catch (error) {
    if (!(error instanceof GrammarTooLarge)) throw error
    const message = `The JSON schema has ${error.message}. ${advice}`
    throw new ApiError('invalid_value', message, { param, cause: error })
  }
}
