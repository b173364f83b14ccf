import { expect, test } from 'vitest'
import type { ProviderProbe, ProviderView } from '#lib/contracts/console/providers.ts'
import {
  editDraft,
  isMoved,
  lacksModelList,
  newKey,
  readModelNames,
  toPatch,
  toQuestion,
} from './provider-draft.ts'

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

const saved: ProviderView = {
  id: 'row',
  purpose: 'models',
  name: 'acme',
  kind: 'openai',
  server: null,
  base_url: 'https://acme.example/v1',
  messages_api: null,
  responses_api: null,
  key_hint: 'sk-…1111',
  keys: 1,
  saved_keys: [{ id: 'first', hint: 'sk-…1111', lost: false }],
  from: 'console',
  enabled: true,
  problem: null,
  health: null,
}

test.each(['', '/', '//', ' ', '/ '])(
  'a saved key is kept when another one is added and the base URL ends in %j',
  end => {
    const initial = editDraft(saved)
    const draft = {
      ...initial,
      baseUrl: `${initial.baseUrl}${end}`,
      keys: [...initial.keys, { ...newKey, typed: 'second' }],
    }

    expect(isMoved(initial, draft)).toBe(false)
    expect(toPatch(initial, draft)).toEqual({
      kind: 'openai',
      server: null,
      messages_api: null,
      responses_api: null,
      api_keys: [{ saved: 'first' }, { key: 'second' }],
    })
    expect(toQuestion('row', initial, { ...draft, keys: initial.keys })).toMatchObject({ of: 'stored' })
  },
)

test('a saved key is not sent to another base URL', () => {
  const initial = editDraft(saved)
  const draft = {
    ...initial,
    baseUrl: 'https://other.example/v1',
    keys: [...initial.keys, { ...newKey, typed: 'second' }],
  }

  expect(isMoved(initial, draft)).toBe(true)
  expect(toPatch(initial, draft)).toMatchObject({
    base_url: 'https://other.example/v1',
    api_keys: [{ key: 'second' }],
  })
  expect(toQuestion('row', initial, { ...draft, keys: initial.keys })).toMatchObject({ of: 'draft' })
})
