import { expect, test } from 'vitest'
import { toRefusalError, type Refusal, readErrorBody } from './upstream-refusal.ts'

function refusal(status: number, body: unknown = '', options: Partial<Refusal> = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return toRefusalError({
    status,
    text,
    retryAfter: null,
    providerId: 'acme',
    modelId: 'm-1',
    secrets: [],
    local: false,
    inputField: 'messages',
    ...options,
  })
}

test.each([
  [400, 'invalid_value', 400, false],
  [401, 'upstream_error', 502, false],
  [402, 'upstream_error', 502, false],
  [403, 'upstream_error', 502, false],
  [404, 'model_not_found', 404, false],
  [405, 'upstream_error', 502, false],
  [408, 'upstream_error', 502, true],
  [409, 'upstream_error', 502, true],
  [413, 'request_too_large', 413, false],
  [414, 'invalid_value', 400, false],
  [415, 'invalid_value', 400, false],
  [418, 'upstream_error', 502, false],
  [422, 'invalid_value', 400, false],
  [425, 'upstream_error', 502, true],
  [429, 'rate_limit_exceeded', 429, true],
  [431, 'invalid_value', 400, false],
  [500, 'upstream_error', 502, true],
  [503, 'upstream_error', 502, true],
  [529, 'upstream_error', 502, true],
])('status %i is %s', (status, code, ours, retryable) => {
  expect(refusal(status)).toMatchObject({ code, status: ours, retryable })
})

test.each([401, 402, 403])('status %i flags the provider and hides its message', status => {
  const error = refusal(status, { error: { message: 'Incorrect API key provided: sk-12345678' } })

  expect(error.unhealthy).toBe(true)
  expect(error.message).not.toContain('API key provided')
  expect(error.final).toBe(true)
})

test.each([
  [
    'OpenAI',
    400,
    {
      error: {
        message: 'too long',
        type: 'invalid_request_error',
        param: 'messages',
        code: 'context_length_exceeded',
      },
    },
  ],
  [
    'vLLM',
    400,
    {
      object: 'error',
      message: "This model's maximum context length is 4096 tokens.",
      type: 'BadRequestError',
      code: 400,
    },
  ],
  [
    'Anthropic',
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' },
    },
  ],
  [
    'llama.cpp',
    400,
    {
      error: {
        code: 400,
        message: 'the request exceeds the available context size',
        type: 'exceed_context_size_error',
      },
    },
  ],
  [
    'Gemini',
    400,
    [
      {
        error: {
          code: 400,
          message: 'The input token count (1200000) exceeds the maximum',
          status: 'INVALID_ARGUMENT',
        },
      },
    ],
  ],
  [
    'Mistral',
    422,
    { detail: [{ loc: ['body'], msg: 'Prompt contains too many tokens', type: 'value_error' }] },
  ],
])('%s’s error for a prompt that is too long is recognized', (_, status, body) => {
  expect(refusal(status, body)).toMatchObject({
    code: 'context_length_exceeded',
    status: 400,
    param: 'messages',
  })
})

test.each([
  [
    400,
    { error: { code: 'content_filter', message: 'The response was filtered by content management policy' } },
  ],
  [403, { error: { code: 403, message: 'Your input was flagged by moderation', metadata: {} } }],
])('a guardrail’s %i is a content policy violation', (status, body) => {
  expect(refusal(status, body)).toMatchObject({ code: 'content_policy_violation', status: 400 })
})

test.each([
  [429, { error: { code: 'insufficient_quota', message: 'You exceeded your current quota' } }],
  [
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: 'Your credit balance is too low' } },
  ],
  [402, { error: { message: 'Insufficient Balance' } }],
  [403, { error: { message: 'Your account has insufficient credits.' } }],
])('an empty balance with status %i is an operator error and is not retried', (status, body) => {
  expect(refusal(status, body)).toMatchObject({
    code: 'upstream_error',
    unhealthy: true,
    retryable: false,
    ofKey: { reason: 'balance', scope: 'key' },
  })
})

test.each([
  [400, "Invalid value: 'insufficient funds'. Supported values are: 'low' and 'high'."],
  [400, 'Insufficient funds is not a valid effort'],
  [404, 'Model insufficient credits not found'],
  [403, 'Model insufficient balance is not allowed'],
  [402, 'This request requires more credits, or fewer max_tokens. You can only afford 5000.'],
  [429, 'Request too large for gpt-6-sol on tokens per min (TPM): Limit 30000, Requested 50000.'],
])(
  'status %i with words that a client chose, or about its request alone, leaves the key in use: %s',
  (status, message) => {
    expect(refusal(status, { error: { message } }).ofKey?.scope).not.toBe('key')
  },
)

test('an error about the request is passed on with its param', () => {
  const body = { error: { message: 'temperature must be at most 2', param: 'temperature', code: null } }

  expect(refusal(400, body)).toMatchObject({ message: 'temperature must be at most 2', param: 'temperature' })
})

test('a message of a megabyte is truncated', () => {
  expect(refusal(400, { error: { message: 'x'.repeat(1_000_000) } }).message.length).toBe(2048)
})

test('a 429 carries the upstream’s Retry-After', () => {
  expect(refusal(429, '', { retryAfter: '7' }).retryAfterMs).toBe(7000)
})

test('our own models process uses our codes', () => {
  const says = (code: string) => ({ error: { message: 'Because.', type: 't', param: 'model', code } })
  const local = { local: true, retryAfter: '3' }

  expect(refusal(429, says('rate_limit_exceeded'), local)).toMatchObject({
    retryable: false,
    retryAfterMs: 3000,
  })
  expect(refusal(404, says('model_not_found'), local)).toMatchObject({ message: 'Because.', param: 'model' })
  expect(refusal(500, says('internal_error'), local)).toMatchObject({
    code: 'upstream_error',
    retryable: true,
    ofInput: true,
  })
  expect(refusal(401, says('invalid_api_key'), local)).toMatchObject({
    code: 'upstream_error',
    unhealthy: true,
  })
})

test.each([
  'Invalid data found when processing input',
  'cannot identify image file <_io.BytesIO object>',
  'Failed to load audio: ffmpeg version 7',
  'Could not decode the audio',
])('the answer 500 with `%s` is an error of the input', message => {
  expect(refusal(500, { error: { message } })).toMatchObject({ code: 'invalid_value', retryable: false })
  expect(refusal(500, { error: { message: 'Internal error' } })).toMatchObject({
    code: 'upstream_error',
    ofInput: false,
  })
})

test('no other server can set our codes', () => {
  expect(refusal(503, { error: { code: 'model_loading', message: 'x' } }).code).toBe('upstream_error')
})

test.each([
  ['plain text', 'upstream connect error', '', null],
  ['an HTML page', '<html>502</html>', '', null],
  ['a bare string', '"overloaded"', 'overloaded', null],
  ['TEI', '{"error":"Model is overloaded","error_type":"overloaded"}', 'Model is overloaded', 'overloaded'],
  ['FastAPI', '{"detail":"Not Found"}', 'Not Found', null],
  ['a number', '42', '', null],
  ['null inside', '{"error":null,"message":"no"}', 'no', null],
])('reads the error in %s', (_, text, message, code) => {
  expect(readErrorBody(text)).toMatchObject({ message, code })
})

test.each([400, 413, 422, 500])('status %i: no text of the provider reveals its key', status => {
  const key = 'correct-horse-battery-staple'
  const long = 'x'.repeat(5000)
  const error = { message: `${key} is bad`, param: `a.${key}.${long}`, type: key, code: key }

  for (const body of [{ error }, error, { ...error, code: 'context_length_exceeded' }]) {
    for (const local of [false, true]) {
      const read = refusal(status, body, { secrets: [key], local })
      expect(JSON.stringify([read.message, read.param, read.code])).not.toContain(key)
      expect(read.param?.length ?? 0).toBeLessThanOrEqual(200)
    }
  }
})

test('a key at the end of the logged text is redacted', () => {
  const key = 'correct-horse-battery-staple'

  const { cause } = refusal(500, `${'x'.repeat(2040)}${key}`, { secrets: [key] })

  expect(String(cause)).not.toContain(key.slice(0, 8))
})
