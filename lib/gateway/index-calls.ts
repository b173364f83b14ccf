import type { BeginIndexCall } from '#lib/capabilities/library/index-call.ts'
import { nobodysCall } from '#lib/capabilities/library/index-call.ts'
import type { KeyStore } from '#lib/store/keys.ts'
import { BackgroundCall } from './background-call.ts'
import type { Gateway } from './gateway.ts'

/** Work of the library is a call of the key with which its items were kept, though that key was revoked since. */
export function createIndexCalls(gateway: Gateway, keys: Pick<KeyStore, 'get'>): BeginIndexCall {
  return async work => {
    const row = work.keyId === null ? null : await keys.get(work.teamId, work.keyId)
    const key = row === null ? null : await gateway.keys.find(row.hash)
    return key === null ? nobodysCall(work) : new BackgroundCall(gateway, key, work)
  }
}
