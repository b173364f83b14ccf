import { expect, test } from 'vitest'
import { chatRequestSchema } from '#lib/contracts/api/chat.ts'
import { timeTool, weatherTool } from './__fixtures__/tools.ts'
import { planAnswer } from './plan-answer.ts'

const tools = [weatherTool, timeTool]

test('tool calls are parsed from the text unless tool_choice says otherwise', () => {
  expect(plan({ tools })).toMatchObject({ tools, calls: 'read', grammar: null, answerStart: '' })
  expect(plan({ tools, tool_choice: 'none' })).toMatchObject({ tools: [], calls: 'none' })
  expect(plan({})).toMatchObject({ tools: [], calls: 'none', grammar: null })
})

test('required and named tools are forced by grammar', () => {
  expect(plan({ tools, tool_choice: 'required' })).toMatchObject({ tools, calls: 'forced', callsMax: 1 })
  const named = plan({ tools, tool_choice: { type: 'function', function: { name: 'get_time' } } })
  expect(named).toMatchObject({ tools: [timeTool], calls: 'forced', answerStart: '<tool_call>\n' })
  expect(named.grammar?.map(choice => choice.tool)).toEqual(['get_time'])
})

test('only allowed tools are shown to the model', () => {
  const allowed = (mode: 'auto' | 'required') =>
    plan({
      tools,
      tool_choice: {
        type: 'allowed_tools',
        allowed_tools: { mode, tools: [{ type: 'function', name: 'get_time' }] },
      },
    })

  expect(allowed('auto')).toMatchObject({ tools: [timeTool], calls: 'read' })
  expect(allowed('required')).toMatchObject({ tools: [timeTool], calls: 'forced' })
})

test('a tool_choice that names an unknown tool is rejected with its path', () => {
  expect(() => plan({ tools, tool_choice: { type: 'function', function: { name: 'nope' } } })).toThrow(
    expect.objectContaining({ code: 'invalid_value', param: 'tool_choice.function.name' }),
  )
})

test('a response format constrains the text, and still allows calls', () => {
  const schema = { type: 'object', properties: { a: { type: 'null' } } }
  const format = { type: 'json_schema', json_schema: { name: 'x', schema } } as const

  expect(plan({ response_format: format })).toMatchObject({
    grammar: [{ tool: null, schema }],
    textSchema: schema,
    thinking: false,
  })
  expect(plan({ response_format: { type: 'json_object' } }).textSchema).toEqual({ type: 'object' })
  const tooled = plan({ response_format: format, tools })
  expect(tooled.grammar?.map(choice => choice.tool)).toEqual(['get_weather', 'get_time', null])
})

test('effort none disables reasoning, parallel_tool_calls limits calls', () => {
  expect(plan({}).thinking).toBe(true)
  expect(plan({ reasoning_effort: 'none' }).thinking).toBe(false)
  expect(plan({ tools, parallel_tool_calls: false }).callsMax).toBe(1)
  expect(plan({ tools }).callsMax).toBe(Infinity)
})

function plan(fields: object) {
  return planAnswer(
    chatRequestSchema.parse({ model: 'm', messages: [{ role: 'user', content: 'hello' }], ...fields }),
  )
}
