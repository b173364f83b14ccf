import type { ContractInfo, JsonSchema } from '#lib/contracts/core/contract-info.ts'
import { contractFields } from './contract-fields.ts'

// Asked at every draw.
const known = new WeakMap<JsonSchema, boolean>()

/** Whether a request names one of several models: it costs tokens, and has a price. Fetching pages has neither. */
export function takesModel({ schema }: Pick<ContractInfo, 'schema'>): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  const takes = contractFields({ schema }).some(({ control }) => control.kind === 'model')
  known.set(schema, takes)
  return takes
}
