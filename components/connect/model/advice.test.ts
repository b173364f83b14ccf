import { describe, expect, test } from 'vitest'
import { adviseOn } from './advice.ts'

const facts = {
  modelIds: ['local/qwen3-0.6b', 'local/qwen3-1.7b', 'openai/gpt-5', 'anthropic/claude-opus-5'],
  contextWindow: 4_096,
}
const failed = { code: null, path: null, client: null, model: null }

describe('the advice on a first request that failed', () => {
  test.each([
    ['/chat/completions', 'The base URL lacks /v1: add it at the end.'],
    ['/models', 'The base URL lacks /v1: add it at the end.'],
    ['/v1/v1/messages', 'The base URL ends with /v1, which the client adds itself: remove it.'],
    ['/api/v1/chat/completions', 'Remove /api from the base URL.'],
    [
      '/v1/responses',
      'This server has no /v1/responses: compare it with the endpoints of the API reference.',
    ],
  ])('to %s names what is wrong with the base URL', (path, advice) => {
    expect(adviseOn({ ...failed, code: 'unknown_url', path }, facts)).toBe(advice)
  })

  test.each([
    ['/v1/messages', 'sdk/1', 'ANTHROPIC_API_KEY'],
    ['/v1/models', 'claude-cli/2.1', 'ANTHROPIC_API_KEY'],
    ['/v1/chat/completions', 'OpenAI/JS 7', 'step 2'],
    ['/v1/chat/completions', null, 'step 2'],
  ])('to %s of %s with a wrong key names the variable that may have another one', (path, client, part) => {
    expect(adviseOn({ ...failed, code: 'invalid_api_key', path, client }, facts)).toContain(part)
  })

  test.each([
    ['qwen3', 'local/qwen3-0.6b or local/qwen3-1.7b'],
    ['claude-opus-4', 'anthropic/claude-opus-5'],
    ['gpt-5-mini', 'openai/gpt-5'],
  ])('with the unknown model %s names the nearest', (model, nearest) => {
    expect(adviseOn({ ...failed, code: 'model_not_found', model }, facts)).toContain(
      `did you mean ${nearest}`,
    )
  })

  test('with a model like no other names step 1', () => {
    expect(adviseOn({ ...failed, code: 'model_not_found', model: 'x' }, facts)).toBe(
      'The model x does not exist: use an ID of step 1.',
    )
  })

  test('with a text that is too long names the context window', () => {
    expect(adviseOn({ ...failed, code: 'context_length_exceeded' }, facts)).toContain('4,096 tokens')
  })

  test('with any other error sends the reader to the log', () => {
    expect(adviseOn({ ...failed, code: 'toString' }, facts)).toBe('Open the request to see its error.')
    expect(adviseOn(failed, facts)).toBe('Open the request to see its error.')
  })
})
