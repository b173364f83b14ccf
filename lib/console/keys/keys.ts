import 'server-only'
import {
  type KeyList,
  type KeyUse,
  keyPatchSchema,
  type MadeKey,
  rotateKeySchema,
} from '#lib/contracts/console/keys.ts'
import { ApiError } from '#lib/errors.ts'
import type { KeyRow } from '#lib/store/keys/key-row.ts'
import { limitsOfNewKey } from '#lib/store/team/team-settings.ts'
import type { Member } from '#lib/store/team/teams.ts'
import { answer } from '#lib/console/http/answer.ts'
import { idIn, toActor } from '#lib/console/auth/requester.ts'
import { requireScopesAllowed } from './create-key.ts'
import { toKeyView } from './key-view.ts'
import { toBudgetTerms } from './budget-view.ts'
import { viewKey } from './view-key.ts'
import { may } from '#lib/console/auth/permissions.ts'
import { readBody } from '#lib/console/http/read-body.ts'
import { refuseForRemote } from '#lib/console/http/refuse-for-remote.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'

const useWindowMs = 24 * 3_600_000
const revokedMax = 500

/** The keys that the member may see, newest first; at most 500 revoked ones. */
export function listKeys(request: Request): Promise<Response> {
  return answer(request, async () => {
    refuseForRemote('Keys are managed')
    const member = await requireMember(request, 'run')
    const all = may(member.role, 'manage_people')
    const { keys, accounts, budgets, settings } = await store()
    const visible = (await keys.list(member.teamId)).filter(key => all || key.ownerId === member.userId)
    let revoked = 0
    const rows = visible.filter(key => key.revokedAt === null || ++revoked <= revokedMax)
    const names = await accounts.namesOf(rows.flatMap(key => key.ownerId ?? []))
    const { byId } = await budgets.list(member.teamId)
    const shown = rows.map(key =>
      toKeyView(key, {
        you: member.userId,
        owner: names.get(key.ownerId ?? '') ?? null,
        budget: byId.get(key.budgetId ?? '') ?? null,
      }),
    )
    const settled = await settings.read(member.teamId)
    const limits = limitsOfNewKey(settled, {})
    const body: KeyList = {
      keys: shown,
      you_see_all: all,
      reject_unpriced: settled.rejectUnpriced,
      new_key_limits: {
        requests_per_minute: limits.requestsPerMinute,
        tokens_per_minute: limits.tokensPerMinute,
        parallel: limits.parallel,
      },
    }
    return Response.json(body)
  })
}

/** Changes a key's name, permissions and state. */
export function changeKey(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { member, key } = await requireKey(request)
    const { requests_per_minute, tokens_per_minute, ...patch } = await readBody(request, keyPatchSchema)
    const limits = { requestsPerMinute: requests_per_minute, tokensPerMinute: tokens_per_minute }
    const { expires_at: expiresAt, name, scopes, models, parallel, disabled } = patch
    const { keep_bodies: keepBodies, default_model: defaultModel } = patch
    const budget = patch.budget && toBudgetTerms(patch.budget)
    requireScopesAllowed(member.role, scopes)
    const fields = { name, scopes, models, defaultModel, parallel, disabled, keepBodies }
    const given = { ...limits, ...fields, expiresAt, budget }
    const { keys } = await store()
    const changed = await keys.change(member.teamId, key.id, onlyGiven(given), toActor(member, request))
    return Response.json(await viewKey(changed, member))
  })
}

/** Revokes a key permanently; its open streams end. */
export function revokeKey(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { member, key } = await requireKey(request)
    const { keys } = await store()
    await keys.revoke(member.teamId, key.id, toActor(member, request))
    return Response.json({ revoked: true })
  })
}

/**
 * Creates a key that replaces another, which works for the overlap period. The response is the only copy of its
 * token.
 */
export function rotateKey(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { member, key } = await requireKey(request)
    const { overlap_ms: overlapMs } = await readBody(request, rotateKeySchema)
    const { keys } = await store()
    const made = await keys.rotate(member.teamId, key.id, overlapMs, toActor(member, request))
    const body: MadeKey = { key: await viewKey(made.key, member), token: made.token }
    return Response.json(body, { status: 201 })
  })
}

/** Callers that revoking the key would affect. */
export function readKeyUse(request: Request): Promise<Response> {
  return answer(request, async () => {
    const { member, key } = await requireKey(request)
    const { requests } = await store()
    const callers = await requests.useOf(member.teamId, key.id, Date.now() - useWindowMs)
    const body: KeyUse = {
      callers: callers.map(({ route, address, client, requests: count, lastAt }) => ({
        route,
        address,
        client,
        requests: count,
        last_at: lastAt,
      })),
    }
    return Response.json(body)
  })
}

/** Another member's key is reported as missing, unless the requester manages members. */
async function requireKey(request: Request): Promise<{ member: Member; key: KeyRow }> {
  refuseForRemote('Keys are managed')
  const member = await requireMember(request, 'run')
  const { keys } = await store()
  const key = await keys.get(member.teamId, idIn(request))
  const theirs = key?.ownerId === member.userId || may(member.role, 'manage_people')
  // The playground key is derived from the membership: it has nothing to edit.
  if (key === null || !theirs || key.kind === 'playground') {
    throw new ApiError('not_found', 'This key does not exist.')
  }
  return { member, key }
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }

function onlyGiven<T extends object>(fields: T): Given<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Given<T>
}
