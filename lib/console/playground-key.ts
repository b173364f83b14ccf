import 'server-only'
import { defaultScopes } from '#lib/contracts/contract.ts'
import { hashApiKey, playgroundKey } from '#lib/store/api-key.ts'
import type { Member } from '#lib/store/teams.ts'
import { authSecret, store } from './settings.ts'

const stored = new Set<string>()

/** The member's own key for runs: derived, so that it is never stored, and never sent to a browser. */
export async function playgroundKeyOf(member: Member): Promise<string> {
  const token = playgroundKey(authSecret(), member.teamId, member.userId, member.sessionEpoch)
  const hash = hashApiKey(token)
  if (stored.has(hash)) return token
  const { keys } = await store()
  await keys.ensure({
    token,
    teamId: member.teamId,
    ownerId: member.userId,
    name: 'Playground (Owner)',
    kind: 'playground',
    scopes: defaultScopes,
  })
  stored.add(hash)
  return token
}
