import { expect, test } from 'vitest'
import { ReportedCosts } from '#lib/capabilities/reported-costs.ts'
import { operatorPrice } from '#lib/prices/operator-price.ts'
import type { AnyTarget } from '#lib/providers/registry/target.ts'
import { withCost } from './chat-usage.ts'

test("DeepSeek's cache hits cost what a cache read costs", () => {
  const raw = {
    prompt_tokens: 563,
    prompt_cache_hit_tokens: 512,
    prompt_cache_miss_tokens: 51,
    completion_tokens: 116,
  }
  const price = operatorPrice('a', { input: 0.15, cacheRead: 0.003, output: 0.6 }).at(0)
  const target: AnyTarget = {
    publicId: 'a',
    providerId: 'p',
    model: { modelId: 'a' },
    price,
    fallbacks: [],
  }
  const end = { raw, written: () => '', whole: true }
  const { usage } = withCost(raw, end, target, new ReportedCosts())
  expect(usage).toMatchObject({ cost: 0.000_078_786, prompt_tokens_details: { cached_tokens: 512 } })
})
