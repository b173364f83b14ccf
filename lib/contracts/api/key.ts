import { z } from 'zod'
import { defineContract } from '#lib/contracts/core/contract.ts'

const seconds = z.int().nullable().describe('Unix seconds; null: never.')

const budgetSchema = z
  .looseObject({
    limit: z.number().describe('US dollars.'),
    spent: z.number().describe('Spent in this period.'),
    reserved: z
      .number()
      .describe(
        'Reserved for running requests until their cost is known, and by instances for the next ones.',
      ),
    remaining: z.number(),
    period: z.enum(['day', 'week', 'month']).nullable().describe('In UTC; null: in total.'),
    resets_at: seconds,
  })
  .meta({ id: 'Budget' })

const limit = z.int().nullable()
const limitsSchema = z
  .looseObject({ requests_per_minute: limit, tokens_per_minute: limit, parallel: limit })
  .describe('Null: unlimited.')

export const keySchema = z
  .looseObject({
    object: z.literal('key'),
    id: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    models: z.array(z.string()).nullable().describe('Models that the key may use; null: all.'),
    expires_at: seconds,
    limits: limitsSchema,
    team_limits: limitsSchema.describe('Of all keys of the team together. Null: unlimited.'),
    budget: budgetSchema.nullable(),
    team_budget: budgetSchema.nullable(),
  })
  .meta({ id: 'Key' })

export const keyContract = defineContract({
  id: 'key',
  method: 'GET',
  path: '/v1/key',
  summary: 'Get the limits and budgets of the API key',
  scope: null,
  encoding: 'none',
  input: z.object({}),
  output: keySchema,
  examples: [
    {
      title: 'This key',
      description: 'Its limits and those of its team, and what is left of their budgets.',
      input: {},
    },
  ],
})
