import { showToast } from '#components/ui/overlay/toast.ts'
import { type Draft, toBody } from '#components/playground/form/model/draft.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import type { Snippet } from '#lib/snippets/snippet.ts'
import { toSnippet } from '#lib/snippets/to-snippet.ts'
import { chosenFlavour, choseErrorHandling } from './chosen-flavour.ts'
import { copy } from '#components/playground/copy.ts'

/** Copies the draft as the Code tab shows it. */
export async function copySnippet(contract: ContractInfo, draft: Draft, baseUrl: string): Promise<void> {
  const options = { flavour: chosenFlavour(contract.id), handlesErrors: choseErrorHandling() }
  await copyWithFiles(toSnippet(toRequest(contract, draft, baseUrl), options), 'Snippet')
}

/** Copies the draft as a plain curl command. */
export async function copyCurl(contract: ContractInfo, draft: Draft, baseUrl: string): Promise<void> {
  await copyWithFiles(toSnippet(toRequest(contract, draft, baseUrl), { flavour: 'curl' }), 'curl command')
}

function toRequest({ id, path }: ContractInfo, draft: Draft, baseUrl: string) {
  return { contract: id, baseUrl, path, body: toBody(draft) }
}

async function copyWithFiles({ code, files }: Snippet, what: string): Promise<void> {
  await copy(code, what)
  if (files.length === 0) return
  const names = files.map(({ name }) => name).join(', ')
  showToast(`The ${what.toLowerCase()} reads ${names}`, { description: 'Download it from the Code tab.' })
}
