import { z } from 'zod'
import { keyScopes } from '#lib/contracts/core/contract.ts'
import { budgetSchema, budgetTermsSchema } from './budgets.ts'

const count = z.int().min(1).max(1_000_000_000).nullish()

/** What a key is made with and what may be changed of it; what is absent is unlimited, or stays as it is. */
const keyFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine(
      name => !/[\p{Cc}\p{Bidi_Control}]/u.test(name),
      'holds no line breaks or other control characters',
    ),
  scopes: z.array(z.enum(keyScopes)).min(1),
  /** Public ids; null: all. */
  models: z.array(z.string().trim().min(1).max(200)).min(1).max(100).nullish(),
  requests_per_minute: count,
  tokens_per_minute: count,
  /** Calls at the same time. */
  parallel: count,
  /** Milliseconds since 1970; null: never. */
  expires_at: z.int().min(0).nullish(),
  /** Null: as much as it likes, within the team's. */
  budget: budgetTermsSchema.nullish(),
  /** Whether bodies of its requests are kept for a while. */
  keep_bodies: z.boolean().optional(),
}

export const newKeySchema = z.object(keyFields)

export const keyPatchSchema = z.object({
  ...keyFields,
  name: keyFields.name.optional(),
  scopes: keyFields.scopes.optional(),
  disabled: z.boolean().optional(),
})

/** `overlap_ms`: for how long the old key still works, at most a week. */
export const rotateKeySchema = z.object({
  overlap_ms: z
    .int()
    .min(0)
    .max(7 * 24 * 3_600_000),
})

/** How far whoever a key belongs to may go, because an administrator said so; null: as far as they like. */
const ceilingsSchema = z.object({
  requests_per_minute: z.number().nullable(),
  tokens_per_minute: z.number().nullable(),
  parallel: z.number().nullable(),
  expires_at: z.number().nullable(),
  budget: budgetTermsSchema.nullable(),
})

export const keySchema = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['api', 'playground']),
  prefix: z.string(),
  last4: z.string(),
  owner: z.string().nullable(),
  yours: z.boolean(),
  state: z.enum(['active', 'disabled', 'expired', 'revoked']),
  scopes: z.array(z.string()),
  models: z.array(z.string()).nullable(),
  requests_per_minute: z.number().nullable(),
  tokens_per_minute: z.number().nullable(),
  parallel: z.number().nullable(),
  created_at: z.number(),
  expires_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
  budget: budgetSchema.nullable(),
  /** Since it was made. */
  spent_usd: z.number(),
  keep_bodies: z.boolean(),
  ceilings: ceilingsSchema,
})

export const keyListSchema = z.object({ keys: z.array(keySchema), you_see_all: z.boolean() })

/** `token` is the key itself, and this its only copy. */
export const madeKeySchema = z.object({ key: keySchema, token: z.string() })

/** Who would notice that a key ends: its callers of the last 24 hours, at most 20, the busiest first. */
export const keyUseSchema = z.object({
  callers: z.array(
    z.object({
      route: z.string(),
      address: z.string().nullable(),
      /** What the program calls itself. */
      client: z.string().nullable(),
      requests: z.number(),
      last_at: z.number(),
    }),
  ),
})

export type NewKey = z.input<typeof newKeySchema>
export type KeyPatch = z.input<typeof keyPatchSchema>
export type TeamKey = z.infer<typeof keySchema>
export type KeyList = z.infer<typeof keyListSchema>
export type MadeKey = z.infer<typeof madeKeySchema>
export type KeyUse = z.infer<typeof keyUseSchema>
