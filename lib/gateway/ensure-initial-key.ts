import { defaultScopes } from '#lib/contracts/contract.ts'
import type { Store } from '#lib/store/store.ts'

/** Makes the key that the environment names work: at the first start it is written, later it is there. */
export async function ensureInitialKey(store: Store, token: string | null): Promise<void> {
  const owner = await store.teams.openModeOwner()
  if (token === null) return
  await store.keys.ensure({
    teamId: owner.teamId,
    ownerId: owner.userId,
    name: 'SEXTANT_INITIAL_API_KEY',
    kind: 'api',
    scopes: defaultScopes,
    token,
  })
}
