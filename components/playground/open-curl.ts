import type { Draft } from '#lib/client/draft.ts'
import { playgroundNames } from '#lib/client/parcel-origin.ts'
import type { ContractInfo } from '#lib/contracts/contract-info.ts'
import { readCurl } from '#lib/snippets/read-curl.ts'

export interface OpenedCurl {
  /** Null when the command could not be read; the notes say why. */
  readonly draft: Draft | null
  /** Sentences: what was left out and what was not understood. */
  readonly notes: readonly string[]
}

// Further addresses of the same operation, with the defaults that a curl for them relies on.
const otherPaths: Readonly<Record<string, readonly { path: string; defaults: Draft['body'] }[]>> = {
  rerank: [{ path: '/v2/rerank', defaults: { return_documents: false } }],
}

const otherPlaygrounds: Readonly<Record<string, string>> = {
  chat: '/v1/chat/completions',
  embeddings: '/v1/embeddings',
  rerank: '/v1/rerank',
}

/** Whether a text begins as a curl command does, with or without the prompt of a shell before it. */
export function isCurl(text: string): boolean {
  return /^\s*(\$\s+)?curl\s/.test(text)
}

/** Reads a curl for this playground's operation into a draft; one for another playground is told where it belongs. */
export function openCurl(command: string, { id, path }: Pick<ContractInfo, 'id' | 'path'>): OpenedCurl {
  const known = [{ id, path }, ...(otherPaths[id] ?? []).map(other => ({ id: other.path, path: other.path }))]
  const reading = readCurl(command, known)
  if (!reading.ok) return { draft: null, notes: [belongsElsewhere(command, id) ?? reading.reason] }
  const defaults = otherPaths[id]?.find(other => other.path === reading.contract)?.defaults ?? {}
  return {
    draft: { contract: id, body: { ...defaults, ...reading.body } },
    notes: [
      ...(reading.keyDropped ? ['The key in the command was dropped: the console uses its own.'] : []),
      ...(reading.ignored.length > 0 ? [`Not understood and left out: ${reading.ignored.join(', ')}.`] : []),
      ...reading.notices,
    ],
  }
}

function belongsElsewhere(command: string, id: string): string | null {
  const others = Object.entries(otherPlaygrounds).filter(([contract]) => contract !== id)
  const reading = readCurl(
    command,
    others.map(([contract, path]) => ({ id: contract, path })),
  )
  return reading.ok
    ? `This curl calls ${otherPlaygrounds[reading.contract]}: paste it on the page ${playgroundNames[reading.contract]}.`
    : null
}
