import { expect, test } from 'vitest'
import { nameNewTool, readToolChoice, readTools, toToolChoice, writeTools } from './tool-drafts.ts'

const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Weather',
    parameters: { type: 'object' },
    strict: true,
    extra: 1,
  },
}

test('tools survive the form unchanged, unknown fields included', () => {
  const params = { model: 'm', tools: [weather], tool_choice: 'required' }

  expect(writeTools(params, readTools(params))).toEqual(params)
})

test('a tool without description, schema and strict stays without them', () => {
  const params = { tools: [{ type: 'function', function: { name: 'f' } }] }

  expect(writeTools(params, readTools(params))).toEqual(params)
})

test('removing the last tool also removes tool_choice, which the API would reject', () => {
  expect(writeTools({ tools: [weather], tool_choice: 'required', seed: 1 }, [])).toEqual({ seed: 1 })
})

test('the choice of a removed tool is dropped, that of another is kept', () => {
  const choice = { type: 'function', function: { name: 'get_weather' } }
  const params = { tools: [weather], tool_choice: choice }
  const renamed = readTools(params).map(tool => ({ ...tool, name: 'other' }))

  expect(writeTools(params, renamed)['tool_choice']).toBeUndefined()
  expect(writeTools(params, [...renamed, ...readTools(params)])['tool_choice']).toEqual(choice)
})

test('a choice is parsed and formatted as one string', () => {
  for (const value of ['auto', 'none', 'required', 'function:get_weather'])
    expect(readToolChoice(toToolChoice({}, value))).toBe(value)
  expect(readToolChoice({})).toBeNull()
  expect(readToolChoice({ tool_choice: { type: 'allowed_tools' } })).toBeNull()
})

test('a new tool has a unique name', () => {
  const first = nameNewTool([])

  expect(nameNewTool([{ ...first, name: 'tool_2' }]).name).toBe('tool_3')
  expect(first.name).toBe('tool_1')
})

test('an invalid list of tools is parsed as empty', () => {
  expect([readTools({}), readTools({ tools: 'x' }), readTools({ tools: [null, {}] })]).toEqual([[], [], []])
})
