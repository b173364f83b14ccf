import { z } from 'zod'
import { periodSchema } from './price-schema.ts'

export const catalogEntrySchema = z.strictObject({
  /**
   * `<vendor>/<model>`, the vendor by its id in `lib/known-providers.ts`; `<backend>/search` by that in
   * `lib/known-search-backends.ts`.
   */
  id: z.string().regex(/^[a-z-]+\/\S+$/),
  /** Exact upstream ids. */
  match: z.array(z.string().min(1)).min(1),
  /** Whether each id may end with a date. */
  dated: z.literal(true).exactOptional(),
  kind: z.enum(['chat', 'embeddings', 'rerank', 'speech', 'search']),
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
  /** The vendor's ID of the model that it recommends instead. */
  replacement: z.string().min(1).exactOptional(),
  /** The two sources disagree about its price. */
  disputed: z.literal(true).exactOptional(),
  source: z.string().min(1),
})

export type CatalogEntry = z.output<typeof catalogEntrySchema>

const sourceSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  license: z.string(),
})

/** A file from which a catalog was made. */
export type CatalogSource = z.output<typeof sourceSchema>

/** Everything but the entries, which are read one by one when a model is used. */
export const catalogHeadSchema = z.strictObject({
  format: z.literal(1),
  made: z.iso.date(),
  sources: z.array(sourceSchema),
  models: z.array(z.unknown()),
})

/** The text of a catalog, with one model a line. */
export function printCatalog(catalog: {
  readonly made: string
  readonly sources: readonly CatalogSource[]
  readonly models: readonly CatalogEntry[]
}): string {
  const { made, sources, models } = catalog
  const head = JSON.stringify({ format: 1, made, sources, models: [] })
  // The empty list is the last member, whatever the names of the sources.
  return `${head.slice(0, -2)}\n${models.map(entry => JSON.stringify(entry)).join(',\n')}\n]}\n`
}
