import type { CallGroup } from './call-group.ts'
import { payload } from './payload.ts'

const messages = [
  { role: 'system', content: 'Be short.' },
  { role: 'user', content: 'What is the weather in Lisbon?' },
]
const tools = [
  {
    type: 'function',
    function: {
      name: 'get_weather',
      description: 'Current weather',
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
    },
  },
]
const everything = {
  temperature: 0.2,
  top_p: 0.8,
  max_completion_tokens: 50,
  seed: 3,
  stop: ['END'],
  presence_penalty: 0.5,
  logprobs: true,
  top_logprobs: 1,
  user: 'u-1',
  parallel_tool_calls: false,
  response_format: { type: 'json_object' },
  reasoning_effort: 'low',
  metadata: { a: 'b' },
  n: 1,
}

const chatPayloads: readonly (readonly [provider: string, file: string])[] = [
  ['anthropic', 'anthropic-message.json'],
  ['anthropic', 'anthropic-mid-error.sse.txt'],
  ['anthropic', 'anthropic-overloaded.sse.txt'],
  ['anthropic', 'anthropic-text.sse.txt'],
  ['anthropic', 'anthropic-tools.sse.txt'],
  ['cohere', 'cohere-text.sse.txt'],
  ['deepseek', 'deepseek-padded.json'],
  ['deepseek', 'deepseek-reasoning.sse.txt'],
  ['gemini', 'gemini-text.sse.txt'],
  ['gemini', 'gemini-tools.sse.txt'],
  ['groq', 'groq-text.sse.txt'],
  ['llama.cpp', 'llama-cpp-text.sse.txt'],
  ['lm-studio', 'lm-studio-text.sse.txt'],
  ['mistral', 'mistral-thinking.sse.txt'],
  ['mistral', 'mistral-tools.sse.txt'],
  ['ollama', 'ollama-text.sse.txt'],
  ['ollama', 'ollama-tools.json'],
  ['openai', 'openai-logprobs.json'],
  ['openai', 'openai-text.sse.txt'],
  ['openai', 'openai-tools.sse.txt'],
  ['openai', 'openai-two-choices.sse.txt'],
  ['openrouter', 'openrouter-mid-error.sse.txt'],
  ['openrouter', 'openrouter-text.sse.txt'],
  ['together', 'together-text.sse.txt'],
  ['vllm', 'vllm-named-tool.sse.txt'],
  ['vllm', 'vllm-null-finish.json'],
  ['xai', 'xai-text.sse.txt'],
]

const vectorPayloads: readonly (readonly [provider: string, file: string])[] = [
  ['cohere', 'cohere-float.json'],
  ['cohere', 'cohere-base64.json'],
  ['gemini', 'gemini.json'],
  ['jina', 'jina.json'],
  ['jina', 'jina-base64.json'],
  ['mixedbread', 'mixedbread.json'],
  ['ollama', 'ollama.json'],
  ['openai', 'openai-float.json'],
  ['openai', 'openai-base64.json'],
  ['tei', 'tei.json'],
  ['vllm', 'vllm.json'],
  ['voyage', 'voyage.json'],
]

const documents = ['tide', 'moon', 'sun', 'stars']
const scorePayloads = ['cohere', 'jina', 'llama.cpp', 'mixedbread', 'tei', 'together', 'vllm', 'voyage']

/** Each type of server: its requests, and the parsed responses. */
export const providerCalls: CallGroup = {
  name: 'providers',
  async run({ record }) {
    for (const [provider, file] of chatPayloads) {
      await record(`chat of ${file}`, {
        path: '/v1/chat/completions',
        json: { model: `as-${provider}/${file}`, messages, tools, stream: file.endsWith('.sse.txt') },
        always: payload(`language/${file}`),
      })
    }
    for (const provider of new Set(chatPayloads.map(([name]) => name))) {
      await record(`every parameter of chat for ${provider}`, {
        path: '/v1/chat/completions',
        json: { model: `as-${provider}/every-parameter`, messages, ...everything },
      })
    }
    for (const [provider, file] of vectorPayloads) {
      const model = `as-${provider}/${file}`
      const always = payload(`embedding/${file}`)
      const path = '/v1/embeddings'
      await record(`embeddings of ${file}`, { path, json: { model, input: ['one', 'two'] }, always })
      await record(`embeddings of ${file}, every parameter`, {
        path,
        always,
        json: {
          model: `${model}-all`,
          input: ['one', 'two'],
          encoding_format: 'base64',
          dimensions: 4,
          task: 'retrieval.query',
          truncate: true,
          normalized: false,
          user: 'u-1',
        },
      })
    }
    for (const provider of scorePayloads) {
      await record(`rerank of ${provider}`, {
        path: '/v1/rerank',
        json: { model: `as-${provider}/scores`, query: 'moon', documents, top_n: 2 },
        always: payload(`reranking/${provider.replace('.', '-')}.json`),
      })
      await record(`rerank of ${provider}, every parameter`, {
        path: '/v2/rerank',
        json: {
          model: `as-${provider}/scores`,
          query: 'moon',
          documents,
          return_documents: true,
          max_tokens_per_doc: 100,
        },
        always: payload(`reranking/${provider.replace('.', '-')}.json`),
      })
    }
  },
}
