import { z } from 'zod'
import { keyScopes } from '#lib/contracts/core/contract.ts'
import { budgetSchema, budgetTermsSchema } from './budgets.ts'

const count = z.int().min(1).max(1_000_000_000).nullish()

/**
 * Settings of a key, when created or changed. Absent limits: those of the team for new keys, or unchanged; null:
 * unlimited.
 */
const keyFields = {
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .refine(
      name => !/[\p{Cc}\p{Bidi_Control}]/u.test(name),
      'must not contain line breaks or other control characters',
    ),
  scopes: z.array(z.enum(keyScopes)).min(1),
  /** Public model ids; null: all. */
  models: z.array(z.string().trim().min(1).max(200)).min(1).max(100).nullish(),
  /** Public model id for conversations that name an unknown model; null: none. */
  default_model: z.string().trim().min(1).max(200).nullish(),
  requests_per_minute: count,
  tokens_per_minute: count,
  /** Concurrent calls. */
  parallel: count.meta({ title: 'Concurrent requests' }),
  /** Milliseconds since 1970; null: never. */
  expires_at: z.int().min(0).nullish().meta({ title: 'Expiration' }),
  /** Null: unlimited within the team's budget. */
  budget: budgetTermsSchema.nullish(),
  /** Whether to log the bodies of its requests. */
  keep_bodies: z.boolean().optional(),
}

export const newKeySchema = z.object(keyFields)

export const keyPatchSchema = z.object({
  ...keyFields,
  name: keyFields.name.optional(),
  scopes: keyFields.scopes.optional(),
  disabled: z.boolean().optional(),
})

/** `overlap_ms`: how long the old key still works, at most a week. */
export const rotateKeySchema = z.object({
  overlap_ms: z
    .int()
    .min(0)
    .max(7 * 24 * 3_600_000),
})

/** Limits that an admin set for the owner of the key; null: unlimited. */
const ceilingsSchema = z.object({
  scopes: z.array(z.string()).nullable(),
  models: z.array(z.string()).nullable(),
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
  default_model: z.string().nullable(),
  requests_per_minute: z.number().nullable(),
  tokens_per_minute: z.number().nullable(),
  parallel: z.number().nullable(),
  created_at: z.number(),
  expires_at: z.number().nullable(),
  last_used_at: z.number().nullable(),
  budget: budgetSchema.nullable(),
  /** Since the key was created. */
  spent_usd: z.number(),
  keep_bodies: z.boolean(),
  ceilings: ceilingsSchema,
})

export const keyListSchema = z.object({
  keys: z.array(keySchema),
  you_see_all: z.boolean(),
  /** Whether budgets of the team reject models without a price. */
  reject_unpriced: z.boolean(),
  /** The team's limits for new keys. */
  new_key_limits: keySchema.pick({ requests_per_minute: true, tokens_per_minute: true, parallel: true }),
})

/** `token` is the key itself, returned only here. */
export const madeKeySchema = z.object({ key: keySchema, token: z.string() })

/** Callers of the last 24 hours that revoking the key would affect, at most 20, busiest first. */
export const keyUseSchema = z.object({
  callers: z.array(
    z.object({
      route: z.string(),
      address: z.string().nullable(),
      /** User agent of the program. */
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
