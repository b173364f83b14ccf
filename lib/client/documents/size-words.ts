import { formatCount } from '#lib/client/format.ts'
import type { DocumentContent } from './read-document.ts'

/** What a document weighs: its pages where they are told, and tokens; with ≈ where the API did not count them. */
export function toSizeWords({ text, pages, chunks, blocks }: DocumentContent): string {
  const pageCount = pages?.length ?? blocks.reduce((most, { page }) => Math.max(most, page), 0)
  const parts = [
    pageCount > 0 && `${formatCount(pageCount)} ${pageCount === 1 ? 'page' : 'pages'}`,
    chunks && `${formatCount(chunks.length)} ${chunks.length === 1 ? 'chunk' : 'chunks'}`,
    toTokens(chunks?.map(({ tokens }) => tokens) ?? pages?.map(({ tokens }) => tokens) ?? [], text),
  ]
  return parts.filter(Boolean).join(' · ')
}

const charactersPerToken = 4

function toTokens(counted: readonly (number | null)[], text: string | null): string {
  const sum = counted.reduce<number>((total, tokens) => total + (tokens ?? 0), 0)
  if (sum > 0) return `${formatCount(sum)} tok`
  return text === null ? '' : `≈ ${formatCount(Math.ceil(text.length / charactersPerToken))} tok`
}
