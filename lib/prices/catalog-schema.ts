import { z } from 'zod'
import { periodSchema } from './price-schema.ts'

export const catalogEntrySchema = z.strictObject({
  /** `<vendor>/<model>`, the vendor by its id in `lib/known-providers.ts`. */
  id: z.string().regex(/^[a-z-]+\/\S+$/),
  /** Exact upstream ids. */
  match: z.array(z.string().min(1)).min(1),
  /** Whether each id may end with a date. */
  dated: z.literal(true).exactOptional(),
  kind: z.enum(['chat', 'embeddings', 'rerank', 'speech']),
  /** Oldest first. */
  prices: z.array(periodSchema).min(1),
  input: z.array(z.string()).exactOptional(),
  output: z.array(z.string()).exactOptional(),
  tools: z.literal(true).exactOptional(),
  schema: z.literal(true).exactOptional(),
  reasoning: z.literal(true).exactOptional(),
  context: z.int().min(1).exactOptional(),
  maxOutput: z.int().min(1).exactOptional(),
  cacheMin: z.int().min(1).exactOptional(),
  retires: z.iso.date().exactOptional(),
  /** The two sources disagree about its price. */
  disputed: z.literal(true).exactOptional(),
  source: z.string().min(1),
})

export type CatalogEntry = z.output<typeof catalogEntrySchema>

/** Everything but the entries, which are read one by one when a model is used. */
export const catalogHeadSchema = z.strictObject({
  format: z.literal(1),
  made: z.iso.date(),
  sources: z.array(
    z.strictObject({
      name: z.string(),
      version: z.string(),
      sha256: z.string().regex(/^[0-9a-f]{64}$/),
      license: z.string(),
    }),
  ),
  models: z.array(z.unknown()),
})
