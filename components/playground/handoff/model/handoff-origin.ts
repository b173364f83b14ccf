import { capabilities, playgrounds } from '#lib/contracts/api/capabilities.ts'
import type { HandoffKind, HandoffOrigin } from './handoff.ts'

/** Pages that can send a handoff: playgrounds by contract id, and the library. */
export const playgroundNames: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(capabilities).map(([id, { contract, label }]) => [contract ?? id, label]),
)

/** The page of a contract's playground. */
export function playgroundPath(contract: string): string {
  return playgrounds.find(playground => playground.contract === contract)?.path ?? `/${contract}`
}

const nouns = {
  texts: ['text', 'texts'],
  documents: ['document', 'documents'],
  answer: ['answer', 'answers'],
  links: ['link', 'links'],
  pages: ['page', 'pages'],
  files: ['document', 'documents'],
  chunks: ['chunk', 'chunks'],
  pictures: ['picture', 'pictures'],
  sources: ['source', 'sources'],
  conversation: ['conversation', 'conversations'],
} as const satisfies Record<HandoffKind, readonly [string, string]>

/**
 * Label of the source: `42 texts from Embeddings`. An answer or a conversation counts as one, whatever its
 * number of paragraphs.
 */
export function toOrigin(
  contract: string,
  runId: string | null,
  { kind, count }: { kind: HandoffKind; count: number },
): HandoffOrigin {
  const number = kind === 'answer' || kind === 'conversation' ? 1 : count
  const noun = nouns[kind][number === 1 ? 0 : 1]
  const from = playgroundNames[contract] ?? contract
  return { contract, runId, label: `${number.toLocaleString('en')} ${noun} from ${from}` }
}

/**
 * A stored or imported origin; null when invalid. Its contract becomes a path, so only known contracts are
 * accepted.
 */
export function readOrigin(value: unknown): HandoffOrigin | null {
  if (typeof value !== 'object' || value === null) return null
  const { contract, runId, label } = value as Record<string, unknown>
  if (typeof contract !== 'string' || typeof label !== 'string') return null
  if (!Object.hasOwn(playgroundNames, contract)) return null
  return { contract, runId: typeof runId === 'string' ? runId : null, label: label.slice(0, 200) }
}
