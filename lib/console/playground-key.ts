import 'server-only'
import { defaultScopes } from '#lib/contracts/contract.ts'
import { hashApiKey, playgroundKey } from '#lib/store/api-key.ts'
import type { Member } from '#lib/store/teams.ts'
import { may } from './permissions.ts'
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
    name: `Playground (${member.name})`,
    kind: 'playground',
    // Raising a viewer makes another key: this one is of the role that it was made for.
    scopes: may(member.role, 'run') ? defaultScopes : ['library'],
  })
  stored.add(hash)
  return token
}
