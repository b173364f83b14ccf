import { expect, test } from 'vitest'
import { chatRequestSchema } from '#lib/contracts/api/chat.ts'
import { explosiveSchemas, largeSchemas } from './__fixtures__/large-schemas.ts'
import { timeTool } from './__fixtures__/tools.ts'
import { requireGrammar } from './require-grammar.ts'

test.each(Object.keys(largeSchemas))('%s: accepted as a format and as a tool', name => {
  const schema = largeSchemas[name]

  expect(() => check({ response_format: toFormat(schema) })).not.toThrow()
  expect(() => check({ tools: [toTool(schema)], tool_choice: 'required' })).not.toThrow()
})

test.each(Object.keys(explosiveSchemas))('%s: rejected with its path', name => {
  const schema = explosiveSchemas[name]

  expect(() => check({ response_format: toFormat(schema) })).toThrow(
    refusal('response_format.json_schema.schema'),
  )
  expect(() => check({ tools: [timeTool, toTool(schema)], tool_choice: 'required' })).toThrow(
    refusal('tools.1.function.parameters'),
  )
  expect(() =>
    check({ tools: [timeTool, toTool(schema)], response_format: toFormat({ type: 'object' }) }),
  ).toThrow(refusal('tools.1.function.parameters'))
})

test('tools without a grammar may have any size', () => {
  expect(() => check({ tools: [toTool(explosiveSchemas['10,000 properties'])] })).not.toThrow()
})

test('tools that are only too large together are rejected at the one that exceeds the limit', () => {
  const schema = largeSchemas['200 strings of up to 500 characters']

  const tools = [toTool(schema, 'one'), toTool(structuredClone(schema), 'other')]

  expect(() => check({ tools, tool_choice: 'required' })).toThrow(refusal('tools.1.function.parameters'))
})

test('a rejection has the limit and the next step', () => {
  const schema = explosiveSchemas['an enum of 100,000 values']

  expect(() => check({ response_format: toFormat(schema) })).toThrow(
    'The JSON schema has 100,000 enum values, branches or properties in one place; the limit is 1,000. Simplify it, or use a model of a configured provider.',
  )
})

function check(fields: Record<string, unknown>): void {
  const request = chatRequestSchema.parse({
    model: 'm',
    messages: [{ role: 'user', content: 'x' }],
    ...fields,
  })
  requireGrammar(request)
}

function toFormat(schema: unknown) {
  return { type: 'json_schema', json_schema: { name: 'answer', schema } }
}

function toTool(parameters: unknown, name = 'explode') {
  return { type: 'function', function: { name, parameters } }
}

function refusal(param: string) {
  return expect.objectContaining({ code: 'invalid_value', param }) as Error
}
