import { z } from 'zod'
import { budgetSchema } from './budgets.ts'
import { capabilityIds } from '#lib/contracts/api/capabilities.ts'
import { usageDimensions, usageMeasures, usageSorts } from './usage-labels.ts'

/** Owner value of keys without an owner. */
export const operatorMember = 'operator'

/** Key and member value of uploads without a key. */
export const anonymousKey = 'anonymous'

const id = z.string().min(1).max(64)
const name = z.string().min(1).max(256)

export const usageFilterSchema = z.object({
  key: id.optional(),
  /** User id. */
  member: id.optional(),
  /** Public ID of the model that answered. */
  model: name.optional(),
  provider: name.optional(),
  capability: z.enum([...capabilityIds, 'other']).optional(),
})

export const usageQuerySchema = usageFilterSchema.extend({
  /** Milliseconds since 1970; rounded to full hours, and to UTC days for periods over 35 days. */
  from: z.coerce.number().int().min(0).max(8.64e15),
  to: z.coerce.number().int().min(0).max(8.64e15),
  /** Time zone name for days, such as `Europe/Berlin`. */
  zone: z.string().max(64).default('UTC'),
  /** Absent: everything the requester may see. */
  scope: z.enum(['mine', 'team']).optional(),
  by: z.enum(usageDimensions).default('time'),
  measure: z.enum(usageMeasures).default('requests'),
  sort: z.enum(usageSorts).optional(),
  down: z.enum(['true', 'false']).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})

/** The month of a bill, in UTC. */
export const billQuerySchema = z.object({ month: z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/) })

const percentiles = z.object({ p50: z.number(), p95: z.number(), p99: z.number() })

const usageSumsSchema = z.object({
  requests: z.number(),
  /** Responses with status 400 to 498. */
  refused: z.number(),
  /** Responses with status 500 or higher. */
  failed: z.number(),
  /** The client canceled the request. */
  abandoned: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** Null: no priced usage. */
  cost_usd: z.number().nullable(),
  /** Of the tokens of the prompts, those that providers read from their caches. */
  cache_read_tokens: z.number(),
  /** Requests that a model without a price answered: their cost is not counted. */
  unpriced: z.number(),
})

const usageTimesSchema = z.object({
  /**
   * Total time and time to first token in milliseconds, of successful requests. Null without any, and for requests
   * of several capabilities: a list and a chat have no common percentile.
   */
  total_ms: percentiles.nullable(),
  first_ms: percentiles.nullable(),
})

const usageRowSchema = usageSumsSchema.extend(usageTimesSchema.shape).extend({
  /** Id of the key, member, model, provider or capability, or the day or hour in the time zone. */
  id: z.string(),
  name: z.string(),
  /** Owner or preview of the key; null when the name is enough. */
  detail: z.string().nullable(),
})

export const usageSchema = z.object({
  scope: z.enum(['mine', 'team']),
  by: z.enum(usageDimensions),
  measure: z.enum(usageMeasures),
  /** Whether team usage may be grouped, not only totaled. */
  you_see_all: z.boolean(),
  unit: z.enum(['hour', 'day']),
  /** Time zone of the days. */
  zone: z.string(),
  /** Minutes after the hour at which its days begin; days are counted from that full UTC hour. */
  zone_shift_minutes: z.number(),
  totals: usageSumsSchema,
  /** Per capability with successful requests, the busiest first. */
  latency: z.array(
    z.object({
      capability: z.string(),
      requests: z.number(),
      total_ms: percentiles,
      first_ms: percentiles.nullable(),
    }),
  ),
  course: z.object({
    /** The largest groups, and `null` for the sum of the rest; a single `null` without grouping. */
    names: z.array(z.string().nullable()),
    points: z.array(z.object({ label: z.string(), values: z.array(z.number()) })),
  }),
  rows: z.array(usageRowSchema),
  row_count: z.number(),
  page_rows: z.number(),
  filters: z.array(z.object({ field: z.string(), name: z.string() })),
  budgets: z.array(budgetSchema.extend({ name: z.string() })),
  /** For admins: the months of UTC that have a bill, such as `2026-11`, the newest first. */
  bill_months: z.array(z.string()).default([]),
  /** For admins: API keys at or over 80 percent of their budgets, the name and share of the one that used the most; null: none. */
  keys_near_budget: z
    .object({ count: z.int(), name: z.string(), share: z.number() })
    .nullable()
    .default(null),
})

export type UsageQuery = z.infer<typeof usageQuerySchema>
export type UsageSums = z.infer<typeof usageSumsSchema>
export type UsageTimes = z.infer<typeof usageTimesSchema>
export type UsageRowView = z.infer<typeof usageRowSchema>
export type UsageAnswer = z.infer<typeof usageSchema>
