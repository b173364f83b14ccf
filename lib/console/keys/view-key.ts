import 'server-only'
import type { TeamKey } from '#lib/contracts/console/keys.ts'
import type { KeyRow } from '#lib/store/keys/key-row.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { toKeyView } from './key-view.ts'
import { store } from '#lib/console/core/store.ts'

/** One key as pages show it, with its owner's name and its budget. */
export async function viewKey(key: KeyRow, { userId, teamId }: Member): Promise<TeamKey> {
  const { accounts, budgets } = await store()
  const { ownerId, budgetId } = key
  const names = await accounts.namesOf(ownerId === null ? [] : [ownerId])
  const { byId } = await budgets.list(teamId)
  return toKeyView(key, {
    you: userId,
    owner: names.get(ownerId ?? '') ?? null,
    budget: byId.get(budgetId ?? '') ?? null,
  })
}
