import { capabilities, toCapability } from '#lib/contracts/api/capabilities.ts'

/** The capability of a row, or its operation where that is no run; for an unknown one, its operation name. */
export function nameCapability(row: { readonly route: string; readonly model: string | null }): string {
  const label = operationLabels.get(row.route)
  if (label !== undefined) return label
  const capability = toCapability(row)
  return capability === null ? row.route : capabilities[capability].label
}

const operationLabels: ReadonlyMap<string, string> = new Map([
  ['count-tokens', 'Token count'],
  ['input-tokens', 'Token count'],
  ['response', 'Stored response'],
  ['response-delete', 'Stored response'],
  ['response-input-items', 'Stored response'],
  ['response-cancel', 'Stored response'],
])
