import type { Draft } from '#components/playground/form/model/draft.ts'
import type { ContractInfo } from '#lib/contracts/core/contract-info.ts'
import { apiFormats, type SentFormat } from './api-formats.ts'
import { type FormatAdapter, toSent } from './format-adapter.ts'

/** The request of a draft as it is sent, for HTTP and Code. */
export interface SentRequest<Info> {
  readonly contract: Info
  readonly draft: Pick<Draft, 'contract' | 'body'>
  readonly notes: readonly string[]
}

export function toSentRequest<Info extends Pick<ContractInfo, 'id' | 'path'>>(
  contract: Info,
  { body: asked }: Pick<Draft, 'body'>,
  format: SentFormat,
  adapter: FormatAdapter,
): SentRequest<Info> {
  const { body, notes } = toSent(asked, adapter)
  if (format === 'chat') return { contract, draft: { contract: contract.id, body }, notes }
  // The views need no more of the contract than its ID and path.
  return {
    contract: { ...contract, id: format, path: apiFormats[format].path },
    draft: { contract: format, body },
    notes,
  }
}
