import { expect, test } from 'vitest'
import { makeFolder } from './__fixtures__/test-folder.ts'

const providers = `
providers:
  - { id: openai-a, kind: openai, baseUrl: "https://a.example/v1", apiKeys: ["\${A1}", "\${A2}"], maxParallel: 200 }
  - { id: my-vllm, kind: openai, baseUrl: "http://10.0.0.5:8000/v1" }
`
const environment = { A1: 'sk-one', A2: 'sk-two' }

test('deployments, keys and aliases load with their defaults', () => {
  using folder = makeFolder(`${providers}
models:
  - id: team-chat
    kind: chat
    deployments:
      - { provider: openai-a, upstream: gpt-6-sol, priceOf: openai/gpt-6-sol, weight: 5 }
      - { provider: my-vllm, upstream: qwen3-32b, tier: 1, maxParallel: 32, context: 32768 }
    routing: { affinity: off }
aliases: { fast: openai-a/gpt-6-luna, team: team-chat }
defaults: { chat: fast }
`)

  const config = folder.load(environment)

  expect(config.providers[0]).toMatchObject({
    apiKey: 'sk-one',
    apiKeys: ['sk-one', 'sk-two'],
    maxParallel: 200,
  })
  expect(config.models).toEqual([
    {
      id: 'team-chat',
      kind: 'chat',
      provider: 'openai-a',
      upstream: 'gpt-6-sol',
      deployments: [
        { provider: 'openai-a', upstream: 'gpt-6-sol', priceOf: 'openai/gpt-6-sol', weight: 5, tier: 0 },
        { provider: 'my-vllm', upstream: 'qwen3-32b', weight: 1, tier: 1, maxParallel: 32, context: 32_768 },
      ],
      routing: { pick: 'weight', affinity: 'off' },
      fallbacks: [],
    },
  ])
  expect(config.aliases).toEqual({ fast: 'openai-a/gpt-6-luna', team: 'team-chat' })
  expect(config.defaults).toEqual({ chat: 'fast' })
})

const deployment = '{ provider: my-vllm, upstream: a }'

test.each([
  ['models: [{ id: a, kind: chat }]', 'models.0.provider: is missing; name a provider, or deployments'],
  ['models: [{ id: a, kind: chat, provider: my-vllm }]', 'models.0.upstream: is missing'],
  [
    `models: [{ id: a, kind: chat, provider: x, deployments: [${deployment}] }]`,
    'models.0.provider: is instead of',
  ],
  [
    `models: [{ id: a, kind: chat, upstream: x, deployments: [${deployment}] }]`,
    'models.0.upstream: is instead of',
  ],
  ['models: [{ id: a, kind: chat, deployments: [] }]', 'models.0.deployments'],
  [
    `models: [{ id: a, kind: chat, deployments: [${Array(17).fill(deployment).join()}] }]`,
    'models.0.deployments: must have at most 16 entries',
  ],
  [
    'models: [{ id: a, kind: chat, deployments: [{ provider: nobody, upstream: a }] }]',
    'unknown provider nobody; configured: openai-a, my-vllm, local',
  ],
  [
    'models: [{ id: a, kind: chat, deployments: [{ provider: my-vllm, upstream: a, weight: 0 }] }]',
    'models.0.deployments.0.weight',
  ],
  [
    `models: [{ id: a, kind: chat, deployments: [${deployment}], routing: { pick: fast } }]`,
    'models.0.routing.pick',
  ],
  ['aliases: { fast: nobody/model }', 'aliases.fast: unknown model nobody/model'],
  ['aliases: { fast: quick, quick: my-vllm/a }', 'aliases.fast: stands for the alias quick; name its model'],
  [
    'models: [{ id: a, kind: chat, provider: my-vllm, upstream: a }]\naliases: { a: my-vllm/b }',
    'aliases.a: is the ID of a configured model; rename one of them',
  ],
])('a mistake is named with its line and reason: %s', (text, reason) => {
  using folder = makeFolder(`${providers}${text}\n`)

  const failure = folder.failure(environment)

  expect(failure).toMatch(/^sextant\.yaml:\d+: /)
  expect(failure).toContain(reason)
})

test.each([
  ['kind: openai, apiKey: a, apiKeys: [b, c]', 'providers.0.apiKeys: is instead of apiKey; set one of them'],
  ['kind: voyage, probe: true', 'providers.0.probe: reads the model list of the provider'],
  ['kind: openai, apiKeys: [b, b]', 'providers.0.apiKeys: has the same key twice'],
])('settings that contradict each other are rejected: %s', (keys, reason) => {
  using folder = makeFolder(`providers: [{ id: a, baseUrl: "http://a", ${keys} }]`)

  expect(folder.failure({})).toContain(reason)
})
