import type { AttemptCharge, ChargedCounts, RequestAttempt, UnitCounts } from './request-row.ts'

/** The part of the cost of a request that one model has caused. */
export interface ChargedPart extends Omit<AttemptCharge, 'costSource'> {
  readonly provider: string | null
  /** Public id; null: of no model. */
  readonly model: string | null
  readonly costSource: string | null
}

type ChargedRow = Omit<ChargedPart, 'model'> & {
  readonly attemptList: readonly RequestAttempt[] | null
}

/**
 * The cost of a request by the models that have caused it: an attempt that was cut is billed as well as the one that
 * answered.
 * @param model of what no attempt accounts for
 * @returns null: the row names the only one
 */
export function splitCharges(row: ChargedRow, model: string | null): readonly ChargedPart[] | null {
  const parts = row.attemptList?.flatMap(({ provider, model: asked, charge }) =>
    charge === undefined ? [] : [{ provider, model: asked, ...charge }],
  )
  if (parts === undefined || parts.length === 0) return null
  const rest = parts.reduce<ChargedPart>(minus, toPart(row, model))
  return countsOf(rest).some(count => count > 0) ? [...parts, rest] : parts
}

function toPart({ attemptList: _, ...row }: ChargedRow, model: string | null): ChargedPart {
  return { ...row, model }
}

function minus(rest: ChargedPart, part: ChargedPart): ChargedPart {
  const left = (name: keyof ChargedCounts) => Math.max(0, rest[name] - part[name])
  return {
    ...rest,
    promptTokens: left('promptTokens'),
    cacheReadTokens: left('cacheReadTokens'),
    cacheWriteTokens: left('cacheWriteTokens'),
    completionTokens: left('completionTokens'),
    reasoningTokens: left('reasoningTokens'),
    costNanos: left('costNanos'),
    units: rest.units === null || part.units === null ? rest.units : minusUnits(rest.units, part.units),
  }
}

function minusUnits(units: UnitCounts, taken: UnitCounts): UnitCounts {
  return Object.fromEntries(
    Object.entries(units).flatMap(([unit, count]) => {
      const left = count - (taken[unit] ?? 0)
      return left > 0 ? [[unit, left]] : []
    }),
  )
}

function countsOf({ promptTokens, completionTokens, costNanos, units }: ChargedPart): readonly number[] {
  return [promptTokens, completionTokens, costNanos, ...Object.values(units ?? {})]
}
