import { describe, expect, test } from 'vitest'
import { explosiveSchemas } from '#lib/models/answer/__fixtures__/large-schemas.ts'
import { requireGrammar } from '#lib/models/answer/require-grammar.ts'
import {
  chatModel,
  hostToken,
  pretendFetched,
  startHost,
} from '#lib/models/http/__fixtures__/running-host.ts'
import { startTestGateway } from './__fixtures__/test-gateway.ts'

const messages = [{ role: 'user', content: 'hi' }]
const formatField = 'response_format.json_schema.schema'
const toolField = 'tools.0.function.parameters'

/** Each with the place that is wrong. */
const malformed: readonly (readonly [object, string])[] = [
  [{ enum: 'x' }, '#/enum'],
  [{ type: 5 }, '#/type'],
  [{ type: ['string', 5] }, '#/type'],
  [{ type: 'text' }, '#/type'],
  [{ properties: [] }, '#/properties'],
  [{ properties: { 'a/b': { type: {} } } }, '#/properties/a~1b/type'],
  [{ properties: { a: 'string' } }, '#/properties/a'],
  [{ items: 'x' }, '#/items'],
  [{ anyOf: {} }, '#/anyOf'],
  [{ anyOf: [{}, 5] }, '#/anyOf/1'],
  [{ required: 'a' }, '#/required'],
  [{ required: [5] }, '#/required'],
  [{ minLength: -1 }, '#/minLength'],
  [{ maximum: '9' }, '#/maximum'],
  [{ $ref: 5 }, '#/$ref'],
  [{ $ref: '#/$defs/nothing' }, '#/$ref'],
  [{ items: { pattern: '(' } }, '#/items/pattern'],
  [{ patternProperties: { '[': {} } }, '#/patternProperties'],
  [{ $defs: { unused: { enum: [] } } }, '#/$defs/unused/enum'],
]

/** As JSON they are too deep or too large for a test of the gateway. */
const onlyInMemory = [
  'branches that double at every level',
  '20,000 levels of branches',
  '20,000 levels of a constant',
]
const hostile = Object.entries(explosiveSchemas).filter(([name]) => !onlyInMemory.includes(name))

describe('a request to an embedded model', () => {
  test('with a malformed schema is a client error that names the place', async () => {
    await using gateway = await startWithoutModels()

    for (const [schema, place] of malformed)
      for (const [field, request] of doors(schema))
        expect(await gateway.refusal(request)).toEqual([
          400,
          'invalid_value',
          field,
          expect.stringContaining(`\`${place}\``),
        ])
  })

  test('with a hostile schema is a client error, before the models process is asked', async () => {
    await using gateway = await startWithoutModels()

    for (const [name, schema] of hostile)
      for (const [field, request] of doors(schema))
        expect([name, ...(await gateway.refusal({ ...request, stream: field === toolField }))]).toEqual([
          name,
          400,
          'invalid_value',
          field,
          expect.any(String),
        ])
  })
})

test('the models process rejects such a schema too, before a model is loaded', async () => {
  let loads = 0
  await using host = await startHost({
    loadChat: () => {
      loads += 1
      return Promise.reject(new Error('nothing is to be loaded'))
    },
  })
  await pretendFetched(host.modelsDir)
  const [[, request]] = doors(explosiveSchemas['an enum of 100,000 values'])

  const response = await host.ask('/v1/chat/completions', {
    body: { model: chatModel, messages, ...request },
  })

  expect([response.status, loads]).toEqual([400, 0])
})

describe('a configured provider', () => {
  test('gets a large schema unchanged', async () => {
    await using gateway = await startTestGateway({ models: [{ id: 'remote' }] })
    const [[, request]] = doors({ enum: Array.from({ length: 20_000 }, (_, at) => `value ${at}`) })

    const response = await gateway.chat({ model: 'remote', messages, ...request })

    expect(response.status).toBe(200)
    expect(gateway.upstream.requests[0]?.json).toMatchObject(request)
  })

  test('gets types and patterns of its own dialect, but no keyword that has no meaning in any', async () => {
    await using gateway = await startTestGateway({ models: [{ id: 'remote' }] })
    const dialect = {
      type: 'STRING',
      pattern: '(?i)a',
      nullable: true,
      required: true,
      exclusiveMinimum: false,
    }

    for (const [, request] of doors(dialect))
      expect((await gateway.chat({ model: 'remote', messages, ...request })).status).toBe(200)
    for (const [field, request] of doors({ properties: [] })) {
      const response = await gateway.chat({ model: 'remote', messages, ...request })
      expect([response.status, (await response.json()).error.param]).toEqual([400, field])
    }
  })
})

/** Every field of a chat that takes a schema, with its request. */
function doors(schema: unknown): [[string, object], [string, object]] {
  return [
    [formatField, { response_format: { type: 'json_schema', json_schema: { name: 'answer', schema } } }],
    [
      toolField,
      {
        tools: [{ type: 'function', function: { name: 'use', parameters: schema } }],
        tool_choice: 'required',
      },
    ],
  ]
}

/** A gateway whose models process refuses every connection. */
async function startWithoutModels() {
  const gateway = await startTestGateway({
    local: { baseUrl: 'http://127.0.0.1:9/v1', token: hostToken, checkChat: requireGrammar },
  })
  return {
    async refusal(request: object): Promise<unknown[]> {
      const response = await gateway.chat({ model: chatModel, messages, ...request })
      const { error } = await response.json()
      return [response.status, error.code, error.param, error.message]
    },
    [Symbol.asyncDispose]: () => gateway[Symbol.asyncDispose](),
  }
}
