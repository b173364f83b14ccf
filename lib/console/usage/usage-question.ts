import 'server-only'
import type { UsageDimension } from '#lib/contracts/console/usage-labels.ts'
import {
  anonymousKey,
  operatorMember,
  type UsageQuery,
  usageQuerySchema,
} from '#lib/contracts/console/usage.ts'
import { ApiError } from '#lib/errors.ts'
import type { KeyRow } from '#lib/store/keys/key-row.ts'
import type { Member } from '#lib/store/team/teams.ts'
import type { UsageDimension as StoreDimension, UsageFilter } from '#lib/store/usage/usage-rows.ts'
import { may } from '#lib/console/auth/permissions.ts'
import { parseFields } from '#lib/console/http/read-body.ts'
import { refuseForRemote } from '#lib/console/http/refuse-for-remote.ts'
import { requireMember } from '#lib/console/auth/session.ts'
import { store } from '#lib/console/core/store.ts'
import { toUsageSlots, type UsageSlots } from './usage-slots.ts'

/** A usage query by an authorized requester. */
export interface UsageQuestion extends UsageSlots {
  readonly member: Member
  readonly query: UsageQuery
  readonly scope: 'mine' | 'team'
  readonly seesAll: boolean
  readonly filter: UsageFilter
  /** The team's keys, including revoked ones. */
  readonly keys: readonly KeyRow[]
  readonly from: number
  readonly to: number
}

/**
 * Parses a usage query: own usage for members, all of it for admins, and the team's total for everyone.
 * @throws ApiError `forbidden_origin`, `signed_out`, `role_not_allowed`, `invalid_value`, `not_found`
 */
export async function readUsageQuestion(request: Request): Promise<UsageQuestion> {
  refuseForRemote('Usage is managed')
  const member = await requireMember(request, 'see')
  const fields = Object.fromEntries(new URL(request.url).searchParams)
  const query = parseFields(usageQuerySchema, fields)
  const seesAll = may(member.role, 'see_requests')
  const scope = query.scope ?? (seesAll || !may(member.role, 'run') ? 'team' : 'mine')
  if (scope === 'mine' && !may(member.role, 'run')) throw notYours()
  if (scope === 'team' && !seesAll && isGrouped(query)) throw notYours()
  const keys = await (await store()).keys.list(member.teamId)
  const own = scope === 'mine' ? keys.filter(key => key.ownerId === member.userId) : keys
  if (scope === 'mine' || !isAnonymous(query)) requireKnown(query, own)
  const slots = toUsageSlots(query)
  return {
    ...slots,
    member,
    query,
    scope,
    seesAll,
    keys,
    filter: {
      keyIds: toKeyIds(query),
      owner: scope === 'team' ? toOwner(query.member) : { id: member.userId },
      model: query.model ?? null,
      provider: query.provider ?? null,
      capability: query.capability ?? null,
    },
    from: slots.slots.at(0)?.from ?? query.from,
    to: slots.slots.at(-1)?.to ?? query.to,
  }
}

/** Column of the stored sums to group by; members are groups of their keys. */
export function toStoreDimension(by: Exclude<UsageDimension, 'time'>): StoreDimension {
  return by === 'key' || by === 'member' ? 'keyId' : by
}

function toKeyIds({ key, member }: UsageQuery): UsageFilter['keyIds'] {
  if (key !== undefined) return [key]
  return member === anonymousKey ? [anonymousKey] : null
}

export function toOwner(member: string | undefined): UsageFilter['owner'] {
  if (member === undefined || member === anonymousKey) return null
  return { id: member === operatorMember ? null : member }
}

function isAnonymous({ key, member }: UsageQuery): boolean {
  return [key ?? anonymousKey, member ?? anonymousKey].every(value => value === anonymousKey)
}

function isGrouped({ by, key, member, model, provider, capability }: UsageQuery): boolean {
  return by !== 'time' || [key, member, model, provider, capability].some(value => value !== undefined)
}

/**
 * Keys and members of another team are reported as missing, and so are those of colleagues for members who see
 * only their own.
 */
function requireKnown({ key, member }: UsageQuery, keys: readonly KeyRow[]): void {
  if (key !== undefined && !keys.some(({ id }) => id === key)) {
    throw new ApiError('not_found', 'This key does not exist.', { param: 'key' })
  }
  if (member !== undefined && !keys.some(({ ownerId }) => (ownerId ?? operatorMember) === member)) {
    throw new ApiError('not_found', 'No member with that name has an API key.', { param: 'member' })
  }
}

function notYours(): ApiError {
  return new ApiError('role_not_allowed', "You can see only the team's total usage. Ask an admin for access.")
}
