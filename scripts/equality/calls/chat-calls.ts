import type { Call } from './call-recorder.ts'
import type { CallGroup } from './call-group.ts'

const path = '/v1/chat/completions'
const messages = [{ role: 'user', content: 'Say something about the sea.' }]
const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const weather = {
  type: 'function',
  function: {
    name: 'get_weather',
    description: 'Current weather of a city',
    parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
  },
}
const contact = {
  type: 'json_schema',
  json_schema: {
    name: 'contact',
    strict: true,
    schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
  },
}
const toolRound = [
  { role: 'user', content: 'Weather in Lisbon?' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [
      { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Lisbon"}' } },
    ],
  },
  { role: 'tool', tool_call_id: 'call_1', content: '21 °C' },
]
const imageParts = (url: string) => [
  {
    role: 'user',
    content: [
      { type: 'text', text: 'What is this?' },
      { type: 'image_url', image_url: { url, detail: 'low' } },
    ],
  },
]

/** Additions to the minimal body; each is sent with and without streaming. */
const bodies: Readonly<Record<string, object>> = {
  minimal: {},
  sampling: { temperature: 0.3, top_p: 0.9, seed: 7, presence_penalty: -1, frequency_penalty: 1.5 },
  'limits and stops': { max_tokens: 5, max_completion_tokens: 6, stop: ['\n', 'END'] },
  'one stop': { stop: 'END' },
  'null fields': { temperature: null, tools: null, stop: null, max_tokens: null },
  'log probabilities': { logprobs: true, top_logprobs: 2, logit_bias: { 50256: -100 } },
  'two answers': { n: 2 },
  'JSON object': { response_format: { type: 'json_object' } },
  'JSON schema': { response_format: contact },
  tools: { tools: [weather], tool_choice: 'auto', parallel_tool_calls: false },
  'named tool': { tools: [weather], tool_choice: { type: 'function', function: { name: 'get_weather' } } },
  'tool result': { tools: [weather], messages: toolRound },
  image: { messages: imageParts(pixel) },
  reasoning: { model: 'scripted/thinking', reasoning_effort: 'low' },
  'unknown fields': { user: 'u-1', metadata: { team: 'a' }, own_field: [1, { deep: true }] },
  'system and developer': {
    messages: [
      { role: 'system', content: 'Be short.' },
      { role: 'developer', content: 'Be kind.' },
      ...messages,
    ],
  },
  'priced model': { model: 'priced' },
  'fallback of the configuration': { model: 'guarded' },
  'fallback after a refused connection': { model: 'unreachable' },
  'fallbacks of the request': { model: 'scripted/error-404', models: ['scripted/error-401', 'second/third'] },
  'no usage': { model: 'scripted/no-usage' },
  'no finish reason': { model: 'scripted/no-finish' },
  'bytes split in characters': { model: 'scripted/split-utf8' },
  'no end mark': { model: 'scripted/no-done' },
}

/** Upstream quirks that need a script. */
const habits: Readonly<Record<string, NonNullable<Call['always']>>> = {
  'usage with the last choice': { kind: 'answer', usage: 'last-choice' },
  'usage as Groq sends it': { kind: 'answer', usage: 'groq' },
  'usage in every chunk': { kind: 'answer', usage: 'continuous' },
  'comments, CRLF and a byte order mark': {
    kind: 'answer',
    comments: ['one', 'two'],
    newline: '\r\n',
    byteOrderMark: true,
  },
  'reasoning in its other field': { kind: 'answer', reasoning: 'Hm.', reasoningField: 'reasoning' },
  'tool calls without an index': {
    kind: 'answer',
    toolShape: 'no-index',
    toolCalls: [
      { name: 'a', arguments: { x: 1 } },
      { name: 'b', arguments: {} },
    ],
  },
  'tool calls with objects as arguments': {
    kind: 'answer',
    toolShape: 'object-arguments',
    toolCalls: [{ name: 'a', arguments: { x: 1 } }],
  },
  'a finish by length': { kind: 'answer', finish: 'length' },
  'a finish by a filter': { kind: 'answer', finish: 'content_filter' },
  'further fields and headers': {
    kind: 'answer',
    extra: { system_fingerprint: 'fp_own', timings: { ms: 1 } },
    headers: { 'x-ratelimit-remaining': '3' },
  },
}

export const chatCalls: CallGroup = {
  name: 'chat',
  async run({ record }) {
    for (const [name, fields] of Object.entries(bodies)) {
      const json = { model: 'scripted/echo', messages, ...fields }
      await record(`${name}, plain`, { path, json })
      await record(`${name}, streamed`, {
        path,
        json: { ...json, stream: true, stream_options: { include_usage: true } },
      })
    }
    for (const [name, always] of Object.entries(habits)) {
      const json = { model: `scripted/${name.replaceAll(/\W+/g, '-')}`, messages }
      await record(`${name}, plain`, { path, json, always })
      await record(`${name}, streamed`, { path, json: { ...json, stream: true }, always })
    }
    await record('the client leaves', {
      path,
      json: { model: 'scripted/chunks-50-20', messages, stream: true },
      leaveAt: 'word2 ',
    })
  },
}
