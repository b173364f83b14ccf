import 'server-only'
import { servedContracts, webOperations } from '#lib/contracts/api/all-contracts.ts'
import type { Contract } from '#lib/contracts/core/contract.ts'
import { type ReferenceEntry, toReferenceEntry } from '#lib/contracts/reference/reference-entry.ts'
import { toReferenceIndex, type ReferenceGroup } from '#lib/contracts/reference/reference-index.ts'

let kept: readonly ReferenceEntry[] | null = null

/** Every operation of the API. Operations that share a path are listed separately. */
function referenceEntries(): readonly ReferenceEntry[] {
  kept ??= servedContracts
    .flatMap<Contract>(contract => (contract.id === 'web' ? webOperations : contract))
    .map(contract => toReferenceEntry(contract))
  return kept
}

/** Null: no such operation. */
export function findReferenceEntry(id: string): ReferenceEntry | null {
  return referenceEntries().find(entry => entry.id === id) ?? null
}

/** Index of the reference, shown and searched on every page. */
export function readReferenceIndex(): readonly ReferenceGroup[] {
  return toReferenceIndex(referenceEntries())
}
