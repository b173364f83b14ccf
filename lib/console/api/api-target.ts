import 'server-only'
import { internalHeader } from '#lib/internal-token.ts'
import { localUrl } from '#lib/loopback-host.ts'
import type { Target } from './forward.ts'
import { type Permission, may } from '#lib/console/auth/permissions.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { settings } from '#lib/console/core/loaded-config.ts'
import { defaultScopes } from '#lib/contracts/core/contract.ts'
import { hashApiKey, playgroundKey } from '#lib/store/keys/api-key.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { authSecret, store } from '#lib/console/core/store.ts'

/**
 * Target and key of runs: this gateway as the member, or the configured server.
 * @param permission permission that the request needs
 * @throws ApiError `signed_out`, `role_not_allowed`
 */
export async function apiTarget(request: Request, path: string, permission: Permission): Promise<Target> {
  const { remote } = settings()
  const member = await requireMember(request, permission)
  if (remote === null) {
    return { baseUrl: gatewayUrl(), headers: { authorization: `Bearer ${await playgroundKeyOf(member)}` } }
  }
  return {
    baseUrl: remoteUrlOf(path, remote),
    headers: remote.apiKey === null ? {} : { authorization: `Bearer ${remote.apiKey}` },
  }
}

/** Another server may serve maps and files at separate URLs. */
function remoteUrlOf(path: string, remote: NonNullable<ReturnType<typeof settings>['remote']>): string {
  if (path.startsWith('/upload')) return remote.uploadUrl
  return path.startsWith('/v1/map') ? remote.crawlUrl : remote.baseUrl
}

/** The gateway's operator routes; null if runs go to another server, or without a supervisor. */
export function internalTarget(): Target | null {
  const { remote, internal } = settings()
  if (remote !== null || internal === null) return null
  return { baseUrl: gatewayUrl(), headers: { [internalHeader]: internal.token } }
}

function gatewayUrl(): string {
  const { internal, host, port } = settings()
  return localUrl(host, internal?.gatewayPort ?? port)
}

const stored = new Set<string>()

/** The member's own key for runs: derived, so that it is never stored or sent to a browser. */
async function playgroundKeyOf(member: Member): Promise<string> {
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
    // Promoting a viewer creates a new key: this one has the role it was created for.
    scopes: may(member.role, 'run') ? defaultScopes : ['library'],
  })
  stored.add(hash)
  return token
}
