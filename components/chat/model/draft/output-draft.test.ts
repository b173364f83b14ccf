import { expect, test } from 'vitest'
import { readOutput, writeOutput } from './output-draft.ts'

test('a schema survives the form unchanged, unknown fields included', () => {
  const params = {
    model: 'm',
    response_format: {
      type: 'json_schema',
      json_schema: { name: 'contact', schema: { type: 'object' }, strict: true, description: 'd' },
    },
  }

  expect(writeOutput(params, readOutput(params))).toEqual(params)
})

test('text is the default and not sent', () => {
  const params = { response_format: { type: 'json_object' } }

  expect(readOutput({}).type).toBe('text')
  expect(writeOutput(params, { ...readOutput(params), type: 'text' })).toEqual({})
})

test('switching to a schema starts with a template', () => {
  const written = writeOutput({}, { ...readOutput({}), type: 'json_schema' })

  expect(written).toMatchObject({
    response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
  })
})

test('an emptied schema stays empty, so that the API can report it', () => {
  const params = { response_format: { type: 'json_schema', json_schema: { name: 'x' } } }

  expect(writeOutput(params, readOutput(params))).toEqual(params)
})
