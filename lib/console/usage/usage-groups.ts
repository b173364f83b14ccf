import 'server-only'
import type { UsageDimension } from '#lib/contracts/console/usage-labels.ts'
import { anonymousKey, operatorMember, type UsageQuery } from '#lib/contracts/console/usage.ts'
import { addUsageRows } from '#lib/store/usage/add-usage-rows.ts'
import type { KeyRow } from '#lib/store/keys/key-row.ts'
import type { UsageFilter, UsageRow } from '#lib/store/usage/usage-rows.ts'
import { store } from '#lib/console/core/store.ts'
import { toOwner, toStoreDimension, type UsageQuestion } from './usage-question.ts'

/** Dimensions to group usage by, besides days. */
export type GroupDimension = Exclude<UsageDimension, 'time'>

/** Whether each row has one capability, so that its durations can be compared. */
export function isOfOneCapability({ by, capability }: UsageQuery): boolean {
  return by === 'capability' || capability !== undefined
}

/** One row per key, member, model, provider or capability with requests in a period. */
export async function readUsageGroups(
  { member, filter, keys }: Pick<UsageQuestion, 'member' | 'filter' | 'keys'>,
  by: GroupDimension,
  { from, to, withTimes }: { from: number; to: number; withTimes: boolean },
): Promise<UsageRow[]> {
  const { usage } = await store()
  const question = { from, to, filter, by: toStoreDimension(by), withTimes }
  const rows = await usage.sums(member.teamId, question)
  if (by !== 'member') return rows
  const owners = new Map<string, string | null>(keys.map(key => [key.id, key.ownerId]))
  owners.set(anonymousKey, anonymousKey)
  const ofOwners = rows.map(row => ({ ...row, value: owners.get(row.value) ?? operatorMember }))
  return addUsageRows(ofOwners, row => row.value)
}

/** The filter for one of these groups, combined with the current one. */
export function filterOfGroup(filter: UsageFilter, by: GroupDimension, value: string): UsageFilter {
  if (by === 'member' && value !== anonymousKey) return { ...filter, owner: toOwner(value) }
  return by === 'key' || by === 'member' ? { ...filter, keyIds: [value] } : { ...filter, [by]: value }
}

export interface GroupName {
  readonly name: string
  readonly detail: string | null
}

/** Names of groups. */
export async function nameUsageGroups(
  keys: readonly KeyRow[],
  by: GroupDimension,
  values: readonly string[],
): Promise<ReadonlyMap<string, GroupName>> {
  if (by !== 'key' && by !== 'member') {
    return new Map(values.map(value => [value, { name: value || 'none', detail: null }]))
  }
  const rows = new Map(keys.map(key => [key.id, key]))
  const owners = by === 'member' ? values : values.flatMap(value => rows.get(value)?.ownerId ?? [])
  const members = await (await store()).accounts.namesOf(owners)
  const toMember = (id: string | null) =>
    (id && members.get(id)) || (id === anonymousKey ? id : 'the operator')
  if (by === 'member') return new Map(values.map(value => [value, { name: toMember(value), detail: null }]))
  return new Map(
    values.map(value => {
      const key = rows.get(value)
      const detail = key ? `${key.prefix}…${key.last4} · ${toMember(key.ownerId)}` : null
      return [value, { name: key?.name ?? value, detail }]
    }),
  )
}
