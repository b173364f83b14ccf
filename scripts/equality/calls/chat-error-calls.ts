import type { CallGroup } from './call-group.ts'

const path = '/v1/chat/completions'
const messages = [{ role: 'user', content: 'hello' }]
const ok = { model: 'scripted/echo', messages }
const content = (part: object) => ({ ...ok, messages: [{ role: 'user', content: [part] }] })

/** Bodies that are rejected before any upstream request. */
const mistakes: Readonly<Record<string, unknown>> = {
  'an empty object': {},
  'an array': [],
  'no model': { messages },
  'null for a model': { ...ok, model: null },
  'an empty model': { ...ok, model: '' },
  'no messages': { ...ok, messages: [] },
  'null for a message': { ...ok, messages: [null] },
  'a message without content': { ...ok, messages: [{ role: 'user' }] },
  'an unknown role': { ...ok, messages: [{ role: 'robot', content: '' }] },
  'a temperature as a text': { ...ok, temperature: '1' },
  'a temperature that is too high': { ...ok, temperature: 2.1 },
  'a penalty that is too low': { ...ok, presence_penalty: -3 },
  'no tokens': { ...ok, max_tokens: 0 },
  'half an answer': { ...ok, n: 1.5 },
  'too many answers': { ...ok, n: 129 },
  'too many stops': { ...ok, stop: ['1', '2', '3', '4', '5'] },
  'an unknown tool choice': { ...ok, tool_choice: 'sometimes' },
  'a schema with a long name': {
    ...ok,
    response_format: { type: 'json_schema', json_schema: { name: 'x'.repeat(65) } },
  },
  'an image by FTP': content({ type: 'image_url', image_url: { url: 'ftp://x' } }),
  'an image of an unknown type': content({
    type: 'image_url',
    image_url: { url: 'data:image/bmp;base64,AAAA' },
  }),
  'an unknown part': content({ type: 'video_url', video_url: {} }),
  'too many fallbacks': { ...ok, models: Array.from({ length: 9 }, () => 'm') },
  'an unknown model': { ...ok, model: 'nobody' },
  'a model of an unknown provider': { ...ok, model: 'mistral/large' },
  'an embedded model that is not there': { ...ok, model: 'local/qwen2.5-coder-1.5b-instruct' },
  'a model for something else': { ...ok, model: 'ranker' },
  'more than the context window': {
    model: 'small',
    messages: [{ role: 'user', content: 'word '.repeat(400) }],
  },
  'an image for a model that reads text': {
    model: 'small',
    messages: [
      { role: 'user', content: [{ type: 'image_url', image_url: { url: 'https://x.example/a.png' } }] },
    ],
  },
}

const deep = (levels: number) =>
  `{"model":"scripted/echo","messages":[{"role":"user","content":"x"}],"x":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`

const texts: Readonly<Record<string, string | Buffer>> = {
  'no JSON': '{"model":',
  'an empty body': '',
  'too deep': deep(33),
  'as deep as allowed': deep(32),
  'a __proto__ key': '{"model":"m","messages":[],"metadata":{"__proto__":{"x":1}}}',
  'bytes that are no UTF-8': Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]),
  'a byte order mark and 1.0': `\uFEFF${JSON.stringify(ok).replace('{', '{"n":1.0,')}`,
  'two mistakes': '{"model":"m","n":0,"temperature":9,"messages":[]}',
}

/** Upstream statuses; those with a retry delay are not retried. */
const upstreamFailures = [
  'error-400',
  'error-401',
  'error-402',
  'error-403',
  'error-404',
  'error-413',
  'error-422',
  'error-408-20',
  'error-429-20',
  'error-500-20',
  'error-502-20',
  'error-503-20',
  'error-504-20',
  'error-529-20',
]

/** Calls with retries or a deadline, within the retry budget of an idle gateway. */
const streamFaults = ['error-event-0', 'error-event-3', 'cut-3', 'reset-3', 'garbage', 'html', 'hang-3']

const contextFailure = {
  error: { message: 'maximum context length is 10 tokens', type: 'x', code: 'context_length_exceeded' },
}
const filterFailure = { error: { message: 'Refused.', type: 'x', code: 'content_filter' } }

export const chatErrorCalls: CallGroup = {
  name: 'chat-errors',
  async run({ record }) {
    for (const [name, json] of Object.entries(mistakes)) await record(name, { path, json })
    for (const [name, body] of Object.entries(texts)) await record(name, { path, body })
    for (const name of upstreamFailures) {
      const json = { model: `scripted/${name}`, messages }
      await record(`${name}, plain`, { path, json })
      await record(`${name}, streamed`, { path, json: { ...json, stream: true } })
    }
    await record('the upstream counts more tokens than it takes', {
      path,
      json: { model: 'scripted/full', messages },
      always: { kind: 'error', status: 400, body: contextFailure },
    })
    await record('the upstream filters', {
      path,
      json: { model: 'scripted/filter', messages },
      always: { kind: 'error', status: 400, body: filterFailure },
    })
    await record('an error with a key in it', {
      path,
      json: { model: 'scripted/leaky', messages },
      always: {
        kind: 'error',
        status: 401,
        body: { error: { message: 'Wrong key sk-scripted-upstream-key.' } },
      },
    })
    await record('all fallbacks fail', {
      path,
      json: { model: 'scripted/error-403', models: ['second/error-404', 'second/error-429-20'], messages },
    })
    for (let round = 1; round <= 6; round++) {
      await record(`the circuit opens, call ${round}`, {
        path,
        json: { model: 'second/error-500-20', messages },
      })
    }
  },
}

export const chatFaultCalls: CallGroup = {
  name: 'chat-faults',
  async run({ record }) {
    for (const name of streamFaults) {
      await record(`${name}, streamed`, { path, json: { model: `scripted/${name}`, messages, stream: true } })
    }
    await record('tried again until it works', {
      path,
      json: { model: 'scripted/twice', messages },
      next: [
        { kind: 'error', status: 503 },
        { kind: 'error', status: 502 },
        { kind: 'answer', text: 'At last.' },
      ],
    })
    await record('silence, plain', { path, json: { model: 'second/hang-head', messages } })
  },
}
