import { requireGrammar } from '#lib/models/answer/require-grammar.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  libraryDocuments,
  libraryQuestions,
} from '#lib/capabilities/search/__fixtures__/library-questions.ts'
import { judgeAnswer } from '#lib/capabilities/search/__fixtures__/judge-answer.ts'
import { libraryStatusSchema } from '#lib/contracts/api/library-manage.ts'
import { searchCompletionSchema } from '#lib/contracts/api/search/search-answer.ts'
import { startTestGateway, type TestGateway } from '#lib/gateway/__fixtures__/test-gateway.ts'
import { hostToken, type RunningHost } from '#lib/models/http/__fixtures__/running-host.ts'
import { embeddingModel, startSmall } from '#lib/models/onnx/__fixtures__/real-small-models.ts'

let host: RunningHost
let sextant: TestGateway

beforeAll(async () => {
  host = await startSmall()
  const patient = { firstEventMs: 60_000, plainMs: 60_000, searchMs: 60_000 }
  sextant = await startTestGateway({
    local: { baseUrl: `${host.origin}/v1`, token: hostToken, checkChat: requireGrammar },
    embedder: embeddingModel,
    timers: patient,
  })
  for (const document of libraryDocuments) {
    const response = await sextant.post('/v1/library', document)
    if (!response.ok) throw new Error(`A document was not saved: ${await response.text()}`)
  }
})
afterAll(async () => {
  await sextant[Symbol.asyncDispose]()
  await host[Symbol.asyncDispose]()
})

async function readQueued(): Promise<number> {
  const headers = { authorization: `Bearer ${sextant.token}` }
  const response = await fetch(`${sextant.url}/v1/library/status`, { headers })
  return libraryStatusSchema.parse(await response.json()).index.queued
}

test('without a language model, at least eighteen of twenty library questions lead to the right passage', async () => {
  await expect.poll(readQueued, { timeout: 60_000, interval: 100 }).toBe(0)

  const wrong: string[] = []
  const unsupported: string[] = []
  for (const asked of libraryQuestions) {
    const response = await sextant.post('/v1/web', {
      model: 'sextant-ai-search',
      params: { query: asked.question, chatModel: { provider: 'local', model: 'extractive' } },
    })
    const { choices } = searchCompletionSchema.parse(await response.json())
    const verdict = judgeAnswer(asked, choices[0]?.message ?? { content: '', sources: [] })
    if (!verdict.right) wrong.push(asked.question)
    unsupported.push(...verdict.unsupported)
  }

  expect(
    wrong.filter(question =>
      libraryQuestions.some(each => each.question === question && each.answeredBy === null),
    ),
  ).toEqual([])
  // At most two may be wrong.
  expect(wrong.slice(2)).toEqual([])
  expect(unsupported).toEqual([])
})
