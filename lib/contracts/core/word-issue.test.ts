import { expect, test } from 'vitest'
import { z } from 'zod'
import { keyPatchSchema } from '#lib/contracts/console/keys.ts'
import { modelPatchSchema, namedModelSchema } from '#lib/contracts/console/providers.ts'
import { teamSettingsPatchSchema } from '#lib/contracts/console/settings.ts'
import { firstIssue } from './first-issue.ts'
import { labelOf, wordIssue } from './word-issue.ts'

const plain = { provider: 'first', upstream: 'a' }

test.each([
  [
    modelPatchSchema,
    { model: 'm', deployments: [plain, { ...plain, weight: 0 }] },
    'Deployment 2: Weight must be a whole number from 1 to 1000',
  ],
  [
    modelPatchSchema,
    { model: 'm', deployments: [{ ...plain, upstream: 'a b' }] },
    'Deployment 1: Model ID must have 1 to 256 characters without spaces',
  ],
  [
    modelPatchSchema,
    { model: 'm', price: { input: -1, output: 1 } },
    'Input price must be a number from 0 to 1,000,000',
  ],
  [
    modelPatchSchema,
    { model: 'm', price: { input: 1, output: 0.1234567891 } },
    'Output price must have at most 9 decimals',
  ],
  [modelPatchSchema, { model: 'm', price: { input: 1 } }, 'Output price is required with an input price'],
  [modelPatchSchema, { model: 'm', fallbacks: ['a', ''] }, 'Fallback 2 must not be empty'],
  [
    keyPatchSchema,
    { requests_per_minute: 1.5 },
    'Requests per minute must be a whole number from 1 to 1,000,000,000',
  ],
  [
    keyPatchSchema,
    { parallel: 'many' },
    'Concurrent requests must be a whole number from 1 to 1,000,000,000',
  ],
  [
    keyPatchSchema,
    { budget: { limit_usd: 0, period: null } },
    'Budget must be a number above 0, up to 1,000,000',
  ],
  [
    keyPatchSchema,
    { budget: { limit_usd: 0.000_000_000_1, period: null } },
    'Budget must have at most 9 decimals',
  ],
  [keyPatchSchema, { name: '' }, 'Name must not be empty'],
  [keyPatchSchema, { name: 'x'.repeat(300) }, 'Name must have at most 100 characters'],
  [
    teamSettingsPatchSchema,
    { key_requests_per_minute: 0 },
    'Requests per minute must be a whole number from 1 to 1,000,000,000',
  ],
  [
    namedModelSchema,
    { id: 'a', provider: 'b', upstream: 'c', kind: 'video' },
    'Kind must be chat, embeddings, rerank, or speech',
  ],
  [
    z.object({ port: z.string().transform(Number).pipe(z.number().max(65_535)) }),
    { port: '70000' },
    'Port must be a number up to 65,535',
  ],
])('an invalid field is worded with its label and what it must be', (schema, document, words) => {
  const { error } = schema.safeParse(document)
  if (error === undefined) throw new Error('The document is valid.')
  const issue = firstIssue(error.issues, document)

  expect(`${labelOf(issue.path, schema)} ${wordIssue(issue, document, schema)}`).toBe(words)
})
