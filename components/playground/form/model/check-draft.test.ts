import { expect, test } from 'vitest'
import { chatContract } from '#lib/contracts/api/chat.ts'
import { embeddingsContract } from '#lib/contracts/api/embeddings.ts'
import { mapContract } from '#lib/contracts/api/map.ts'
import { parse } from '#lib/contracts/core/parse.ts'
import { rerankContract } from '#lib/contracts/api/rerank.ts'
import { scrapeContract } from '#lib/contracts/api/scrape.ts'
import { checkDraft, withoutFilled } from './check-draft.ts'

const messages = [{ role: 'user', content: 'Hi' }]

test('valid drafts and all examples have no issues', async () => {
  for (const { input } of chatContract.examples) {
    expect(await checkDraft({ contract: 'chat', body: { ...input } })).toEqual([])
  }
})

test("every invalid field has the API's code and message, the first one first", async () => {
  const body = { temperature: 3, messages: [{ role: 'robot', content: 'Hi' }], n: 1.5 }

  const issues = await checkDraft({ contract: 'chat', body })

  expect(issues.map(({ path, code }) => [path, code])).toEqual([
    ['model', 'missing_required_parameter'],
    ['temperature', 'decimal_above_max_value'],
    ['messages.0.role', 'invalid_value'],
    ['n', 'invalid_type'],
  ])
  expect(parse(chatContract.input, body)).toMatchObject({
    code: issues[0]?.code,
    message: issues[0]?.message,
  })
})

test.each([
  [{ model: 'm', messages: [] }, 'messages', 'empty_array'],
  [{ model: 'm', messages, max_tokens: 0 }, 'max_tokens', 'integer_below_min_value'],
  [{ model: 'm', messages, stop: ['a', 'b', 'c', 'd', 'e'] }, 'stop', 'array_above_max_length'],
  [{ model: 'm', messages, stream: 'yes' }, 'stream', 'invalid_type'],
])('%j fails where the API would report it', async (body, path, code) => {
  expect(await checkDraft({ contract: 'chat', body })).toMatchObject([{ path, code }])
})

test('a draft of a contract without a check is valid', async () => {
  expect(await checkDraft({ contract: 'unknown', body: {} })).toEqual([])
})

test.each([embeddingsContract, rerankContract, mapContract, scrapeContract])(
  'every example of $id has no issues',
  async ({ id, examples }) => {
    for (const { input } of examples)
      expect(await checkDraft({ contract: id, body: { ...input } })).toEqual([])
  },
)

test.each([
  ['embeddings', { model: 'm', input: ['one', ''] }, 'input.1', 'invalid_value'],
  ['embeddings', { model: 'm', input: [] }, 'input', 'empty_array'],
  ['embeddings', { model: 'm', input: 'x', dimensions: 0 }, 'dimensions', 'integer_below_min_value'],
  ['rerank', { model: 'm', query: '', documents: ['x'] }, 'query', 'invalid_value'],
  ['rerank', { model: 'm', query: 'q', documents: [] }, 'documents', 'empty_array'],
  ['rerank', { model: 'm', documents: ['x'] }, 'query', 'missing_required_parameter'],
  ['map', { url: 'a.example', limit: 40_000 }, 'limit', 'integer_above_max_value'],
  ['map', { limit: 10 }, 'url', 'missing_required_parameter'],
  ['scrape', { model: 'scrape', params: {} }, 'params.url', 'missing_required_parameter'],
  ['scrape', { model: 'scrape', params: { url: 'a', formats: ['md'] } }, 'params.formats.0', 'invalid_value'],
])('%s rejects an invalid field where the API would (%#)', async (contract, body, path, code) => {
  const issues = await checkDraft({ contract, body })

  expect(issues.map(issue => [issue.path, issue.code])).toEqual([[path, code]])
})

test('every invalid field within an object has an issue', async () => {
  const params = { timeout: 1, formats: [], mobile: 'yes' }

  const issues = await checkDraft({ contract: 'scrape', body: { model: 'scrape', params } })

  expect(issues.map(({ path, code }) => [path, code])).toEqual([
    ['params.url', 'missing_required_parameter'],
    ['params.timeout', 'integer_below_min_value'],
    ['params.formats', 'empty_array'],
    ['params.mobile', 'invalid_type'],
  ])
})

test('a missing field is no issue once it has a value; other issues remain', async () => {
  const body = { messages, temperature: 9 }

  const issues = await checkDraft({ contract: 'chat', body })
  const open = withoutFilled(issues, { ...body, model: 'm' })

  expect(issues.map(({ path }) => path)).toEqual(['model', 'temperature'])
  expect(open.map(({ path }) => path)).toEqual(['temperature'])
  expect(withoutFilled(issues, body)).toBe(issues)
})
