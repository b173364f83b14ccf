import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddingsSchema } from '#lib/contracts/api/embeddings.ts'
import type { RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { ask, complete, readStream, startReal } from './__fixtures__/real-host.ts'

let host: RunningHost

beforeAll(async () => {
  host = await startReal()
})
afterAll(async () => await host[Symbol.asyncDispose]())

test('an answer continues between batches of a large call, with the same text as alone', async () => {
  const question = { ...ask('Count from one to thirty in words.'), max_tokens: 100, seed: 7, temperature: 0 }
  const alone = await complete(host, question)
  const stream = await host.ask('/v1/chat/completions', { body: { ...question, stream: true } })
  const events: string[] = []
  let text = ''
  const answer = (async () => {
    for await (const chunk of stream.body ?? []) {
      events.push('token')
      text += Buffer.from(chunk).toString('utf8')
    }
    events.push('answered')
  })()
  await expect.poll(() => events.length).toBeGreaterThan(0)
  const texts = Array.from({ length: 24 }, (_, index) => `${'some words '.repeat(120)}${index}`)
  const response = await host.ask('/v1/embeddings', {
    body: { model: 'local/bge-small-en-v1.5', input: texts },
  })
  const { data } = embeddingsSchema.parse(await response.json())
  events.push('embedded')
  await answer

  expect(readStream(text).text).toBe(alone.choices[0]?.message.content)
  expect(data).toHaveLength(24)
  expect(events.indexOf('embedded')).toBeGreaterThan(5)
})
