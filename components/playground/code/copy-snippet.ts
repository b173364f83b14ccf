import { type Draft, toBody } from '#components/playground/form/model/draft.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { toSnippet } from '#lib/snippets/to-snippet.ts'
import { chosenFlavour } from './chosen-flavour.ts'
import { copy } from '#components/playground/copy.ts'

/** Copies the draft in the last selected language. */
export async function copySnippet(contract: ContractInfo, draft: Draft, baseUrl: string): Promise<void> {
  const request = { contract: contract.id, baseUrl, path: contract.path, body: toBody(draft) }
  await copy(toSnippet(request, { flavour: chosenFlavour(contract.id) }).code, 'Snippet')
}
