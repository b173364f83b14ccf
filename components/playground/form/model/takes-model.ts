import type { ContractInfo, JsonSchema } from '#lib/contracts/core/contract-info.ts'
import { contractFields } from './contract-fields.ts'

// Computed on every render.
const known = new WeakMap<JsonSchema, boolean>()

/** Whether a request selects a model, so that tokens and a price apply. Fetching pages has neither. */
export function takesModel({ schema }: Pick<ContractInfo, 'schema'>): boolean {
  const before = known.get(schema)
  if (before !== undefined) return before
  const takes = contractFields({ schema }).some(({ control }) => control.kind === 'model')
  known.set(schema, takes)
  return takes
}
