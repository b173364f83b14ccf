import type { TeamKey } from '#lib/contracts/console/keys.ts'

/** Olga's unused API key, with the chat scope and no limits. */
export const unlimitedKey: TeamKey = {
  id: 'key_1',
  name: 'a',
  kind: 'api',
  prefix: 'sxt_0000',
  last4: '0000',
  owner: 'Olga',
  yours: true,
  state: 'active',
  scopes: ['chat'],
  models: null,
  default_model: null,
  requests_per_minute: null,
  tokens_per_minute: null,
  parallel: null,
  created_at: 0,
  expires_at: null,
  last_used_at: null,
  budget: null,
  spent_usd: 0,
  keep_bodies: false,
  ceilings: {
    scopes: null,
    models: null,
    requests_per_minute: null,
    tokens_per_minute: null,
    parallel: null,
    expires_at: null,
    budget: null,
  },
}
