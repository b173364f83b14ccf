import 'server-only'
import type { TeamKey } from '#lib/contracts/team/keys.ts'
import type { KeyRow } from '#lib/store/key-row.ts'

/** A key as pages show it: neither itself nor its hash. */
export function toKeyView(key: KeyRow, you: string, owner: string | null, now = Date.now()): TeamKey {
  return {
    id: key.id,
    name: key.name,
    kind: key.kind,
    prefix: key.prefix,
    last4: key.last4,
    owner,
    yours: key.ownerId === you,
    state: stateOf(key, now),
    scopes: key.scopes,
    models: key.models,
    requests_per_minute: key.requestsPerMinute,
    tokens_per_minute: key.tokensPerMinute,
    parallel: key.parallel,
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    last_used_at: key.lastUsedAt,
  }
}

function stateOf(key: KeyRow, now: number): TeamKey['state'] {
  if (key.revokedAt !== null) return 'revoked'
  if (key.expiresAt !== null && key.expiresAt <= now) return 'expired'
  return key.disabledAt === null ? 'active' : 'disabled'
}
