const servers = [
  'openai',
  'gemini',
  'mistral',
  'groq',
  'cohere',
  'deepseek',
  'xai',
  'together',
  'openrouter',
  'jina',
  'voyage',
  'mixedbread',
  'ollama',
  'vllm',
  'llama.cpp',
  'lm-studio',
  'tei',
]

const kindOf: Readonly<Record<string, string>> = {
  cohere: 'cohere',
  jina: 'jina',
  voyage: 'voyage',
  mixedbread: 'mixedbread',
  tei: 'tei',
}

/** The `sextant.yaml` of every group: a provider for each kind of server, and models with prices and fallbacks. */
export function configurationFor(upstream: string): string {
  const known = servers.map(
    server =>
      `  - { id: as-${server}, kind: ${kindOf[server] ?? 'openai'}, server: ${server}, baseUrl: "${upstream}/${server}/v1", apiKey: sk-key-of-${server}-0123456789 }`,
  )
  return `
providers:
  - { id: scripted, kind: openai, baseUrl: "${upstream}/v1", apiKey: sk-scripted-upstream-key }
  - { id: second, kind: openai, baseUrl: "${upstream}/second/v1" }
  - { id: refused, kind: openai, baseUrl: "http://127.0.0.1:1/v1" }
  - { id: as-anthropic, kind: anthropic, baseUrl: "${upstream}/anthropic/v1", apiKey: sk-ant-key-0123456789 }
${known.join('\n')}
models:
  - { id: scripted/echo, provider: scripted, upstream: echo, kind: chat, input: [text, image], context: 32768 }
  - { id: priced, provider: scripted, upstream: priced-upstream, kind: chat, price: { input: 3, output: 15 } }
  - { id: small, provider: scripted, upstream: small, kind: chat, input: [text], context: 64 }
  - { id: guarded, provider: scripted, upstream: error-503-20, kind: chat, fallbacks: [second/backup] }
  - { id: unreachable, provider: refused, upstream: nobody, kind: chat, fallbacks: [second/backup] }
  - { id: vectors, provider: scripted, upstream: vectors-8, kind: embeddings, dimensions: 8, context: 512, price: { input: 0.02, output: 0 } }
  - { id: ranker, provider: scripted, upstream: ranker, kind: rerank, price: { input: 1, output: 0 } }
  - { id: ears, provider: scripted, upstream: whisper-1, kind: speech }
defaults: { chat: scripted/echo, embeddings: vectors, rerank: ranker, speech: ears }
timers: { connectMs: 2000, firstEventMs: 3000, idleMs: 3000, plainMs: 6000, streamMs: 20000, searchMs: 20000, drainMs: 2000 }
`
}
