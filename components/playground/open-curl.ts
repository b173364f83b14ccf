import type { Draft } from '#lib/client/draft.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { readCurl } from '#lib/snippets/read-curl.ts'

export interface OpenedCurl {
  /** Null when the command could not be read; the notes say why. */
  readonly draft: Draft | null
  /** Sentences: what was left out and what was not understood. */
  readonly notes: readonly string[]
}

export function openCurl(command: string, contract: ContractInfo): OpenedCurl {
  const reading = readCurl(command, [contract])
  if (!reading.ok) return { draft: null, notes: [reading.reason] }
  return {
    draft: { contract: reading.contract, body: reading.body },
    notes: [
      ...(reading.keyDropped ? ['The key in the command was dropped: the console uses its own.'] : []),
      ...(reading.ignored.length > 0 ? [`Not understood and left out: ${reading.ignored.join(', ')}.`] : []),
      ...reading.notices,
    ],
  }
}
