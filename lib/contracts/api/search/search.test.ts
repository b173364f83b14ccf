import { expect, test } from 'vitest'
import { parse } from '#lib/contracts/core/parse.ts'
import { rawSearchContract } from './search-raw.ts'
import { searchContract } from './search.ts'

const model = 'sextant-ai-search'
const pairs = (count: number) => Array.from({ length: count }, () => ['human', 'hello'])

test.each([
  [{ query: '' }, 'params.query', 'invalid_value'],
  [{ query: '   ' }, 'params.query', 'invalid_value'],
  [{ query: 'x'.repeat(4001) }, 'params.query', 'string_above_max_length'],
  [{ query: 7 }, 'params.query', 'invalid_type'],
  [{ query: 'q', focusMode: 'imageSearch' }, 'params.focusMode', 'invalid_value'],
  [{ query: 'q', optimizationMode: 'quality' }, 'params.optimizationMode', 'invalid_value'],
  [{ query: 'q', chatModel: 'gpt' }, 'params.chatModel', 'invalid_type'],
  [{ query: 'q', chatModel: { provider: 'openai' } }, 'params.chatModel.model', 'missing_required_parameter'],
  [{ query: 'q', language: 'not a tag' }, 'params.language', 'invalid_value'],
  [{ query: 'q', library: [] }, 'params.library', 'empty_array'],
  [{ query: 'q', history: pairs(101) }, 'params.history', 'array_above_max_length'],
  [
    {
      query: 'q',
      history: [
        ['human', 'a'],
        ['robot', 'b'],
      ],
    },
    'params.history.1.0',
    'invalid_value',
  ],
  [{ query: 'q', history: [['human']] }, 'params.history.0', 'invalid_value'],
  [{ query: 'q', history: [['human', 'a', 'b']] }, 'params.history.0', 'array_above_max_length'],
  [{ query: 'q', history: [['human', 3]] }, 'params.history.0.1', 'invalid_type'],
  [{ query: 'q', history: ['human: hello'] }, 'params.history.0', 'invalid_type'],
  [{ query: 'q', conversationHistory: [['x', 'y']] }, 'params.conversationHistory.0.0', 'invalid_value'],
])('rejects params %j at %s', (params, param, code) => {
  expect(parse(searchContract.input, { model, params })).toMatchObject({ ok: false, param, code })
})

test('an unknown focus mode is rejected with a list of the six valid ones', () => {
  const refused = parse(searchContract.input, { model, params: { query: 'q', focusMode: 'x' } })

  expect(refused).toMatchObject({
    message: expect.stringMatching(/web.+academic.+writing.+wolfram.+youtube.+reddit/) as string,
  })
})

test('optional fields may be null, and unknown fields are ignored', () => {
  const nothing = { focusMode: null, chatModel: null, history: null, library: null, language: null }
  const params = { query: ' q ', ...nothing, copilotEnabled: true, chatModel: { name: 'a', apiKey: 'k' } }

  expect(parse(searchContract.input, { model, params, history: pairs(100), stream: null })).toMatchObject({
    ok: true,
    value: { params: { query: 'q' } },
  })
})

test('raw results are available in every mode that searches', () => {
  const of = (focusMode: string) =>
    parse(rawSearchContract.input, { model: 'search', params: { query: 'q', focusMode } })

  expect(of('redditSearch')).toMatchObject({ ok: true })
  expect(of('writingAssistant')).toMatchObject({ ok: false, param: 'params.focusMode' })
})
