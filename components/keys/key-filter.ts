import type { TeamKey } from '#lib/contracts/console/keys.ts'
import { usedShare } from '#lib/contracts/console/budgets.ts'

/** Filters of the key list. */
export interface KeyFilter {
  readonly state: 'working' | 'unused' | 'ending' | 'all'
  readonly spend: 'any' | 'some' | 'near'
  /** Name of a member; null: all members. */
  readonly owner: string | null
}

export const defaultFilter: KeyFilter = { state: 'working', spend: 'any', owner: null }

const endingMs = 14 * 24 * 3_600_000
const nearShare = 0.8

export function isShown(key: TeamKey, { state, spend, owner }: KeyFilter, now: number): boolean {
  if (owner !== null && key.owner !== owner) return false
  return hasState(key, state, now) && hasSpent(key, spend)
}

/** Expires within days, e.g. after a rotation. */
export function endsSoon({ expires_at: end }: Pick<TeamKey, 'expires_at'>, now: number): boolean {
  return end !== null && end > now && end - now < endingMs
}

function hasState(key: TeamKey, state: KeyFilter['state'], now: number): boolean {
  const works = key.state === 'active' || key.state === 'disabled'
  switch (state) {
    case 'all':
      return true
    case 'working':
      return works
    case 'unused':
      return works && key.last_used_at === null
    case 'ending':
      return works && endsSoon(key, now)
  }
}

function hasSpent({ spent_usd, budget }: TeamKey, spend: KeyFilter['spend']): boolean {
  switch (spend) {
    case 'any':
      return true
    case 'some':
      return spent_usd > 0
    case 'near':
      return budget !== null && usedShare(budget) >= nearShare
  }
}
