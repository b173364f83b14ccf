import { expect, test } from 'vitest'
import { findUnavailableKeys } from './unavailable-keys.ts'

const healthy = { needs_operator: false, last_error: null, open_circuits: [], rejected_keys: [] }
const saved_keys = [1, 2, 3].map(place => ({ id: `${place}`, hint: `sk-…${place}`, lost: false }))
const provider = { name: 'acme', keys: 3, saved_keys, health: healthy }
const withLost = saved_keys.map(key => ({ ...key, lost: key.id === '2' }))
const rejecting = { ...healthy, rejected_keys: [{ name: 'acme#3', wait_ms: 5 }] }

test('keys that are rejected and keys that cannot be decrypted are counted together and named by their number', () => {
  expect(findUnavailableKeys(provider)).toEqual({ rejected: [], lost: [], share: null })
  expect(findUnavailableKeys({ ...provider, saved_keys: withLost })).toMatchObject({
    lost: [{ name: 'acme#2', hint: 'sk-…2' }],
    share: '1 of 3',
  })
  expect(findUnavailableKeys({ ...provider, saved_keys: withLost, health: rejecting })).toMatchObject({
    rejected: ['acme#3'],
    share: '2 of 3',
  })
})

test('where no key is left, none works beside them', () => {
  const two = { ...provider, keys: 2, saved_keys: withLost.slice(0, 2) }
  const only = { ...healthy, rejected_keys: [{ name: 'acme#1', wait_ms: 5 }] }

  expect(findUnavailableKeys({ ...two, health: only }).share).toBeNull()
})
