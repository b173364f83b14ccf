import 'server-only'
import { playgrounds } from '#lib/contracts/api/capabilities.ts'
import type { KeyScope } from '#lib/contracts/core/contract.ts'
import { type MadeKey, newKeySchema } from '#lib/contracts/console/keys.ts'
import { ApiError } from '#lib/errors.ts'
import { limitsOfNewKey } from '#lib/store/team/team-settings.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { answer } from '#lib/console/http/answer.ts'
import { toActor } from '#lib/console/auth/requester.ts'
import { toBudgetTerms } from './budget-view.ts'
import { viewKey } from './view-key.ts'
import { requirePermission } from '#lib/console/auth/permissions.ts'
import { parseFields } from '#lib/console/http/read-body.ts'
import { readSmallJson } from '#lib/console/http/read-small-json.ts'
import { refuseForRemote } from '#lib/console/http/refuse-for-remote.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'

const scopeByContract: ReadonlyMap<unknown, KeyScope> = new Map(
  playgrounds.map(({ contract, scope }) => [contract, scope]),
)

/** Creates a key. The response is the only copy of its token. */
export function createKey(request: Request): Promise<Response> {
  return answer(request, async () => {
    refuseForRemote('Keys are managed')
    const member = await requireMember(request, 'run')
    const wanted = readWanted(await readSmallJson(request))
    requireScopesAllowed(member.role, wanted.scopes)
    const { keys, settings } = await store()
    const limits = limitsOfNewKey(await settings.read(member.teamId), {
      requestsPerMinute: wanted.requests_per_minute,
      tokensPerMinute: wanted.tokens_per_minute,
      parallel: wanted.parallel,
    })
    const settled = {
      teamId: member.teamId,
      ownerId: member.userId,
      kind: 'api',
      name: wanted.name,
      scopes: wanted.scopes,
      models: wanted.models ?? null,
      defaultModel: wanted.default_model ?? null,
      ...limits,
      expiresAt: wanted.expires_at ?? null,
      budget: wanted.budget ? toBudgetTerms(wanted.budget) : null,
      keepBodies: wanted.keep_bodies ?? false,
    } as const
    const { key, token } = await keys.create(settled, toActor(member, request))
    const body: MadeKey = { key: await viewKey(key, member), token }
    return Response.json(body, { status: 201 })
  })
}

/** All fields of a key, or `contract`: the scopes that the page of that contract needs. */
function readWanted(body: Readonly<Record<string, unknown>>) {
  const { contract, ...fields } = body
  const scope = contract === undefined ? undefined : scopeByContract.get(contract)
  if (contract !== undefined && !scope) {
    throw new ApiError('invalid_value', 'Unknown playground.', { param: 'contract' })
  }
  return parseFields(newKeySchema, scope ? { ...fields, scopes: [scope] } : fields)
}

/** @throws ApiError `role_not_allowed`: only members who see the whole team may read operator statistics */
export function requireScopesAllowed(role: Member['role'], scopes: readonly string[] | undefined): void {
  if (scopes?.includes('admin:read')) requirePermission(role, 'manage_people')
}
