import type { ContractInfo, JsonSchema } from '#lib/contracts/core/contract-info.ts'
import { contractFields } from './contract-fields.ts'
import { takesModel } from './takes-model.ts'

// Asked at every draw.
const known = new WeakMap<JsonSchema, boolean>()

/** Whether a run costs the tokens of a model: one that the request names, or one that a search asks on its way. */
export function usesModel(contract: Pick<ContractInfo, 'schema'>): boolean {
  const before = known.get(contract.schema)
  if (before !== undefined) return before
  const uses = takesModel(contract) || contractFields(contract).some(({ key }) => key === 'chatModel')
  known.set(contract.schema, uses)
  return uses
}
