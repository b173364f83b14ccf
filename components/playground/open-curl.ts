import type { Draft } from '#lib/client/draft.ts'
import { playgroundNames } from '#lib/client/parcel-origin.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { readCurl } from '#lib/snippets/read-curl.ts'
import { curlAddresses } from './curl-addresses.ts'

export interface OpenedCurl {
  /** Null when the command could not be read; the notes say why. */
  readonly draft: Draft | null
  /** Sentences: what was left out and what was not understood. */
  readonly notes: readonly string[]
}

const known = Object.keys(curlAddresses).map(path => ({ id: path, path }))

/** Reads a curl for this playground's operation into a draft; one for another playground is told where it belongs. */
export function openCurl(command: string, { id }: Pick<ContractInfo, 'id'>): OpenedCurl {
  const reading = readCurl(command, known)
  if (!reading.ok) return { draft: null, notes: [reading.reason] }
  const path = reading.contract
  const request = curlAddresses[path]?.(reading.body) ?? null
  if (request === null) return { draft: null, notes: [`No playground has what this curl asks ${path} for.`] }
  const { contract, body } = request
  if (contract !== id) {
    const page = playgroundNames[contract] ?? contract
    return { draft: null, notes: [`This curl calls ${path}: paste it on the page ${page}.`] }
  }
  return {
    draft: { contract: id, body },
    notes: [
      ...(reading.keyDropped ? ['The key in the command was dropped: the console uses its own.'] : []),
      ...(reading.ignored.length > 0 ? [`Not understood and left out: ${reading.ignored.join(', ')}.`] : []),
      ...reading.notices,
    ],
  }
}
