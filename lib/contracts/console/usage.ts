import { z } from 'zod'
import { budgetSchema } from './budgets.ts'
import { requestCapabilities } from './request-capability.ts'
import { usageDimensions, usageMeasures, usageSorts } from './usage-words.ts'

/** Stands for the owner of keys that belong to nobody. */
export const operatorMember = 'operator'

const id = z.string().min(1).max(64)
const name = z.string().min(1).max(256)

export const usageFilterSchema = z.object({
  key: id.optional(),
  /** User id. */
  member: id.optional(),
  /** Public id that answered. */
  model: name.optional(),
  provider: name.optional(),
  capability: z.enum([...requestCapabilities, 'other']).optional(),
})

export const usageQuerySchema = usageFilterSchema.extend({
  /** Milliseconds since 1970; widened to full hours, and to UTC days where the period is longer than 35 days. */
  from: z.coerce.number().int().min(0).max(8.64e15),
  to: z.coerce.number().int().min(0).max(8.64e15),
  /** Name of the time zone whose days are meant, such as `Europe/Berlin`. */
  zone: z.string().max(64).default('UTC'),
  /** Absent: as much as the asker may see. */
  scope: z.enum(['mine', 'team']).optional(),
  by: z.enum(usageDimensions).default('time'),
  measure: z.enum(usageMeasures).default('requests'),
  sort: z.enum(usageSorts).optional(),
  down: z.enum(['true', 'false']).optional(),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
})

const percentiles = z.object({ p50: z.number(), p95: z.number(), p99: z.number() })

const usageSumsSchema = z.object({
  requests: z.number(),
  /** Answered with 400 to 498. */
  refused: z.number(),
  /** Answered with 500 or more. */
  failed: z.number(),
  /** The client left before the end. */
  abandoned: z.number(),
  prompt_tokens: z.number(),
  completion_tokens: z.number(),
  /** Null: no request had a price. */
  cost_usd: z.number().nullable(),
  /** Milliseconds to the end and to the first event of what went well; null where nothing did. */
  total_ms: percentiles.nullable(),
  first_ms: percentiles.nullable(),
})

const usageRowSchema = usageSumsSchema.extend({
  /** Of the key, member, model, provider or capability, or the day or hour as the zone counts it. */
  id: z.string(),
  name: z.string(),
  /** Whose key it is, or how it looks; null where the name says all. */
  detail: z.string().nullable(),
})

export const usageSchema = z.object({
  scope: z.enum(['mine', 'team']),
  by: z.enum(usageDimensions),
  measure: z.enum(usageMeasures),
  /** Whether usage of the team may be told apart, and not only seen in total. */
  you_see_all: z.boolean(),
  unit: z.enum(['hour', 'day']),
  /** The zone whose days these are. */
  zone: z.string(),
  /** Minutes by which its days begin after the hour: its days are counted from that full hour of UTC. */
  zone_shift_minutes: z.number(),
  totals: usageSumsSchema,
  course: z.object({
    /** The largest ones, and `null` for all others together; one `null` where nothing is told apart. */
    names: z.array(z.string().nullable()),
    points: z.array(z.object({ label: z.string(), values: z.array(z.number()) })),
  }),
  rows: z.array(usageRowSchema),
  row_count: z.number(),
  page_rows: z.number(),
  filters: z.array(z.object({ field: z.string(), name: z.string() })),
  budgets: z.array(budgetSchema.extend({ name: z.string() })),
})

export type UsageQuery = z.infer<typeof usageQuerySchema>
export type UsageSums = z.infer<typeof usageSumsSchema>
export type UsageRowView = z.infer<typeof usageRowSchema>
export type UsageAnswer = z.infer<typeof usageSchema>
