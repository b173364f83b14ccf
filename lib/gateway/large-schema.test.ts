import { expect, test } from 'vitest'
import {
  chatModel,
  hostToken,
  pretendFetched,
  startHost,
} from '#lib/models/http/__fixtures__/running-host.ts'
import { startTestGateway } from './__fixtures__/test-gateway.ts'

const messages = [{ role: 'user', content: 'hi' }]
const schema = { enum: Array.from({ length: 20_000 }, (_, at) => `value ${at}`) }
const format = { type: 'json_schema', json_schema: { name: 'answer', schema } }

test('a schema that is too large for the embedded engine is a client error, and no model is loaded', async () => {
  let loads = 0
  await using host = await startHost({
    loadChat: () => {
      loads += 1
      return Promise.reject(new Error('nothing is to be loaded'))
    },
  })
  await pretendFetched(host.modelsDir)
  await using gateway = await startTestGateway({ local: { baseUrl: `${host.origin}/v1`, token: hostToken } })

  for (const stream of [false, true]) {
    const response = await gateway.chat({ model: chatModel, messages, response_format: format, stream })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({
      error: {
        type: 'invalid_request_error',
        code: 'invalid_value',
        param: 'response_format.json_schema.schema',
        message: expect.stringContaining('20,000 enum values') as string,
      },
    })
  }
  expect(loads).toBe(0)
})

test('a configured provider gets the same schema unchanged', async () => {
  await using gateway = await startTestGateway({ models: [{ id: 'remote' }] })

  const response = await gateway.chat({ model: 'remote', messages, response_format: format })

  expect(response.status).toBe(200)
  expect(gateway.upstream.requests[0]?.json).toMatchObject({ response_format: format })
})
