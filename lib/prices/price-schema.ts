import { z } from 'zod'
import { isUnit, ratePer, type Unit, unitNames } from './units.ts'

export const tokenUsdMax = 2000
const otherUsdMax = 100_000
const perMillion = 1_000_000

/** Dollars as a decimal: exact, unlike a number of JSON. */
export const amountSchema = z
  .string()
  .regex(/^\d{1,6}(\.\d{1,9})?$/, 'must be a decimal with at most 9 decimals')

/** Dollars by unit. */
const ratesSchema = z
  .partialRecord(z.enum(unitNames), amountSchema)
  .refine(
    rates => Object.entries(rates).every(([unit, usd]) => isUnit(unit) && Number(usd) <= usdMax(unit)),
    {
      error: `must be at most $${tokenUsdMax} per million tokens`,
    },
  )

function usdMax(unit: Unit): number {
  return ratePer[unit] === perMillion ? tokenUsdMax : otherUsdMax
}

/** By the number of prompt tokens above which the whole request has these rates. */
const stepsSchema = z.record(z.string().regex(/^\d{1,9}$/, 'must be a number of tokens'), ratesSchema)

const tierSchema = z.strictObject({ usd: ratesSchema, above: stepsSchema.exactOptional() })

const hoursSchema = z.strictObject({
  /** 1 is Monday. */
  days: z.array(z.int().min(1).max(7)).min(1),
  utc: z.array(z.string().regex(/^([01]\d|2[0-3]):[0-5]\d-([01]\d:[0-5]\d|2[0-3]:[0-5]\d|24:00)$/)).min(1),
  usd: ratesSchema,
})

export const periodSchema = z.strictObject({
  /** The UTC day from which it is in force; null: from the beginning. */
  from: z.iso.date().nullable(),
  ...tierSchema.shape,
  /** By `service_tier` of the response. */
  tiers: z.record(z.string(), tierSchema).exactOptional(),
  hours: z.array(hoursSchema).exactOptional(),
})

/** The price of a model from one day on. */
export type PricePeriod = z.output<typeof periodSchema>

/** Rates of a tier or of a period. */
export type PriceTier = z.output<typeof tierSchema>

export type UsdRates = z.output<typeof ratesSchema>
