import type { ContractInfo, JsonSchema } from '#lib/contracts/core/contract-info.ts'
import { contractFields } from './contract-fields.ts'
import { takesModel } from './takes-model.ts'

// Computed on every render.
const known = new WeakMap<JsonSchema, boolean>()

/** Whether a run uses tokens of a model: the selected one, or one that a search calls. */
export function usesModel(contract: Pick<ContractInfo, 'schema'>): boolean {
  const before = known.get(contract.schema)
  if (before !== undefined) return before
  const uses = takesModel(contract) || contractFields(contract).some(({ key }) => key === 'chatModel')
  known.set(contract.schema, uses)
  return uses
}
