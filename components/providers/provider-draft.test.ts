import { expect, test } from 'vitest'
import type { ProviderProbe } from '#lib/contracts/console/providers.ts'
import { lacksModelList, readModelNames } from './provider-draft.ts'

test.each([
  ['qwen3-32b\n meta/llama , a\n\na', ['qwen3-32b', 'meta/llama', 'a']],
  [' \n', []],
])('%j has the model IDs %j', (text, names) => {
  expect(readModelNames(text)).toEqual(names)
})

type Probe<Ok> = Extract<ProviderProbe, { ok: Ok }>
const found: Probe<true> = {
  ok: true,
  latency_ms: 1,
  models: [],
  models_total: 0,
  hits: null,
  messages_api: null,
  responses_api: null,
}
const failed: Probe<false> = { ok: false, latency_ms: 1, status: null, reason: 'no' }

test.each([
  ['an empty list', found, true],
  ['no such path', { ...failed, status: 404 }, true],
  ['a path without GET', { ...failed, status: 405 }, true],
  ['a list', { ...found, models_total: 2 }, false],
  ['a search backend', { ...found, hits: 0 }, false],
  ['a wrong key', { ...failed, status: 401 }, false],
  ['no connection', { ...failed, status: null }, false],
])('models can be entered for a provider with %s: %o', (_what, probe, expected) => {
  expect(lacksModelList(probe)).toBe(expected)
})
