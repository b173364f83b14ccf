import 'server-only'
import type { OpenShare } from '#lib/store/shares/shares.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { store } from '#lib/console/core/store.ts'

/**
 * The share that a short link opens for a requester. Null for any reason: unknown, expired, revoked or not
 * permitted.
 * @param member the requester; null: signed out
 */
export async function findShare(secret: string, member: Member | null): Promise<OpenShare | null> {
  const { shares, settings } = await store()
  const share = await shares.open(secret)
  if (share === null || member?.teamId === share.teamId) return share
  if (share.audience !== 'public') return null
  return (await settings.read(share.teamId)).publicLinks ? share : null
}
