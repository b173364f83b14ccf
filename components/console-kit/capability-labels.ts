import { capabilities, toCapability } from '#lib/contracts/api/capabilities.ts'

/** The capability of a row; for an unknown one, its operation name. */
export function nameCapability(row: { readonly route: string; readonly model: string | null }): string {
  const capability = toCapability(row)
  return capability === null ? row.route : capabilities[capability].label
}
