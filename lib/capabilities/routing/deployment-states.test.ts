import { expect, test } from 'vitest'
import { registryOf, vllm } from '#lib/providers/transport/__fixtures__/test-registry.ts'
import { listDeploymentStates } from './deployment-states.ts'

const twoKeys = { ...vllm, id: 'two', apiKeys: ['a', 'b'] }
const { registry } = registryOf(
  [vllm, twoKeys],
  [
    {
      id: 'team-chat',
      provider: 'my-vllm',
      upstream: 'qwen',
      kind: 'chat',
      fallbacks: [],
      deployments: [
        { provider: 'my-vllm', upstream: 'qwen', weight: 5, tier: 0 },
        { provider: 'two', upstream: 'qwen', weight: 3, tier: 1 },
      ],
    },
    { id: 'plain', provider: 'my-vllm', upstream: 'qwen', kind: 'chat', fallbacks: [] },
  ],
)

test('each deployment of a model has its state, and models with only one are not listed', () => {
  const states = listDeploymentStates(
    registry.deployed(),
    [{ key: 'my-vllm/qwen', waitMs: 900 }],
    [{ name: 'two#2', reason: 'refused', waitMs: 300 }],
  )

  const model = 'team-chat'
  expect(states).toEqual([
    { model, name: 'my-vllm/qwen', weight: 5, tier: 0, state: 'failing', waitMs: 900 },
    { model, name: 'two#1/qwen', weight: 1.5, tier: 1, state: 'ready', waitMs: 0 },
    { model, name: 'two#2/qwen', weight: 1.5, tier: 1, state: 'refused', waitMs: 300 },
  ])
})
